//! The candidate that the paper chooses: the largest that no other one fills.

use crate::records::derin::DerinOptions;
use crate::records::derin::candidates::{self, Boxes, Candidate, Verdict};
use crate::records::derin::screen::Screen;
use tamis_extract::RenderedView;
use tamis_page::Document;

/// The candidates of a page with what becomes of each, without looking for records: the paper's choice of a region.
pub fn candidates(view: &RenderedView<'_>, options: &DerinOptions) -> Vec<Candidate> {
    let mut candidates = filtered(&Screen::of(view), options);
    rule_out_ancestors(view.document(), &mut candidates, options.max_parent_area);
    if let Some(chosen) = largest(view.document(), &candidates) {
        candidates[chosen].verdict = Verdict::Chosen;
    }
    candidates
}

/// The candidates in document order, those that fail the filter of area, height or width with that filter.
pub(super) fn filtered(view: &Screen<'_, '_>, options: &DerinOptions) -> Vec<Candidate> {
    let mut candidates = candidates::find(view, options.min_children, Boxes::Own);
    for candidate in candidates.iter_mut().filter(|candidate| candidate.verdict == Verdict::Passed) {
        let shares = candidate.shares;
        if shares.area < options.min_area {
            candidate.verdict = Verdict::TooSmall;
        } else if shares.height < options.min_height {
            candidate.verdict = Verdict::TooLow;
        } else if shares.width < options.min_width {
            candidate.verdict = Verdict::TooNarrow;
        }
    }
    candidates
}

/// Rules out a candidate if one inside it, with no other candidate between them, fills more than a share of it.
pub(super) fn rule_out_ancestors(document: &Document, candidates: &mut [Candidate], max_share: f64) {
    let mut open: Vec<usize> = Vec::new();
    for index in 0..candidates.len() {
        if candidates[index].verdict != Verdict::Passed {
            continue;
        }
        let node = candidates[index].node;
        while open.last().is_some_and(|&outer| document.subtree_end(candidates[outer].node) <= node) {
            open.pop();
        }
        if let Some(&outer) = open.last() {
            let areas = (candidates[index].shares.area, candidates[outer].shares.area);
            let is_first = !matches!(candidates[outer].verdict, Verdict::Holds(_));
            if is_first && areas.0 > max_share * areas.1 {
                candidates[outer].verdict = Verdict::Holds(node);
            }
        }
        open.push(index);
    }
}

/// The candidate with the largest area of those that passed all filters; of equally large ones the deepest.
pub(super) fn largest(document: &Document, candidates: &[Candidate]) -> Option<usize> {
    let passed = (0..candidates.len()).filter(|&index| candidates[index].verdict == Verdict::Passed);
    passed.max_by(|&one, &other| {
        let (one, other) = (&candidates[one], &candidates[other]);
        let by_area = one.shares.area.total_cmp(&other.shares.area);
        by_area.then_with(|| document.depth(one.node).cmp(&document.depth(other.node)))
    })
}
