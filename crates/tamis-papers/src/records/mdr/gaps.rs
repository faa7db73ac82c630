//! Gaps between boxes: records of a list stand no closer to each other than the parts of a record do.
//!
//! This is DEPTA's use of a rendered page when generalized nodes are compared. MDR itself looks at no boxes.

use crate::view::tag_tree::TagTree;
use tamis_page::{Layout, Rect};

/// The boxes of the nodes of a tree.
pub(crate) struct Gaps {
    rects: Vec<Option<Rect>>,
}

/// Gaps that differ by less are equal, in pixels: positions are rounded.
const TOLERANCE: f32 = 1.0;

impl Gaps {
    pub(crate) fn of(tree: &TagTree, layout: &Layout) -> Gaps {
        let rect = |node: usize| layout.rect(tree.page_node(node)).filter(|rect| !rect.is_empty());
        Gaps { rects: (0..tree.len()).map(rect).collect() }
    }

    /// Whether two neighbouring generalized nodes can be two records: no gap inside one of them is larger than the gap
    /// between them. What has no box says nothing.
    pub(super) fn allow(&self, one: &[u32], other: &[u32]) -> bool {
        let (Some(&last), Some(&first)) = (one.last(), other.first()) else { return true };
        let Some(between) = self.gap(last, first) else { return true };
        let inside = one.windows(2).chain(other.windows(2));
        inside.filter_map(|pair| self.gap(pair[0], pair[1])).all(|gap| gap <= between + TOLERANCE)
    }

    /// How far the second of two neighbours is below the first, or, where they stand side by side, beside it.
    fn gap(&self, one: u32, other: u32) -> Option<f32> {
        let (one, other) = (self.rects[one as usize]?, self.rects[other as usize]?);
        let below = other.y - one.bottom();
        let beside = (other.x - one.right()).max(one.x - other.right());
        Some(below.max(beside).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes 100 wide below each other, given by top and bottom.
    #[track_caller]
    fn check(boxes: &[(f32, f32)], n_combined: usize, expect: bool) {
        let rect = |&(top, bottom): &(f32, f32)| Some(Rect::new(0.0, top, 100.0, bottom - top));
        let gaps = Gaps { rects: boxes.iter().map(rect).collect() };
        let nodes: Vec<u32> = (0..2 * n_combined as u32).collect();
        let (one, other) = nodes.split_at(n_combined);
        assert_eq!(gaps.allow(one, other), expect, "{boxes:?}");
    }

    #[test]
    fn a_title_goes_with_the_text_that_is_nearer() {
        // Title and text, a gap, title and text.
        check(&[(0.0, 10.0), (12.0, 30.0), (50.0, 60.0), (62.0, 80.0)], 2, true);
        // The text of one with the title of the next.
        check(&[(0.0, 18.0), (38.0, 48.0), (50.0, 68.0), (88.0, 98.0)], 2, false);
    }

    #[test]
    fn equal_gaps_and_single_nodes_say_nothing() {
        check(&[(0.0, 10.0), (10.0, 20.0), (20.0, 30.0), (30.0, 40.0)], 2, true);
        check(&[(0.0, 10.0), (90.0, 99.0)], 1, true);
    }

    #[test]
    fn what_has_no_box_says_nothing() {
        let gaps = Gaps { rects: vec![None, Some(Rect::new(0.0, 90.0, 10.0, 10.0)), None, None] };
        assert!(gaps.allow(&[0, 1], &[2, 3]));
    }
}
