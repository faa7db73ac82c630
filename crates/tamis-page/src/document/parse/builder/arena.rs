//! The node array while it grows.
//!
//! Nodes are appended in the order in which the parser meets them, which is document order until foster parenting, the
//! adoption agency or a late `head` element puts a node elsewhere. The links are always right; `reordered` says that
//! positions are not, and [`finish`](super::super::finish) then sorts the array once.

use crate::document::node::{Node, Span};
use crate::document::{Name, Namespace, NodeId, NodeKind};

/// Where a node goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum InsertionPlace {
    /// After the last child of this node.
    Append(NodeId),
    /// Before this node.
    Before(NodeId),
}

#[derive(Default)]
pub(in crate::document::parse) struct Arena {
    pub(in crate::document::parse) nodes: Vec<Node>,
    pub(in crate::document::parse) reordered: bool,
    /// Some text node continues the one before it.
    pub(in crate::document::parse) has_continuations: bool,
}

impl Arena {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.reordered = false;
        self.has_continuations = false;
    }

    /// A new node without a parent.
    #[inline]
    pub(super) fn push(&mut self, kind: NodeKind, name: Name, namespace: Namespace, span: Span) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            parent: NodeId::NONE,
            last: NodeId::NONE,
            previous: NodeId::NONE,
            next: NodeId::NONE,
            name,
            span,
            kind,
            namespace,
            flags: 0,
        });
        id
    }

    /// A new node as the last child of `parent`.
    #[inline]
    pub(super) fn push_child(
        &mut self,
        parent: NodeId,
        kind: NodeKind,
        name: Name,
        namespace: Namespace,
        span: Span,
    ) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let previous = std::mem::replace(&mut self.nodes[parent.index()].last, id);
        if previous != NodeId::NONE {
            self.nodes[previous.index()].next = id;
        }
        let (last, next) = (NodeId::NONE, NodeId::NONE);
        self.nodes.push(Node { parent, last, previous, next, name, span, kind, namespace, flags: 0 });
        id
    }

    #[inline]
    pub(super) fn get(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.index()]
    }

    /// Puts a node that has no parent somewhere.
    #[inline]
    pub(super) fn insert(&mut self, node: NodeId, place: InsertionPlace) {
        match place {
            InsertionPlace::Append(parent) => self.append(parent, node),
            InsertionPlace::Before(sibling) => self.insert_before(sibling, node),
        }
    }

    #[inline]
    pub(super) fn append(&mut self, parent: NodeId, node: NodeId) {
        let last = std::mem::replace(&mut self.nodes[parent.index()].last, node);
        if last != NodeId::NONE {
            self.nodes[last.index()].next = node;
        }
        let entry = &mut self.nodes[node.index()];
        entry.parent = parent;
        entry.previous = last;
    }

    fn insert_before(&mut self, sibling: NodeId, node: NodeId) {
        self.reordered = true;
        let Node { parent, previous, .. } = *self.get(sibling);
        self.get_mut(sibling).previous = node;
        if previous != NodeId::NONE {
            self.get_mut(previous).next = node;
        }
        let entry = self.get_mut(node);
        entry.parent = parent;
        entry.previous = previous;
        entry.next = sibling;
    }

    /// Takes a node out of its parent.
    pub(super) fn detach(&mut self, node: NodeId) {
        let Node { parent, previous, next, .. } = *self.get(node);
        if parent == NodeId::NONE {
            return;
        }
        self.reordered = true;
        if let Some(previous) = previous.some() {
            self.get_mut(previous).next = next;
        }
        match next.some() {
            Some(next) => self.get_mut(next).previous = previous,
            None => self.get_mut(parent).last = previous,
        }
        let entry = self.get_mut(node);
        entry.parent = NodeId::NONE;
        entry.previous = NodeId::NONE;
        entry.next = NodeId::NONE;
    }

    /// Gives all children of `from` to `to`, which has none.
    pub(super) fn move_children(&mut self, from: NodeId, to: NodeId) {
        debug_assert!(self.get(to).last == NodeId::NONE);
        self.reordered = true;
        let last = std::mem::replace(&mut self.get_mut(from).last, NodeId::NONE);
        self.get_mut(to).last = last;
        let mut child = last;
        while child != NodeId::NONE {
            self.get_mut(child).parent = to;
            child = self.get(child).previous;
        }
    }
}
