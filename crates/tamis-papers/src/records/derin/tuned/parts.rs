//! What a node holds, as the set of places in it that show something: a quick measure before attributes are aligned.

use crate::records::derin::screen::Screen;
use crate::view::paths::EMPTY_PATH;
use crate::view::tag_tree::Label;
use tamis_page::{Name, NodeId, NodeKind, Rect, names};

/// A node that may be a record or a part of one, or the neighbours that make up a sentence.
#[derive(Clone, Debug)]
pub(super) struct RecordPart {
    pub(super) nodes: Vec<NodeId>,
    /// Tag paths from the node down to texts, images and links, as numbers in ascending order.
    pub(super) places: Vec<u32>,
    /// Its box; around what is inside where it has none.
    pub(super) rect: Option<Rect>,
    pub(super) n_chars: usize,
    /// The area of it that can be seen; on a page that was not rendered, the length of its text.
    pub(super) area: f64,
}

/// Bounds the nodes that are looked at on a page: one inside many candidates is looked at many times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) n_nodes: usize,
}

/// How many nodes of one part are looked at. The first ones tell what it is like.
const MAX_NODES: usize = 4000;

impl RecordPart {
    /// What a node holds; `None` if it shows nothing.
    pub(super) fn of(
        view: &Screen<'_, '_>,
        node: NodeId,
        is_measured: bool,
        budget: &mut Budget,
    ) -> Option<RecordPart> {
        let (document, paths) = (view.document(), view.paths());
        let mut places = Vec::new();
        // The path of each open element.
        let mut open: Vec<(NodeId, u32)> = Vec::new();
        let mut n_chars = 0;
        let n_nodes = document.subtree_range(node).len().min(MAX_NODES).min(budget.n_nodes);
        budget.n_nodes -= n_nodes;
        tamis_page::budget::spend(n_nodes);
        for inner in document.subtree(node).take(n_nodes).filter(|&inner| view.mask.keeps(inner)) {
            while open.last().is_some_and(|&(end, _)| end <= inner) {
                open.pop();
            }
            let above = open.last().map_or(EMPTY_PATH, |&(_, path)| path);
            if document.kind(inner) == NodeKind::Text && !document.is_blank_text(inner) {
                places.push(paths.below(above, Label::TEXT));
                n_chars += document.text(inner).trim().chars().count();
            } else if let Some(tag) = document.tag(inner) {
                // Words of the query are set off wherever they occur.
                let is_passed_over = inner != node && is_emphasis(tag);
                let path = if is_passed_over { above } else { paths.below(above, Label::of(tag)) };
                if matches!(tag, names::IMG | names::A) {
                    places.push(path);
                }
                open.push((document.subtree_end(inner), path));
            }
        }
        if places.is_empty() {
            return None;
        }
        places.sort_unstable();
        places.dedup();
        let rect = view.box_of(node);
        let area = if is_measured { view.visible_area(node) } else { n_chars as f64 };
        Some(RecordPart { nodes: vec![node], places, rect, n_chars, area })
    }

    /// Several neighbours as one part.
    pub(super) fn merged<'a>(parts: impl IntoIterator<Item = &'a RecordPart>) -> Option<RecordPart> {
        let mut parts = parts.into_iter();
        let mut merged = parts.next()?.clone();
        for part in parts {
            merged.nodes.extend(&part.nodes);
            merged.places.extend(&part.places);
            merged.n_chars += part.n_chars;
            merged.area += part.area;
            merged.rect = match (merged.rect, part.rect) {
                (Some(one), Some(other)) => Some(one.union(other)),
                (one, other) => one.or(other),
            };
        }
        merged.places.sort_unstable();
        merged.places.dedup();
        Some(merged)
    }
}

/// The parts among the children of an element. Bare text with emphasised words in it is one part.
pub(super) fn parts(view: &Screen<'_, '_>, element: NodeId, is_measured: bool, budget: &mut Budget) -> Vec<RecordPart> {
    let document = view.document();
    let mut sentence_ends: Vec<(NodeId, NodeId)> = Vec::new();
    view.content_sentences.among(document, document.children(element), |first, end| sentence_ends.push((first, end)));
    let mut sentence_ends = sentence_ends.into_iter().peekable();
    let mut parts: Vec<RecordPart> = Vec::new();
    let mut sentence_end = NodeId::ROOT;
    for node in document.children(element).filter(|&node| view.mask.keeps(node)) {
        let Some(mut part) = RecordPart::of(view, node, is_measured, budget) else { continue };
        if node < sentence_end {
            if let Some(sentence) = parts.pop() {
                part = RecordPart::merged([&sentence, &part]).unwrap_or(part);
                part.places.clone_from(&sentence.places);
            }
        } else {
            while let Some((first, end)) = sentence_ends.next_if(|&(first, _)| first <= node) {
                if first == node || node < end {
                    sentence_end = end;
                    part.places = vec![view.paths().below(EMPTY_PATH, Label::TEXT)];
                }
            }
        }
        parts.push(part);
    }
    parts
}

fn is_emphasis(tag: Name) -> bool {
    matches!(tag, names::B | names::STRONG | names::EM | names::I | names::MARK | names::FONT | names::BR | names::WBR)
}
