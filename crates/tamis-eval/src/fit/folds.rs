//! Scores of pages by weights that were fitted without the sites of these pages.

use super::softmax::{self, SoftmaxOptions};
use super::{CandidatePage, Matrix, Sign};
use std::collections::BTreeSet;

/// The fold of each page: sites in the order of their names take turns, and the pages of a site stay together.
pub fn folds(pages: &[CandidatePage], n_folds: usize) -> Vec<usize> {
    let sites: BTreeSet<&str> = pages.iter().map(|page| page.site.as_str()).collect();
    let sites: Vec<&str> = sites.into_iter().collect();
    let fold = |page: &CandidatePage| sites.binary_search(&page.site.as_str()).map_or(0, |site| site % n_folds.max(1));
    pages.iter().map(fold).collect()
}

/// The scores of all candidates, page by page, each by the weights of the other folds.
pub fn scores_out_of_fold(
    matrix: &Matrix,
    pages: &[CandidatePage],
    folds: &[usize],
    signs: &[Sign],
    options: SoftmaxOptions,
) -> Vec<Vec<f64>> {
    let mut scores = vec![Vec::new(); pages.len()];
    let present: BTreeSet<usize> = folds.iter().copied().collect();
    for fold in present {
        let fitted = softmax::fit(matrix, pages, |page| folds[page] != fold, signs, options);
        for page in (0..pages.len()).filter(|&page| folds[page] == fold) {
            scores[page] = fitted.scores(matrix, page);
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::softmax::tests::{FREE, pages};

    #[test]
    fn a_site_is_in_one_fold_and_folds_are_even() {
        let mut pages = pages();
        for (number, page) in pages.iter_mut().enumerate() {
            page.site = format!("site-{}", number % 5);
        }
        let sites: Vec<&str> = pages.iter().map(|page| page.site.as_str()).collect();
        let folds = folds(&pages, 2);
        for (one, site) in sites.iter().enumerate() {
            for (other, other_site) in sites.iter().enumerate() {
                assert!(site != other_site || folds[one] == folds[other]);
            }
        }
        assert_eq!(self::folds(&self::pages(), 4).iter().filter(|&&fold| fold == 3).count(), 3);
    }

    #[test]
    fn a_page_is_scored_by_the_weights_of_the_others() {
        let pages = pages();
        let matrix = Matrix::of(&pages);
        let options = SoftmaxOptions { n_steps: 60, ..SoftmaxOptions::default() };
        let folds = folds(&pages, 3);
        let scores = scores_out_of_fold(&matrix, &pages, &folds, &FREE, options);
        let others = softmax::fit(&matrix, &pages, |page| folds[page] != folds[5], &FREE, options);
        assert_eq!(scores[5], others.scores(&matrix, 5));
        assert_eq!(scores, scores_out_of_fold(&matrix, &pages, &folds, &FREE, options));
    }
}
