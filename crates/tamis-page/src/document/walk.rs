//! Walking: parents, children, siblings, subtrees. Every step is constant time.

use super::{Document, Name, NodeId, NodeKind};
use std::ops::Range;

impl Document {
    /// The document node.
    #[inline]
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// The `html` element; every parsed page has one.
    pub fn html(&self) -> Option<NodeId> {
        self.children(NodeId::ROOT).find(|&node| self.is_element(node))
    }

    /// The `body` element, or the `frameset` in its place.
    pub fn body(&self) -> Option<NodeId> {
        use super::names::{BODY, FRAMESET};
        self.children(self.html()?).find(|&node| self.is_html(node, BODY) || self.is_html(node, FRAMESET))
    }

    /// The `head` element.
    pub fn head(&self) -> Option<NodeId> {
        self.children(self.html()?).find(|&node| self.is_html(node, super::names::HEAD))
    }

    /// The parent, `None` for the document node.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].parent.some()
    }

    /// The position after the last node of the subtree.
    #[inline]
    pub fn subtree_end(&self, node: NodeId) -> NodeId {
        self.nodes[node.index()].last
    }

    /// The positions of the subtree, the node itself first.
    #[inline]
    pub fn subtree_range(&self, node: NodeId) -> Range<usize> {
        node.index()..self.subtree_end(node).index()
    }

    /// The nodes of the subtree in document order, the node itself first.
    #[inline]
    pub fn subtree(&self, node: NodeId) -> NodeIds {
        node_ids(self.subtree_range(node))
    }

    /// The nodes below the node in document order.
    #[inline]
    pub fn descendants(&self, node: NodeId) -> NodeIds {
        node_ids(node.index() + 1..self.subtree_end(node).index())
    }

    /// All nodes in document order, the document node first.
    pub fn nodes(&self) -> NodeIds {
        node_ids(0..self.len())
    }

    /// Whether `inner` is `outer` or lies below it.
    #[inline]
    pub fn contains(&self, outer: NodeId, inner: NodeId) -> bool {
        self.subtree_range(outer).contains(&inner.index())
    }

    /// The children in document order.
    #[inline]
    pub fn children(&self, node: NodeId) -> Children<'_> {
        Children { document: self, next: self.first_child(node) }
    }

    /// The children that are elements.
    pub fn child_elements(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.children(node).filter(|&child| self.is_element(child))
    }

    /// The first child.
    #[inline]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        let first = NodeId(node.0 + 1);
        (first < self.subtree_end(node)).then_some(first)
    }

    /// The sibling after the node.
    #[inline]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].next.some()
    }

    /// The sibling before the node.
    #[inline]
    pub fn previous_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].previous.some()
    }

    /// Parent, grandparent and so on up to the document node.
    #[inline]
    pub fn ancestors(&self, node: NodeId) -> Ancestors<'_> {
        Ancestors { document: self, next: self.parent(node) }
    }

    /// All HTML elements with this name, in document order.
    pub fn elements_named(&self, name: Name) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes().filter(move |&node| self.is_html(node, name))
    }

    /// How many ancestors the node has; the document node has none.
    pub fn depth(&self, node: NodeId) -> usize {
        self.ancestors(node).count()
    }

    /// The deepest node that contains both.
    pub fn common_ancestor(&self, one: NodeId, other: NodeId) -> NodeId {
        let mut ancestor = one;
        while !self.contains(ancestor, other) {
            ancestor = self.parent(ancestor).expect("invariant: the document node contains every node");
        }
        ancestor
    }

    /// Whether the node is a text node of white space only.
    pub fn is_blank_text(&self, node: NodeId) -> bool {
        self.kind(node) == NodeKind::Text && self.text(node).chars().all(char::is_whitespace)
    }
}

/// Consecutive nodes in document order.
pub(crate) type NodeIds = std::iter::Map<Range<u32>, fn(u32) -> NodeId>;

fn node_ids(range: Range<usize>) -> NodeIds {
    (range.start as u32..range.end as u32).map(NodeId)
}

/// The children of a node; see [`Document::children`].
#[derive(Clone)]
pub struct Children<'a> {
    document: &'a Document,
    next: Option<NodeId>,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        let node = self.next?;
        self.next = self.document.next_sibling(node);
        Some(node)
    }
}

/// The ancestors of a node; see [`Document::ancestors`].
#[derive(Clone)]
pub struct Ancestors<'a> {
    document: &'a Document,
    next: Option<NodeId>,
}

impl Iterator for Ancestors<'_> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        let node = self.next?;
        self.next = self.document.parent(node);
        Some(node)
    }
}
