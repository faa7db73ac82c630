//! Computed styles as ours.

use crate::dom::EngineTree;
use blitz_dom::BaseDocument;
use style::color::AbsoluteColor;
use style::computed_values::position::T as EnginePosition;
use style::properties::ComputedValues;
use style::values::computed::font::{GenericFontFamily, SingleFontFamily};
use style::values::computed::{
    BorderStyle, Contain, Image, Overflow as EngineOverflow, Perspective, Rotate, Scale, TextDecorationLine, Translate,
};
use style::values::specified::box_::{DisplayInside, DisplayOutside, WillChangeBits};
use tamis_page::{Border, Color, Display, Document, NodeId, Overflow, Placement, Position, Style};

/// How an element looks; what lies behind it and whether a line runs along its text come from above, too.
pub(super) fn style_of(values: &ComputedValues, background: Color, decorated: bool) -> Style {
    let font = values.get_font();
    let color = values.clone_color();
    let border = values.get_border();
    let side = |width: f32, style: BorderStyle, side_color: &style::values::computed::Color| Border {
        width: if style.none_or_hidden() { 0.0 } else { width },
        color: if style.none_or_hidden() {
            Color::TRANSPARENT
        } else {
            to_color(side_color.resolve_to_absolute(&color))
        },
    };
    Style {
        font_family: font.font_family.families.iter().next().map_or_else(String::new, family_name),
        font_size: values.clone_font_size().used_size().px(),
        font_weight: values.clone_font_weight().value().round() as u16,
        italic: values.clone_font_style() != style::values::computed::font::FontStyle::NORMAL,
        decorated,
        color: to_color(color),
        background,
        background_image: values.get_background().background_image.0.iter().any(|image| !matches!(image, Image::None)),
        borders: [
            side(border.border_top_width.0.to_f32_px(), border.border_top_style, &border.border_top_color),
            side(border.border_right_width.0.to_f32_px(), border.border_right_style, &border.border_right_color),
            side(border.border_bottom_width.0.to_f32_px(), border.border_bottom_style, &border.border_bottom_color),
            side(border.border_left_width.0.to_f32_px(), border.border_left_style, &border.border_left_color),
        ],
    }
}

/// How the element stands to those around it.
pub(super) fn placement_of(values: &ComputedValues) -> Placement {
    let style = values.get_box();
    let cuts_off = style.contain.intersects(Contain::PAINT);
    let overflow = |overflow: EngineOverflow| match overflow {
        EngineOverflow::Visible if cuts_off => Overflow::Hidden,
        EngineOverflow::Visible => Overflow::Visible,
        EngineOverflow::Hidden | EngineOverflow::Clip => Overflow::Hidden,
        EngineOverflow::Scroll | EngineOverflow::Auto => Overflow::Scroll,
    };
    let is_moved = !style.transform.0.is_empty()
        || !matches!(style.translate, Translate::None)
        || !matches!(style.rotate, Rotate::None)
        || !matches!(style.scale, Scale::None)
        || !matches!(style.perspective, Perspective::None);
    Placement {
        position: match style.position {
            EnginePosition::Static => Position::Static,
            EnginePosition::Relative => Position::Relative,
            EnginePosition::Absolute => Position::Absolute,
            EnginePosition::Fixed => Position::Fixed,
            EnginePosition::Sticky => Position::Sticky,
        },
        overflow_x: overflow(style.clone_overflow_x()),
        overflow_y: overflow(style.clone_overflow_y()),
        holds_fixed: is_moved
            || cuts_off
            || style.contain.intersects(Contain::LAYOUT)
            || !values.get_effects().filter.0.is_empty()
            || style.will_change.bits.intersects(WillChangeBits::TRANSFORM | WillChangeBits::FIXPOS_CB_NON_SVG),
    }
}

/// The element's own background.
pub(super) fn background_of(values: &ComputedValues) -> Color {
    to_color(values.get_background().background_color.resolve_to_absolute(&values.clone_color()))
}

/// Whether the element itself asks for a line along its text.
pub(super) fn is_decorated(values: &ComputedValues) -> bool {
    let lines = values.get_text().text_decoration_line;
    lines.intersects(TextDecorationLine::UNDERLINE | TextDecorationLine::LINE_THROUGH | TextDecorationLine::OVERLINE)
}

fn to_color(color: AbsoluteColor) -> Color {
    let [red, green, blue, alpha] = *color.into_srgb_legacy().raw_components();
    let byte = |share: f32| (share * 255.0).round().clamp(0.0, 255.0) as u8;
    Color { red: byte(red), green: byte(green), blue: byte(blue), alpha: byte(alpha) }
}

fn family_name(family: &SingleFontFamily) -> String {
    match family {
        SingleFontFamily::FamilyName(name) => name.name.to_string(),
        SingleFontFamily::Generic(generic) => match generic {
            GenericFontFamily::SansSerif => "sans-serif",
            GenericFontFamily::Monospace => "monospace",
            GenericFontFamily::Cursive => "cursive",
            GenericFontFamily::Fantasy => "fantasy",
            GenericFontFamily::SystemUi => "system-ui",
            _ => "serif",
        }
        .to_owned(),
    }
}

/// `display`, as the page asks for it.
pub(super) fn display_of(values: &ComputedValues) -> Display {
    let display = values.clone_display();
    let is_inline = display.outside() == DisplayOutside::Inline;
    match display.inside() {
        DisplayInside::None => Display::None,
        DisplayInside::Contents => Display::Contents,
        _ if display.outside() == DisplayOutside::TableCaption => Display::TableCaption,
        DisplayInside::Flow if display.is_list_item() => Display::ListItem,
        DisplayInside::Flow if is_inline => Display::Inline,
        DisplayInside::Flow => Display::Block,
        DisplayInside::FlowRoot if is_inline => Display::InlineBlock,
        DisplayInside::FlowRoot => Display::FlowRoot,
        DisplayInside::Flex if is_inline => Display::InlineFlex,
        DisplayInside::Flex => Display::Flex,
        DisplayInside::Grid if is_inline => Display::InlineGrid,
        DisplayInside::Grid => Display::Grid,
        DisplayInside::Table if is_inline => Display::InlineTable,
        DisplayInside::Table => Display::Table,
        DisplayInside::TableRowGroup | DisplayInside::TableHeaderGroup | DisplayInside::TableFooterGroup => {
            Display::TableRowGroup
        }
        DisplayInside::TableRow => Display::TableRow,
        DisplayInside::TableCell => Display::TableCell,
        DisplayInside::TableColumn | DisplayInside::TableColumnGroup => Display::TableColumn,
    }
}

/// `display` of the elements of a frame.
pub(crate) struct Displays {
    first: usize,
    displays: Vec<Option<Display>>,
}

impl Displays {
    /// Reads it from the styles as they are now.
    pub(crate) fn of_frame(document: &Document, blitz: &BaseDocument, tree: &EngineTree, root: NodeId) -> Displays {
        let of_node = |node: NodeId| {
            let id = tree.blitz_id(node).filter(|_| document.is_element(node))?;
            Some(display_of(&*blitz.get_node(id)?.primary_styles()?))
        };
        Displays { first: root.index(), displays: document.subtree(root).map(of_node).collect() }
    }

    /// `None` for what has no style.
    pub(super) fn of(&self, node: NodeId) -> Option<Display> {
        self.displays.get(node.index().checked_sub(self.first)?).copied().flatten()
    }
}
