//! A page as a flat array of nodes in document order.
//!
//! A node is its position ([`NodeId`]); its subtree is the range of positions from itself up to its end. So "all
//! descendants" is a slice, a region is a range, and whatever can be summed over nodes has a value for every subtree
//! as the difference of two prefix sums. There are no pointers and no recursion: a million nested elements is a long
//! array. Nothing edits a document; results are annotations over its node ids.
//!
//! ```
//! use tamis_page::{names, Document};
//!
//! let document = Document::parse("<ul><li>One<li>Two</ul>");
//! let items: Vec<_> = document.elements_named(names::LI).collect();
//! assert_eq!(items.len(), 2);
//! assert_eq!(document.text_content(items[1]), "Two");
//! assert_eq!(document.ancestors(items[1]).count(), 4); // ul, body, html and the document itself
//! ```

mod build;
mod mask;
mod name;
mod node;
pub(crate) mod parse;
mod serialize;
mod walk;

pub use build::DocumentBuilder;
pub use mask::{Mask, Removal};
pub(crate) use name::N_ELEMENT_NAMES;
pub use name::{Name, names};
pub use node::{AttributeNamespace, Namespace, NodeId, NodeKind};
pub use walk::{Ancestors, Children};

use crate::body::SharedText;
use name::LocalNames;
pub(crate) use node::flags;
use node::{Attribute, Node, Span};

/// A parsed page: nodes in document order, their attributes and their text.
#[derive(Clone, Debug)]
pub struct Document {
    source: SharedText,
    /// Text that does not stand in the source as it is: decoded character references, lower-cased names, joined runs.
    decoded: String,
    pub(crate) nodes: Vec<Node>,
    pub(crate) attributes: Vec<Attribute>,
    names: LocalNames,
    doctype: Option<Doctype>,
    quirks: QuirksMode,
    limits_hit: LimitsHit,
}

/// The document type declaration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Doctype {
    /// The name, `html` on almost every page.
    pub name: String,
    /// The public identifier, if there is one.
    pub public_id: Option<String>,
    /// The system identifier, if there is one.
    pub system_id: Option<String>,
}

/// Whether the page asks for the layout rules of old browsers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum QuirksMode {
    /// Standards mode.
    #[default]
    NoQuirks,
    /// Standards mode but for the height of table cells.
    LimitedQuirks,
    /// The rules of the 1990s.
    Quirks,
}

/// Which of the parser's caps the page ran into; all false for a page that was read to the letter of the specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LimitsHit {
    /// Elements nested deeper than the cap were attached to an ancestor.
    pub depth: bool,
    /// Formatting elements beyond the cap were not reopened.
    pub formatting: bool,
    /// Attributes beyond the cap were dropped.
    pub attributes: bool,
    /// Reading stopped at the cap for nodes.
    pub nodes: bool,
    /// Reading stopped at the cap for bytes.
    pub bytes: bool,
}

impl LimitsHit {
    /// Whether any cap was hit.
    pub fn any(self) -> bool {
        self != LimitsHit::default()
    }
}

/// An attribute as a reader sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttributeRef<'a> {
    /// The name as a number, for comparisons.
    pub name: Name,
    /// The name without its prefix (`href` for `xlink:href` on an SVG element).
    pub local_name: &'a str,
    /// The namespace; `None` except on SVG and MathML elements.
    pub namespace: AttributeNamespace,
    /// The value, character references decoded.
    pub value: &'a str,
}

impl Document {
    /// Parses a page with the default options. A worker that reads many pages keeps a [`parse::Parser`].
    pub fn parse<'a>(html: impl Into<parse::HtmlText<'a>>) -> Document {
        parse::Parser::default().parse(html)
    }

    /// The number of nodes, the document node included; never zero.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: the document node is there on an empty page too.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What the node is.
    #[inline]
    pub fn kind(&self, node: NodeId) -> NodeKind {
        self.nodes[node.index()].kind
    }

    /// Whether the node is an element.
    #[inline]
    pub fn is_element(&self, node: NodeId) -> bool {
        self.kind(node) == NodeKind::Element
    }

    /// The element's name, `None` for other nodes. HTML names are lower case; SVG names have the specification's case.
    #[inline]
    pub fn tag(&self, node: NodeId) -> Option<Name> {
        let node = &self.nodes[node.index()];
        (node.kind == NodeKind::Element).then_some(node.name)
    }

    /// Whether the node is an HTML element with this name.
    #[inline]
    pub fn is_html(&self, node: NodeId, name: Name) -> bool {
        let node = &self.nodes[node.index()];
        node.kind == NodeKind::Element && node.name == name && node.namespace == Namespace::Html
    }

    /// The spelling of the element's name, empty for other nodes.
    pub fn tag_name(&self, node: NodeId) -> &str {
        self.tag(node).map_or("", |name| self.spell(name))
    }

    /// The spelling of a name of this document.
    pub fn spell(&self, name: Name) -> &str {
        self.names.get(name)
    }

    /// The name spelt `text`, `None` if neither this document nor the web at large uses it.
    pub fn find_name(&self, text: &str) -> Option<Name> {
        self.names.find(text)
    }

    /// The element's namespace; HTML for other nodes.
    #[inline]
    pub fn namespace(&self, node: NodeId) -> Namespace {
        self.nodes[node.index()].namespace
    }

    /// The characters of a text node or the content of a comment, empty for other nodes.
    #[inline]
    pub fn text(&self, node: NodeId) -> &str {
        let node = &self.nodes[node.index()];
        match node.kind {
            NodeKind::Text | NodeKind::Comment => self.resolve(node.span),
            _ => "",
        }
    }

    /// The text nodes of the subtree joined, script and style included: the DOM's `textContent`. For what a reader
    /// sees, use [`visible_text`](crate::text::visible_text).
    pub fn text_content(&self, node: NodeId) -> String {
        self.subtree(node).filter(|&inner| self.kind(inner) == NodeKind::Text).map(|inner| self.text(inner)).collect()
    }

    /// The element's attributes in the order of the page.
    pub fn attributes(&self, node: NodeId) -> impl ExactSizeIterator<Item = AttributeRef<'_>> + Clone {
        self.raw_attributes(node).iter().map(|attribute| {
            let spelt = self.spell(attribute.name);
            let local_name = match attribute.namespace {
                AttributeNamespace::None => spelt,
                _ => spelt.split_once(':').map_or(spelt, |(_, local)| local),
            };
            AttributeRef {
                name: attribute.name,
                local_name,
                namespace: attribute.namespace,
                value: self.resolve(attribute.value),
            }
        })
    }

    /// The names of the element's attributes.
    pub(crate) fn attribute_names(&self, node: NodeId) -> impl Iterator<Item = Name> + '_ {
        self.raw_attributes(node).iter().map(|attribute| attribute.name)
    }

    /// The value of an attribute, `None` if the element has none of that name.
    #[inline]
    pub fn attribute(&self, node: NodeId, name: Name) -> Option<&str> {
        let attribute = self.raw_attributes(node).iter().find(|attribute| attribute.name == name)?;
        Some(self.resolve(attribute.value))
    }

    /// The attributes whose names are wanted, each with its value: cheaper than [`attributes`](Document::attributes) where
    /// most are not.
    #[inline]
    pub fn attributes_named(
        &self,
        node: NodeId,
        is_wanted: impl Fn(Name) -> bool,
    ) -> impl Iterator<Item = (Name, &str)> {
        let wanted = self.raw_attributes(node).iter().filter(move |attribute| is_wanted(attribute.name));
        wanted.map(|attribute| (attribute.name, self.resolve(attribute.value)))
    }

    /// The words of the `class` attribute.
    pub fn classes(&self, node: NodeId) -> impl Iterator<Item = &str> {
        self.attribute(node, names::CLASS).unwrap_or("").split_ascii_whitespace()
    }

    /// The document type declaration, if the page has one.
    pub fn doctype(&self) -> Option<&Doctype> {
        self.doctype.as_ref()
    }

    /// Which layout rules the page asks for.
    pub fn quirks(&self) -> QuirksMode {
        self.quirks
    }

    /// Which caps the parser ran into.
    pub fn limits_hit(&self) -> LimitsHit {
        self.limits_hit
    }

    /// The text that was parsed, after decoding and with line ends normalised; empty for a document that was not parsed
    /// but [built](DocumentBuilder).
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The length of the page's [source](Document::source); for a document that was built, about what its tags and its text
    /// would take. Limits on output are multiples of it.
    pub fn n_source_bytes(&self) -> usize {
        /// The tags of an element with a short name, or the name and the quotes of an attribute.
        const MARKUP: usize = 8;
        match self.source.len() {
            0 => self.decoded.len() + MARKUP * (self.nodes.len() + self.attributes.len()),
            n_bytes => n_bytes,
        }
    }

    /// Whether the element is a `<template shadowrootmode>`, whose content is shown in place of its parent's.
    pub fn is_shadow_root(&self, node: NodeId) -> bool {
        self.nodes[node.index()].has(flags::SHADOW_ROOT)
    }

    /// Whether the children of this `iframe` are the document of its `srcdoc` attribute.
    pub fn is_inlined_frame(&self, node: NodeId) -> bool {
        self.nodes[node.index()].has(flags::FRAME)
    }

    #[inline]
    pub(crate) fn raw_attributes(&self, node: NodeId) -> &[Attribute] {
        let node = &self.nodes[node.index()];
        match node.kind {
            NodeKind::Element => &self.attributes[node.span.range()],
            _ => &[],
        }
    }

    #[inline]
    pub(crate) fn resolve(&self, span: Span) -> &str {
        span.text(&self.source, &self.decoded)
    }
}
