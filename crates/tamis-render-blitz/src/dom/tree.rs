//! Builds the engine's tree from a range of our nodes.

use super::images::ImageSizes;
use super::spans::{Span, Spans};
use crate::css::{HintSheet, Hints, is_too_much_style};
use blitz_dom::node::{Attribute, ImageData, RasterImageData, SpecialElementData};
use blitz_dom::{BaseDocument, DocumentMutator, LocalName, NodeId as BlitzId, QualName, local_name, ns};
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use style::context::QuirksMode as StyleQuirks;
use style::properties::parse_style_attribute;
use style::servo_arc::Arc as ServoArc;
use style::stylesheets::{CssRuleType, UrlExtraData};
use tamis_page::{
    AttributeNamespace, AttributeRef, Document, GivenUp, Name, Namespace, NodeId, NodeKind, QuirksMode, names,
};
use url::Url;

/// The engine's tree of a document: which of its nodes is which of ours, and what came up when it was built.
pub(crate) struct EngineTree {
    first: usize,
    blitz_ids: Vec<Option<BlitzId>>,
    /// Our node of each of the engine's, by the place in its array.
    nodes: Vec<Option<NodeId>>,
    /// Frames in this document whose own document is in ours: they are laid out apart.
    pub(crate) frames: Vec<NodeId>,
    /// Images of which no size is known.
    pub(crate) missing_images: Vec<NodeId>,
    /// The presentational attributes as a style sheet.
    pub(crate) hints: HintSheet,
    /// What the engine was not given.
    pub(crate) given_up: BTreeSet<GivenUp>,
}

/// How a page is built: what all of its frames share.
pub(crate) struct BuildOptions<'a> {
    pub(crate) base: &'a Url,
    /// Bytes of text that the engine may still be given.
    pub(crate) text_left: &'a Cell<usize>,
    /// Whether the engine is not to know a `summary` for one: it would look through all of its siblings.
    pub(crate) plain_summaries: bool,
    /// Whether the page's own styles count.
    pub(crate) with_styles: bool,
}

impl EngineTree {
    /// The engine's node for one of ours, if it was given one.
    pub(crate) fn blitz_id(&self, node: NodeId) -> Option<BlitzId> {
        self.blitz_ids.get(node.index().checked_sub(self.first)?).copied().flatten()
    }

    /// Our node for one of the engine's; `None` for boxes that the engine made up.
    pub(crate) fn node(&self, id: BlitzId) -> Option<NodeId> {
        self.nodes.get(slot(id)).copied().flatten()
    }

    fn insert(&mut self, node: NodeId, id: BlitzId) {
        self.blitz_ids[node.index() - self.first] = Some(id);
        if self.nodes.len() <= slot(id) {
            self.nodes.resize(slot(id) + 1, None);
        }
        self.nodes[slot(id)] = Some(node);
    }
}

/// The place of a node in the engine's array: the low half of its id.
fn slot(id: BlitzId) -> usize {
    id.as_u64() as u32 as usize
}

/// Builds the children of `root` (the document, or a frame) in the engine. Ids of both trees grow in document order.
pub(crate) fn build_tree(
    document: &Document,
    root: NodeId,
    options: &BuildOptions<'_>,
    images: &mut ImageSizes<'_>,
    blitz: &mut BaseDocument,
) -> EngineTree {
    let base = options.base;
    let range = document.subtree_range(root);
    let mut tree = EngineTree {
        first: range.start,
        blitz_ids: vec![None; range.len()],
        nodes: Vec::with_capacity(range.len()),
        frames: Vec::new(),
        missing_images: Vec::new(),
        hints: HintSheet::default(),
        given_up: BTreeSet::new(),
    };
    let mut elements = Elements {
        document,
        base,
        hints: Hints::new(document),
        spans: Spans::default(),
        local_names: LocalNames::default(),
        with_styles: options.with_styles,
        plain_summaries: options.plain_summaries,
        has_cut_styles: false,
    };
    let document_id = blitz.root_node().id;
    let mut mutator = blitz.mutate();
    let mut open: Vec<Open> = vec![Open { id: document_id, end: range.end, children: Vec::new() }];
    let mut at = range.start + 1;
    while at < range.end {
        let node = NodeId(at as u32);
        while open.last().is_some_and(|parent| parent.end <= at) {
            close(&mut mutator, &mut open);
        }
        at += 1;
        let id = match document.kind(node) {
            NodeKind::Text if open.len() > 1 && !is_folded_away(document, node) => {
                let text = document.text(node);
                let taken = cut(text, options.text_left.get());
                options.text_left.set(options.text_left.get() - taken.len());
                if taken.len() < text.len() {
                    tree.given_up.insert(GivenUp::Text);
                }
                mutator.create_text_node(taken)
            }
            NodeKind::Element => {
                // One element is the document's; what a broken page has beside it is not shown.
                let is_second_root = open.len() == 1 && !open[0].children.is_empty();
                if is_second_root {
                    at = document.subtree_end(node).index();
                    continue;
                }
                let id = elements.create(node, &mut tree.hints, &mut mutator);
                special(document, node, base, images, &mut mutator, id, &mut tree);
                if has_hidden_content(document, node) {
                    at = document.subtree_end(node).index();
                }
                id
            }
            _ => continue,
        };
        tree.insert(node, id);
        if let Some(parent) = open.last_mut() {
            parent.children.push(id);
        }
        if document.kind(node) == NodeKind::Element {
            open.push(Open { id, end: document.subtree_end(node).index(), children: Vec::new() });
        }
    }
    while !open.is_empty() {
        close(&mut mutator, &mut open);
    }
    drop(mutator);
    tree.given_up.extend(elements.spans.has_given_up.then_some(GivenUp::Cells));
    tree.given_up.extend(elements.plain_summaries.then_some(GivenUp::Rules));
    tree.given_up.extend(elements.has_cut_styles.then_some(GivenUp::Values));
    tree
}

/// The beginning of a text, cut at a number of bytes.
fn cut(text: &str, n_bytes: usize) -> &str {
    &text[..text.floor_char_boundary(n_bytes.min(text.len()))]
}

/// An element whose children are being built.
struct Open {
    id: BlitzId,
    end: usize,
    children: Vec<BlitzId>,
}

fn close(mutator: &mut DocumentMutator<'_>, open: &mut Vec<Open>) {
    if let Some(done) = open.pop()
        && !done.children.is_empty()
    {
        mutator.append_children(done.id, &done.children);
    }
}

/// The attribute of elements that are not laid out; see `user_agent.css`.
const LEFT_OUT: &str = "tamis-left-out";

/// Makes elements of ours the engine's, one after the other in document order.
struct Elements<'a> {
    document: &'a Document,
    base: &'a Url,
    hints: Hints<'a>,
    spans: Spans,
    local_names: LocalNames,
    with_styles: bool,
    plain_summaries: bool,
    /// Whether a `style` attribute was left out.
    has_cut_styles: bool,
}

impl Elements<'_> {
    fn create(&mut self, node: NodeId, sheet: &mut HintSheet, mutator: &mut DocumentMutator<'_>) -> BlitzId {
        let document = self.document;
        let span = self.spans.next(document, node);
        let mut attributes = attributes_of(document, node, self.base, span, &mut self.local_names);
        let is_style = |attribute: &Attribute| attribute.name.local == local_name!("style");
        if !self.with_styles {
            attributes.retain(|attribute| !is_style(attribute));
        } else if document.attribute(node, names::STYLE).is_some() && !attributes.iter().any(is_style) {
            self.has_cut_styles = true;
        }
        if span.is_some_and(|span| span.is_left_out) {
            attributes.push(marker(LEFT_OUT));
        }
        let declarations = self.hints.declarations(node, sheet);
        if let Some(name) = sheet.attribute_for(declarations) {
            attributes.push(marker(&name));
        }
        let namespace = match document.namespace(node) {
            Namespace::Html => ns!(html),
            Namespace::Svg => ns!(svg),
            Namespace::MathMl => ns!(mathml),
        };
        let local = match document.tag(node) {
            // Under its own name the engine would read it, too, and add a sheet for it.
            Some(names::STYLE) => LocalName::from("tamis-style"),
            Some(names::SUMMARY) if self.plain_summaries => LocalName::from("tamis-summary"),
            Some(tag) => self.local_names.get(tag, document.tag_name(node)),
            None => return mutator.create_text_node(""),
        };
        let id = mutator.create_element(QualName::new(None, namespace, local), attributes);
        if document.quirks() == QuirksMode::Quirks
            && self.with_styles
            && let Some(css) = document.attribute(node, names::STYLE).filter(|css| !is_too_much_style(css))
        {
            quirky_style_attribute(mutator.doc, id, css, self.base);
        }
        id
    }
}

/// Reads a `style` attribute as pages of the 1990s mean it: `width: 100` is pixels.
fn quirky_style_attribute(blitz: &mut BaseDocument, id: BlitzId, css: &str, base: &Url) {
    let url = UrlExtraData(ServoArc::new(base.clone()));
    let block = parse_style_attribute(css, &url, None, StyleQuirks::Quirks, CssRuleType::Style);
    let block = ServoArc::new(blitz.guard().wrap(block));
    if let Some(data) = blitz.get_node_mut(id).and_then(|node| node.element_data_mut()) {
        data.style_attribute = Some(block);
    }
}

/// What some elements show is not among their children.
fn special(
    document: &Document,
    node: NodeId,
    base: &Url,
    images: &mut ImageSizes<'_>,
    mutator: &mut DocumentMutator<'_>,
    id: BlitzId,
    tree: &mut EngineTree,
) {
    if document.is_html(node, names::IMG) {
        match images.of(document, node, base) {
            Some(size) => {
                let picture = RasterImageData::new(size.width, size.height, Arc::new(Vec::new()));
                if let Some(data) = mutator.doc.get_node_mut(id).and_then(|node| node.element_data_mut()) {
                    data.special_data = SpecialElementData::Image(Box::new(ImageData::Raster(picture)));
                }
            }
            None => tree.missing_images.push(node),
        }
    } else if document.is_inlined_frame(node) {
        tree.frames.push(node);
    } else if document.is_html(node, names::INPUT) && document.attribute(node, names::VALUE).is_none() {
        let kind = document.attribute(node, names::TYPE).unwrap_or("").trim();
        let label =
            [("submit", "Submit"), ("reset", "Reset")].into_iter().find(|(name, _)| kind.eq_ignore_ascii_case(name));
        if let Some((_, label)) = label {
            let text = mutator.create_text_node(label);
            mutator.append_children(id, &[text]);
        }
    }
}

/// Text in a closed `details` is not shown, and has no element that a sheet could hide.
fn is_folded_away(document: &Document, text: NodeId) -> bool {
    let is_open = |details| document.attributes(details).any(|attribute| attribute.local_name == "open");
    document.parent(text).is_some_and(|parent| document.is_html(parent, names::DETAILS) && !is_open(parent))
}

/// Whether nothing inside the element is laid out by the engine.
fn has_hidden_content(document: &Document, node: NodeId) -> bool {
    let Some(tag) = document.tag(node) else { return false };
    if !document.is_html(node, tag) {
        return tag == names::SVG;
    }
    match tag {
        names::SCRIPT
        | names::STYLE
        | names::TITLE
        | names::TEXTAREA
        | names::SELECT
        | names::IFRAME
        | names::VIDEO
        | names::AUDIO
        | names::CANVAS
        | names::DATALIST
        | names::NOEMBED
        | names::NOFRAMES => true,
        names::TEMPLATE => !document.is_shadow_root(node),
        _ => false,
    }
}

/// Selectors that ask for more of a value than this are not met; it saves copying images out of `data:` addresses.
const MAX_VALUE: usize = 4096;

/// Names in the engine's spelling, looked up once a page.
#[derive(Default)]
struct LocalNames {
    by_name: HashMap<Name, LocalName>,
}

impl LocalNames {
    pub(super) fn get(&mut self, name: Name, spelling: &str) -> LocalName {
        self.by_name.entry(name).or_insert_with(|| LocalName::from(spelling)).clone()
    }
}

/// The attributes of an element that the engine gets: all that selectors may ask for, except those that would make the engine
/// fetch, panic or allocate by itself.
fn attributes_of(
    document: &Document,
    element: NodeId,
    base: &Url,
    span: Option<Span>,
    local_names: &mut LocalNames,
) -> Vec<Attribute> {
    let tag = document.tag(element).filter(|&tag| document.is_html(element, tag));
    let mut attributes = Vec::with_capacity(document.attributes(element).len() + 1);
    for attribute in document.attributes(element) {
        let Some(value) = allowed(tag, &attribute, base, span) else { continue };
        let local = match attribute.namespace {
            AttributeNamespace::None => local_names.get(attribute.name, attribute.local_name),
            _ => LocalName::from(attribute.local_name),
        };
        let namespace = if attribute.namespace == AttributeNamespace::Xml { ns!(xml) } else { ns!() };
        attributes.push(Attribute { name: QualName::new(None, namespace, local), value });
    }
    attributes
}

/// An attribute of our own.
fn marker(name: &str) -> Attribute {
    Attribute { name: QualName::new(None, ns!(), LocalName::from(name)), value: String::new() }
}

fn allowed(tag: Option<Name>, attribute: &AttributeRef<'_>, base: &Url, span: Option<Span>) -> Option<String> {
    let value = attribute.value;
    if attribute.name == names::STYLE && is_too_much_style(value) {
        return None;
    }
    if attribute.name == names::STYLE || attribute.name == names::CLASS || attribute.name == names::ID {
        return Some(value.to_owned());
    }
    let whole = |least: u32, most: u32| value.trim().parse::<u32>().ok().map(|number| number.clamp(least, most));
    match (tag, attribute.local_name) {
        // Sheets and frames are read here, not by the engine.
        (Some(names::LINK), "rel" | "href")
        | (Some(names::IFRAME), "src" | "srcdoc")
        | (Some(names::CANVAS), "src") => None,
        // The engine takes it for granted that an address can be resolved.
        (Some(names::IMG), "src") => (value.len() <= MAX_VALUE && base.join(value).is_ok()).then(|| value.to_owned()),
        (Some(names::TD | names::TH), "colspan") => Some(span?.columns.to_string()),
        (Some(names::TD | names::TH), "rowspan") => Some(span?.rows.to_string()),
        (Some(names::COL | names::COLGROUP), "span") => Some(whole(1, 100)?.to_string()),
        (Some(names::TEXTAREA), "rows" | "cols") => Some(whole(1, 1000)?.to_string()),
        // The engine counts down from it.
        (Some(names::OL), "start") => Some(whole(1, 1_000_000)?.to_string()),
        // The engine compares with lower case.
        (Some(names::INPUT | names::BUTTON), "type") => Some(value.trim().to_ascii_lowercase()),
        _ => Some(cut(value, MAX_VALUE).to_owned()),
    }
}
