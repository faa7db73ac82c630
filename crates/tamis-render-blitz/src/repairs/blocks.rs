//! Breaks that clear floats, and the height of old pages.

use super::{Changes, Display};
use crate::dom::Fed;
use blitz_dom::{BaseDocument, NodeId as BlitzId};
use style::computed_values::clear::T as Clear;
use style::values::specified::box_::DisplayOutside;
use tamis_page::{Document, NodeId, Viewport, names};

pub(super) fn repair(
    document: &Document,
    blitz: &BaseDocument,
    node: NodeId,
    id: BlitzId,
    display: Display,
    changes: &mut Changes,
) {
    let is_break = document.is_html(node, names::BR) && display.outside == DisplayOutside::Inline;
    if is_break
        && blitz
            .get_node(id)
            .is_some_and(|node| node.primary_styles().is_some_and(|style| style.clone_clear() != Clear::None))
    {
        // In a line of text the engine passes over `clear`; a block ends the line just as well.
        changes.set(id, "display", "block");
    }
}

/// In quirks mode the body is at least as high as the window.
pub(super) fn fill_viewport(
    document: &Document,
    blitz: &BaseDocument,
    fed: &Fed,
    viewport: Viewport,
    changes: &mut Changes,
) {
    let Some(id) = document.body().and_then(|body| fed.blitz_id(body)) else { return };
    let Some(style) = blitz.get_node(id).and_then(|node| Some(node.primary_styles()?.clone())) else { return };
    if !style.clone_height().is_auto() {
        return;
    }
    let margin = style.get_margin();
    let pixels = |side: &style::values::computed::Margin| match side {
        style::values::computed::Margin::LengthPercentage(length) => {
            length.to_length().map_or(0.0, |length| length.px())
        }
        _ => 0.0,
    };
    let taken = pixels(&margin.margin_top) + pixels(&margin.margin_bottom);
    changes.set(id, "min-height", format!("{}px", (viewport.height as f32 - taken).max(0.0)));
    changes.set(id, "box-sizing", "border-box");
}
