//! The nodes of an axis from one context node, nearest first, and which of them a test lets through.

use super::evaluate::Evaluation;
use super::syntax::{Axis, Language, NodeTest};
use super::value::XPathNode;
use crate::document::{AttributeNamespace, Document, Name, Namespace, NodeId, NodeKind};
use std::ops::Range;

/// The nodes of an axis, one at a time: a step that needs the first pays for the first.
pub(super) enum AxisNodes<'a> {
    Few(std::vec::IntoIter<XPathNode>),
    Range(Range<usize>),
    RangeBackwards(Range<usize>),
    /// From a node to the sibling after, or to the one before.
    Forwards(&'a Document, Option<NodeId>),
    Backwards(&'a Document, Option<NodeId>),
    /// From a node to the sibling after, or to the one before, up to the second node, which is left out.
    ForwardsUntil(&'a Document, Option<NodeId>, NodeId),
    BackwardsUntil(&'a Document, Option<NodeId>, NodeId),
    Ancestors(&'a Document, Option<NodeId>),
    /// The nodes before a node in document order that do not contain it; the range is what is left to look at.
    Preceding(&'a Document, Range<usize>, NodeId),
}

impl Iterator for AxisNodes<'_> {
    type Item = XPathNode;

    fn next(&mut self) -> Option<XPathNode> {
        let at = |position: usize| NodeId(position as u32);
        let node = match self {
            AxisNodes::Few(nodes) => return nodes.next(),
            AxisNodes::Range(range) => at(range.next()?),
            AxisNodes::RangeBackwards(range) => at(range.next_back()?),
            AxisNodes::Forwards(document, next) => {
                let node = (*next)?;
                *next = document.next_sibling(node);
                node
            }
            AxisNodes::Backwards(document, next) => {
                let node = (*next)?;
                *next = document.previous_sibling(node);
                node
            }
            AxisNodes::ForwardsUntil(document, next, end) => {
                let node = (*next).filter(|next| next != end)?;
                *next = document.next_sibling(node);
                node
            }
            AxisNodes::BackwardsUntil(document, next, end) => {
                let node = (*next).filter(|next| next != end)?;
                *next = document.previous_sibling(node);
                node
            }
            AxisNodes::Ancestors(document, next) => {
                let node = (*next)?;
                *next = document.parent(node);
                node
            }
            AxisNodes::Preceding(document, range, context) => loop {
                let node = at(range.next_back()?);
                if document.subtree_end(node) <= *context {
                    break node;
                }
            },
        };
        Some(node.into())
    }
}

fn few<'a>(nodes: Vec<XPathNode>) -> AxisNodes<'a> {
    AxisNodes::Few(nodes.into_iter())
}

/// The nodes of the axis, nearest first.
pub(super) fn nodes(document: &Document, axis: Axis, context: XPathNode) -> AxisNodes<'_> {
    let node = context.node();
    if context.is_attribute() {
        return match axis {
            Axis::SelfNode | Axis::DescendantOrSelf => few(vec![context]),
            Axis::Parent => few(vec![node.into()]),
            Axis::Ancestor => AxisNodes::Ancestors(document, Some(node)),
            Axis::AncestorOrSelf => few(std::iter::once(context)
                .chain(std::iter::once(node).chain(document.ancestors(node)).map(XPathNode::from))
                .collect()),
            Axis::Following => AxisNodes::Range(node.index() + 1..document.len()),
            Axis::Preceding => AxisNodes::Preceding(document, 0..node.index(), node),
            Axis::Attribute | Axis::Child | Axis::Descendant | Axis::FollowingSibling | Axis::PrecedingSibling => {
                few(Vec::new())
            }
        };
    }
    match axis {
        Axis::SelfNode => few(vec![context]),
        Axis::Parent => few(document.parent(node).map(XPathNode::from).into_iter().collect()),
        Axis::Ancestor => AxisNodes::Ancestors(document, document.parent(node)),
        Axis::AncestorOrSelf => AxisNodes::Ancestors(document, Some(node)),
        Axis::Attribute => few(attributes(document, node)),
        Axis::Child => AxisNodes::Forwards(document, document.first_child(node)),
        Axis::Descendant => AxisNodes::Range(node.index() + 1..document.subtree_end(node).index()),
        Axis::DescendantOrSelf => AxisNodes::Range(document.subtree_range(node)),
        Axis::Following => AxisNodes::Range(document.subtree_end(node).index()..document.len()),
        Axis::FollowingSibling => AxisNodes::Forwards(document, document.next_sibling(node)),
        Axis::Preceding => AxisNodes::Preceding(document, 0..node.index(), node),
        Axis::PrecedingSibling => AxisNodes::Backwards(document, document.previous_sibling(node)),
    }
}

/// The nodes of the axis, farthest first, where that is no harder than nearest first.
pub(super) fn nodes_from_the_end(document: &Document, axis: Axis, context: XPathNode) -> Option<AxisNodes<'_>> {
    let node = context.node();
    if context.is_attribute() {
        return None;
    }
    match axis {
        Axis::Child => Some(AxisNodes::Backwards(document, last_child(document, node))),
        Axis::Descendant => Some(AxisNodes::RangeBackwards(node.index() + 1..document.subtree_end(node).index())),
        Axis::DescendantOrSelf => Some(AxisNodes::RangeBackwards(document.subtree_range(node))),
        Axis::Following => Some(AxisNodes::RangeBackwards(document.subtree_end(node).index()..document.len())),
        Axis::FollowingSibling => {
            let last = document.parent(node).and_then(|parent| last_child(document, parent));
            Some(AxisNodes::BackwardsUntil(document, last, node))
        }
        Axis::PrecedingSibling => {
            let first = document.parent(node).and_then(|parent| document.first_child(parent));
            Some(AxisNodes::ForwardsUntil(document, first, node))
        }
        _ => None,
    }
}

fn last_child(document: &Document, node: NodeId) -> Option<NodeId> {
    document.first_child(node)?;
    // The last node of the subtree is the last child or lies below it.
    let mut last = NodeId(document.subtree_end(node).0 - 1);
    while let Some(parent) = document.parent(last).filter(|&parent| parent != node) {
        last = parent;
    }
    Some(last)
}

/// The attributes of the element, less declarations of namespaces.
pub(super) fn attributes(document: &Document, node: NodeId) -> Vec<XPathNode> {
    let attributes = document.attributes(node).enumerate();
    attributes
        .filter(|(_, attribute)| attribute.namespace != AttributeNamespace::Xmlns)
        .map(|(place, attribute)| XPathNode::attribute_of(node, place, attribute.name))
        .collect()
}

impl Evaluation<'_> {
    /// Whether the test lets the node through.
    pub(super) fn passes(&self, test: &NodeTest, node: XPathNode) -> bool {
        if let Some(name) = node.attribute_name() {
            return self.attribute_passes(test, node.node(), name);
        }
        let document = self.document;
        let node = node.node();
        let kind = document.kind(node);
        match test {
            NodeTest::AnyNode => kind != NodeKind::Doctype,
            NodeTest::Text => kind == NodeKind::Text,
            NodeTest::Comment => kind == NodeKind::Comment,
            NodeTest::Nothing => false,
            NodeTest::AnyName => kind == NodeKind::Element,
            NodeTest::Name { written, lower } => {
                kind == NodeKind::Element && self.has_name(document.tag(node), node, *written, *lower)
            }
            NodeTest::Language(language, name) => {
                let wanted = match language {
                    Language::Html => Namespace::Html,
                    Language::Svg => Namespace::Svg,
                    Language::MathMl => Namespace::MathMl,
                };
                kind == NodeKind::Element
                    && document.namespace(node) == wanted
                    && name.is_none_or(|name| self.names[name].is_some_and(|name| document.tag(node) == Some(name)))
            }
            NodeTest::Prefix(prefix) => kind == NodeKind::Element && document.tag_name(node).starts_with(&**prefix),
        }
    }

    fn attribute_passes(&self, test: &NodeTest, owner: NodeId, name: Name) -> bool {
        match test {
            NodeTest::AnyNode | NodeTest::AnyName => true,
            NodeTest::Name { written, lower } => self.has_name(Some(name), owner, *written, *lower),
            NodeTest::Prefix(prefix) => self.document.spell(name).starts_with(&**prefix),
            NodeTest::Text | NodeTest::Comment | NodeTest::Nothing | NodeTest::Language(..) => false,
        }
    }

    /// HTML knows lower case only; SVG and MathML names may be given in their own case or in lower case.
    fn has_name(&self, name: Option<Name>, owner: NodeId, written: usize, lower: usize) -> bool {
        name.is_some()
            && (name == self.names[lower]
                || name == self.names[written] && self.document.namespace(owner) != Namespace::Html)
    }
}
