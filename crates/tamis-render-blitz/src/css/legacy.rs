//! Values of presentational attributes, as the HTML standard reads them.

use style::servo::attr::{LengthOrPercentageOrAuto, parse_legacy_color, parse_length};

/// A length or a percentage, as CSS writes it: `300`, `300px`, `50%`.
pub(super) fn dimension(value: &str) -> Option<String> {
    match parse_length(value) {
        LengthOrPercentageOrAuto::Length(length) => Some(format!("{}px", length.to_f32_px())),
        LengthOrPercentageOrAuto::Percentage(share) => Some(format!("{}%", share * 100.0)),
        LengthOrPercentageOrAuto::Auto => None,
    }
}

/// The number that the value begins with.
pub(super) fn non_negative(value: &str) -> Option<u32> {
    let digits = value.trim_start_matches([' ', '\t', '\n', '\r', '\x0C', '+']);
    let end = digits.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end.min(9)].parse().ok()
}

/// A colour; almost any text is one.
pub(super) fn color(value: &str) -> Option<String> {
    let components = parse_legacy_color(value).ok()?.into_srgb_legacy().raw_components().to_owned();
    let byte = |share: f32| (share * 255.0).round().clamp(0.0, 255.0) as u8;
    Some(format!("rgb({},{},{})", byte(components[0]), byte(components[1]), byte(components[2])))
}

/// `<font size>`: 1 to 7, or relative to 3.
pub(super) fn font_size(value: &str) -> Option<&'static str> {
    let value = value.trim();
    let size = match value.as_bytes().first()? {
        b'+' => 3 + i64::from(non_negative(&value[1..])?),
        b'-' => 3 - i64::from(non_negative(&value[1..])?),
        _ => i64::from(non_negative(value)?),
    };
    let sizes = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"];
    sizes.get(size.clamp(1, 7) as usize - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimensions_are_numbers_with_or_without_a_unit() {
        let cases =
            [("300", Some("300px")), (" 50% ", Some("50%")), ("12.5px", Some("12.5px")), ("*", None), ("", None)];
        for (value, expect) in cases {
            assert_eq!(dimension(value).as_deref(), expect, "{value}");
        }
    }

    #[test]
    fn colours_have_names_or_digits() {
        let cases = [
            ("#FF0080", Some("rgb(255,0,128)")),
            ("#f08", Some("rgb(255,0,136)")),
            ("teal", Some("rgb(0,128,128)")),
            ("cccccc", Some("rgb(204,204,204)")),
            ("transparent", None),
            ("", None),
        ];
        for (value, expect) in cases {
            assert_eq!(color(value).as_deref(), expect, "{value}");
        }
    }

    #[test]
    fn font_sizes_are_absolute_or_relative() {
        let cases = [
            ("1", Some("x-small")),
            ("+1", Some("large")),
            ("-9", Some("x-small")),
            ("99", Some("xxx-large")),
            ("x", None),
        ];
        for (value, expect) in cases {
            assert_eq!(font_size(value), expect, "{value}");
        }
    }
}
