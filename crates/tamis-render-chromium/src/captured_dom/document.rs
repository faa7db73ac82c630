//! A list of nodes to a document.

use super::outline::{CapturedNode, Element, ElementKind, NodeContent, Outline};
use super::protocol::CapturedDom;
use tamis_page::{Doctype, Document, DocumentBuilder, LimitsHit, NodeId, NodeKind, QuirksMode, names};

/// The document of at most `max_nodes` nodes, and for each of them where it was captured.
pub(super) fn build(
    outline: &Outline<'_>,
    captured: &CapturedDom,
    quirks: QuirksMode,
    templates: &[Document],
    max_nodes: usize,
) -> (Document, Vec<Option<CapturedNode>>) {
    let mut builder = DocumentBuilder::new();
    builder.set_quirks(quirks);
    let mut places = vec![Some(CapturedNode { document: 0, node: 0 })];
    let mut templates = templates.iter();
    // The elements that are open, as places in the list, and the template that is to be filled when it closes.
    let mut open: Vec<(usize, Option<&Document>)> = Vec::new();
    let mut is_cut_off = outline.is_cut_off;
    for (item_idx, item) in outline.items.iter().enumerate() {
        while open.last().map(|&(element, _)| element) != item.parent {
            let Some((_, content)) = open.pop() else { break };
            is_cut_off |= !close(&mut builder, content, max_nodes);
        }
        if builder.len() >= max_nodes {
            is_cut_off = true;
            break;
        }
        places.resize(builder.len(), None);
        match &item.what {
            NodeContent::Doctype(name) => {
                let identifier =
                    |index| Some(captured.string(index)).filter(|text| !text.is_empty()).map(str::to_owned);
                let ids = captured.documents.first();
                builder.doctype(Doctype {
                    name: (*name).to_owned(),
                    public_id: ids.and_then(|document| identifier(document.public_id)),
                    system_id: ids.and_then(|document| identifier(document.system_id)),
                });
            }
            NodeContent::Text(text) => drop(builder.text(text)),
            NodeContent::Comment(text) => drop(builder.comment(text)),
            NodeContent::Element(element) => {
                open_element(&mut builder, element);
                let content = if item.is_template() { templates.next() } else { None };
                open.push((item_idx, content));
            }
        }
        places.push(item.place);
    }
    while let Some((_, content)) = open.pop() {
        is_cut_off |= !close(&mut builder, content, max_nodes);
    }
    places.resize(builder.len(), None);
    builder.set_limits_hit(LimitsHit { nodes: is_cut_off, ..LimitsHit::default() });
    (builder.finish(), places)
}

fn open_element(builder: &mut DocumentBuilder, element: &Element<'_>) {
    builder.open_element(element.namespace, &element.name);
    for (name, value) in &element.attributes {
        builder.attribute(name, value);
    }
    match element.kind {
        ElementKind::ShadowRoot => builder.mark_shadow_root(),
        ElementKind::InlinedFrame => builder.mark_inlined_frame(),
        ElementKind::Ordinary | ElementKind::Template => {}
    }
}

/// Closes an element, filled with this content; false if there was no room for all of it.
fn close(builder: &mut DocumentBuilder, content: Option<&Document>, max_nodes: usize) -> bool {
    let is_whole = content.is_none_or(|content| copy_template(builder, content, max_nodes));
    builder.close();
    is_whole
}

/// Copies what is in the first template of a document; false if there was no room for all of it.
fn copy_template(builder: &mut DocumentBuilder, content: &Document, max_nodes: usize) -> bool {
    let Some(template) = content.elements_named(names::TEMPLATE).next() else { return true };
    let mut is_whole = true;
    let mut ends: Vec<NodeId> = Vec::new();
    for node in content.descendants(template) {
        while ends.last().is_some_and(|&end| end <= node) {
            ends.pop();
            builder.close();
        }
        if builder.len() >= max_nodes {
            is_whole = false;
            break;
        }
        match content.kind(node) {
            NodeKind::Element => {
                builder.open_element(content.namespace(node), content.tag_name(node));
                for attribute in content.attributes(node) {
                    builder.attribute(content.spell(attribute.name), attribute.value);
                }
                if content.is_shadow_root(node) {
                    builder.mark_shadow_root();
                }
                ends.push(content.subtree_end(node));
            }
            NodeKind::Text => drop(builder.text(content.text(node))),
            NodeKind::Comment => drop(builder.comment(content.text(node))),
            NodeKind::Document | NodeKind::Doctype => {}
        }
    }
    for _ in ends {
        builder.close();
    }
    is_whole
}
