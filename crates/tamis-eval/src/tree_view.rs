//! One way to look at a tree, ours or a rival's, for the code that prints trees and the code that compares them.

use tamis_page::{AttributeNamespace, Document, Namespace, NodeId, NodeKind, QuirksMode};

/// A tree that can be walked from its root. The children of a `template` are its contents.
pub trait TreeView {
    /// A node's handle.
    type Node: Copy;

    /// The document node.
    fn root(&self) -> Self::Node;
    /// The first child.
    fn first_child(&self, node: Self::Node) -> Option<Self::Node>;
    /// The sibling after the node.
    fn next_sibling(&self, node: Self::Node) -> Option<Self::Node>;
    /// What the node is and holds.
    fn describe(&self, node: Self::Node) -> NodeView<'_>;
    /// The document's mode.
    fn quirks(&self) -> QuirksMode;
}

/// What a node is and holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeView<'a> {
    /// The document node.
    Document,
    /// The document type declaration; a missing identifier is empty, as not every tree tells the two apart.
    Doctype {
        /// `html` on almost every page.
        name: &'a str,
        /// The public identifier.
        public_id: &'a str,
        /// The system identifier.
        system_id: &'a str,
    },
    /// An element.
    Element {
        /// HTML, SVG or `MathML`.
        namespace: Namespace,
        /// The local name.
        name: &'a str,
        /// The attributes, sorted, because not every tree keeps their order.
        attributes: Vec<AttributeView<'a>>,
    },
    /// Characters.
    Text(&'a str),
    /// A comment.
    Comment(&'a str),
}

/// An attribute; the order is by name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AttributeView<'a> {
    /// The local name.
    pub name: &'a str,
    /// The namespace.
    pub namespace: AttributeNamespace,
    /// The value.
    pub value: &'a str,
}

/// Walks a tree in document order and tells each node's depth; the children of the start have depth zero.
pub struct Preorder<'a, T: TreeView> {
    tree: &'a T,
    /// The nodes that come next, one for each depth.
    pending: Vec<Option<T::Node>>,
}

impl<'a, T: TreeView> Preorder<'a, T> {
    /// Walks what lies below `start`.
    pub fn below(tree: &'a T, start: T::Node) -> Self {
        Preorder { tree, pending: vec![tree.first_child(start)] }
    }
}

impl<T: TreeView> Iterator for Preorder<'_, T> {
    type Item = (usize, T::Node);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let next = self.pending.last_mut()?;
            let Some(node) = *next else {
                self.pending.pop();
                continue;
            };
            *next = self.tree.next_sibling(node);
            let depth = self.pending.len() - 1;
            self.pending.push(self.tree.first_child(node));
            return Some((depth, node));
        }
    }
}

impl TreeView for Document {
    type Node = NodeId;

    fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    fn first_child(&self, node: NodeId) -> Option<NodeId> {
        // The document of a `srcdoc` is parsed on its own: the specification's tree ends at the `iframe`.
        if self.is_inlined_frame(node) { None } else { Document::first_child(self, node) }
    }

    fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        Document::next_sibling(self, node)
    }

    fn describe(&self, node: NodeId) -> NodeView<'_> {
        match self.kind(node) {
            NodeKind::Document => NodeView::Document,
            NodeKind::Doctype => {
                let (name, public_id, system_id) = self.doctype().map_or(("", "", ""), |doctype| {
                    (
                        doctype.name.as_str(),
                        doctype.public_id.as_deref().unwrap_or(""),
                        doctype.system_id.as_deref().unwrap_or(""),
                    )
                });
                NodeView::Doctype { name, public_id, system_id }
            }
            NodeKind::Element => {
                let mut attributes: Vec<_> = self
                    .attributes(node)
                    .map(|attribute| AttributeView {
                        name: attribute.local_name,
                        namespace: attribute.namespace,
                        value: attribute.value,
                    })
                    .collect();
                attributes.sort_unstable();
                NodeView::Element { namespace: self.namespace(node), name: self.tag_name(node), attributes }
            }
            NodeKind::Text => NodeView::Text(self.text(node)),
            NodeKind::Comment => NodeView::Comment(self.text(node)),
        }
    }

    fn quirks(&self) -> QuirksMode {
        Document::quirks(self)
    }
}
