//! Which rectangles of a set lie at a place, as long as that can be found out in a bounded time.

use crate::segment::geometry::{PixelRect, RectTree};
use std::cell::Cell;
use std::ops::ControlFlow;

/// How many nodes of the tree may be looked into for each rectangle in the set, over all questions. Where thousands of
/// boxes lie on one spot, later questions get no answer instead of a slow one.
const NODES_PER_RECT: usize = 50;
/// How many may be looked into besides, so that small sets are always answered for.
const FREE_NODES: usize = 1 << 13;

/// A tree of rectangles and how much may still be asked of it.
pub(super) struct RectIndex {
    tree: RectTree,
    nodes_left: Cell<usize>,
}

impl RectIndex {
    /// Of rectangles that are all there; their ids are their places.
    pub(super) fn of(rects: &[PixelRect]) -> RectIndex {
        RectIndex::over(RectTree::new(rects), rects.len())
    }

    /// For rectangles of which none is there yet: each comes with [`set`](RectIndex::set).
    pub(super) fn awaiting(rects: &[PixelRect]) -> RectIndex {
        RectIndex::over(RectTree::awaiting(rects), rects.len())
    }

    fn over(tree: RectTree, n_rects: usize) -> RectIndex {
        RectIndex { tree, nodes_left: Cell::new(FREE_NODES + NODES_PER_RECT * n_rects) }
    }

    pub(super) fn rect(&self, id: u32) -> PixelRect {
        self.tree.rect(id)
    }

    /// Puts a rectangle where it is now; an empty one is nowhere.
    pub(super) fn set(&mut self, id: u32, rect: PixelRect) {
        self.tree.set(id, rect);
    }

    /// Shows each rectangle that shares a pixel with the window, once, in no particular but always the same order.
    pub(super) fn visit(&self, window: PixelRect, see: impl FnMut(u32) -> ControlFlow<()>) {
        if !self.is_spent() {
            let n_nodes = self.tree.overlapping(window, see);
            self.nodes_left.set(self.nodes_left.get().saturating_sub(n_nodes));
        }
    }

    /// Whether the bound on the work is reached, so that questions are no longer answered.
    pub(super) fn is_spent(&self) -> bool {
        self.nodes_left.get() == 0
    }

    /// Whether any rectangle shares a pixel with the window.
    pub(super) fn is_any_in(&self, window: PixelRect) -> bool {
        let mut found = false;
        self.visit(window, |_| {
            found = true;
            ControlFlow::Break(())
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_spot_is_not_looked_at_for_ever() {
        let index = RectIndex::of(&vec![PixelRect::new(0, 0, 10, 10); 10_000]);
        let mut n_seen = 0;
        for _ in 0..10_000 {
            index.visit(PixelRect::new(0, 0, 10, 10), |_| {
                n_seen += 1;
                ControlFlow::Continue(())
            });
        }
        // Each node has eight rectangles, and the last question is answered as a whole.
        assert!(index.is_spent());
        assert!(n_seen <= 8 * (FREE_NODES + NODES_PER_RECT * 10_000) + 10_000, "{n_seen}");
    }
}
