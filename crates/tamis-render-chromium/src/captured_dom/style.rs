//! Computed styles, as strings, to ours.

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
            color: parse_color(value(property + 2)).unwrap_or(Color::BLACK),
        }
    });
    let own_background = parse_color(value(BACKGROUND_COLOR)).unwrap_or(Color::TRANSPARENT);
    let style = Style {
        font_family: first_family(value(FONT_FAMILY)),
        font_size: pixels(value(FONT_SIZE)),
        font_weight: value(FONT_WEIGHT).parse::<f32>().map_or(400, |weight| weight.round().clamp(1.0, 1000.0) as u16),
        italic: !matches!(value(FONT_STYLE), "" | "normal"),
        decorated: !matches!(value(DECORATIONS), "" | "none"),
        color: parse_color(value(COLOR)).unwrap_or(Color::BLACK),
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

/// Parses a colour; `None` if the text is not a colour or its colour space is not supported.
fn parse_color(text: &str) -> Option<Color> {
    let text = text.trim();
    if text == "transparent" {
        return Some(Color::TRANSPARENT);
    }
    let (function, arguments) = text.strip_suffix(')')?.split_once('(')?;
    let mut words = arguments.split([' ', ',', '/']).filter(|word| !word.is_empty());
    let space = if function == "color" { words.next()? } else { function };
    let first = words.next()?;
    let numbers: Vec<f64> = std::iter::once(first).chain(words).map(number).collect::<Option<_>>()?;
    let (&[one, two, three], rest) = numbers.split_first_chunk::<3>()?;
    let alpha = rest.first().copied().unwrap_or(1.0);
    let [red, green, blue] = match space {
        "rgb" | "rgba" => [one / 255.0, two / 255.0, three / 255.0],
        "srgb" => [one, two, three],
        "srgb-linear" => [one, two, three].map(gamma),
        "display-p3" => p3([one, two, three]),
        "oklab" => oklab([one, two, three]),
        "oklch" => oklab(from_polar([one, two, three])),
        "lab" => lab([one, two, three]),
        "lch" => lab(from_polar([one, two, three])),
        _ => return None,
    };
    let byte = |share: f64| (share.clamp(0.0, 1.0) * 255.0).round() as u8;
    Some(Color { red: byte(red), green: byte(green), blue: byte(blue), alpha: byte(alpha) })
}

/// A number; `none` counts as 0, and per cent as hundredths.
fn number(word: &str) -> Option<f64> {
    match word.strip_suffix('%') {
        _ if word == "none" => Some(0.0),
        Some(percent) => percent.parse::<f64>().ok().map(|number| number / 100.0),
        None => word.trim_end_matches("deg").parse().ok(),
    }
    .filter(|number: &f64| number.is_finite())
}

/// Lightness, chroma and hue to lightness and two axes.
fn from_polar([lightness, chroma, hue]: [f64; 3]) -> [f64; 3] {
    let hue = hue.to_radians();
    [lightness, chroma * hue.cos(), chroma * hue.sin()]
}

/// CSS Color 4, section 18: `OKLab` to sRGB by way of its cone responses.
fn oklab([lightness, a, b]: [f64; 3]) -> [f64; 3] {
    let long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let medium = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let short = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    [
        4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
        -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
        -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short,
    ]
    .map(gamma)
}

/// CIE Lab (D50) to sRGB by way of XYZ, with the adaptation to D65 in the matrix.
fn lab([lightness, red_green, yellow_blue]: [f64; 3]) -> [f64; 3] {
    let inverse = |value: f64| {
        if value > 6.0 / 29.0 { value.powi(3) } else { 3.0 * (6.0f64 / 29.0).powi(2) * (value - 4.0 / 29.0) }
    };
    let middle = (lightness + 16.0) / 116.0;
    let (x, y, z) = (
        0.964_295_676 * inverse(middle + red_green / 500.0),
        inverse(middle),
        0.825_104_603 * inverse(middle - yellow_blue / 200.0),
    );
    [
        3.134_135_852 * x - 1.617_385_998 * y - 0.490_662_215 * z,
        -0.978_795_503 * x + 1.916_254_402 * y + 0.033_441_394 * z,
        0.071_955_387 * x - 0.228_976_810 * y + 1.405_386_059 * z,
    ]
    .map(gamma)
}

/// Display P3 to sRGB; what sRGB cannot show is cut off.
fn p3(shares: [f64; 3]) -> [f64; 3] {
    let [red, green, blue] = shares.map(linear);
    [
        1.224_940_176 * red - 0.224_940_176 * green,
        -0.042_056_955 * red + 1.042_056_955 * green,
        -0.019_637_555 * red - 0.078_636_046 * green + 1.098_273_600 * blue,
    ]
    .map(gamma)
}

/// Light to sRGB.
fn gamma(light: f64) -> f64 {
    if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}

/// sRGB to light.
fn linear(share: f64) -> f64 {
    if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
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

#[cfg(test)]
mod color_tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Option<[u8; 4]>) {
        let expect = expect.map(|[red, green, blue, alpha]| Color { red, green, blue, alpha });
        assert_eq!(parse_color(text), expect, "{text}");
    }

    #[test]
    fn the_usual_forms_are_read() {
        check("rgb(0, 0, 238)", Some([0, 0, 238, 255]));
        check("rgba(10, 20, 30, 0.5)", Some([10, 20, 30, 128]));
        check("rgba(0, 0, 0, 0)", Some([0, 0, 0, 0]));
        check("transparent", Some([0, 0, 0, 0]));
    }

    #[test]
    fn the_spaces_of_css_color_4_are_translated() {
        check("color(srgb 1 0.5 0 / 0.25)", Some([255, 128, 0, 64]));
        check("color(srgb-linear 1 0 none)", Some([255, 0, 0, 255]));
        check("color(display-p3 1 1 1)", Some([255, 255, 255, 255]));
        // sRGB red in each of the others.
        check("oklch(0.62796 0.25768 29.234)", Some([255, 0, 0, 255]));
        check("oklab(0.62796 0.22486 0.12585)", Some([255, 0, 0, 255]));
        check("lab(54.2917 80.8125 69.8851)", Some([255, 0, 0, 255]));
        check("lch(54.2917 106.839 40.8526)", Some([255, 0, 0, 255]));
        check("lab(100 0 0)", Some([255, 255, 255, 255]));
    }

    #[test]
    fn what_is_no_colour_is_none() {
        check("", None);
        check("rgb(1, 2)", None);
        check("rgb(x, 2, 3)", None);
        check("color(unheard-of 1 2 3)", None);
        check("currentcolor", None);
    }
}
