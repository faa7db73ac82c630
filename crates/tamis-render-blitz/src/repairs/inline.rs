//! What stands in the lines of each element, and what the engine does not know about it.
//!
//! It knows no margin, border or padding of an element in a line: boxes of that width are put before and after its words. And
//! an image that could not be had has no size: browsers show the words that stand for it.

use super::{Changes, Element, border_pixels, margin_pixels, padding_pixels};
use crate::dom::EngineTree;
use blitz_dom::node::Attribute;
use blitz_dom::{BaseDocument, LocalName, Node, NodeId as BlitzId, QualName, local_name, ns};
use style::values::computed::Float;
use style::values::specified::box_::{DisplayInside, DisplayOutside};
use tamis_page::{Document, NodeId, NodeKind, names};

/// Room to make at both ends of an element, in pixels.
pub(super) struct Spaces {
    id: BlitzId,
    before: f32,
    after: f32,
}

pub(super) fn make_room(contents: &Contents, element: &Element, changes: &mut Changes) {
    if let Some((before, after)) = room_of(element)
        && contents.inside(element.node) & kinds::BLOCK == 0
    {
        changes.spaces.push(Spaces { id: element.id, before, after });
    }
}

/// What an element in a line needs before and after its words; `None` if it needs nothing, or is not in a line.
fn room_of(element: &Element) -> Option<(f32, f32)> {
    let style = &element.style;
    let is_in_line = element.outside == DisplayOutside::Inline
        && element.inside == DisplayInside::Flow
        && style.clone_float() == Float::None
        && !style.clone_position().is_absolutely_positioned();
    if !is_in_line {
        return None;
    }
    let (margin, padding, border) = (style.get_margin(), style.get_padding(), border_pixels(style));
    let before = margin_pixels(&margin.margin_left) + padding_pixels(&padding.padding_left) + border.0;
    let after = margin_pixels(&margin.margin_right) + padding_pixels(&padding.padding_right) + border.1;
    let is_sane = before.abs() < 5000.0 && after.abs() < 5000.0;
    (is_sane && (before.abs() >= 0.5 || after.abs() >= 0.5)).then_some((before, after))
}

/// Puts boxes of that width at the ends. They have no height and stand on the baseline, so no line grows.
pub(super) fn insert(spaces: Vec<Spaces>, blitz: &mut BaseDocument) {
    if spaces.is_empty() {
        return;
    }
    let mut mutator = blitz.mutate();
    for Spaces { id, before, after } in spaces {
        let is_text = mutator.doc.get_node(id).is_some_and(Node::is_non_atomic_inline);
        let is_break = mutator.element_name(id).is_some_and(|name| name.local == local_name!("br"));
        if !is_text || is_break {
            continue;
        }
        if before.abs() >= 0.5 {
            let space = mutator.create_element(name(), vec![style(before)]);
            mutator.prepend_nodes(id, &[space]);
        }
        if after.abs() >= 0.5 {
            let space = mutator.create_element(name(), vec![style(after)]);
            mutator.append_children(id, &[space]);
        }
    }
}

fn name() -> QualName {
    QualName::new(None, ns!(html), LocalName::from("tamis-space"))
}

fn style(width: f32) -> Attribute {
    let size =
        if width >= 0.0 { format!("width:{width}px;margin:0") } else { format!("width:0;margin:0 0 0 {width}px") };
    let value = format!(
        "display:inline-block;height:0;padding:0;border:0;float:none;position:static;vertical-align:baseline;{size}"
    );
    Attribute { name: QualName::new(None, ns!(), local_name!("style")), value }
}

/// Kinds of content, as bits.
pub(super) mod kinds {
    /// Letters, or a line break.
    pub(crate) const TEXT: u8 = 1;
    /// An image, a frame or a form control: a box in a line that no text of the page is in.
    pub(crate) const IMAGE: u8 = 2;
    /// Another box in a line.
    pub(crate) const BOX: u8 = 4;
    /// A block.
    pub(crate) const BLOCK: u8 = 8;
    /// An element that is part of the line, whatever is in it.
    pub(crate) const INLINE: u8 = 16;
}

/// The kinds of content in each element, down to the next box.
pub(super) struct Contents {
    first: usize,
    kinds: Vec<u8>,
}

impl Contents {
    pub(super) fn of(document: &Document, blitz: &BaseDocument, tree: &EngineTree, root: NodeId) -> Contents {
        let range = document.subtree_range(root);
        let mut contents = Contents { first: range.start, kinds: vec![0; range.len()] };
        for index in range.rev() {
            let node = NodeId(index as u32);
            let kinds = contents.seen_from_outside(document, blitz, tree, node);
            if let Some(parent) = document.parent(node).and_then(|parent| parent.index().checked_sub(contents.first)) {
                contents.kinds[parent] |= kinds;
            }
        }
        contents
    }

    /// What stands in the element.
    pub(super) fn inside(&self, node: NodeId) -> u8 {
        self.kinds.get(node.index() - self.first).copied().unwrap_or(0)
    }

    fn seen_from_outside(&self, document: &Document, blitz: &BaseDocument, tree: &EngineTree, node: NodeId) -> u8 {
        if document.kind(node) == NodeKind::Text {
            return if document.is_blank_text(node) { 0 } else { kinds::TEXT };
        }
        let Some(element) = Element::of(document, blitz, tree, node) else { return 0 };
        if element.style.clone_position().is_absolutely_positioned() || element.style.clone_float() != Float::None {
            return 0;
        }
        if element.outside == DisplayOutside::Inline && has_no_text(document, node) {
            return kinds::IMAGE;
        }
        match (element.outside, element.inside) {
            (DisplayOutside::Inline, DisplayInside::Flow) => {
                if document.is_html(node, names::BR) || has_generated_content(blitz, &element) {
                    kinds::TEXT | kinds::INLINE
                } else if blitz.get_node(element.id).is_some_and(Node::is_non_atomic_inline) {
                    let room = if room_of(&element).is_some() { kinds::BOX } else { 0 };
                    kinds::INLINE | self.inside(node) | room
                } else {
                    kinds::BOX
                }
            }
            (DisplayOutside::Inline, _) => kinds::BOX,
            (_, DisplayInside::Contents) => self.inside(node),
            _ => kinds::BLOCK,
        }
    }
}

fn has_no_text(document: &Document, node: NodeId) -> bool {
    document.tag(node).is_some_and(|tag| {
        matches!(
            tag,
            names::IMG
                | names::INPUT
                | names::SELECT
                | names::TEXTAREA
                | names::IFRAME
                | names::VIDEO
                | names::CANVAS
                | names::EMBED
                | names::SVG
        )
    })
}

fn has_generated_content(blitz: &BaseDocument, element: &Element) -> bool {
    let Some(data) = blitz.get_node(element.id).and_then(Node::try_stylo_element_data) else { return false };
    data.get().is_some_and(|data| data.styles.pseudos.as_array().iter().any(Option::is_some))
}

/// The sign for a missing image, in pixels.
const SIGN: f32 = 16.0;

pub(super) fn size_missing(document: &Document, blitz: &BaseDocument, tree: &EngineTree, changes: &mut Changes) {
    for &image in &tree.missing_images {
        let words = document.attribute(image, names::ALT);
        let has_source = document.attribute(image, names::SRC).is_some_and(|source| !source.trim().is_empty());
        let Some(id) = tree.blitz_id(image).filter(|_| has_source) else { continue };
        let Some(style) = blitz.get_node(id).and_then(|node| Some(node.primary_styles()?.clone())) else { continue };
        let font_size = style.clone_font_size().used_size().px();
        let (width, height) = match words.map(str::trim) {
            Some("") => continue,
            None => (SIGN, SIGN),
            Some(words) => (SIGN + words.chars().count() as f32 * font_size * 0.42, SIGN.max(font_size * 1.15)),
        };
        if style.clone_width().is_auto() {
            changes.set(id, "width", format!("{width}px"));
            changes.set(id, "max-width", "100%");
        }
        if style.clone_height().is_auto() {
            changes.set(id, "height", format!("{height}px"));
        }
    }
}
