//! Which blocks are kept: those that make the expected F1 largest.

use super::survey::Survey;
use super::tree::Tree;
use tamis_page::Document;

crate::option_words! {
    /// What is worse: to keep noise or to lose content.
    pub enum Favor {
        /// Both alike.
        Balance = "balance",
        /// To keep noise.
        Precision = "precision",
        /// To lose content.
        Recall = "recall",
    }
}

impl Favor {
    /// How much content there is thought to be, compared with what is expected: who thinks that there is more keeps more.
    /// Below 1 where both are alike, as sums of probabilities run a little high: of 0.7 to 1.5 it was best on the
    /// pages of other sites than those that the weights were fitted on (November 2026).
    fn content(self) -> f64 {
        match self {
            Favor::Balance => 0.85,
            Favor::Precision => 0.3,
            Favor::Recall => 2.5,
        }
    }
}

/// Of blocks with their probabilities and words, those to keep.
///
/// A set of blocks with `n` words, of which `t` are expected to be content, has an expected F1 of about `2t / (n + c)`,
/// where `c` is all content there is. So it is best to take blocks in the order of their probabilities, as long as this
/// grows; a threshold of one half would take too little of pages that are unsure everywhere.
pub fn choose(blocks: &[(f32, u32)], favor: Favor) -> Vec<bool> {
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    order.sort_by(|&one, &other| blocks[other].0.total_cmp(&blocks[one].0).then(one.cmp(&other)));
    let words = |idx: usize| f64::from(blocks[idx].1);
    let expected = |idx: usize| f64::from(blocks[idx].0) * words(idx);
    let content = favor.content() * (0..blocks.len()).map(expected).sum::<f64>();
    let (mut kept_content, mut kept_words) = (0.0, 0.0);
    let (mut best, mut n_best) = (0.0, 0);
    for (rank, &idx) in order.iter().enumerate() {
        kept_content += expected(idx);
        kept_words += words(idx);
        let f1 = 2.0 * kept_content / (kept_words + content).max(f64::MIN_POSITIVE);
        if f1 > best {
            (best, n_best) = (f1, rank + 1);
        }
    }
    let mut kept = vec![false; blocks.len()];
    for &idx in &order[..n_best] {
        kept[idx] = true;
    }
    kept
}

/// The share of a list's words that has to be kept for all of it to be.
const MOST: f64 = 0.6;

/// Keeps the innermost lists and tables of which most is kept: a list that lost some of its items, or a table that lost a
/// column, is worth less than one with an item too many.
pub(super) fn complete_lists(document: &Document, survey: &Survey, tree: &Tree, kept: &mut [bool]) {
    // From the end, so that the lists inside a list are done before it.
    for &node in tree.lists.iter().rev() {
        let range = survey.range(document, node);
        let words = survey.sums(&range).words;
        let kept_words: u32 = range.clone().filter(|&idx| kept[idx]).map(|idx| survey.blocks[idx].text.words).sum();
        let is_partly_kept = kept_words > 0 && kept_words < words;
        if is_partly_kept && f64::from(kept_words) >= MOST * f64::from(words) {
            for idx in range.filter(|&idx| !survey.blocks[idx].is_hidden) {
                kept[idx] = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sure_is_kept_and_what_is_noise_is_not() {
        let blocks = [(0.99, 50), (0.02, 30), (0.95, 20), (0.01, 100)];
        assert_eq!(choose(&blocks, Favor::Balance), [true, false, true, false]);
        assert!(choose(&[], Favor::Balance).is_empty());
    }

    #[test]
    fn where_all_is_unsure_something_is_kept() {
        let blocks = [(0.3, 50), (0.28, 50), (0.02, 50)];
        assert_eq!(choose(&blocks, Favor::Balance), [true, true, false]);
    }

    #[test]
    fn precision_keeps_less_and_recall_more() {
        let blocks: Vec<(f32, u32)> = (0..10).map(|number| (number as f32 / 10.0, 10)).collect();
        let n_kept = |favor| choose(&blocks, favor).into_iter().filter(|&kept| kept).count();
        let counts = [Favor::Precision, Favor::Balance, Favor::Recall].map(n_kept);
        assert!(counts[0] < counts[1] && counts[1] < counts[2], "{counts:?}");
    }
}
