//! One entry of the node array.

use std::ops::Range;

/// A node of a [`Document`](super::Document): its position in document order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The document node itself, the first entry of every array.
    pub const ROOT: NodeId = NodeId(0);
    /// "No such node" inside the array; never handed out.
    pub(crate) const NONE: NodeId = NodeId(u32::MAX);

    /// The node's place in the array.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) fn some(self) -> Option<NodeId> {
        (self != NodeId::NONE).then_some(self)
    }
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum NodeKind {
    /// The document itself; exactly one, at the start of the array.
    Document,
    /// `<!doctype …>`
    Doctype,
    /// A tag and what is in it.
    Element,
    /// Characters.
    Text,
    /// `<!-- … -->`, and other markup that the parser reads as a comment.
    Comment,
}

/// Which language an element belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Namespace {
    /// HTML
    Html,
    /// SVG
    Svg,
    /// MathML
    MathMl,
}

/// The namespace of an attribute; only attributes of SVG and MathML elements have one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum AttributeNamespace {
    /// No namespace, as almost always.
    None,
    /// `xlink:…`
    XLink,
    /// `xml:…`
    Xml,
    /// `xmlns` and `xmlns:…`
    Xmlns,
}

/// Marks on a node.
pub(crate) mod flags {
    /// The element is on the parser's stack of open elements.
    pub(crate) const OPEN: u16 = 1 << 0;
    /// A text node that belongs to the end of the text node before it; merged before the parser returns.
    pub(crate) const CONTINUES: u16 = 1 << 1;
    /// `<template shadowrootmode>`: its content is shown in place of its parent's.
    pub(crate) const SHADOW_ROOT: u16 = 1 << 2;
    /// The children are the document of the `srcdoc` attribute.
    pub(crate) const FRAME: u16 = 1 << 3;
    /// `annotation-xml` whose encoding makes its content HTML.
    pub(crate) const HTML_INTEGRATION_POINT: u16 = 1 << 4;
}

/// A range of the document's text: below the length of the source it lies in the source, above it in the buffer of
/// decoded text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Span {
    pub(crate) const EMPTY: Span = Span { start: 0, len: 0 };

    #[inline]
    pub(crate) fn end(self) -> u32 {
        self.start + self.len
    }

    /// The positions, for a span that counts attributes.
    #[inline]
    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end() as usize
    }

    /// The text, for a span of characters.
    #[inline]
    pub(crate) fn text<'t>(self, source: &'t str, decoded: &'t str) -> &'t str {
        let Range { start, end } = self.range();
        match start.checked_sub(source.len()) {
            None => &source[start..end],
            Some(start) => &decoded[start..start + self.len as usize],
        }
    }
}

/// One entry of the array, 32 bytes. While the parser runs, `last` is the last child; afterwards it is the end of the
/// subtree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) parent: NodeId,
    pub(crate) last: NodeId,
    pub(crate) previous: NodeId,
    pub(crate) next: NodeId,
    /// The element's name; unused otherwise.
    pub(crate) name: super::Name,
    /// Text and comment: where the characters are. Element: first attribute and number of attributes.
    pub(crate) span: Span,
    pub(crate) kind: NodeKind,
    pub(crate) namespace: Namespace,
    pub(crate) flags: u16,
}

impl Node {
    #[inline]
    pub(crate) fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }
}

/// One attribute, 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute {
    pub(crate) name: super::Name,
    pub(crate) namespace: AttributeNamespace,
    pub(crate) value: Span,
}
