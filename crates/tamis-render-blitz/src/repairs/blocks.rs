//! Breaks that clear floats, lines without letters, and the height of old pages.

use super::inline::{Contents, kinds};
use super::{Changes, Element, margin_pixels};
use crate::dom::EngineTree;
use blitz_dom::BaseDocument;
use style::Zero;
use style::computed_values::clear::T as Clear;
use style::values::computed::{AlignmentBaseline, BaselineShift};
use style::values::specified::box_::{DisplayInside, DisplayOutside};
use tamis_page::{Document, QuirksMode, Viewport, names};

pub(super) fn repair(
    document: &Document,
    blitz: &BaseDocument,
    tree: &EngineTree,
    contents: &Contents,
    element: &Element,
    changes: &mut Changes,
) {
    if document.is_html(element.node, names::BR) {
        if element.outside == DisplayOutside::Inline && element.style.clone_clear() != Clear::None {
            // In a line of text the engine passes over `clear`; a block ends the line just as well.
            changes.set(element.id, "display", "block");
        }
        return;
    }
    let holds_lines =
        matches!(element.inside, DisplayInside::Flow | DisplayInside::FlowRoot | DisplayInside::TableCell)
            && !(element.outside == DisplayOutside::Inline && element.inside == DisplayInside::Flow);
    if !holds_lines {
        return;
    }
    match contents.inside(element.node) {
        // Only elements without content: the engine would give the block no width either.
        kinds::INLINE => {
            for child in document.child_elements(element.node) {
                if let Some(child) = Element::of(document, blitz, tree, child)
                    && child.outside == DisplayOutside::Inline
                {
                    changes.set(child.id, "display", "block");
                }
            }
        }
        // On old pages a line of images alone is as high as the images.
        found if document.quirks() != QuirksMode::NoQuirks && found & !kinds::INLINE == kinds::IMAGE => {
            changes.set(element.id, "line-height", "0");
            // What is left of the line is a point above the baseline; images lower than that would not cover it.
            for image in document.descendants(element.node).filter(|&node| document.is_html(node, names::IMG)) {
                if let Some(image) = Element::of(document, blitz, tree, image)
                    && image.outside == DisplayOutside::Inline
                    && has_plain_alignment(&image)
                {
                    changes.set(image.id, "vertical-align", "bottom");
                }
            }
        }
        _ => {}
    }
}

/// Whether an image stands on the baseline, as it does unless the page says otherwise.
fn has_plain_alignment(image: &Element) -> bool {
    let values = image.style.get_box();
    values.clone_alignment_baseline() == AlignmentBaseline::Baseline
        && matches!(values.clone_baseline_shift(), BaselineShift::Length(length) if length.is_zero())
}

/// In quirks mode the body is at least as high as the window.
pub(super) fn fill_viewport(
    document: &Document,
    blitz: &BaseDocument,
    tree: &EngineTree,
    viewport: Viewport,
    changes: &mut Changes,
) {
    let Some(body) = document.body().and_then(|body| Element::of(document, blitz, tree, body)) else { return };
    if body.style.clone_height().is_auto() {
        let margin = body.style.get_margin();
        let taken = margin_pixels(&margin.margin_top) + margin_pixels(&margin.margin_bottom);
        changes.set(body.id, "min-height", format!("{}px", (viewport.height as f32 - taken).max(0.0)));
        changes.set(body.id, "box-sizing", "border-box");
    }
}
