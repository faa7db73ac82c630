//! How many visible tags there are below each node.

use super::is_counted;
use tamis_page::{Document, NodeId};

/// The number of visible elements before each position: a subtree's size is a difference.
pub(super) struct Sizes {
    before: Vec<u32>,
}

impl Sizes {
    pub(super) fn of(document: &Document) -> Sizes {
        let mut before = Vec::with_capacity(document.len() + 1);
        let mut n_tags = 0;
        let mut invisible_until = 0;
        for node in document.nodes() {
            before.push(n_tags);
            if document.is_element(node) && node.index() >= invisible_until {
                if is_counted(document, node) {
                    n_tags += 1;
                } else {
                    invisible_until = document.subtree_end(node).index();
                }
            }
        }
        before.push(n_tags);
        Sizes { before }
    }

    /// The visible elements below the node, itself not counted.
    #[inline]
    pub(super) fn below(&self, document: &Document, node: NodeId) -> u32 {
        self.before[document.subtree_end(node).index()] - self.before[node.index() + 1]
    }

    /// Whether the element itself is counted.
    #[inline]
    pub(super) fn is_counted(&self, node: NodeId) -> bool {
        self.before[node.index()] < self.before[node.index() + 1]
    }
}
