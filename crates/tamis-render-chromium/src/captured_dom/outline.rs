//! The nodes of a page and its frames in document order, from whichever answer has them.

use super::protocol::{CapturedDom, FlatDocument, FlatNode};
use std::collections::HashMap;
use tamis_page::Namespace;

/// The address of a frame that carries its page with it; other frames stay boxes, as they do for the parser.
const SRCDOC: &str = "about:srcdoc";
/// How deep frames in frames are followed, as far as the parser does.
const MAX_FRAME_DEPTH: u32 = 3;

const ELEMENT: u8 = 1;
const TEXT: u8 = 3;
const CDATA: u8 = 4;
const COMMENT: u8 = 8;
const DOCUMENT: u8 = 9;
const DOCTYPE: u8 = 10;

/// A list of nodes; a parent stands before its children, and a subtree in one piece.
pub(super) struct Outline<'a> {
    pub(super) items: Vec<OutlineNode<'a>>,
    /// Whether there were more nodes than are allowed.
    pub(super) is_cut_off: bool,
}

/// One node.
pub(super) struct OutlineNode<'a> {
    /// The place of the parent in the list; `None` for children of the document.
    pub(super) parent: Option<usize>,
    pub(super) what: NodeContent<'a>,
    /// Where it was captured.
    pub(super) place: Option<CapturedNode>,
    pub(super) backend_id: i64,
}

pub(super) enum NodeContent<'a> {
    Doctype(&'a str),
    Element(Element<'a>),
    Text(&'a str),
    Comment(&'a str),
}

pub(super) struct Element<'a> {
    pub(super) namespace: Namespace,
    /// In lower case for HTML.
    pub(super) name: String,
    pub(super) attributes: Vec<(&'a str, &'a str)>,
    pub(super) kind: ElementKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ElementKind {
    Ordinary,
    /// A `template` whose content has to be asked for.
    Template,
    /// A shadow tree.
    ShadowRoot,
    /// A frame whose page follows.
    InlinedFrame,
}

/// A captured node: the document and the node in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct CapturedNode {
    pub(super) document: usize,
    pub(super) node: usize,
}

impl<'a> Outline<'a> {
    /// The nodes of a page without shadow trees.
    pub(super) fn of_captured(captured: &'a CapturedDom) -> Outline<'a> {
        let mut outline = Outline { items: Vec::new(), is_cut_off: false };
        outline.list_captured(captured, 0, None, 0);
        outline
    }

    /// The nodes of a page with shadow trees.
    pub(super) fn of_flat_document(flat: &'a FlatDocument, captured: &CapturedDom) -> Outline<'a> {
        let mut places = HashMap::new();
        for (document, source) in captured.documents.iter().enumerate() {
            for (node, &backend_id) in source.nodes.backend_node_id.iter().enumerate() {
                places.insert(backend_id, CapturedNode { document, node });
            }
        }
        let mut outline = Outline { items: Vec::new(), is_cut_off: false };
        outline.list_flat_document(flat, &places);
        outline
    }

    /// Leaves out what a document of `max_nodes` has no room for; the document node is one of them.
    pub(super) fn cut_off(&mut self, max_nodes: usize) {
        let most = max_nodes.saturating_sub(1);
        self.is_cut_off |= self.items.len() > most;
        self.items.truncate(most);
    }

    /// The templates whose content has to be asked for, as the browser numbers them.
    pub(super) fn templates(&self) -> impl Iterator<Item = i64> + '_ {
        self.items.iter().filter(|item| item.is_template()).map(|item| item.backend_id)
    }

    fn list_captured(&mut self, captured: &'a CapturedDom, document: usize, frame: Option<usize>, depth: u32) {
        let Some(source) = captured.documents.get(document) else { return };
        let nodes = &source.nodes;
        let mut is_pseudo = vec![false; nodes.parent_index.len()];
        for &pseudo in &nodes.pseudo_type.index {
            if let Some(mark) = is_pseudo.get_mut(pseudo as usize) {
                *mark = true;
            }
        }
        let frames: HashMap<usize, i32> = nodes.content_document_index.pairs().collect();
        // Where each node went; `None` for what is left out with everything below it.
        let mut listed: Vec<Option<usize>> = vec![None; nodes.parent_index.len()];
        for (node, &parent) in nodes.parent_index.iter().enumerate() {
            let parent = usize::try_from(parent).ok();
            let kind = nodes.node_type.get(node).copied().unwrap_or(0);
            if parent.is_none() || is_pseudo[node] {
                continue;
            }
            let parent_item = match parent.and_then(|parent| listed.get(parent).copied().flatten()) {
                Some(item) => Some(item),
                // The children of the document node, which is not listed itself.
                None if parent == Some(0) && nodes.node_type.first() == Some(&DOCUMENT) => frame,
                None => continue,
            };
            let text = |strings: &[i32]| captured.string(strings.get(node).copied().unwrap_or(-1));
            let attributes = nodes.attributes.get(node).map_or(&[][..], Vec::as_slice);
            let attributes = attributes.chunks_exact(2).map(|it| (captured.string(it[0]), captured.string(it[1])));
            let place = Some(CapturedNode { document, node });
            let backend_id = nodes.backend_node_id.get(node).copied().unwrap_or(0);
            let (name, value) = (text(&nodes.node_name), text(&nodes.node_value));
            let Some(what) = self.what(kind, name, value, attributes.collect(), parent_item) else { continue };
            if matches!(what, NodeContent::Doctype(_)) && frame.is_some() {
                continue;
            }
            let item = self.items.len();
            self.items.push(OutlineNode { parent: parent_item, what, place, backend_id });
            match frames.get(&node).and_then(|&inner| usize::try_from(inner).ok()) {
                Some(inner)
                    if depth < MAX_FRAME_DEPTH
                        && inner > document
                        && captured.is_srcdoc(inner)
                        && self.items[item].inline_frame() =>
                {
                    self.list_captured(captured, inner, Some(item), depth + 1);
                }
                _ => listed[node] = Some(item),
            }
        }
    }

    fn list_flat_document(&mut self, flat: &'a FlatDocument, places: &HashMap<i64, CapturedNode>) {
        let mut nodes: Vec<&FlatNode> = flat.nodes.iter().collect();
        nodes.sort_by_key(|node| node.node_id);
        // What the children of each number are below, and how many frames are around them.
        let mut parents: HashMap<u32, (Option<usize>, u32)> = HashMap::new();
        for node in nodes {
            if node.node_type == DOCUMENT && node.parent_id == 0 {
                parents.insert(node.node_id, (None, 0));
                continue;
            }
            let Some(&(parent, depth)) = parents.get(&node.parent_id) else { continue };
            let pairs = node.attributes.chunks_exact(2).map(|it| (it[0].as_str(), it[1].as_str()));
            let what = self.what(node.node_type, &node.node_name, &node.node_value, pairs.collect(), parent);
            let Some(what) = what else { continue };
            if matches!(what, NodeContent::Doctype(_)) && depth > 0 {
                continue;
            }
            let (item, backend_id) = (self.items.len(), node.backend_node_id);
            self.items.push(OutlineNode { parent, what, place: places.get(&backend_id).copied(), backend_id });
            let inner = node.content_document.as_ref();
            if let Some(inner) = inner.filter(|inner| depth < MAX_FRAME_DEPTH && inner.document_url == SRCDOC)
                && self.items[item].inline_frame()
            {
                parents.insert(inner.node_id, (Some(item), depth + 1));
                continue;
            }
            parents.insert(node.node_id, (Some(item), depth));
            for root in &node.shadow_roots {
                if matches!(root.shadow_root_type.as_str(), "open" | "closed") {
                    parents.insert(root.node_id, (Some(self.items.len()), depth));
                    self.items.push(OutlineNode::shadow_root(item, &root.shadow_root_type));
                }
            }
        }
    }

    fn what(
        &self,
        kind: u8,
        name: &'a str,
        value: &'a str,
        attributes: Vec<(&'a str, &'a str)>,
        parent: Option<usize>,
    ) -> Option<NodeContent<'a>> {
        Some(match kind {
            ELEMENT => {
                let namespace = self.namespace(name, parent);
                let name = if namespace == Namespace::Html { name.to_ascii_lowercase() } else { name.to_owned() };
                let is_template = namespace == Namespace::Html && name == "template";
                let kind = if is_template { ElementKind::Template } else { ElementKind::Ordinary };
                NodeContent::Element(Element { namespace, name, attributes, kind })
            }
            TEXT | CDATA => NodeContent::Text(value),
            COMMENT => NodeContent::Comment(value),
            DOCTYPE => NodeContent::Doctype(name),
            _ => return None,
        })
    }

    /// The browser does not say it, but HTML elements, and only they, are spelt in upper case.
    fn namespace(&self, name: &str, parent: Option<usize>) -> Namespace {
        match name {
            "svg" => Namespace::Svg,
            "math" => Namespace::MathMl,
            _ if !name.bytes().any(|byte| byte.is_ascii_lowercase()) => Namespace::Html,
            _ => self.foreign_namespace_above(parent),
        }
    }

    /// The namespace of the nearest ancestor that is not HTML. Only content of other languages looks, and below HTML inside
    /// those (`foreignObject`) it comes with an `svg` or `math` of its own, so the walk is short.
    fn foreign_namespace_above(&self, mut item: Option<usize>) -> Namespace {
        for _ in 0..16 {
            let Some(above) = item.and_then(|item| self.items.get(item)) else { break };
            match &above.what {
                NodeContent::Element(element) if element.namespace != Namespace::Html => return element.namespace,
                _ => item = above.parent,
            }
        }
        Namespace::Html
    }
}

impl<'a> OutlineNode<'a> {
    /// A shadow tree is a marked `template`, as it is in the HTML that declares one.
    fn shadow_root(host: usize, mode: &'a str) -> OutlineNode<'a> {
        let element = Element {
            namespace: Namespace::Html,
            name: "template".to_owned(),
            attributes: vec![("shadowrootmode", mode)],
            kind: ElementKind::ShadowRoot,
        };
        OutlineNode { parent: Some(host), what: NodeContent::Element(element), place: None, backend_id: 0 }
    }

    /// Marks a frame as one whose page follows, and says whether it is one: it says something in its `srcdoc`.
    fn inline_frame(&mut self) -> bool {
        let NodeContent::Element(element) = &mut self.what else { return false };
        let is_frame = element.attributes.iter().any(|(name, value)| *name == "srcdoc" && !value.is_empty());
        if is_frame {
            element.kind = ElementKind::InlinedFrame;
        }
        is_frame
    }

    pub(super) fn is_template(&self) -> bool {
        matches!(&self.what, NodeContent::Element(element) if element.kind == ElementKind::Template)
    }
}

impl CapturedDom {
    /// Whether the document is one that a frame carries with it.
    fn is_srcdoc(&self, document: usize) -> bool {
        self.documents.get(document).is_some_and(|document| self.string(document.document_url) == SRCDOC)
    }
}
