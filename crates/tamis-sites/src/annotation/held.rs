//! Where one thing holds for all of a subtree.

use tamis_page::{Document, NodeId};

/// What was said of the nodes in a subtree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Held<T> {
    Nothing,
    One(T),
    Several,
}

/// The topmost nodes in which one thing was said of everything, in document order, each with that. `own` says it of a node,
/// given what is in it; nodes come with the last one first. The document itself is never one of them.
pub(super) fn topmost<T: Copy + PartialEq>(
    document: &Document,
    mut own: impl FnMut(NodeId, Held<T>) -> Held<T>,
) -> Vec<(NodeId, T)> {
    let mut held = vec![Held::Nothing; document.len()];
    for idx in (1..document.len()).rev() {
        let node = NodeId(idx as u32);
        held[idx] = own(node, held[idx]);
        let parent = document.parent(node).expect("invariant: only the root has no parent");
        held[parent.index()] = match (held[parent.index()], held[idx]) {
            (Held::Nothing, here) => here,
            (before, Held::Nothing) => before,
            (before, here) if before == here => here,
            _ => Held::Several,
        };
    }
    let mut nodes = Vec::new();
    let mut idx = 1;
    while idx < document.len() {
        let node = NodeId(idx as u32);
        idx = match held[idx] {
            Held::Several => idx + 1,
            Held::Nothing => document.subtree_range(node).end,
            Held::One(said) => {
                nodes.push((node, said));
                document.subtree_range(node).end
            }
        };
    }
    nodes
}
