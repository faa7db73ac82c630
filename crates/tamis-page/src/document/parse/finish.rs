//! From the parser's arena to the document's array: nodes in document order, text joined, ends of subtrees known.

use super::builder::Arena;
use crate::document::NodeId;
use crate::document::node::{Node, Span, flags};

/// The finished array, and an arena for the next page.
pub(super) fn in_document_order(mut arena: Arena, source: &str, decoded: &mut String) -> (Vec<Node>, Arena) {
    let mut nodes = std::mem::take(&mut arena.nodes);
    if arena.reordered || arena.has_continuations {
        let mut sorted = sort(&nodes, source, decoded);
        std::mem::swap(&mut nodes, &mut sorted);
        arena.nodes = sorted;
    }
    // A subtree ends where that of its last child ends; children come after their parents.
    for i in (0..nodes.len()).rev() {
        let last = nodes[i].last;
        nodes[i].last = if last == NodeId::NONE { NodeId(i as u32 + 1) } else { nodes[last.index()].last };
    }
    debug_assert!(is_in_order(&nodes));
    (nodes, arena)
}

/// Walks the links depth first and writes the nodes in that order. Nodes that were detached are not met and vanish.
fn sort(nodes: &[Node], source: &str, decoded: &mut String) -> Vec<Node> {
    let mut first_child = vec![NodeId::NONE; nodes.len()];
    for (i, node) in nodes.iter().enumerate() {
        if node.previous == NodeId::NONE && node.parent != NodeId::NONE {
            first_child[node.parent.index()] = NodeId(i as u32);
        }
    }
    let mut sorted: Vec<Node> = Vec::with_capacity(nodes.len());
    let mut old = NodeId::ROOT;
    let mut new_parent = NodeId::NONE;
    let mut new_previous = NodeId::NONE;
    loop {
        let node = &nodes[old.index()];
        let new = NodeId(sorted.len() as u32);
        let span = if node.kind == crate::document::NodeKind::Text {
            let (span, last_piece) = joined(nodes, old, source, decoded);
            old = last_piece;
            span
        } else {
            node.span
        };
        let (last, next) = (NodeId::NONE, NodeId::NONE);
        sorted.push(Node { parent: new_parent, previous: new_previous, last, next, span, ..*node });
        if new_previous != NodeId::NONE {
            sorted[new_previous.index()].next = new;
        }
        if new_parent != NodeId::NONE {
            sorted[new_parent.index()].last = new;
        }
        let child = first_child[old.index()];
        if child != NodeId::NONE {
            (old, new_parent, new_previous) = (child, new, NodeId::NONE);
            continue;
        }
        // Up to the nearest ancestor that has a next sibling.
        let mut done = new;
        loop {
            if nodes[old.index()].next != NodeId::NONE {
                (old, new_previous) = (nodes[old.index()].next, done);
                break;
            }
            old = nodes[old.index()].parent;
            if old == NodeId::NONE {
                return sorted;
            }
            done = new_parent;
            new_parent = sorted[new_parent.index()].parent;
        }
    }
}

/// The text of a node and of the pieces that continue it, and the last of these.
fn joined(nodes: &[Node], first: NodeId, source: &str, decoded: &mut String) -> (Span, NodeId) {
    let continues = |node: &Node| node.next.some().filter(|next| nodes[next.index()].has(flags::CONTINUES));
    let mut last = first;
    if continues(&nodes[first.index()]).is_none() {
        return (nodes[first.index()].span, first);
    }
    let from = decoded.len();
    let mut piece = Some(first);
    while let Some(node) = piece {
        let span = nodes[node.index()].span;
        let start = span.start as usize;
        match start.checked_sub(source.len()) {
            None => decoded.push_str(&source[start..start + span.len as usize]),
            Some(start) => decoded.extend_from_within(start..start + span.len as usize),
        }
        last = node;
        piece = continues(&nodes[node.index()]);
    }
    (Span { start: (source.len() + from) as u32, len: (decoded.len() - from) as u32 }, last)
}

/// Parents stand before their children and ranges nest.
fn is_in_order(nodes: &[Node]) -> bool {
    nodes.iter().enumerate().skip(1).all(|(i, node)| {
        let parent = node.parent.index();
        let follows = match node.previous.some() {
            Some(previous) => nodes[previous.index()].last.index() == i,
            None => i == parent + 1,
        };
        parent < i && node.last <= nodes[parent].last && follows
    })
}
