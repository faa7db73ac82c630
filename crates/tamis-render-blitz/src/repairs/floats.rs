//! Floats that are as wide as their content, but no wider than there is room.

use super::{Changes, Element, border_pixels, margin_pixels, padding_pixels};
use style::computed_values::box_sizing::T as BoxSizing;
use style::values::computed::{Float, MaxSize};
use style::values::specified::box_::DisplayInside;

/// Among text, the engine gives a float all the room its content could use.
pub(super) fn repair(element: &Element, changes: &mut Changes) {
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
