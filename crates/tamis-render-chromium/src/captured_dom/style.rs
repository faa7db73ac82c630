//! Computed styles, as strings, to ours.

use super::color;
use super::protocol::{CapturedDom, StringIndex};
use tamis_page::{Border, Color, Display, Overflow, Placement, Position, Style};

/// What is asked for, in this order.
pub(super) const PROPERTIES: [&str; 36] = [
    "display",
    "visibility",
    "opacity",
    "color",
    "background-color",
    "background-image",
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    // Unlike `text-decoration-line` it includes the lines that ancestors draw through their content.
    "-webkit-text-decorations-in-effect",
    "border-top-style",
    "border-top-width",
    "border-top-color",
    "border-right-style",
    "border-right-width",
    "border-right-color",
    "border-bottom-style",
    "border-bottom-width",
    "border-bottom-color",
    "border-left-style",
    "border-left-width",
    "border-left-color",
    "padding-top",
    "padding-left",
    "position",
    "overflow-x",
    "overflow-y",
    "contain",
    "will-change",
    // Each of these places what is fixed inside, unless it is `none`.
    "transform",
    "translate",
    "rotate",
    "scale",
    "perspective",
    "filter",
];

const DISPLAY: usize = 0;
const VISIBILITY: usize = 1;
const OPACITY: usize = 2;
const COLOR: usize = 3;
const BACKGROUND_COLOR: usize = 4;
const BACKGROUND_IMAGE: usize = 5;
const FONT_FAMILY: usize = 6;
const FONT_SIZE: usize = 7;
const FONT_WEIGHT: usize = 8;
const FONT_STYLE: usize = 9;
const DECORATIONS: usize = 10;
const BORDERS: usize = 11;
const PADDING_TOP: usize = 23;
const PADDING_LEFT: usize = 24;
const POSITION: usize = 25;
const OVERFLOW_X: usize = 26;
const OVERFLOW_Y: usize = 27;
const CONTAIN: usize = 28;
const WILL_CHANGE: usize = 29;
const MOVED_BY: std::ops::Range<usize> = 30..36;

/// The computed style of one box.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Computed {
    pub(super) display: Display,
    pub(super) placement: Placement,
    /// `visibility` lets it be seen.
    pub(super) is_shown: bool,
    /// `opacity` is 0, which hides everything below too.
    pub(super) is_clear: bool,
    /// The element's own background, which may be transparent.
    pub(super) own_background: Color,
    /// How far the content is from the corner of the box.
    pub(super) inset: (f32, f32),
    /// With a background that still has to be put over those of the ancestors.
    pub(super) style: Style,
}

/// Reads the values of [`PROPERTIES`].
pub(super) fn read(captured: &CapturedDom, values: &[StringIndex]) -> Computed {
    let value = |property: usize| captured.string(values.get(property).copied().unwrap_or(-1));
    let borders = std::array::from_fn(|side| {
        let property = BORDERS + 3 * side;
        let is_painted = !matches!(value(property), "" | "none" | "hidden");
        Border {
            width: if is_painted { pixels(value(property + 1)) } else { 0.0 },
            color: color::parse(value(property + 2)).unwrap_or(Color::BLACK),
        }
    });
    let own_background = color::parse(value(BACKGROUND_COLOR)).unwrap_or(Color::TRANSPARENT);
    let style = Style {
        font_family: first_family(value(FONT_FAMILY)),
        font_size: pixels(value(FONT_SIZE)),
        font_weight: value(FONT_WEIGHT).parse::<f32>().map_or(400, |weight| weight.round().clamp(1.0, 1000.0) as u16),
        italic: !matches!(value(FONT_STYLE), "" | "normal"),
        decorated: !matches!(value(DECORATIONS), "" | "none"),
        color: color::parse(value(COLOR)).unwrap_or(Color::BLACK),
        background: own_background,
        background_image: !matches!(value(BACKGROUND_IMAGE), "" | "none"),
        borders,
    };
    let [top, .., left] = borders;
    Computed {
        display: Display::from_css(value(DISPLAY)),
        placement: placement(&value),
        is_shown: matches!(value(VISIBILITY), "" | "visible"),
        is_clear: value(OPACITY).parse::<f32>().is_ok_and(|opacity| opacity <= 0.0),
        own_background,
        inset: (left.width + pixels(value(PADDING_LEFT)), top.width + pixels(value(PADDING_TOP))),
        style,
    }
}

fn placement<'a>(value: &impl Fn(usize) -> &'a str) -> Placement {
    let contains = |words: &[&str]| value(CONTAIN).split(' ').any(|word| words.contains(&word));
    let cuts_off = contains(&["paint", "content", "strict"]);
    let overflow = |property: usize| match Overflow::from_css(value(property)) {
        Overflow::Visible if cuts_off => Overflow::Hidden,
        overflow => overflow,
    };
    let will_move =
        |word: &str| matches!(word.trim(), "transform" | "translate" | "rotate" | "scale" | "perspective" | "filter");
    Placement {
        position: Position::from_css(value(POSITION)),
        overflow_x: overflow(OVERFLOW_X),
        overflow_y: overflow(OVERFLOW_Y),
        holds_fixed: cuts_off
            || contains(&["layout"])
            || MOVED_BY.into_iter().any(|property| !matches!(value(property), "" | "none"))
            || value(WILL_CHANGE).split(',').any(will_move),
    }
}

/// Computed lengths are in pixels.
fn pixels(value: &str) -> f32 {
    value.strip_suffix("px").and_then(|number| number.parse::<f32>().ok()).filter(|it| it.is_finite()).unwrap_or(0.0)
}

/// The first name of a list, without its quotation marks.
fn first_family(families: &str) -> String {
    let families = families.trim();
    for quote in ['"', '\''] {
        if let Some(rest) = families.strip_prefix(quote) {
            let end = rest.find(quote).unwrap_or(rest.len());
            return rest[..end].replace('\\', "");
        }
    }
    families.split(',').next().unwrap_or(families).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a style in which all but these properties are missing.
    fn computed(given: &[(&str, &str)]) -> Computed {
        let strings = given.iter().map(|(_, value)| (*value).to_owned()).collect();
        let captured = CapturedDom { documents: Vec::new(), strings };
        let place = |property: &&str| given.iter().position(|(name, _)| name == property);
        let values: Vec<i32> = PROPERTIES.iter().map(|property| place(property).map_or(-1, |it| it as i32)).collect();
        read(&captured, &values)
    }

    #[test]
    fn a_style_is_read_from_its_properties() {
        let found = computed(&[
            ("display", "inline-block"),
            ("visibility", "hidden"),
            ("opacity", "0"),
            ("font-family", "\"Times, New\", serif"),
            ("font-size", "13.3333px"),
            ("font-weight", "700"),
            ("font-style", "oblique 10deg"),
            ("-webkit-text-decorations-in-effect", "underline"),
            ("background-image", "url(\"x\")"),
        ]);
        assert_eq!(found.display, Display::InlineBlock);
        assert!(!found.is_shown && found.is_clear);
        assert_eq!(found.style.font_family, "Times, New");
        assert_eq!((found.style.font_size, found.style.font_weight), (13.3333, 700));
        assert!(found.style.italic && found.style.decorated && found.style.background_image);
    }

    #[test]
    fn a_placement_is_read_from_its_properties() {
        let found = computed(&[("position", "absolute"), ("overflow-x", "clip"), ("overflow-y", "auto")]).placement;
        let (position, overflow_x, overflow_y) = (Position::Absolute, Overflow::Hidden, Overflow::Scroll);
        assert_eq!(found, Placement { position, overflow_x, overflow_y, holds_fixed: false });
        assert_eq!(computed(&[]).placement, Placement::default());
        for property in
            [("transform", "matrix(1, 0, 0, 1, 5, 0)"), ("contain", "size layout"), ("will-change", "top, transform")]
        {
            assert!(computed(&[property]).placement.holds_fixed, "{property:?}");
        }
        assert!(!computed(&[("transform", "none"), ("contain", "none"), ("will-change", "top")]).placement.holds_fixed);
        assert!(computed(&[("contain", "strict")]).placement.overflow_x.clips());
    }

    #[test]
    fn a_border_without_a_style_has_no_width() {
        let red = ("border-left-color", "rgb(255, 0, 0)");
        let found =
            computed(&[("border-left-style", "solid"), ("border-left-width", "3px"), red, ("padding-left", "2px")]);
        assert_eq!(found.style.borders[3], Border { width: 3.0, color: Color { red: 255, ..Color::BLACK } });
        assert_eq!(found.inset, (5.0, 0.0));
        let found = computed(&[("border-left-style", "none"), ("border-left-width", "3px"), red]);
        assert!(found.style.borders[3].width.abs() < f32::EPSILON);
    }

    #[test]
    fn a_family_loses_its_quotation_marks() {
        assert_eq!(first_family("Arial, sans-serif"), "Arial");
        assert_eq!(first_family("\"Open Sans\""), "Open Sans");
        assert_eq!(first_family(""), "");
    }
}
