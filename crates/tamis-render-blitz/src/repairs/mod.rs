//! What the engine lays out wrongly, set right by other means.
//!
//! Styles are known, boxes are not. Each repair looks at computed styles and sets properties on single elements, which the
//! engine then lays out as browsers lay out the original.

mod blocks;
mod images;
mod tables;

use crate::dom::Fed;
use blitz_dom::{BaseDocument, NodeId as BlitzId};
use style::values::specified::box_::{DisplayInside, DisplayOutside};
use tamis_page::{Document, NodeId, QuirksMode, Viewport};

/// Applies every repair.
pub(crate) fn apply(document: &Document, blitz: &mut BaseDocument, fed: &Fed, viewport: Viewport) {
    let mut changes = Changes::default();
    for node in document.nodes() {
        let Some(id) = fed.blitz_id(node).filter(|_| document.is_element(node)) else { continue };
        let Some(display) = display_of(blitz, id) else { continue };
        tables::repair(document, blitz, fed, node, id, display, &mut changes);
        blocks::repair(document, blitz, node, id, display, &mut changes);
    }
    images::repair(document, blitz, fed, &mut changes);
    if document.quirks() == QuirksMode::Quirks {
        blocks::fill_viewport(document, blitz, fed, viewport, &mut changes);
    }
    for (id, property, value) in changes.list {
        blitz.set_style_property(id, property, &value);
    }
}

/// Properties to set, once everything was looked at.
#[derive(Default)]
struct Changes {
    list: Vec<(BlitzId, &'static str, String)>,
}

impl Changes {
    fn set(&mut self, id: BlitzId, property: &'static str, value: impl Into<String>) {
        self.list.push((id, property, value.into()));
    }
}

/// `display` as the engine computed it, inside and outside; `None` where there is no box.
fn display_of(blitz: &BaseDocument, id: BlitzId) -> Option<Display> {
    let display = blitz.get_node(id)?.primary_styles()?.clone_display();
    let inside = display.inside();
    (inside != DisplayInside::None).then(|| Display { inside, outside: display.outside() })
}

#[derive(Clone, Copy, PartialEq)]
struct Display {
    inside: DisplayInside,
    outside: DisplayOutside,
}

/// The displays of the elements in an element, those without a box left out.
fn child_displays(document: &Document, blitz: &BaseDocument, fed: &Fed, node: NodeId) -> Vec<(BlitzId, Display)> {
    let ids = document.child_elements(node).filter_map(|child| fed.blitz_id(child));
    ids.filter_map(|id| Some((id, display_of(blitz, id)?))).collect()
}
