//! What DERIN would make of a layout: which elements pass its filters and which one it would start from.

use std::collections::BTreeSet;
use tamis_extract::RenderedView;
use tamis_page::{NodeId, RenderedPage};
use tamis_papers::records::derin::{self, DerinOptions, Verdict};

/// DERIN's view of a page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Choice {
    /// Elements that are large enough: those that pass the filters for area, height and width.
    pub large_enough: BTreeSet<NodeId>,
    /// The largest of them, which is often an element around everything.
    pub largest: Option<NodeId>,
    /// The largest of those that hold no other: what DERIN chooses.
    pub innermost: Option<NodeId>,
}

/// Applies the filters with the paper's figures.
pub fn choice(page: &RenderedPage) -> Choice {
    let mut choice = Choice::default();
    let mut largest_area = 0.0;
    for candidate in derin::candidates(&RenderedView::of(page), &DerinOptions::paper()) {
        if !matches!(candidate.verdict, Verdict::Holds(_) | Verdict::Passed | Verdict::Chosen) {
            continue;
        }
        choice.large_enough.insert(candidate.node);
        if candidate.verdict == Verdict::Chosen {
            choice.innermost = Some(candidate.node);
        }
        // Of equally large ones the deepest, which comes last.
        if candidate.shares.area >= largest_area {
            largest_area = candidate.shares.area;
            choice.largest = Some(candidate.node);
        }
    }
    choice
}
