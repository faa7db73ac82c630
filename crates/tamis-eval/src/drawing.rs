//! Lines and words of plots, as SVG.

use std::fmt::Write as _;

/// Titles and names.
pub(crate) const INK: &str = "#1f2430";
/// What is beside the point: scales and notes.
pub(crate) const PALE: &str = "#7a8190";
/// Lines behind everything.
pub(crate) const GRID: &str = "#e7e9ee";

/// An empty drawing; it ends with `</svg>`.
pub(crate) fn begin(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    )
}

pub(crate) fn line(svg: &mut String, from: (f64, f64), to: (f64, f64), colour: &str) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let _ = writeln!(svg, "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>");
}

pub(crate) fn text(
    svg: &mut String,
    (x, y): (f64, f64),
    text: &str,
    anchor: &str,
    size: f64,
    colour: &str,
    weight: u32,
) {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\" font-weight=\"{weight}\" fill=\"{colour}\">{escaped}</text>"
    );
}
