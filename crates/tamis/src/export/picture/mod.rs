//! A picture of a page, drawn from its layout: what the methods see, not what a browser would paint.
//!
//! Boxes are filled with their background, bordered, and outlined where they would not show otherwise; text stands where
//! the renderer put its lines, in the embedded font, squeezed to the width it was given; letters that the font lacks are
//! bars, images are grey with a cross.

pub(super) mod canvas;

use super::painted::{self, Look, Piece, picture_size};
use ab_glyph::FontRef;
use canvas::{Canvas, Pen};
use tamis_page::{Color, Rect, RenderedPage, Style};

const OUTLINE: Color = Color { red: 170, green: 190, blue: 220, alpha: 110 };
const IMAGE: Color = Color { red: 205, green: 205, blue: 205, alpha: 255 };
const CROSS: Color = Color { red: 160, green: 160, blue: 160, alpha: 255 };

/// The page as a PNG file. Of a page longer than 16,384 pixels, its beginning.
pub fn png(page: &RenderedPage) -> Vec<u8> {
    let (width, height) = picture_size(page.layout());
    let mut canvas = Canvas::new(width as usize, height as usize);
    draw(&mut canvas, page, Look::Boxes);
    canvas.into_png()
}

/// The font that pictures are written in.
pub(super) fn font() -> FontRef<'static> {
    FontRef::try_from_slice(tamis_font::SANS).expect("invariant: the embedded font is a font")
}

/// Draws a page; with outlines around its boxes where all of them are looked at.
pub(super) fn draw(canvas: &mut Canvas, page: &RenderedPage, look: Look) {
    let font = font();
    painted::for_each(page, look, |piece| match piece {
        Piece::Replaced(rect) => {
            canvas.fill(rect, IMAGE);
            canvas.cross(rect, CROSS);
        }
        Piece::Box { rect, style: None, .. } if look == Look::Boxes => canvas.outline(rect, OUTLINE),
        Piece::Box { style: None, .. } => {}
        Piece::Box { rect, style: Some(style), ground, is_inline } => {
            if let Some(ground) = ground {
                canvas.fill(rect, ground);
            }
            // An inline box is as high as its font, not as its background; text is drawn over it all the same.
            if !is_inline {
                draw_borders(canvas, rect, style, look);
            }
        }
        Piece::Line { text, rect, style } => draw_line(canvas, &font, &text, rect, style),
    });
}

fn draw_borders(canvas: &mut Canvas, rect: Rect, style: &Style, look: Look) {
    if look == Look::Boxes {
        canvas.outline(rect, OUTLINE);
    }
    let [top, right, bottom, left] = style.borders;
    let Rect { x, y, width, height } = rect;
    canvas.fill(Rect::new(x, y, width, top.width), top.color);
    canvas.fill(Rect::new(x, rect.bottom() - bottom.width, width, bottom.width), bottom.color);
    canvas.fill(Rect::new(x, y, left.width, height), left.color);
    canvas.fill(Rect::new(rect.right() - right.width, y, right.width, height), right.color);
}

fn draw_line(canvas: &mut Canvas, font: &FontRef<'_>, text: &str, rect: Rect, style: &Style) {
    let pen = Pen { font, size: style.font_size, color: style.color, is_bold: style.font_weight >= 600 };
    canvas.write(text, rect, &pen);
    if style.decorated {
        let y = rect.bottom() - style.font_size * 0.15;
        canvas.fill(Rect::new(rect.x, y, rect.width, 1.0), style.color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::{BoxFlags, Display, Document, LayoutBuilder, Line, Viewport, names};

    /// A green box with a word in it, in a window of 40 by 30 pixels.
    fn page() -> RenderedPage {
        let document = Document::parse("<p>HH");
        let mut builder = LayoutBuilder::new(document.len(), Viewport { width: 40, height: 30 }, "by hand");
        let paragraph = document.elements_named(names::P).next().expect("a paragraph");
        let text = document.first_child(paragraph).expect("a text");
        let rect = Rect::new(10.0, 5.0, 20.0, 20.0);
        let green = Style { background: Color { green: 200, ..Color::BLACK }, ..Style::default() };
        builder.set_box(paragraph, rect, BoxFlags::default(), Display::Block);
        builder.set_box(text, rect, BoxFlags::default(), Display::Inline);
        let style = builder.set_style(paragraph, green);
        builder.reuse_style(text, style);
        builder.push_line(text, Line { rect, start: 0, end: 2 });
        RenderedPage::new(document, builder.finish())
    }

    fn pixels(png: &[u8]) -> (png::OutputInfo, Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG file");
        let mut pixels = vec![0; reader.output_buffer_size().expect("fits")];
        let info = reader.next_frame(&mut pixels).expect("a frame");
        (info, pixels)
    }

    #[test]
    fn boxes_and_text_are_where_the_layout_says() {
        let (info, pixels) = pixels(&png(&page()));
        assert_eq!((info.width, info.height), (40, 30));
        let at = |x: usize, y: usize| &pixels[(y * 40 + x) * 3..][..3];
        assert_eq!(at(2, 2), [255, 255, 255], "the page is white");
        assert_eq!(at(28, 22), at(11, 22), "the box is green beside the text");
        assert_eq!(at(28, 22), [0, 200, 0]);
        let n_dark = (0..40 * 30).filter(|&pixel| pixels[pixel * 3 + 1] < 80).count();
        assert!((10..200).contains(&n_dark), "{n_dark} dark pixels of two letters");
    }

    #[test]
    fn the_same_page_is_the_same_picture() {
        assert_eq!(png(&page()), png(&page()));
    }

    #[test]
    fn an_endless_page_is_cut() {
        let document = Document::parse("");
        let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
        builder.set_size(1e7, 1e7);
        let (info, _) = pixels(&png(&RenderedPage::new(document, builder.finish())));
        assert_eq!((info.width, info.height), (4096, 16384));
    }
}
