//! What the engine lays out wrongly, set right by other means.
//!
//! Styles are known, boxes are not. Each repair looks at computed styles and sets properties on single elements, which the
//! engine then lays out as browsers lay out the original.

mod blocks;
mod bounds;
mod columns;
mod floats;
mod inline;
mod tables;

use crate::dom::EngineTree;
use blitz_dom::{BaseDocument, NodeId as BlitzId};
use bounds::Bounds;
pub(crate) use columns::{Measure, Tables};
use floats::BesideFloats;
use inline::Contents;
use std::collections::BTreeSet;
use style::properties::ComputedValues;
use style::servo_arc::Arc;
use style::values::computed::{CSSPixelLength, Margin, NonNegativeLengthPercentage, Size};
use style::values::specified::box_::{DisplayInside, DisplayOutside};
use tamis_page::{Document, GivenUp, NodeId, QuirksMode, Viewport};

/// Applies every repair; says what was given up.
pub(crate) fn apply(
    document: &Document,
    blitz: &mut BaseDocument,
    tree: &EngineTree,
    root: NodeId,
    viewport: Viewport,
) -> BTreeSet<GivenUp> {
    let contents = Contents::of(document, blitz, tree, root);
    let mut changes = Changes::default();
    let mut beside = BesideFloats::new(document, root);
    let mut bounds = Bounds::new(document, root);
    for node in document.subtree(root) {
        let Some(element) = Element::of(document, blitz, tree, node) else { continue };
        tables::repair(document, blitz, tree, &element, &mut changes);
        floats::limit_width(&element, &mut changes);
        beside.repair(document, &contents, &element, &mut changes);
        blocks::repair(document, blitz, tree, &contents, &element, &mut changes);
        inline::make_room(&contents, &element, &mut changes);
        bounds.repair(document, &element, &mut changes);
    }
    inline::size_missing(document, blitz, tree, &mut changes);
    if document.quirks() == QuirksMode::Quirks {
        blocks::fill_viewport(document, blitz, tree, viewport, &mut changes);
    }
    bounds.finish(document, tree, &mut changes);
    changes.apply(blitz);
    bounds.given_up
}

/// An element with its computed style.
struct Element {
    node: NodeId,
    id: BlitzId,
    style: Arc<ComputedValues>,
    inside: DisplayInside,
    outside: DisplayOutside,
}

impl Element {
    /// `None` for what has no box.
    fn of(document: &Document, blitz: &BaseDocument, tree: &EngineTree, node: NodeId) -> Option<Element> {
        let id = tree.blitz_id(node).filter(|_| document.is_element(node))?;
        let style = blitz.get_node(id)?.primary_styles()?.clone();
        let display = style.clone_display();
        let inside = display.inside();
        (inside != DisplayInside::None).then(|| Element { node, id, inside, outside: display.outside(), style })
    }
}

/// Properties to set and room to make, once everything was looked at.
#[derive(Default)]
struct Changes {
    properties: Vec<(BlitzId, &'static str, String)>,
    spaces: Vec<inline::Spaces>,
}

impl Changes {
    fn set(&mut self, id: BlitzId, property: &'static str, value: impl Into<String>) {
        self.properties.push((id, property, value.into()));
    }

    fn apply(self, blitz: &mut BaseDocument) {
        for (id, property, value) in self.properties {
            blitz.set_style_property(id, property, &value);
        }
        inline::insert(self.spaces, blitz);
    }
}

fn padding_pixels(side: &NonNegativeLengthPercentage) -> f32 {
    side.0.to_length().map_or(0.0, CSSPixelLength::px)
}

fn margin_pixels(side: &Margin) -> f32 {
    match side {
        Margin::LengthPercentage(length) => length.to_length().map_or(0.0, CSSPixelLength::px),
        _ => 0.0,
    }
}

/// A width or height in pixels; `None` if it is automatic or relative.
fn size_pixels(size: &Size) -> Option<f32> {
    match size {
        Size::LengthPercentage(length) => length.0.to_length().map(CSSPixelLength::px),
        _ => None,
    }
}

fn border_pixels(style: &ComputedValues) -> (f32, f32) {
    let border = style.get_border();
    let left = if border.border_left_style.none_or_hidden() { 0.0 } else { border.border_left_width.0.to_f32_px() };
    let right = if border.border_right_style.none_or_hidden() { 0.0 } else { border.border_right_width.0.to_f32_px() };
    (left, right)
}
