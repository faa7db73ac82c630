//! Colours as the browser writes computed ones: `rgb()`, `rgba()`, and those of CSS Color 4 in their own spaces.

use tamis_page::Color;

/// The colour, `None` for what is no colour or in a space that is not known here.
pub(super) fn parse(text: &str) -> Option<Color> {
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

    #[track_caller]
    fn check(text: &str, expect: Option<[u8; 4]>) {
        let expect = expect.map(|[red, green, blue, alpha]| Color { red, green, blue, alpha });
        assert_eq!(parse(text), expect, "{text}");
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
