//! Where one thing holds for all of a subtree.

use tamis_page::{Document, NodeId};

/// What holds for the nodes in a subtree: nothing, one thing for all of them, or several things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SubtreeContent<T> {
    Nothing,
    One(T),
    Several,
}

impl<T: Copy + PartialEq> SubtreeContent<T> {
    /// What holds for two subtrees together.
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (SubtreeContent::Nothing, there) => there,
            (here, SubtreeContent::Nothing) => here,
            (here, there) if here == there => here,
            _ => SubtreeContent::Several,
        }
    }
}

/// The topmost nodes in which one thing was said of everything, in document order, each with that. `own` says it of a node,
/// given what is in it; nodes come with the last one first. The document itself is never one of them.
pub(super) fn topmost<T: Copy + PartialEq>(
    document: &Document,
    mut own: impl FnMut(NodeId, SubtreeContent<T>) -> SubtreeContent<T>,
) -> Vec<(NodeId, T)> {
    let mut held = vec![SubtreeContent::Nothing; document.len()];
    for idx in (1..document.len()).rev() {
        let node = NodeId(idx as u32);
        held[idx] = own(node, held[idx]);
        let parent = document.parent(node).expect("invariant: only the root has no parent");
        held[parent.index()] = held[parent.index()].and(held[idx]);
    }
    let mut nodes = Vec::new();
    let mut idx = 1;
    while idx < document.len() {
        let node = NodeId(idx as u32);
        idx = match held[idx] {
            SubtreeContent::Several => idx + 1,
            SubtreeContent::Nothing => document.subtree_range(node).end,
            SubtreeContent::One(said) => {
                nodes.push((node, said));
                document.subtree_range(node).end
            }
        };
    }
    nodes
}
