//! Pixels. Rectangles, lines and letters are all that is drawn, which is less than any drawing library and its paths.

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};
use std::ops::Range;
use tamis_page::{Color, Rect};

/// A picture that is being drawn, white at first.
pub(in crate::export) struct Canvas {
    width: usize,
    height: usize,
    /// Where the corner of the page is.
    origin: (f32, f32),
    /// How many more pixels may be filled.
    budget: usize,
    /// Red, green and blue of each pixel, row by row.
    pixels: Vec<u8>,
}

/// So often the whole picture may be painted over; thousands of boxes that each fill the page show nothing more.
const MAX_COATS: usize = 30;

/// How text is written.
pub(in crate::export) struct Pen<'a> {
    pub(in crate::export) font: &'a FontRef<'a>,
    pub(in crate::export) size: f32,
    pub(in crate::export) color: Color,
    pub(in crate::export) is_bold: bool,
}

/// Letters larger than this are boxes for all that a picture can show.
const MAX_LETTER: f32 = 400.0;

impl Canvas {
    pub(in crate::export) fn new(width: usize, height: usize) -> Canvas {
        let budget = width * height * MAX_COATS;
        Canvas { width, height, origin: (0.0, 0.0), budget, pixels: vec![255; width * height * 3] }
    }

    /// Moves the corner of the page: what is drawn from now on is drawn from there.
    pub(in crate::export) fn move_origin(&mut self, x: f32, y: f32) {
        self.origin = (x, y);
    }

    fn placed(&self, rect: Rect) -> Rect {
        Rect::new(rect.x + self.origin.0, rect.y + self.origin.1, rect.width, rect.height)
    }

    /// Paints a rectangle; at least one pixel of what is thinner.
    pub(in crate::export) fn fill(&mut self, rect: Rect, color: Color) {
        self.paint(self.placed(rect), color);
    }

    /// Fills a rectangle of the picture with a colour.
    fn paint(&mut self, rect: Rect, color: Color) {
        if rect.is_empty() || color.alpha == 0 {
            return;
        }
        let (columns, rows) = (span(rect.x, rect.right(), self.width), span(rect.y, rect.bottom(), self.height));
        let Some(budget) = self.budget.checked_sub(columns.len() * rows.len()) else { return };
        self.budget = budget;
        // Of each channel there are but 256 values, and a page has millions of pixels.
        let table = [color.red, color.green, color.blue]
            .map(|value| std::array::from_fn::<u8, 256, _>(|below| mixed(below as u8, value, color.alpha, 1.0)));
        for y in rows {
            let row = &mut self.pixels[(y * self.width + columns.start) * 3..(y * self.width + columns.end) * 3];
            for pixel in row.chunks_exact_mut(3) {
                for (channel, table) in pixel.iter_mut().zip(&table) {
                    *channel = table[usize::from(*channel)];
                }
            }
        }
    }

    /// Paints the edge of a rectangle.
    pub(in crate::export) fn outline(&mut self, rect: Rect, color: Color) {
        let Rect { x, y, width, height } = rect;
        self.fill(Rect::new(x, y, width, 1.0), color);
        self.fill(Rect::new(x, rect.bottom() - 1.0, width, 1.0), color);
        self.fill(Rect::new(x, y + 1.0, 1.0, height - 2.0), color);
        self.fill(Rect::new(rect.right() - 1.0, y + 1.0, 1.0, height - 2.0), color);
    }

    /// Paints a frame of some width just inside a rectangle.
    pub(in crate::export) fn frame(&mut self, rect: Rect, line: f32, color: Color) {
        let Rect { x, y, width, height } = rect;
        let (across, down) = (line.min(width), line.min(height / 2.0));
        self.fill(Rect::new(x, y, width, down), color);
        self.fill(Rect::new(x, rect.bottom() - down, width, down), color);
        self.fill(Rect::new(x, y + down, across, height - 2.0 * down), color);
        self.fill(Rect::new(rect.right() - across, y + down, across, height - 2.0 * down), color);
    }

    /// Paints a rectangle with round corners.
    pub(in crate::export) fn fill_rounded(&mut self, rect: Rect, radius: f32, color: Color) {
        let rect = self.placed(rect);
        let radius = radius.min(rect.width / 2.0).min(rect.height / 2.0);
        for y in span(rect.y, rect.bottom(), self.height) {
            for x in span(rect.x, rect.right(), self.width) {
                // How far the middle of the pixel is beyond the nearest point of the rectangle within the corners.
                let (middle_x, middle_y) = (x as f32 + 0.5, y as f32 + 0.5);
                let across = middle_x - middle_x.clamp(rect.x + radius, (rect.right() - radius).max(rect.x + radius));
                let down = middle_y - middle_y.clamp(rect.y + radius, (rect.bottom() - radius).max(rect.y + radius));
                let coverage = (radius - (across * across + down * down).sqrt() + 0.5).clamp(0.0, 1.0);
                self.blend(x, y, color, coverage);
            }
        }
    }

    /// Paints the diagonals of a rectangle.
    pub(in crate::export) fn cross(&mut self, rect: Rect, color: Color) {
        let rect = self.placed(rect);
        let columns = span(rect.x, rect.right(), self.width);
        for x in columns {
            let across = (x as f32 - rect.x) / rect.width.max(1.0);
            for y in [rect.y + across * rect.height, rect.bottom() - 1.0 - across * rect.height] {
                if y >= 0.0 && (y as usize) < self.height {
                    self.blend(x, y as usize, color, 1.0);
                }
            }
        }
    }

    /// Writes a line of text into a rectangle, as wide as that is.
    pub(in crate::export) fn write(&mut self, text: &str, rect: Rect, pen: &Pen<'_>) {
        let rect = self.placed(rect);
        if text.is_empty() || rect.is_empty() || rect.y >= self.height as f32 || !(1.0..=MAX_LETTER).contains(&pen.size)
        {
            return;
        }
        let (scale, natural) = (pen.scale(), pen.width(text));
        let squeeze = if natural > 0.0 { rect.width / natural } else { 1.0 };
        let scaled = pen.font.as_scaled(scale);
        let baseline = rect.y + (rect.height - scaled.height()) / 2.0 + scaled.ascent();
        let mut x = rect.x;
        for letter in text.chars() {
            let place = PxScale { x: scale.x * squeeze, y: scale.y };
            let glyph = pen.font.glyph_id(letter).with_scale_and_position(place, point(x, baseline));
            let start = x;
            x += advance(pen.font, scale, letter) * squeeze;
            if x > self.width as f32 {
                break;
            }
            if glyph.id.0 == 0 {
                // A letter that the font lacks is a piece of a bar, as text in a sketch of a page.
                let bar = Rect::new(start, baseline - pen.size * 0.55, x - start, pen.size * 0.5);
                self.paint(bar, Color { alpha: pen.color.alpha / 3, ..pen.color });
                continue;
            }
            let Some(outline) = pen.font.outline_glyph(glyph) else { continue };
            let bounds = outline.px_bounds();
            let n_strokes = if pen.is_bold { 2 } else { 1 };
            outline.draw(|column, row, coverage| {
                for stroke in 0..n_strokes {
                    let (x, y) = (bounds.min.x + (column + stroke) as f32, bounds.min.y + row as f32);
                    if x >= 0.0 && y >= 0.0 && (x as usize) < self.width && (y as usize) < self.height {
                        self.blend(x as usize, y as usize, pen.color, coverage.min(1.0));
                    }
                }
            });
        }
    }

    pub(in crate::export) fn into_png(self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        // Writing to memory does not fail, and the size is that of the pixels.
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&self.pixels));
        written.map(|()| file).unwrap_or_default()
    }

    fn blend(&mut self, x: usize, y: usize, color: Color, coverage: f32) {
        let pixel = &mut self.pixels[(y * self.width + x) * 3..][..3];
        for (channel, value) in pixel.iter_mut().zip([color.red, color.green, color.blue]) {
            *channel = mixed(*channel, value, color.alpha, coverage);
        }
    }
}

/// A value over another.
fn mixed(below: u8, value: u8, alpha: u8, coverage: f32) -> u8 {
    let share = f32::from(alpha) / 255.0 * coverage;
    (f32::from(below) + (f32::from(value) - f32::from(below)) * share).round() as u8
}

impl Pen<'_> {
    /// How wide a text would be if nothing squeezed it.
    pub(in crate::export) fn width(&self, text: &str) -> f32 {
        let scale = self.scale();
        text.chars().map(|letter| advance(self.font, scale, letter)).sum()
    }

    /// The library measures a font by its height, style sheets by the em.
    fn scale(&self) -> PxScale {
        PxScale::from(self.size * self.font.height_unscaled() / self.font.units_per_em().unwrap_or(1000.0))
    }
}

fn advance(font: &FontRef<'_>, scale: PxScale, letter: char) -> f32 {
    font.as_scaled(scale).h_advance(font.glyph_id(letter))
}

/// The pixels from one edge to the other that are on the picture.
fn span(from: f32, to: f32, end: usize) -> Range<usize> {
    let start = from.round().max(0.0) as usize;
    let stop = (to.round() as usize).max(start + 1);
    if to <= 0.0 { 0..0 } else { start.min(end)..stop.min(end) }
}
