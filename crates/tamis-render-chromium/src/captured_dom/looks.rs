//! How each captured node looks, given those around it: what is behind it, whether it can be seen, where its
//! document is on the page. All of this follows the order of drawing, shadow trees included, so it is worked out on what
//! was captured and not on the document.

use super::layout::TextBox;
use super::outline::CapturedNode;
use super::protocol::{CapturedDocument, CapturedDom, StringIndex};
use super::style::{self, Computed};
use std::collections::HashMap;
use tamis_page::Color;

/// The computed styles that were captured, each read once.
pub(super) struct Styles {
    read: Vec<Computed>,
    /// By document and box.
    numbers: Vec<Vec<usize>>,
}

impl Styles {
    pub(super) fn of(captured: &CapturedDom) -> Styles {
        let mut read = Vec::new();
        let mut known: HashMap<&[StringIndex], usize> = HashMap::new();
        let numbers = captured
            .documents
            .iter()
            .map(|document| {
                let numbers = document.layout.styles.iter().map(|values| {
                    *known.entry(values).or_insert_with(|| {
                        read.push(style::read(captured, values));
                        read.len() - 1
                    })
                });
                numbers.collect()
            })
            .collect();
        Styles { read, numbers }
    }

    /// The style of a box, with its number.
    pub(super) fn get(&self, document: usize, laid_out: usize) -> Option<(usize, &Computed)> {
        let number = *self.numbers.get(document)?.get(laid_out)?;
        Some((number, self.read.get(number)?))
    }
}

/// What follows for each captured node from those around it.
pub(super) struct Looks {
    by_document: Vec<Vec<NodeLook>>,
    /// Where each document is on the page.
    pub(super) origins: Vec<(f32, f32)>,
    pub(super) text_boxes: Vec<TextBoxes>,
}

#[derive(Clone, Copy)]
pub(super) struct NodeLook {
    /// The node's first box.
    pub(super) layout: Option<usize>,
    pub(super) background: Color,
    pub(super) is_visible: bool,
    /// Something above has no opacity.
    is_clear: bool,
}

impl Looks {
    pub(super) fn of(captured: &CapturedDom, styles: &Styles) -> Looks {
        let start = NodeLook { layout: None, background: Color::WHITE, is_visible: true, is_clear: false };
        let mut looks = Looks {
            by_document: Vec::with_capacity(captured.documents.len()),
            origins: vec![(0.0, 0.0); captured.documents.len()],
            text_boxes: captured.documents.iter().map(TextBoxes::of).collect(),
        };
        // How the frame around each document looks. A frame is listed after the document it is in.
        let mut frames = vec![start; captured.documents.len()];
        for (number, document) in captured.documents.iter().enumerate() {
            let look = looks_of_document(document, |laid_out| styles.get(number, laid_out), frames[number]);
            for (node, inner) in document.nodes.content_document_index.pairs() {
                let Some(inner) = usize::try_from(inner).ok().filter(|&it| it > number && it < frames.len()) else {
                    continue;
                };
                let Some(frame) = look.get(node) else { continue };
                frames[inner] = *frame;
                let Some(laid_out) = frame.layout else { continue };
                let inset = styles.get(number, laid_out).map_or((0.0, 0.0), |(_, computed)| computed.inset);
                let Some(&[x, y, ..]) = document.layout.bounds.get(laid_out) else { continue };
                let (origin, scrolled) = (looks.origins[number], &captured.documents[inner]);
                looks.origins[inner] = (
                    origin.0 + x + inset.0 - scrolled.scroll_offset_x,
                    origin.1 + y + inset.1 - scrolled.scroll_offset_y,
                );
            }
            looks.by_document.push(look);
        }
        looks
    }

    pub(super) fn get(&self, place: CapturedNode) -> Option<&NodeLook> {
        self.by_document.get(place.document)?.get(place.node)
    }
}

fn looks_of_document<'a>(
    document: &CapturedDocument,
    style_of: impl Fn(usize) -> Option<(usize, &'a Computed)>,
    around: NodeLook,
) -> Vec<NodeLook> {
    let around = NodeLook { layout: None, ..around };
    let mut looks = vec![around; document.nodes.parent_index.len()];
    for (laid_out, &node) in document.layout.node_index.iter().enumerate() {
        if let Some(look) = usize::try_from(node).ok().and_then(|node| looks.get_mut(node)) {
            look.layout.get_or_insert(laid_out);
        }
    }
    for (node, &parent) in document.nodes.parent_index.iter().enumerate() {
        let above = usize::try_from(parent).ok().filter(|&parent| parent < node).map_or(around, |parent| looks[parent]);
        let look = &mut looks[node];
        (look.background, look.is_clear, look.is_visible) = (above.background, above.is_clear, above.is_visible);
        // The box of the document node has no style, and text has that of its parent, whose background is in already.
        let is_element = document.nodes.node_type.get(node) == Some(&1);
        if let Some((_, computed)) = look.layout.and_then(&style_of).filter(|_| is_element) {
            look.background = computed.own_background.over(above.background);
            look.is_clear |= computed.is_clear;
            look.is_visible = computed.is_shown && !look.is_clear;
        }
    }
    looks
}

/// Which text boxes belong to which box.
pub(super) struct TextBoxes {
    /// Numbers of text boxes, by the box they belong to.
    order: Vec<u32>,
}

impl TextBoxes {
    fn of(document: &CapturedDocument) -> TextBoxes {
        let owners = &document.text_boxes.layout_index;
        let mut order: Vec<u32> = (0..owners.len() as u32).collect();
        // They come in this order already, and a stable sort of a sorted list is one pass over it.
        order.sort_by_key(|&number| owners[number as usize]);
        TextBoxes { order }
    }

    /// The text boxes of a box in the order of the text.
    pub(super) fn in_box(&self, document: &CapturedDocument, laid_out: usize) -> Vec<TextBox> {
        let boxes = &document.text_boxes;
        let owner = |number: &u32| boxes.layout_index[*number as usize] as usize;
        let start = self.order.partition_point(|number| owner(number) < laid_out);
        let own = self.order[start..].iter().take_while(|number| owner(number) == laid_out);
        own.filter_map(|&number| {
            let number = number as usize;
            let (bounds, start, length) =
                (boxes.bounds.get(number)?, boxes.start.get(number)?, boxes.length.get(number)?);
            Some(TextBox { bounds: *bounds, start: *start, length: *length })
        })
        .collect()
    }
}
