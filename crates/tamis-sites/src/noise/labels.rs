//! Labels: lines that all pages have and that say what the line beside them is. "Price" repeats on every page of a shop,
//! and without it the price is a number.

use super::lines::{Line, PageLines};
use super::removal::Verdict;
use tamis_page::{Document, NodeId, names};

/// A label is short; a longer line that repeats is a notice.
const MAX_WORDS: u32 = 6;
/// Elements around a label that are looked at for what it is a label of; a label stands near.
const MAX_LEVELS: usize = 8;

/// Keeps the lines that are labels of something that is kept: the first line of a row, of an item or of a part of the
/// page whose other lines are all kept, and the term before a description that is kept.
pub fn keep_labels(document: &Document, page: &PageLines, verdicts: &mut [Verdict]) {
    let is_noise = |line: &Line| verdicts[line.pieces.clone()].iter().all(Option::is_some);
    let mut n_noise = Vec::with_capacity(page.lines.len() + 1);
    n_noise.push(0_usize);
    for line in &page.lines {
        n_noise.push(n_noise[n_noise.len() - 1] + usize::from(is_noise(line)));
    }
    let mut labels = Vec::new();
    for (idx, line) in page.lines.iter().enumerate() {
        let is_short_noise = n_noise[idx + 1] > n_noise[idx] && line.n_words <= MAX_WORDS && line.n_words > 0;
        if is_short_noise && is_label(document, page, &n_noise, idx) {
            labels.push(line.pieces.clone());
        }
    }
    for pieces in labels {
        verdicts[pieces].fill(None);
    }
}

fn is_label(document: &Document, page: &PageLines, n_noise: &[usize], idx: usize) -> bool {
    let first = page.pieces[page.lines[idx].pieces.start];
    for element in document.ancestors(first).take(MAX_LEVELS) {
        if document.is_html(element, names::BODY) {
            return false;
        }
        let lines = lines_in(document, page, element);
        if lines.len() > 1 {
            return lines.start == idx && n_noise[lines.end] - n_noise[idx + 1] == 0;
        }
        if document.is_html(element, names::DT) {
            let Some(next) = page.lines.get(idx + 1) else { return false };
            let is_kept = n_noise[idx + 2] == n_noise[idx + 1];
            return is_kept && is_description_of(document, element, page.pieces[next.pieces.start]);
        }
    }
    false
}

/// The lines that begin in an element.
fn lines_in(document: &Document, page: &PageLines, element: NodeId) -> std::ops::Range<usize> {
    let first_piece = |line: &Line| page.pieces[line.pieces.start];
    let start = page.lines.partition_point(|line| first_piece(line) < element);
    let end = page.lines.partition_point(|line| first_piece(line) < document.subtree_end(element));
    start..end
}

/// Whether a text stands in the `dd` after a `dt`.
fn is_description_of(document: &Document, term: NodeId, text: NodeId) -> bool {
    let siblings = std::iter::successors(document.next_sibling(term), |&node| document.next_sibling(node));
    let next = siblings.into_iter().find(|&node| document.is_element(node));
    next.is_some_and(|node| document.is_html(node, names::DD) && document.contains(node, text))
}
