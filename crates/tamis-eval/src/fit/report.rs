//! What scores are worth on each data set.

use super::CandidatePage;
use super::confidence::best;
use crate::metrics::share;

/// The figures of a data set when the candidate with the highest score is the main table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SetFigures {
    /// The data set.
    pub set: String,
    /// Pages that list something.
    pub n_lists: usize,
    /// Those whose main table is right.
    pub n_right: usize,
    /// The sum of their F1.
    pub f1_sum: f64,
    /// Pages that list nothing.
    pub n_nothing: usize,
    /// Those with a candidate that scores above "no list".
    pub n_above_no_list: usize,
}

impl SetFigures {
    /// The share of lists whose main table is right.
    pub fn right(&self) -> f64 {
        share(self.n_right, self.n_lists)
    }

    /// The mean F1 of pages with a list.
    pub fn f1(&self) -> f64 {
        if self.n_lists == 0 { 0.0 } else { self.f1_sum / self.n_lists as f64 }
    }
}

/// The figures of each data set, in the order of the pages. `scores` has those of a page's candidates.
pub fn figures(pages: &[CandidatePage], scores: &[Vec<f64>]) -> Vec<SetFigures> {
    let mut sets: Vec<SetFigures> = Vec::new();
    for (page, scores) in pages.iter().zip(scores) {
        if sets.last().is_none_or(|figures| figures.set != page.set) {
            sets.push(SetFigures { set: page.set.clone(), ..SetFigures::default() });
        }
        let Some(figures) = sets.last_mut() else { continue };
        let best = best(scores);
        if page.lists_nothing {
            figures.n_nothing += 1;
            figures.n_above_no_list += usize::from(best.is_some_and(|best| scores[best] > 0.0));
        } else {
            let best = best.map(|best| &page.candidates[best]);
            figures.n_lists += 1;
            figures.n_right += usize::from(best.is_some_and(|best| best.is_right));
            figures.f1_sum += best.map_or(0.0, |best| best.f1);
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::softmax::tests::pages;

    #[test]
    fn the_highest_score_decides_and_a_page_without_candidates_is_wrong() {
        let mut pages = pages();
        pages.truncate(6);
        pages[4].candidates.clear();
        let mut scores: Vec<Vec<f64>> =
            pages.iter().map(|page| page.candidates.iter().map(|one| one.f1).collect()).collect();
        // A wrong candidate wins on the first page, and one of the two pages without a list gets one.
        scores[0] = vec![0.0, 0.0, 2.0];
        scores[2] = vec![-1.0, 0.5, -1.0];
        let found = figures(&pages, &scores);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].n_lists, found[0].n_right), (4, 2));
        assert!((found[0].f1() - 0.5).abs() < 1e-12 && (found[0].right() - 0.5).abs() < 1e-12);
        assert_eq!((found[0].n_nothing, found[0].n_above_no_list), (2, 1));
    }
}
