//! The picture as SVG, and the page alone as a part of one.

use super::legend::{Legend, LegendLabel, MARGIN};
use super::palette::{hex, ink_on, of_role};
use super::scene::{Mark, Scene};
use crate::export::content::xml::{push_attribute, push_text};
use crate::export::painted::{self, Look, Piece};
use std::fmt::Write;
use tamis_extract::segment::Regions;
use tamis_page::{Color, Rect, RenderedPage, Style};

/// Around the page.
pub(super) const GROUND: Color = Color { red: 0xf3, green: 0xf4, blue: 0xf6, alpha: 255 };
/// Of the page.
pub(super) const EDGE: Color = Color { red: 0xd3, green: 0xd7, blue: 0xde, alpha: 255 };
/// Of what is said about it.
pub(super) const INK: Color = Color { red: 0x1f, green: 0x23, blue: 0x2b, alpha: 255 };
/// How much white lies over the page, so that the areas stand out.
pub(super) const VEIL: f32 = 0.25;

/// How white the line is that lies under the frame of an area.
pub(super) const HALO: f32 = 0.7;

/// The bytes that the page itself may take; of one with more to draw, the rest is left out.
const MAX_PAGE_BYTES: usize = 8 << 20;
/// The longest text of an area, in characters.
const MAX_REASON: usize = 300;

/// The areas over the page, or over white paper; `regions` say why each area is what it is.
pub(super) fn write(page: Option<&RenderedPage>, regions: Option<&Regions>, scene: &Scene) -> String {
    let legend = Legend::of(scene);
    let Rect { width, height, .. } = scene.paper;
    let (left, top) = (-MARGIN, -legend.height);
    let (whole_width, whole_height) = (width + 2.0 * MARGIN, height + legend.height + MARGIN);
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole_width}\" height=\"{whole_height}\" \
         viewBox=\"{left} {top} {whole_width} {whole_height}\" font-family=\"Arial, Helvetica, sans-serif\">\n<title>"
    );
    push_text(&mut svg, &legend.title.text);
    let _ = write!(
        svg,
        "</title>\n<rect x=\"{left}\" y=\"{top}\" width=\"{whole_width}\" height=\"{whole_height}\" fill=\"{}\"/>\n\
         <rect x=\"-0.5\" y=\"-0.5\" width=\"{}\" height=\"{}\" fill=\"#fff\" stroke=\"{}\"/>\n",
        hex(GROUND),
        width + 1.0,
        height + 1.0,
        hex(EDGE)
    );
    if let Some(page) = page {
        push_page(&mut svg, page, scene.paper);
        let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\" fill-opacity=\"{VEIL}\"/>");
    }
    if scene.name.is_some() {
        svg.push_str("<g>\n");
        scene.marks.iter().for_each(|mark| push_area(&mut svg, mark, regions));
        svg.push_str("</g>\n<g text-anchor=\"middle\">\n");
        scene.marks.iter().for_each(|mark| push_label(&mut svg, mark, regions));
        svg.push_str("</g>\n");
    }
    push_legend(&mut svg, &legend);
    svg.push_str("</svg>\n");
    svg
}

/// The page, drawn from its layout: a part of a picture whose origin is the corner of the page.
pub(in crate::export) fn push_page(svg: &mut String, page: &RenderedPage, paper: Rect) {
    let Rect { width, height, .. } = paper;
    let start = svg.len();
    // A picture of its own cuts off what sticks out.
    let _ = writeln!(svg, "<svg width=\"{width}\" height=\"{height}\" aria-hidden=\"true\" pointer-events=\"none\">");
    painted::for_each(page, Look::Reader, |piece| {
        if svg.len() - start < MAX_PAGE_BYTES {
            push_piece(svg, &piece, paper);
        }
    });
    svg.push_str("</svg>\n");
}

fn push_piece(svg: &mut String, piece: &Piece<'_>, paper: Rect) {
    match piece {
        &Piece::Replaced(rect) => {
            let Some(rect) = rect.intersection(paper) else { return };
            push_rect(svg, rect, Color { red: 205, green: 205, blue: 205, alpha: 255 });
            if rect.width > 24.0 && rect.height > 24.0 {
                let (x, y) = (Pixels(rect.x), Pixels(rect.y));
                let (right, bottom) = (Pixels(rect.right()), Pixels(rect.bottom()));
                let _ = writeln!(
                    svg,
                    "<path d=\"M{x} {y}L{right} {bottom}M{x} {bottom}L{right} {y}\" stroke=\"#a0a0a0\"/>"
                );
            }
        }
        &Piece::Box { rect, style: Some(style), ground, is_inline } => {
            if let (Some(seen), Some(ground)) = (rect.intersection(paper), ground) {
                push_rect(svg, seen, ground);
            }
            if !is_inline {
                push_borders(svg, rect, style, paper);
            }
        }
        Piece::Box { style: None, .. } => {}
        Piece::Line { text, rect, style } => push_line(svg, text, *rect, style, paper),
    }
}

fn push_borders(svg: &mut String, rect: Rect, style: &Style, paper: Rect) {
    let [top, right, bottom, left] = style.borders;
    let Rect { x, y, width, height } = rect;
    for (line, color) in [
        (Rect::new(x, y, width, top.width), top.color),
        (Rect::new(x, rect.bottom() - bottom.width, width, bottom.width), bottom.color),
        (Rect::new(x, y, left.width, height), left.color),
        (Rect::new(rect.right() - right.width, y, right.width, height), right.color),
    ] {
        if let Some(seen) = line.intersection(paper) {
            push_rect(svg, seen, color);
        }
    }
}

fn push_rect(svg: &mut String, rect: Rect, color: Color) {
    if color.alpha > 0 {
        svg.push_str("<rect");
        push_place(svg, rect);
        push_fill(svg, color);
        svg.push_str("/>\n");
    }
}

fn push_line(svg: &mut String, text: &str, rect: Rect, style: &Style, paper: Rect) {
    let size = style.font_size;
    let is_drawn = rect.intersection(paper).is_some() && (1.0..=400.0).contains(&size) && style.color.alpha > 0;
    if !is_drawn {
        return;
    }
    // The letters stand in the middle of the line: three quarters of what is higher than 0.72 of an em is above them.
    let baseline = rect.y + rect.height / 2.0 + size * 0.36;
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"",
        Pixels(rect.x),
        Pixels(baseline),
        Pixels(size),
        Pixels(rect.width)
    );
    push_fill(svg, style.color);
    let flags = [
        (style.font_weight >= 600, " font-weight=\"bold\""),
        (style.italic, " font-style=\"italic\""),
        (style.decorated, " text-decoration=\"underline\""),
        (text.starts_with(' ') || text.ends_with(' '), " xml:space=\"preserve\""),
    ];
    flags.iter().filter(|(is_so, _)| *is_so).for_each(|(_, attribute)| svg.push_str(attribute));
    svg.push('>');
    push_text(svg, text);
    svg.push_str("</text>\n");
}

fn push_area(svg: &mut String, mark: &Mark, regions: Option<&Regions>) {
    let color = hex(of_role(mark.role));
    // A pale line around the frame, for pages that are dark there.
    svg.push_str("<rect");
    push_place(svg, mark.frame());
    let _ = write!(
        svg,
        " fill=\"none\" stroke=\"#fff\" stroke-width=\"{}\" stroke-opacity=\"{HALO}\"/><rect",
        mark.line() + 2.0
    );
    push_place(svg, mark.frame());
    let _ = write!(
        svg,
        " fill=\"{color}\" fill-opacity=\"{}\" stroke=\"{color}\" stroke-width=\"{}\" stroke-opacity=\"{}\">",
        mark.tint(),
        mark.line(),
        if mark.is_part { 1.0 } else { 0.75 }
    );
    push_title(svg, mark, regions);
    svg.push_str("</rect>\n");
}

fn push_label(svg: &mut String, mark: &Mark, regions: Option<&Regions>) {
    let Some(label) = &mark.label else { return };
    let color = of_role(mark.role);
    svg.push_str("<g>");
    push_title(svg, mark, regions);
    svg.push_str("<rect");
    push_place(svg, label.rect);
    let _ = write!(svg, " rx=\"4\" fill=\"{}\" stroke=\"#fff\"/>", hex(color));
    let (x, y) = (label.rect.x + label.rect.width / 2.0, label.rect.y + label.rect.height / 2.0 + label.size * 0.35);
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\">",
        Pixels(x),
        Pixels(y),
        label.size,
        hex(ink_on(color))
    );
    push_text(svg, &label.text);
    svg.push_str("</text></g>\n");
}

/// What is shown to who points at it.
fn push_title(svg: &mut String, mark: &Mark, regions: Option<&Regions>) {
    svg.push_str("<title>");
    let _ = write!(svg, "{} {}", mark.role.as_str(), mark.id.0);
    let reason = regions.map_or("", |regions| &regions.area(mark.id).reason);
    if !reason.is_empty() {
        svg.push_str(": ");
        push_text(svg, cut(reason, MAX_REASON));
    }
    svg.push_str("</title>");
}

fn push_legend(svg: &mut String, legend: &Legend) {
    let push = |svg: &mut String, LegendLabel { text, rect, size }: &LegendLabel| {
        let y = rect.y + rect.height / 2.0 + size * 0.35;
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" fill=\"{}\">",
            Pixels(rect.x),
            Pixels(y),
            hex(INK)
        );
        push_text(svg, text);
        svg.push_str("</text>\n");
    };
    push(svg, &legend.title);
    legend.remarks.iter().for_each(|remark| push(svg, remark));
    for (role, entry) in &legend.roles {
        svg.push_str("<rect");
        push_place(svg, Rect::new(entry.rect.x - 18.0, entry.rect.y + 6.0, 12.0, 12.0));
        let _ = writeln!(svg, " rx=\"3\" fill=\"{}\"/>", hex(of_role(*role)));
        push(svg, entry);
    }
}

/// Writes where a rectangle is, as attributes.
pub(in crate::export) fn push_place(svg: &mut String, rect: Rect) {
    let Rect { x, y, width, height } = rect;
    for (name, value) in [("x", x), ("y", y), ("width", width), ("height", height)] {
        let _ = write!(svg, " {name}=\"{}\"", Pixels(value));
    }
}

fn push_fill(svg: &mut String, color: Color) {
    push_attribute(svg, "fill", &hex(color));
    if color.alpha < 255 {
        let _ = write!(svg, " fill-opacity=\"{:.2}\"", f32::from(color.alpha) / 255.0);
    }
}

/// The beginning of a text.
pub(in crate::export) fn cut(text: &str, n_chars: usize) -> &str {
    text.char_indices().nth(n_chars).map_or(text, |(end, _)| &text[..end])
}

/// A length with at most one decimal.
struct Pixels(f32);

impl std::fmt::Display for Pixels {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tenths = (f64::from(self.0) * 10.0).round();
        if tenths % 10.0 == 0.0 { write!(out, "{:.0}", tenths / 10.0) } else { write!(out, "{:.1}", tenths / 10.0) }
    }
}
