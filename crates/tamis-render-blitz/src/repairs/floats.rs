//! Floats that get more room than there is, and boxes that would be squeezed to nothing beside floats.
//!
//! A block that keeps its floats inside (`overflow: hidden`, `display: flow-root`, a flexible box, a grid) must not overlap the
//! floats before it: it stands beside them where there is room, and below them where there is none (CSS 2.1, 9.5). The engine
//! takes any room for enough if the block has no width of its own. With a least width it looks further down. Chromium counts
//! padding and border as that least, and so do we; unlike Chromium we also want room for what is in the block, because nothing
//! of it could be seen otherwise.

use super::inline::Contents;
use super::{Changes, Element, border_pixels, margin_pixels, padding_pixels};
use style::computed_values::box_sizing::T as BoxSizing;
use style::values::computed::{Float, MaxSize, Overflow, Size};
use style::values::specified::box_::{DisplayInside, DisplayOutside};
use tamis_page::{Document, NodeId};

/// Among text, the engine gives a float all the room its content could use.
pub(super) fn limit_width(element: &Element, changes: &mut Changes) {
    let style = &element.style;
    let is_flow = matches!(element.inside, DisplayInside::Flow | DisplayInside::FlowRoot);
    if style.clone_float() == Float::None || !is_flow || !style.clone_width().is_auto() {
        return;
    }
    if !matches!(style.clone_max_width(), MaxSize::None) {
        return;
    }
    let (margin, padding, border) = (style.get_margin(), style.get_padding(), border_pixels(style));
    let mut taken = margin_pixels(&margin.margin_left) + margin_pixels(&margin.margin_right);
    if style.clone_box_sizing() == BoxSizing::ContentBox {
        taken += padding_pixels(&padding.padding_left) + padding_pixels(&padding.padding_right) + border.0 + border.1;
    }
    let value = if taken == 0.0 { "100%".to_owned() } else { format!("calc(100% - {taken}px)") };
    changes.set(element.id, "max-width", value);
}

/// More than the engine's tolerance for a box that fits, and less than a layout can tell from nothing.
const LEAST_ROOM: f32 = 0.005;

/// The floats that were met, by the block that keeps them inside; elements come in document order.
pub(super) struct BesideFloats {
    first: usize,
    /// For each node, the block in whose flow its children are; `None` where they are in no flow.
    flows: Vec<Option<usize>>,
    /// Whether a float was met in the flow of each node.
    has_floats: Vec<bool>,
}

impl BesideFloats {
    pub(super) fn new(document: &Document, root: NodeId) -> BesideFloats {
        let range = document.subtree_range(root);
        let mut flows = vec![None; range.len()];
        flows[0] = Some(0);
        BesideFloats { first: range.start, flows, has_floats: vec![false; range.len()] }
    }

    pub(super) fn repair(
        &mut self,
        document: &Document,
        contents: &Contents,
        element: &Element,
        changes: &mut Changes,
    ) {
        let at = element.node.index() - self.first;
        let parent = document.parent(element.node).and_then(|parent| parent.index().checked_sub(self.first));
        let outer = parent.and_then(|parent| self.flows[parent]);
        let is_floated = element.style.clone_float() != Float::None;
        let is_taken_out = element.style.clone_position().is_absolutely_positioned();
        let keeps_floats = is_floated || is_taken_out || keeps_floats_inside(element);
        self.flows[at] = match element.inside {
            DisplayInside::Contents => outer,
            DisplayInside::Flow | DisplayInside::FlowRoot | DisplayInside::TableCell if keeps_floats => Some(at),
            // What is in a line stands in the flow around it, and so does a block.
            DisplayInside::Flow if outer.is_some() => outer,
            DisplayInside::Flow => Some(at),
            _ => None,
        };
        let Some(outer) = outer.filter(|_| !is_taken_out) else { return };
        if is_floated {
            self.has_floats[outer] = true;
        } else if self.has_floats[outer] && keeps_floats && element.outside == DisplayOutside::Block {
            ask_for_room(contents, element, changes);
        }
    }
}

/// Whether the element begins a flow of its own, so that it stands beside floats as a whole.
fn keeps_floats_inside(element: &Element) -> bool {
    let values = element.style.get_box();
    let is_scrolled = |overflow: Overflow| !matches!(overflow, Overflow::Visible | Overflow::Clip);
    match element.inside {
        DisplayInside::Flow => {
            element.outside == DisplayOutside::Block
                && (is_scrolled(values.clone_overflow_x()) || is_scrolled(values.clone_overflow_y()))
        }
        DisplayInside::FlowRoot | DisplayInside::Flex | DisplayInside::Grid | DisplayInside::TableCell => true,
        _ => false,
    }
}

fn ask_for_room(contents: &Contents, element: &Element, changes: &mut Changes) {
    let style = &element.style;
    let has_least_width = match style.clone_min_width() {
        Size::Auto => false,
        Size::LengthPercentage(length) => length.0.to_length().is_none_or(|length| length.px() > 0.0),
        _ => true,
    };
    if !style.clone_width().is_auto() || has_least_width {
        return;
    }
    let (padding, border) = (style.get_padding(), border_pixels(style));
    let inset = padding_pixels(&padding.padding_left) + padding_pixels(&padding.padding_right) + border.0 + border.1;
    // A block with nothing in it often stands there to end the floats, and takes no room itself.
    if inset == 0.0 && contents.inside(element.node) == 0 {
        return;
    }
    let least = if style.clone_box_sizing() == BoxSizing::BorderBox { inset + LEAST_ROOM } else { LEAST_ROOM };
    changes.set(element.id, "min-width", format!("{least}px"));
}
