//! The picture in pixels.

use super::legend::{Legend, LegendLabel, MARGIN};
use super::palette::{faint, ink_on, of_role};
use super::scene::{Mark, Scene, grown};
use super::svg::{EDGE, GROUND, HALO, INK, VEIL};
use crate::export::painted::Look;
use crate::export::picture;
use crate::export::picture::canvas::{Canvas, Pen};
use ab_glyph::FontRef;
use tamis_page::{Color, Rect, RenderedPage};

pub(super) fn draw(page: Option<&RenderedPage>, scene: &Scene) -> Vec<u8> {
    let legend = Legend::of(scene);
    let Rect { width, height, .. } = scene.paper;
    let whole = Rect::new(-MARGIN, -legend.height, width + 2.0 * MARGIN, height + legend.height + MARGIN);
    let mut canvas = Canvas::new(whole.width as usize, whole.height as usize);
    canvas.move_origin(MARGIN, legend.height);
    canvas.fill(scene.paper, Color::WHITE);
    if let Some(page) = page {
        picture::draw(&mut canvas, page, Look::Reader);
        canvas.fill(scene.paper, faint(Color::WHITE, VEIL));
    }
    // What the page has outside of its own bounds is not on the paper.
    for margin in [
        Rect::from_edges(whole.x, whole.y, whole.right(), 0.0),
        Rect::from_edges(whole.x, scene.paper.bottom(), whole.right(), whole.bottom()),
        Rect::from_edges(whole.x, 0.0, 0.0, scene.paper.bottom()),
        Rect::from_edges(scene.paper.right(), 0.0, whole.right(), scene.paper.bottom()),
    ] {
        canvas.fill(margin, GROUND);
    }
    canvas.frame(Rect::new(-1.0, -1.0, width + 2.0, height + 2.0), 1.0, EDGE);
    let font = picture::font();
    for mark in &scene.marks {
        draw_area(&mut canvas, mark);
    }
    for mark in &scene.marks {
        draw_label(&mut canvas, &font, mark);
    }
    draw_legend(&mut canvas, &font, &legend);
    canvas.into_png()
}

fn draw_area(canvas: &mut Canvas, mark: &Mark) {
    let color = of_role(mark.role);
    canvas.fill(mark.rect, faint(color, mark.tint()));
    let line = mark.line();
    // A pale line around the frame, for pages that are dark there.
    canvas.frame(grown(mark.frame(), line / 2.0 + 1.0), line + 2.0, faint(Color::WHITE, HALO));
    canvas.frame(grown(mark.frame(), line / 2.0), line, if mark.is_part { color } else { faint(color, 0.75) });
}

fn draw_label(canvas: &mut Canvas, font: &FontRef<'_>, mark: &Mark) {
    let Some(label) = &mark.label else { return };
    let color = of_role(mark.role);
    canvas.fill_rounded(grown(label.rect, 1.0), 5.0, Color::WHITE);
    canvas.fill_rounded(label.rect, 4.0, color);
    let pen = Pen { font, size: label.size, color: ink_on(color), is_bold: false };
    write_centred(canvas, &label.text, label.rect, &pen);
}

fn write_centred(canvas: &mut Canvas, text: &str, rect: Rect, pen: &Pen<'_>) {
    let width = pen.width(text).min(rect.width);
    canvas.write(text, Rect::new(rect.x + (rect.width - width) / 2.0, rect.y, width, rect.height), pen);
}

fn draw_legend(canvas: &mut Canvas, font: &FontRef<'_>, legend: &Legend) {
    let write = |canvas: &mut Canvas, entry: &LegendLabel| {
        let pen = Pen { font, size: entry.size, color: INK, is_bold: false };
        canvas.write(&entry.text, Rect { width: pen.width(&entry.text), ..entry.rect }, &pen);
    };
    write(canvas, &legend.title);
    for remark in &legend.remarks {
        write(canvas, remark);
    }
    for (role, entry) in &legend.roles {
        let swatch = Rect::new(entry.rect.x - 18.0, entry.rect.y + 6.0, 12.0, 12.0);
        canvas.fill_rounded(swatch, 3.0, of_role(*role));
        write(canvas, entry);
    }
}
