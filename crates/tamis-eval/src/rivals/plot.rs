//! Quality against speed, as a picture: one panel a data set.

use super::report::{Entry, Figures, SetResults};
use crate::drawing::{GRID, INK, PALE, begin, line, text};
use std::fmt::Write as _;

const PANEL_WIDTH: f64 = 430.0;
const PANEL_HEIGHT: f64 = 330.0;
const LEFT: f64 = 64.0;
const GAP: f64 = 64.0;
const TOP: f64 = 104.0;
const BOTTOM: f64 = 64.0;
const RIGHT: f64 = 36.0;
/// The title and the note need their room, also above a single panel.
const MIN_WIDTH: f64 = 760.0;

const OURS: &str = "#d9480f";
const OTHERS: &str = "#3b5b8c";

/// Draws the data sets side by side.
pub fn svg(sets: &[SetResults]) -> String {
    let n = sets.len().max(1) as f64;
    let width = (LEFT + n * PANEL_WIDTH + (n - 1.0) * GAP + RIGHT).max(MIN_WIDTH);
    let height = TOP + PANEL_HEIGHT + BOTTOM;
    let mut svg = begin(width, height);
    text(&mut svg, (LEFT, 38.0), "Main text: quality against speed", "start", 22.0, INK, 600);
    let note = "Same pages, same referee, one run, one core. Up and to the right is better; speed is on a log scale.";
    text(&mut svg, (LEFT, 61.0), note, "start", 13.0, PALE, 400);
    for (index, set) in sets.iter().enumerate() {
        panel(&mut svg, LEFT + index as f64 * (PANEL_WIDTH + GAP), set);
    }
    svg.push_str("</svg>\n");
    svg
}

struct Point<'a> {
    name: &'a str,
    x: f64,
    y: f64,
    is_ours: bool,
}

fn panel(svg: &mut String, left: f64, set: &SetResults) {
    let figures = |entry: &Entry| -> Option<Figures> { entry.outcome.as_ref().ok().cloned() };
    let there: Vec<(&str, Figures)> =
        set.results.iter().filter_map(|entry| Some((entry.name, figures(entry)?))).collect();
    let is_words = there.iter().any(|(_, figures)| figures.total.n_text_pages > 0);
    let title = format!("{} · {} pages", set.set, set.n_pages);
    text(svg, (left, TOP - 14.0), &title, "start", 14.0, INK, 600);
    let (slow, fast) = decades(there.iter().map(|(_, figures)| figures.pages_per_second()));
    let (low, high) = range(there.iter().map(|(_, figures)| figures.quality()));
    let place_x = |speed: f64| left + (speed.max(1e-3).log10() - slow) / (fast - slow) * PANEL_WIDTH;
    let place_y = |quality: f64| TOP + (high - quality) / (high - low) * PANEL_HEIGHT;
    axes(svg, left, (slow, fast), (low, high), (&place_x, &place_y));
    let what = if is_words { "word F1" } else { "snippet F1" };
    let middle = left + PANEL_WIDTH / 2.0;
    text(svg, (middle, TOP + PANEL_HEIGHT + 46.0), "pages a second", "middle", 13.0, PALE, 400);
    let (x, y) = (left - 46.0, TOP + PANEL_HEIGHT / 2.0);
    let _ = writeln!(
        svg,
        "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" text-anchor=\"middle\" font-size=\"13\" fill=\"{PALE}\">{what}</text>"
    );
    let points: Vec<Point<'_>> = there
        .iter()
        .map(|(name, figures)| Point {
            name,
            x: place_x(figures.pages_per_second()),
            y: place_y(figures.quality()),
            is_ours: *name == "tamis",
        })
        .collect();
    let mut taken: Vec<[f64; 4]> = points.iter().map(|point| around(point.x, point.y, 7.0)).collect();
    for point in &points {
        let (radius, colour) = if point.is_ours { (8.5, OURS) } else { (6.5, OTHERS) };
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\" fill=\"{colour}\" stroke=\"#ffffff\" stroke-width=\"1.5\"/>",
            point.x, point.y
        );
    }
    for (index, point) in points.iter().enumerate() {
        label(svg, (index, point), (left, left + PANEL_WIDTH), &mut taken);
    }
}

fn axes(
    svg: &mut String,
    left: f64,
    (slow, fast): (f64, f64),
    (low, high): (f64, f64),
    (place_x, place_y): (&dyn Fn(f64) -> f64, &dyn Fn(f64) -> f64),
) {
    let bottom = TOP + PANEL_HEIGHT;
    let mut exponent = slow;
    while exponent <= fast + 1e-9 {
        let x = place_x(10_f64.powf(exponent));
        line(svg, (x, TOP), (x, bottom), GRID);
        let speed = 10_f64.powf(exponent).round();
        let spelt = if speed >= 1000.0 { format!("{:.0},000", speed / 1000.0) } else { format!("{speed:.0}") };
        text(svg, (x, bottom + 22.0), &spelt, "middle", 12.0, PALE, 400);
        exponent += 1.0;
    }
    let step = if high - low > 0.45 { 0.1 } else { 0.05 };
    let mut quality = low;
    while quality <= high + 1e-9 {
        let y = place_y(quality);
        line(svg, (left, y), (left + PANEL_WIDTH, y), GRID);
        text(svg, (left - 10.0, y + 4.0), &format!("{quality:.2}"), "end", 12.0, PALE, 400);
        quality += step;
    }
    line(svg, (left, bottom), (left + PANEL_WIDTH, bottom), "#9aa1ae");
}

/// Puts the name beside its point, where it covers neither a point nor another name.
fn label(svg: &mut String, (index, point): (usize, &Point<'_>), (left, right): (f64, f64), taken: &mut Vec<[f64; 4]>) {
    let size = if point.is_ours { 15.0 } else { 13.0 };
    let width = point.name.len() as f64 * size * 0.54;
    let places = [
        ("start", 13.0, 4.5),
        ("end", -13.0, 4.5),
        ("middle", 0.0, -14.0),
        ("middle", 0.0, 23.0),
        ("start", 10.0, -10.0),
        ("end", -10.0, -10.0),
        ("start", 10.0, 19.0),
        ("end", -10.0, 19.0),
        ("middle", 0.0, -30.0),
        ("middle", 0.0, 39.0),
    ];
    let box_at = |(anchor, dx, dy): (&str, f64, f64)| {
        let x = point.x + dx;
        let from = match anchor {
            "start" => x,
            "end" => x - width,
            _ => x - width / 2.0,
        };
        [from, point.y + dy - size * 0.8, from + width, point.y + dy + size * 0.25]
    };
    let is_free = |place: &(&str, f64, f64)| {
        let own = box_at(*place);
        own[0] >= left - 4.0
            && own[2] <= right + 24.0
            && taken.iter().enumerate().all(|(owner, other)| {
                let is_apart = own[2] < other[0] || other[2] < own[0] || own[3] < other[1] || other[3] < own[1];
                is_apart || owner == index
            })
    };
    let place = *places.iter().find(|place| is_free(place)).unwrap_or(&places[0]);
    taken.push(box_at(place));
    let (colour, weight) = if point.is_ours { (OURS, 700) } else { (INK, 400) };
    text(svg, (point.x + place.1, point.y + place.2), point.name, place.0, size, colour, weight);
}

fn around(x: f64, y: f64, reach: f64) -> [f64; 4] {
    [x - reach, y - reach, x + reach, y + reach]
}

/// Whole powers of ten around the speeds.
fn decades(speeds: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut slow, mut fast) = (f64::INFINITY, f64::NEG_INFINITY);
    for speed in speeds.filter(|speed| *speed > 0.0) {
        slow = slow.min(speed.log10().floor());
        fast = fast.max(speed.log10().ceil());
    }
    if slow.is_finite() { (slow, fast.max(slow + 1.0)) } else { (0.0, 4.0) }
}

/// Steps of a twentieth around the figures.
fn range(qualities: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut low, mut high) = (1.0_f64, 0.0_f64);
    for quality in qualities {
        low = low.min(quality);
        high = high.max(quality);
    }
    if low > high {
        return (0.0, 1.0);
    }
    let step = if high - low > 0.35 { 0.1 } else { 0.05 };
    let (low, high) = (((low - 0.01) / step).floor() * step, ((high + 0.01) / step).ceil() * step);
    (low.max(0.0), high.min(1.0).max(low + 2.0 * step))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::content::{TrueContent, score};

    fn entry(name: &'static str, answer: &str, seconds: f64) -> Entry {
        let truth = TrueContent { text: Some("one two three four".to_owned()), ..TrueContent::default() };
        let figures = Figures::of("1".to_owned(), &[(None, score(&truth, answer))]);
        Entry { name, outcome: Ok(Figures { seconds, ..figures }) }
    }

    #[test]
    fn who_is_faster_stands_further_to_the_right() {
        let results = vec![
            entry("tamis", "one two three four", 0.001),
            entry("other", "one two", 0.1),
            Entry { name: "absent", outcome: Err("not installed".to_owned()) },
        ];
        let drawn = svg(&[SetResults { set: "a & b".to_owned(), n_pages: 1, results }]);
        let places: Vec<f64> = drawn
            .lines()
            .filter_map(|line| line.strip_prefix("<circle cx=\"")?.split('"').next()?.parse().ok())
            .collect();
        assert_eq!(places.len(), 2);
        assert!(places[0] > places[1]);
        assert!(drawn.contains("a &amp; b") && !drawn.contains("absent"));
    }
}
