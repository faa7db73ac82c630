//! A document from something that is no HTML text: the tree of a browser, or a snapshot on disk.

use super::name::{Interner, LocalNames};
use super::node::{Attribute, Node, Span, flags};
use super::{AttributeNamespace, Doctype, Document, LimitsHit, Namespace, NodeId, NodeKind, QuirksMode, names};
use crate::body::SharedText;

/// Builds a [`Document`] from its nodes in document order.
///
/// ```
/// use tamis_page::{DocumentBuilder, Namespace};
///
/// let mut builder = DocumentBuilder::new();
/// for (name, class) in [("html", ""), ("body", ""), ("p", "price")] {
///     builder.open_element(Namespace::Html, name);
///     builder.attribute("class", class);
/// }
/// let text = builder.text("12 €");
/// let document = builder.finish();
/// assert_eq!(document.text(text), "12 €");
/// assert_eq!(document.body().map(|body| document.text_content(body)).as_deref(), Some("12 €"));
/// ```
pub struct DocumentBuilder {
    nodes: Vec<Node>,
    attributes: Vec<Attribute>,
    text: String,
    names: LocalNames,
    interner: Interner,
    open: Vec<NodeId>,
    doctype: Option<Doctype>,
    quirks: QuirksMode,
    limits_hit: LimitsHit,
}

const MAX_TEXT: usize = 1 << 31;
/// Attributes of one element, as many as the parser takes.
const MAX_ATTRIBUTES: usize = 4096;

impl Default for DocumentBuilder {
    fn default() -> DocumentBuilder {
        DocumentBuilder::new()
    }
}

impl DocumentBuilder {
    /// A document with nothing in it.
    pub fn new() -> DocumentBuilder {
        let mut builder = DocumentBuilder {
            nodes: Vec::new(),
            attributes: Vec::new(),
            text: String::new(),
            names: LocalNames::default(),
            interner: Interner::new(),
            open: Vec::new(),
            doctype: None,
            quirks: QuirksMode::default(),
            limits_hit: LimitsHit::default(),
        };
        let root = builder.push(NodeKind::Document, Span::EMPTY);
        builder.open.push(root);
        builder
    }

    /// Sets which layout rules the page asks for.
    pub fn set_quirks(&mut self, quirks: QuirksMode) {
        self.quirks = quirks;
    }

    /// Records which limits kept parts of the page out of the document.
    pub fn set_limits_hit(&mut self, limits_hit: LimitsHit) {
        self.limits_hit = limits_hit;
    }

    /// Adds the document type declaration.
    pub fn doctype(&mut self, doctype: Doctype) -> NodeId {
        self.doctype = Some(doctype);
        self.push(NodeKind::Doctype, Span::EMPTY)
    }

    /// Starts an element. What follows is inside, until it is [closed](DocumentBuilder::close). An element without a
    /// name, which no page can have, is called `unknown`.
    pub fn open_element(&mut self, namespace: Namespace, name: &str) -> NodeId {
        let name = if name.is_empty() { "unknown" } else { name };
        let name = self.interner.intern(name, &mut self.names);
        let node = self.push(NodeKind::Element, Span { start: self.attributes.len() as u32, len: 0 });
        let element = &mut self.nodes[node.index()];
        (element.name, element.namespace) = (name, namespace);
        self.open.push(node);
        node
    }

    /// Adds an attribute to the element that was opened last. One that comes after the element's first child is not
    /// taken, nor is a second one of the same name, nor one without a name.
    pub fn attribute(&mut self, name: &str, value: &str) {
        if name.is_empty() {
            return;
        }
        let Some(element) = self.nodes.last().filter(|node| node.kind == NodeKind::Element).copied() else { return };
        if self.open.last().map(|open| open.index() + 1) != Some(self.nodes.len()) {
            return;
        }
        let namespace = match (element.namespace, name.split_once(':')) {
            (Namespace::Html, _) => AttributeNamespace::None,
            (_, Some(("xlink", _))) => AttributeNamespace::XLink,
            (_, Some(("xml", _))) => AttributeNamespace::Xml,
            (_, Some(("xmlns", _))) => AttributeNamespace::Xmlns,
            (_, None) if name == "xmlns" => AttributeNamespace::Xmlns,
            _ => AttributeNamespace::None,
        };
        let name = self.interner.intern(name, &mut self.names);
        let before = &self.attributes[element.span.start as usize..];
        if before.len() >= MAX_ATTRIBUTES || before.iter().any(|attribute| attribute.name == name) {
            return;
        }
        let value = self.store(value);
        self.attributes.push(Attribute { name, namespace, value });
        if let Some(element) = self.nodes.last_mut() {
            element.span.len += 1;
        }
    }

    /// Marks the element that was opened last as a `template` whose content is shown in place of its parent's.
    pub fn mark_shadow_root(&mut self) {
        self.mark(flags::SHADOW_ROOT);
    }

    /// Marks the element that was opened last as an `iframe` whose children are the page in it.
    pub fn mark_inlined_frame(&mut self) {
        self.mark(flags::FRAME);
    }

    /// Adds a text node.
    pub fn text(&mut self, text: &str) -> NodeId {
        let span = self.store(text);
        self.push(NodeKind::Text, span)
    }

    /// Adds a comment.
    pub fn comment(&mut self, text: &str) -> NodeId {
        let span = self.store(text);
        self.push(NodeKind::Comment, span)
    }

    /// Ends the element that was opened last; nothing happens if none is open.
    pub fn close(&mut self) {
        if self.open.len() > 1 {
            self.open.pop();
        }
    }

    /// How many nodes there are, the document node included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never true: the document node is there from the start.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The document. Elements that are still open end here.
    pub fn finish(self) -> Document {
        let DocumentBuilder { mut nodes, attributes, text, names, doctype, quirks, limits_hit, .. } = self;
        link(&mut nodes);
        Document { source: SharedText::default(), decoded: text, nodes, attributes, names, doctype, quirks, limits_hit }
    }

    fn push(&mut self, kind: NodeKind, span: Span) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let none = NodeId::NONE;
        self.nodes.push(Node {
            parent: self.open.last().copied().unwrap_or(none),
            last: none,
            previous: none,
            next: none,
            name: names::HTML,
            span,
            kind,
            namespace: Namespace::Html,
            flags: 0,
        });
        id
    }

    /// Keeps a text. Positions are 32 bits: text beyond two gigabytes is left out.
    fn store(&mut self, text: &str) -> Span {
        if self.text.len() + text.len() > MAX_TEXT {
            return Span::EMPTY;
        }
        let span = Span { start: self.text.len() as u32, len: text.len() as u32 };
        self.text.push_str(text);
        span
    }

    fn mark(&mut self, flag: u16) {
        if let Some(node) = self.open.last().filter(|&&node| node != NodeId::ROOT) {
            self.nodes[node.index()].flags |= flag;
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a document from the nodes of another.
    fn rebuilt(document: &Document) -> Document {
        let mut builder = DocumentBuilder::new();
        let mut ends = Vec::new();
        for node in document.nodes().skip(1) {
            while ends.last().is_some_and(|&end| end <= node) {
                ends.pop();
                builder.close();
            }
            match document.kind(node) {
                NodeKind::Element => {
                    builder.open_element(document.namespace(node), document.tag_name(node));
                    ends.push(document.subtree_end(node));
                    for attribute in document.attributes(node) {
                        builder.attribute(document.spell(attribute.name), attribute.value);
                    }
                }
                NodeKind::Text => drop(builder.text(document.text(node))),
                NodeKind::Comment => drop(builder.comment(document.text(node))),
                NodeKind::Doctype => drop(builder.doctype(document.doctype().cloned().unwrap_or_default())),
                NodeKind::Document => {}
            }
        }
        builder.finish()
    }

    #[test]
    fn a_document_built_from_the_nodes_of_another_is_the_same() {
        let html = "<!doctype html><html lang=en><title>T</title><body><x-y a=1 b='&amp;'><!--c-->d<p>e</x-y>\
                    <svg viewBox='0 0 1 1'><use xlink:href=#a /></svg>";
        let document = Document::parse(html);
        let built = rebuilt(&document);
        assert_eq!(built.to_html(), document.to_html());
        for node in document.nodes() {
            assert_eq!(built.subtree_range(node), document.subtree_range(node));
            assert_eq!(built.next_sibling(node), document.next_sibling(node));
            assert!(built.attributes(node).map(|it| it.namespace).eq(document.attributes(node).map(|it| it.namespace)));
        }
    }

    #[test]
    fn attributes_that_come_too_late_and_closing_too_often_do_no_harm() {
        let mut builder = DocumentBuilder::new();
        builder.attribute("a", "1");
        builder.close();
        let html = builder.open_element(Namespace::Html, "html");
        builder.attribute("a", "1");
        builder.attribute("a", "2");
        builder.text("x");
        builder.attribute("b", "1");
        builder.close();
        builder.close();
        builder.attribute("c", "1");
        let document = builder.finish();
        assert_eq!(document.attributes(html).map(|it| it.value).collect::<Vec<_>>(), ["1"]);
        assert_eq!(document.html(), Some(html));
        assert_eq!(document.attribute(html, names::CLASS), None);
    }
}
