//! What stands in the lines of each element, found in one pass from the last node to the first.

use super::{Element, inline};
use crate::dom::EngineTree;
use blitz_dom::{BaseDocument, Node};
use style::values::computed::Float;
use style::values::specified::box_::{DisplayInside, DisplayOutside};
use tamis_page::{Document, NodeId, NodeKind, names};

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
                    let room = if inline::room_of(&element).is_some() { kinds::BOX } else { 0 };
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
