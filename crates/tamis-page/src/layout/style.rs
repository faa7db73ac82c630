//! How an element looks, and how its box takes part in the layout.

/// A colour with its opacity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Color {
    /// Red, from 0 to 255.
    pub red: u8,
    /// Green, from 0 to 255.
    pub green: u8,
    /// Blue, from 0 to 255.
    pub blue: u8,
    /// Opacity: 0 is not there at all, 255 hides what is below.
    pub alpha: u8,
}

impl Color {
    /// No colour.
    pub const TRANSPARENT: Color = Color { red: 0, green: 0, blue: 0, alpha: 0 };
    /// The colour of text where nothing is said.
    pub const BLACK: Color = Color { red: 0, green: 0, blue: 0, alpha: 255 };
    /// The colour of a page where nothing is said.
    pub const WHITE: Color = Color { red: 255, green: 255, blue: 255, alpha: 255 };

    /// This colour painted over another.
    #[must_use]
    pub fn over(self, below: Color) -> Color {
        if self.alpha == 255 || below.alpha == 0 {
            return self;
        }
        let (above_share, below_share) =
            (u32::from(self.alpha), u32::from(below.alpha) * (255 - u32::from(self.alpha)));
        let total = above_share * 255 + below_share;
        if total == 0 {
            return Color::TRANSPARENT;
        }
        let mix = |above: u8, below: u8| {
            ((u32::from(above) * above_share * 255 + u32::from(below) * below_share + total / 2) / total) as u8
        };
        Color {
            red: mix(self.red, below.red),
            green: mix(self.green, below.green),
            blue: mix(self.blue, below.blue),
            alpha: ((total + 127) / 255) as u8,
        }
    }

    pub(super) fn to_bits(self) -> u32 {
        u32::from_be_bytes([self.red, self.green, self.blue, self.alpha])
    }

    pub(super) fn from_bits(bits: u32) -> Color {
        let [red, green, blue, alpha] = bits.to_be_bytes();
        Color { red, green, blue, alpha }
    }
}

/// One side of an element's border.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Border {
    /// In pixels; 0 where no border is painted, whatever the reason.
    pub width: f32,
    /// The colour; of no meaning where the width is 0.
    pub color: Color,
}

/// How an element, and the text in it, looks.
#[derive(Clone, PartialEq, Debug)]
pub struct Style {
    /// The family that was asked for first, as the page spells it.
    pub font_family: String,
    /// In pixels.
    pub font_size: f32,
    /// From 1 to 1000; 400 is normal, 700 bold.
    pub font_weight: u16,
    /// Whether the letters lean.
    pub italic: bool,
    /// Whether a line is drawn under, through or over the text.
    pub decorated: bool,
    /// Of the text.
    pub color: Color,
    /// What is behind the text: the element's own background over those of its ancestors, over a white page.
    pub background: Color,
    /// Whether the element itself has a background image.
    pub background_image: bool,
    /// Top, right, bottom, left.
    pub borders: [Border; 4],
}

impl Default for Style {
    /// What browsers do where a page says nothing.
    fn default() -> Style {
        Style {
            font_family: "serif".to_owned(),
            font_size: 16.0,
            font_weight: 400,
            italic: false,
            decorated: false,
            color: Color::BLACK,
            background: Color::WHITE,
            background_image: false,
            borders: [Border::default(); 4],
        }
    }
}

macro_rules! keywords {
    ($(#[$enum_doc:meta])* $name:ident, else $other:ident, $($(#[$doc:meta])* $variant:ident = $css:literal $(| $alias:literal)*,)*) => {
        $(#[$enum_doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        #[repr(u8)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            const ALL: &[$name] = &[$($name::$variant,)*];

            /// The value that CSS writes in this way; for any other text the initial value, or `Other` where there is one.
            pub fn from_css(value: &str) -> $name {
                match value { $($css $(| $alias)* => $name::$variant,)* _ => $name::$other }
            }

            /// As CSS writes it.
            pub fn as_css(self) -> &'static str {
                match self { $($name::$variant => $css,)* }
            }

            pub(super) fn from_number(number: u8) -> $name {
                $name::ALL.get(usize::from(number)).copied().unwrap_or($name::$other)
            }
        }
    };
}

// The order of these enums is part of the snapshot format: new values go to the end.
keywords! {
    /// How an element takes part in the layout: the computed value of `display`.
    #[non_exhaustive]
    Display, else Other,
    /// No box, neither for the element nor for its content.
    #[default]
    None = "none",
    /// No box of its own; its content has boxes.
    Contents = "contents",
    /// In the lines of text.
    Inline = "inline" | "inline flow",
    /// A block in a line of text.
    InlineBlock = "inline-block" | "inline flow-root",
    /// From edge to edge.
    Block = "block" | "block flow",
    /// A block that keeps its floats inside.
    FlowRoot = "flow-root" | "block flow-root",
    /// A block with a bullet.
    ListItem = "list-item" | "block flow list-item",
    /// A table.
    Table = "table" | "block table",
    /// A table in a line of text.
    InlineTable = "inline-table" | "inline table",
    /// `tbody`, `thead` and `tfoot`.
    TableRowGroup = "table-row-group" | "table-header-group" | "table-footer-group",
    /// `tr`
    TableRow = "table-row",
    /// `td` and `th`
    TableCell = "table-cell",
    /// `caption`
    TableCaption = "table-caption",
    /// `col` and `colgroup`
    TableColumn = "table-column" | "table-column-group",
    /// A row or column of boxes.
    Flex = "flex" | "block flex",
    /// A row or column of boxes, in a line of text.
    InlineFlex = "inline-flex" | "inline flex",
    /// A grid of boxes.
    Grid = "grid" | "block grid",
    /// A grid of boxes, in a line of text.
    InlineGrid = "inline-grid" | "inline grid",
    /// Anything else.
    Other = "other",
}

impl Display {
    /// Whether the element stands in a line of text.
    pub fn is_inline(self) -> bool {
        use Display::{Inline, InlineBlock, InlineFlex, InlineGrid, InlineTable};
        matches!(self, Inline | InlineBlock | InlineTable | InlineFlex | InlineGrid)
    }
}

keywords! {
    /// Whether and from where a box is moved: the computed value of `position`.
    Position, else Static,
    /// It stands in the flow.
    #[default]
    Static = "static",
    /// In the flow, then moved; what is taken out of the flow inside is placed by it.
    Relative = "relative",
    /// Taken out of the flow and placed by the next box above that is not static.
    Absolute = "absolute",
    /// Placed by the window.
    Fixed = "fixed",
    /// In the flow, and moved while the page is scrolled.
    Sticky = "sticky" | "-webkit-sticky",
}

keywords! {
    /// What becomes of content that is larger than its box: the computed value of `overflow-x` or `overflow-y`.
    Overflow, else Visible,
    /// It sticks out and can be seen.
    #[default]
    Visible = "visible",
    /// It is cut off.
    Hidden = "hidden" | "clip",
    /// It is cut off, but a reader can scroll to it.
    Scroll = "scroll" | "auto" | "overlay",
}

impl Overflow {
    /// Whether content is cut off at the edge of the box.
    pub fn clips(self) -> bool {
        self != Overflow::Visible
    }
}

/// How a box stands to those around it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Placement {
    /// Whether it is taken out of the flow.
    pub position: Position,
    /// What becomes of content that is wider.
    pub overflow_x: Overflow,
    /// What becomes of content that is higher.
    pub overflow_y: Overflow,
    /// Whether everything inside is placed by it, even what is fixed: it has a `transform`, a `filter` or the like.
    pub holds_fixed: bool,
}

impl Placement {
    /// In a byte: three bits of position, two of each overflow, one for the last field.
    pub(super) fn to_byte(self) -> u8 {
        self.position as u8
            | (self.overflow_x as u8) << 3
            | (self.overflow_y as u8) << 5
            | u8::from(self.holds_fixed) << 7
    }

    pub(super) fn from_byte(byte: u8) -> Placement {
        Placement {
            position: Position::from_number(byte & 0b111),
            overflow_x: Overflow::from_number(byte >> 3 & 0b11),
            overflow_y: Overflow::from_number(byte >> 5 & 0b11),
            holds_fixed: byte >> 7 != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_transparent_colour_lets_half_of_the_other_through() {
        let veil = Color { alpha: 128, ..Color::BLACK };
        assert_eq!(veil.over(Color::WHITE), Color { red: 127, green: 127, blue: 127, alpha: 255 });
        assert_eq!(Color::TRANSPARENT.over(Color::WHITE), Color::WHITE);
        assert_eq!(Color::BLACK.over(Color::WHITE), Color::BLACK);
        assert_eq!(Color::TRANSPARENT.over(Color::TRANSPARENT), Color::TRANSPARENT);
    }

    #[test]
    fn every_display_is_found_by_its_name_and_by_its_number() {
        for (number, &display) in Display::ALL.iter().enumerate() {
            assert_eq!(Display::from_css(display.as_css()), display);
            assert_eq!(Display::from_number(number as u8), display);
        }
        assert_eq!(Display::from_css("table-footer-group"), Display::TableRowGroup);
        assert_eq!(Display::from_css("ruby"), Display::Other);
        assert_eq!(Display::from_number(200), Display::Other);
    }
}

#[cfg(test)]
mod placement_tests {
    use super::*;

    #[test]
    fn every_placement_fits_into_a_byte() {
        for &position in Position::ALL {
            for (&overflow_x, &overflow_y) in
                Overflow::ALL.iter().flat_map(|x| Overflow::ALL.iter().map(move |y| (x, y)))
            {
                for holds_fixed in [false, true] {
                    let placement = Placement { position, overflow_x, overflow_y, holds_fixed };
                    assert_eq!(Placement::from_byte(placement.to_byte()), placement);
                }
            }
        }
        assert_eq!(Placement::default().to_byte(), 0);
        assert_eq!(Placement::from_byte(0b0111_1111).position, Position::Static);
    }

    #[test]
    fn keywords_are_those_of_css() {
        assert_eq!(Overflow::from_css("auto"), Overflow::Scroll);
        assert_eq!(Overflow::from_css("clip"), Overflow::Hidden);
        assert_eq!(Position::from_css("sticky"), Position::Sticky);
        assert_eq!((Overflow::from_css(""), Position::from_css("")), (Overflow::Visible, Position::Static));
    }
}
