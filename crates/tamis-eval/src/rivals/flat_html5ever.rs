//! html5ever onto a flat array: nodes with `u32` links and no reference counts, as little work as its interface allows.
//!
//! The hook that clones a chosen `option` into `selectedcontent` stays off: it edits the tree after the fact, as a live
//! page would, and our parser does not do it either.

use crate::tree_view::{AttributeView, NodeView, TreeView};
use html5ever::interface::{Attribute, ElementFlags, NodeOrText, QuirksMode as TheirQuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, QualName, ns};
use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};
use tamis_page::{AttributeNamespace, Namespace, QuirksMode};

/// A document as html5ever builds it.
#[derive(Debug)]
pub struct FlatTree {
    nodes: Vec<Node>,
    quirks: QuirksMode,
}

#[derive(Debug)]
struct Node {
    parent: u32,
    first: u32,
    last: u32,
    previous: u32,
    next: u32,
    data: Data,
}

#[derive(Debug)]
enum Data {
    Document,
    TemplateContents,
    Doctype { name: StrTendril, public_id: StrTendril, system_id: StrTendril },
    Element { name: QualName, attributes: Vec<Attribute>, contents: u32, html_integration_point: bool },
    Text(StrTendril),
    Comment(StrTendril),
}

const NONE: u32 = u32::MAX;
const DOCUMENT: u32 = 0;

/// Parses a document.
pub fn parse(html: &str, scripting: bool) -> FlatTree {
    html5ever::parse_document(Sink::new(), options(scripting)).one(html)
}

/// Parses a fragment; the result is the document that the specification's algorithm makes, whose `html` element holds
/// the fragment.
pub fn parse_fragment(html: &str, namespace: Namespace, context: &str, scripting: bool) -> FlatTree {
    let namespace = match namespace {
        Namespace::Html => ns!(html),
        Namespace::Svg => ns!(svg),
        Namespace::MathMl => ns!(mathml),
    };
    let sink = Sink::new();
    let element =
        html5ever::interface::create_element(&sink, QualName::new(None, namespace, context.into()), Vec::new());
    // "The nearest node to the context element that is a form element, the element itself included."
    let form = (context == "form" && sink.elem_name(&element).ns == ns!(html)).then_some(element);
    html5ever::driver::parse_fragment_for_element(sink, options(scripting), element, scripting, form).one(html)
}

fn options(scripting: bool) -> ParseOpts {
    let mut options = ParseOpts::default();
    // Dropping a byte order mark is the decoder's business: both parsers see the same characters.
    options.tokenizer.discard_bom = false;
    options.tree_builder = TreeBuilderOpts { scripting_enabled: scripting, ..TreeBuilderOpts::default() };
    options
}

impl FlatTree {
    /// The number of nodes that were made, detached ones included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: the document node is there on an empty page too.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

struct Sink {
    nodes: RefCell<Vec<Node>>,
    quirks: Cell<QuirksMode>,
}

impl Sink {
    fn new() -> Sink {
        let document = Node { parent: NONE, first: NONE, last: NONE, previous: NONE, next: NONE, data: Data::Document };
        Sink { nodes: RefCell::new(vec![document]), quirks: Cell::new(QuirksMode::NoQuirks) }
    }
}

fn add(nodes: &mut Vec<Node>, data: Data) -> u32 {
    let id = nodes.len() as u32;
    nodes.push(Node { parent: NONE, first: NONE, last: NONE, previous: NONE, next: NONE, data });
    id
}

fn detach(nodes: &mut [Node], id: u32) {
    let Node { parent, previous, next, .. } = nodes[id as usize];
    if parent == NONE {
        return;
    }
    match previous {
        NONE => nodes[parent as usize].first = next,
        _ => nodes[previous as usize].next = next,
    }
    match next {
        NONE => nodes[parent as usize].last = previous,
        _ => nodes[next as usize].previous = previous,
    }
    let node = &mut nodes[id as usize];
    (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
}

/// Puts a detached node between `previous` and `next`, children of `parent`.
fn link(nodes: &mut [Node], id: u32, parent: u32, previous: u32, next: u32) {
    let node = &mut nodes[id as usize];
    (node.parent, node.previous, node.next) = (parent, previous, next);
    match previous {
        NONE => nodes[parent as usize].first = id,
        _ => nodes[previous as usize].next = id,
    }
    match next {
        NONE => nodes[parent as usize].last = id,
        _ => nodes[next as usize].previous = id,
    }
}

fn insert(nodes: &mut Vec<Node>, parent: u32, next: u32, child: NodeOrText<u32>) {
    let previous = |nodes: &[Node]| match next {
        NONE => nodes[parent as usize].last,
        _ => nodes[next as usize].previous,
    };
    let id = match child {
        NodeOrText::AppendNode(id) => {
            detach(nodes, id);
            id
        }
        NodeOrText::AppendText(text) => {
            let before = previous(nodes);
            if before != NONE
                && let Data::Text(existing) = &mut nodes[before as usize].data
            {
                existing.push_tendril(&text);
                return;
            }
            add(nodes, Data::Text(text))
        }
    };
    let previous = previous(nodes);
    link(nodes, id, parent, previous, next);
}

impl TreeSink for Sink {
    type Handle = u32;
    type Output = FlatTree;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> FlatTree {
        FlatTree { nodes: self.nodes.into_inner(), quirks: self.quirks.get() }
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> u32 {
        DOCUMENT
    }

    fn elem_name<'a>(&'a self, target: &'a u32) -> Ref<'a, QualName> {
        Ref::map(self.nodes.borrow(), |nodes| match &nodes[*target as usize].data {
            Data::Element { name, .. } => name,
            _ => unreachable!("invariant: html5ever asks for the names of elements only"),
        })
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> u32 {
        let nodes = &mut *self.nodes.borrow_mut();
        let contents = if flags.template { add(nodes, Data::TemplateContents) } else { NONE };
        let html_integration_point = flags.mathml_annotation_xml_integration_point;
        add(nodes, Data::Element { name, attributes, contents, html_integration_point })
    }

    fn create_comment(&self, text: StrTendril) -> u32 {
        add(&mut self.nodes.borrow_mut(), Data::Comment(text))
    }

    fn create_pi(&self, target: StrTendril, _data: StrTendril) -> u32 {
        // HTML has no processing instructions; the interface is shared with the XML parser.
        add(&mut self.nodes.borrow_mut(), Data::Comment(target))
    }

    fn append(&self, parent: &u32, child: NodeOrText<u32>) {
        insert(&mut self.nodes.borrow_mut(), *parent, NONE, child);
    }

    fn append_based_on_parent_node(&self, element: &u32, previous_element: &u32, child: NodeOrText<u32>) {
        let nodes = &mut *self.nodes.borrow_mut();
        match nodes[*element as usize].parent {
            NONE => insert(nodes, *previous_element, NONE, child),
            parent => insert(nodes, parent, *element, child),
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        let nodes = &mut *self.nodes.borrow_mut();
        let id = add(nodes, Data::Doctype { name, public_id, system_id });
        insert(nodes, DOCUMENT, NONE, NodeOrText::AppendNode(id));
    }

    fn get_template_contents(&self, target: &u32) -> u32 {
        match self.nodes.borrow()[*target as usize].data {
            Data::Element { contents, .. } => contents,
            _ => unreachable!("invariant: html5ever asks for the contents of templates only"),
        }
    }

    fn same_node(&self, one: &u32, other: &u32) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, mode: TheirQuirksMode) {
        self.quirks.set(match mode {
            TheirQuirksMode::NoQuirks => QuirksMode::NoQuirks,
            TheirQuirksMode::LimitedQuirks => QuirksMode::LimitedQuirks,
            TheirQuirksMode::Quirks => QuirksMode::Quirks,
        });
    }

    fn append_before_sibling(&self, sibling: &u32, new_node: NodeOrText<u32>) {
        let nodes = &mut *self.nodes.borrow_mut();
        let parent = nodes[*sibling as usize].parent;
        insert(nodes, parent, *sibling, new_node);
    }

    fn add_attrs_if_missing(&self, target: &u32, new: Vec<Attribute>) {
        if let Data::Element { attributes, .. } = &mut self.nodes.borrow_mut()[*target as usize].data {
            for attribute in new {
                if !attributes.iter().any(|existing| existing.name == attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &u32) {
        detach(&mut self.nodes.borrow_mut(), *target);
    }

    fn reparent_children(&self, node: &u32, new_parent: &u32) {
        let nodes = &mut *self.nodes.borrow_mut();
        let mut child = nodes[*node as usize].first;
        while child != NONE {
            let next = nodes[child as usize].next;
            insert(nodes, *new_parent, NONE, NodeOrText::AppendNode(child));
            child = next;
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &u32) -> bool {
        matches!(self.nodes.borrow()[*handle as usize].data, Data::Element { html_integration_point: true, .. })
    }
}

impl TreeView for FlatTree {
    type Node = u32;

    fn root(&self) -> u32 {
        DOCUMENT
    }

    fn first_child(&self, node: u32) -> Option<u32> {
        let node = &self.nodes[node as usize];
        let first = match node.data {
            Data::Element { contents, .. } if contents != NONE => self.nodes[contents as usize].first,
            _ => node.first,
        };
        (first != NONE).then_some(first)
    }

    fn next_sibling(&self, node: u32) -> Option<u32> {
        let next = self.nodes[node as usize].next;
        (next != NONE).then_some(next)
    }

    fn describe(&self, node: u32) -> NodeView<'_> {
        match &self.nodes[node as usize].data {
            Data::Document | Data::TemplateContents => NodeView::Document,
            Data::Doctype { name, public_id, system_id } => NodeView::Doctype { name, public_id, system_id },
            Data::Element { name, attributes, .. } => {
                let namespace = match name.ns {
                    ns!(svg) => Namespace::Svg,
                    ns!(mathml) => Namespace::MathMl,
                    _ => Namespace::Html,
                };
                let mut attributes: Vec<_> = attributes.iter().map(view_attribute).collect();
                attributes.sort_unstable();
                NodeView::Element { namespace, name: &name.local, attributes }
            }
            Data::Text(text) => NodeView::Text(text),
            Data::Comment(text) => NodeView::Comment(text),
        }
    }

    fn quirks(&self) -> QuirksMode {
        self.quirks
    }
}

fn view_attribute(attribute: &Attribute) -> AttributeView<'_> {
    let namespace = match attribute.name.ns {
        ns!(xlink) => AttributeNamespace::XLink,
        ns!(xml) => AttributeNamespace::Xml,
        ns!(xmlns) => AttributeNamespace::Xmlns,
        _ => AttributeNamespace::None,
    };
    AttributeView { name: &attribute.name.local, namespace, value: &attribute.value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html5lib::tree_dump;

    #[track_caller]
    fn check(html: &str, expected: &str) {
        let tree = parse(html, false);
        assert_eq!(tree_dump::document(&tree).trim_end(), expected.trim());
    }

    #[test]
    fn foster_parented_text_joins_the_text_before_the_table() {
        check(
            "a<table>b<tr>c",
            r#"
| <html>
|   <head>
|   <body>
|     "abc"
|     <table>
|       <tbody>
|         <tr>"#,
        );
    }

    #[test]
    fn children_of_a_template_are_its_contents() {
        check(
            "<template><td>x</template>",
            r#"
| <html>
|   <head>
|     <template>
|       content
|         <td>
|           "x"
|   <body>"#,
        );
    }

    #[test]
    fn misnested_formatting_is_moved_not_copied() {
        check(
            "<b>1<p>2</b>3",
            r#"
| <html>
|   <head>
|   <body>
|     <b>
|       "1"
|     <p>
|       <b>
|         "2"
|       "3""#,
        );
    }
}
