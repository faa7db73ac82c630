//! The colour of a box: of what is drawn in it, as a person sees it from afar.

use tamis_page::{Color, Style};

/// The colour of a picture, whose pixels are not known.
pub(super) const MID_GREY: Color = Color { red: 128, green: 128, blue: 128, alpha: 255 };

/// What bold, slanted and underlined letters add to one component of their colour.
const BOLD: f64 = 0.3;
const ITALIC: f64 = -0.2;
const UNDERLINE: f64 = 0.2;
/// The brightness that black text starts from, so that bold text can be darker.
const BLACK_BRIGHTNESS: f64 = 0.2;
/// The saturation that white text starts from.
const WHITE_SATURATION: f64 = 0.2;

/// The colour of text: its own, stronger where the letters are heavier. Of coloured text the saturation changes, of grey
/// text the brightness; white text takes a little of the colour behind it, and its saturation changes.
pub(super) fn of_text(style: &Style) -> Color {
    let own = style.color.over(style.background);
    let mut stronger = 0.0;
    for (is_so, step) in [(style.font_weight >= 600, BOLD), (style.italic, ITALIC), (style.decorated, UNDERLINE)] {
        stronger += if is_so { step } else { 0.0 };
    }
    let Hsb { hue, saturation, brightness } = Hsb::of(own);
    if saturation > 0.0 {
        return Hsb { hue, saturation: saturation + stronger, brightness }.to_color();
    }
    if brightness >= 1.0 {
        let behind = Hsb::of(style.background);
        return Hsb { hue: behind.hue, saturation: WHITE_SATURATION - stronger, brightness }.to_color();
    }
    let start = if brightness <= 0.0 { BLACK_BRIGHTNESS } else { brightness };
    Hsb { hue, saturation, brightness: start - stronger }.to_color()
}

/// How different two colours are, from 0 to 1: their distance in the cube of red, green and blue.
pub(super) fn difference(one: Color, other: Color) -> f64 {
    let square = |one: u8, other: u8| {
        let difference = (f64::from(one) - f64::from(other)) / 255.0;
        difference * difference
    };
    let sum = square(one.red, other.red) + square(one.green, other.green) + square(one.blue, other.blue);
    (sum / 3.0).sqrt()
}

/// Hue, saturation and brightness, all from 0 to 1.
#[derive(Clone, Copy)]
struct Hsb {
    hue: f64,
    saturation: f64,
    brightness: f64,
}

impl Hsb {
    fn of(color: Color) -> Hsb {
        let [red, green, blue] = [color.red, color.green, color.blue].map(f64::from);
        let most = red.max(green).max(blue);
        let range = most - red.min(green).min(blue);
        let brightness = most / 255.0;
        if range <= 0.0 {
            return Hsb { hue: 0.0, saturation: 0.0, brightness };
        }
        let sixths = if red >= most {
            (green - blue) / range
        } else if green >= most {
            2.0 + (blue - red) / range
        } else {
            4.0 + (red - green) / range
        };
        Hsb { hue: (sixths / 6.0).rem_euclid(1.0), saturation: range / most, brightness }
    }

    /// What lies outside 0 to 1 is taken for the nearest of both.
    fn to_color(self) -> Color {
        let saturation = self.saturation.clamp(0.0, 1.0);
        let brightness = self.brightness.clamp(0.0, 1.0);
        let component = |shift: f64| {
            let place = (shift + self.hue * 6.0).rem_euclid(6.0);
            let share = place.min(4.0 - place).clamp(0.0, 1.0);
            ((brightness - brightness * saturation * share) * 255.0).round() as u8
        };
        Color { red: component(5.0), green: component(3.0), blue: component(1.0), alpha: 255 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rgb(red: u8, green: u8, blue: u8) -> Color {
        Color { red, green, blue, alpha: 255 }
    }

    #[track_caller]
    fn check(style: &Style, expect: Color) {
        assert_eq!(of_text(style), expect);
    }

    #[test]
    fn heavier_black_text_is_darker_and_slanted_text_is_lighter() {
        let plain = Style::default();
        check(&plain, rgb(51, 51, 51));
        check(&Style { font_weight: 700, ..plain.clone() }, rgb(0, 0, 0));
        check(&Style { italic: true, ..plain.clone() }, rgb(102, 102, 102));
        check(&Style { decorated: true, ..plain }, rgb(0, 0, 0));
    }

    #[test]
    fn white_text_takes_a_little_of_what_is_behind_it() {
        let white = Style { color: Color::WHITE, background: rgb(255, 0, 0), ..Style::default() };
        check(&white, rgb(255, 204, 204));
        check(&Style { italic: true, ..white.clone() }, rgb(255, 153, 153));
        check(&Style { font_weight: 700, ..white }, rgb(255, 255, 255));
    }

    #[test]
    fn coloured_text_changes_its_saturation() {
        let dull = Style { color: rgb(100, 50, 50), ..Style::default() };
        check(&dull, rgb(100, 50, 50));
        check(&Style { decorated: true, ..dull.clone() }, rgb(100, 30, 30));
        check(&Style { font_weight: 700, ..dull.clone() }, rgb(100, 20, 20));
        check(&Style { italic: true, ..dull }, rgb(100, 70, 70));
    }

    #[test]
    fn every_hue_comes_back_as_it_went() {
        for color in [rgb(200, 10, 20), rgb(200, 190, 20), rgb(20, 200, 90), rgb(20, 90, 200), rgb(90, 20, 200)] {
            assert_eq!(Hsb::of(color).to_color(), color);
        }
    }

    #[test]
    fn plain_and_bold_differ_by_a_fifth_and_red_and_blue_by_more() {
        assert!((difference(rgb(51, 51, 51), rgb(0, 0, 0)) - 0.2).abs() < 1e-9);
        assert!((difference(rgb(255, 0, 0), rgb(0, 0, 255)) - 0.8165).abs() < 1e-4);
    }
}
