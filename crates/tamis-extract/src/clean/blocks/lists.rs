//! Lists and tables are kept whole.
//!
//! A list that lost some of its items, or a table that lost a column, is worth less than one with an item too many.

use super::survey::Survey;
use super::tree::Tree;
use tamis_page::Document;

/// The share of a list's words that has to be kept for all of it to be.
const MOST: f64 = 0.6;

/// Keeps the innermost lists and tables of which most is kept.
pub(super) fn complete(document: &Document, survey: &Survey, tree: &Tree, kept: &mut [bool]) {
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
