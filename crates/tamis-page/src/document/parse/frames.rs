//! Frames that carry their page with them: the document of `<iframe srcdoc>` becomes the content of the `iframe`.
//!
//! A reader of the page sees the frame's text, so methods should too, and with its nodes in the array they need to know
//! nothing about frames. The serialiser writes them back into the attribute.

use super::{Parser, TokenBuffers};
use crate::document::build::link;
use crate::document::name::{Interner, Name};
use crate::document::node::{Attribute, Node, Span, flags};
use crate::document::{Document, NodeId, NodeKind, names};
use std::collections::BTreeMap;

/// How deep frames in frames are followed. Each level stands escaped in an attribute of the last, so pages that nest them
/// at all are rare.
pub(super) const MAX_FRAME_DEPTH: u32 = 3;

/// Puts the pages of all marked frames into the document.
pub(super) fn inline(document: Document, parser: &mut Parser, depth: u32) -> Document {
    let Document { source, mut decoded, nodes, mut attributes, mut names, doctype, quirks, mut limits_hit } = document;
    let mut interner = Interner::knowing(&names);
    let mut inlined: Vec<Node> = Vec::with_capacity(nodes.len());
    // Where each node went.
    let mut moved = vec![NodeId::NONE; nodes.len()];
    let mut i = 0;
    while i < nodes.len() {
        let mut node = nodes[i];
        let iframe = NodeId(inlined.len() as u32);
        moved[i] = iframe;
        node.parent = node.parent.some().map_or(NodeId::NONE, |parent| moved[parent.index()]);
        inlined.push(node);
        if !node.has(flags::FRAME) {
            i += 1;
            continue;
        }
        // What stands inside the tags is for browsers without frames; its place is taken.
        i = node.last.index();
        let n_left = parser.options.limits.max_nodes.saturating_sub(inlined.len() + nodes.len() - i);
        let page = srcdoc(&node, &attributes, &source, &decoded);
        let frame = parser.build_within(page.into(), None, depth + 1, n_left);
        limits_hit.nodes |= frame.limits_hit.nodes;
        limits_hit.depth |= frame.limits_hit.depth;
        let intern = |name: &str| interner.intern(name, &mut names);
        graft(&frame, iframe, source.len(), &mut inlined, &mut decoded, &mut attributes, intern);
    }
    link(&mut inlined);
    Document { source, decoded, nodes: inlined, attributes, names, doctype, quirks, limits_hit }
}

fn srcdoc(iframe: &Node, attributes: &[Attribute], source: &str, decoded: &str) -> String {
    let srcdoc = attributes[iframe.span.range()].iter().find(|attribute| attribute.name == names::SRCDOC);
    srcdoc.map_or(String::new(), |srcdoc| srcdoc.value.text(source, decoded).to_owned())
}

/// Appends the nodes of a frame below its `iframe`. The frame's text goes behind the decoded text, source first, so that
/// one shift moves all of its spans.
fn graft(
    frame: &Document,
    iframe: NodeId,
    source_len: usize,
    nodes: &mut Vec<Node>,
    decoded: &mut String,
    attributes: &mut Vec<Attribute>,
    mut intern: impl FnMut(&str) -> Name,
) {
    let text_shift = (source_len + decoded.len()) as u32;
    decoded.push_str(&frame.source);
    decoded.push_str(&frame.decoded);
    let mut renamed: BTreeMap<Name, Name> = BTreeMap::new();
    let mut rename = |name: Name| *renamed.entry(name).or_insert_with(|| intern(frame.names.get(name)));
    let attribute_shift = attributes.len() as u32;
    for attribute in &frame.attributes {
        let value = Span { start: attribute.value.start + text_shift, len: attribute.value.len };
        attributes.push(Attribute { name: rename(attribute.name), value, ..*attribute });
    }
    // Neither the frame's document node nor its doctype is taken over; both stand before all elements.
    let mut moved = vec![iframe; frame.nodes.len()];
    for (i, node) in frame.nodes.iter().enumerate() {
        if matches!(node.kind, NodeKind::Document | NodeKind::Doctype) {
            continue;
        }
        moved[i] = NodeId(nodes.len() as u32);
        let shift = if node.kind == NodeKind::Element { attribute_shift } else { text_shift };
        let span = Span { start: node.span.start + shift, len: node.span.len };
        nodes.push(Node { parent: moved[node.parent.index()], name: rename(node.name), span, ..*node });
    }
}

impl TokenBuffers {
    /// Whether these attributes make an `iframe` carry its page with it.
    pub(super) fn has_srcdoc(&self, attributes: Span) -> bool {
        let is_srcdoc = |attribute: &Attribute| attribute.name == names::SRCDOC && attribute.value.len > 0;
        self.attributes[attributes.range()].iter().any(is_srcdoc)
    }
}

#[cfg(test)]
mod tests {
    use crate::document::parse::{ParseOptions, Parser};
    use crate::document::{Document, NodeKind, names};

    fn parse(html: &str) -> Document {
        Parser::new(ParseOptions::default().with_inline_frames(true)).parse(html)
    }

    #[track_caller]
    fn check(html: &str, expected: &[&str]) {
        let document = parse(html);
        let seen: Vec<String> = document
            .descendants(document.body().expect("a body"))
            .map(|node| match document.kind(node) {
                NodeKind::Text => format!("{:?}", document.text(node)),
                _ => format!("{}{}", " ".repeat(document.depth(node) - 3), document.tag_name(node)),
            })
            .collect();
        assert_eq!(seen, expected);
        for node in document.nodes().skip(1) {
            let parent = document.parent(node).expect("a parent");
            assert!(document.contains(parent, node) && document.children(parent).any(|child| child == node));
        }
    }

    #[test]
    fn the_page_of_a_frame_stands_below_its_iframe() {
        check(
            "<p>a<iframe srcdoc='<title>t</title><b x-y=1>&amp;amp;</b>'>old</iframe>b<p>c",
            &[
                "p", "\"a\"", " iframe", "  html", "   head", "    title", "\"t\"", "   body", "    b", "\"&\"",
                "\"b\"", "p", "\"c\"",
            ],
        );
    }

    #[test]
    fn frames_in_frames_end_at_some_depth() {
        let mut page = String::from("<i>end</i>");
        for _ in 0..6 {
            page = format!("<iframe srcdoc=\"{}\"></iframe>", page.replace('&', "&amp;").replace('"', "&quot;"));
        }
        let document = parse(&page);
        assert_eq!(document.elements_named(names::IFRAME).count(), super::MAX_FRAME_DEPTH as usize + 1);
    }

    #[test]
    fn without_the_option_the_tree_is_that_of_the_specification() {
        let document = Document::parse("<iframe srcdoc='<p>x'>old</iframe>");
        assert_eq!(document.elements_named(names::P).count(), 0);
    }
}
