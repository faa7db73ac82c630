//! Siblings and ends of subtrees, for whoever knows the nodes in document order and their parents.

use super::node::{Node, NodeId};

/// Sets siblings and ends from the parents of nodes in document order.
pub(super) fn link(nodes: &mut [Node]) {
    let mut last_child = vec![NodeId::NONE; nodes.len()];
    for i in 0..nodes.len() {
        let id = NodeId(i as u32);
        let previous = match nodes[i].parent.some() {
            Some(parent) => std::mem::replace(&mut last_child[parent.index()], id),
            None => NodeId::NONE,
        };
        if let Some(previous) = previous.some() {
            nodes[previous.index()].next = id;
        }
        nodes[i].previous = previous;
        nodes[i].next = NodeId::NONE;
    }
    for i in (0..nodes.len()).rev() {
        nodes[i].last = last_child[i].some().map_or(NodeId(i as u32 + 1), |last| nodes[last.index()].last);
    }
}
