//! A picture of a page, drawn from its layout: what the methods see, not what a browser would paint.
//!
//! Boxes are filled with their background, bordered, and outlined where they would not show otherwise; text stands where
//! the renderer put its lines, in the embedded font, squeezed to the width it was given; images are grey with a cross.

mod canvas;

use ab_glyph::FontRef;
use canvas::{Canvas, Pen};
use tamis_page::{Color, Document, Layout, NodeId, NodeKind, Rect, RenderedPage, Style};

/// The largest picture. A page that is longer is cut: beyond this no viewer helps, and the memory is a quarter gigabyte.
const MAX_WIDTH: f32 = 4096.0;
const MAX_HEIGHT: f32 = 16384.0;

const OUTLINE: Color = Color { red: 170, green: 190, blue: 220, alpha: 110 };
const IMAGE: Color = Color { red: 205, green: 205, blue: 205, alpha: 255 };
const CROSS: Color = Color { red: 160, green: 160, blue: 160, alpha: 255 };

/// The page as a PNG file. Of a page longer than 16,384 pixels, its beginning.
pub fn png(page: &RenderedPage) -> Vec<u8> {
    let (document, layout) = (page.document(), page.layout());
    let (page_width, page_height) = layout.size();
    let viewport = layout.viewport();
    let width = page_width.max(viewport.width as f32).clamp(1.0, MAX_WIDTH);
    let height = page_height.max(viewport.height as f32).clamp(1.0, MAX_HEIGHT);
    let mut canvas = Canvas::new(width.ceil() as usize, height.ceil() as usize);
    let font = FontRef::try_from_slice(tamis_font::SANS).expect("invariant: the embedded font is a font");
    for node in in_paint_order(document, layout) {
        let Some(rect) = layout.rect(node) else { continue };
        match document.kind(node) {
            NodeKind::Element => draw_box(&mut canvas, layout, node, rect),
            NodeKind::Text => draw_text(&mut canvas, &font, document, layout, node),
            _ => {}
        }
    }
    canvas.into_png()
}

/// The visible nodes, those below first. Where a renderer does not say, a page is painted in document order.
fn in_paint_order(document: &Document, layout: &Layout) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> = document.nodes().filter(|&node| layout.is_visible(node)).collect();
    nodes.sort_by_key(|&node| (layout.paint_order(node).unwrap_or(0), node));
    nodes
}

fn draw_box(canvas: &mut Canvas, layout: &Layout, node: NodeId, rect: Rect) {
    if rect.is_empty() {
        return;
    }
    if layout.is_replaced(node) {
        canvas.fill(rect, IMAGE);
        canvas.cross(rect, CROSS);
        return;
    }
    let Some(style) = layout.style(node) else { return canvas.outline(rect, OUTLINE) };
    // An inline box is as high as its font, not as its background; text is drawn over it all the same.
    canvas.fill(rect, style.background);
    if layout.display(node).is_inline() {
        return;
    }
    canvas.outline(rect, OUTLINE);
    let [top, right, bottom, left] = style.borders;
    let Rect { x, y, width, height } = rect;
    canvas.fill(Rect::new(x, y, width, top.width), top.color);
    canvas.fill(Rect::new(x, rect.bottom() - bottom.width, width, bottom.width), bottom.color);
    canvas.fill(Rect::new(x, y, left.width, height), left.color);
    canvas.fill(Rect::new(rect.right() - right.width, y, right.width, height), right.color);
}

fn draw_text(canvas: &mut Canvas, font: &FontRef<'_>, document: &Document, layout: &Layout, node: NodeId) {
    let default = Style::default();
    let style = layout.style(node).unwrap_or(&default);
    let pen = Pen { font, size: style.font_size, color: style.color, is_bold: style.font_weight >= 600 };
    for line in layout.lines(node) {
        let Some(text) = document.text(node).get(line.start as usize..line.end as usize) else { continue };
        // The renderer has collapsed white space; the bytes of the line still have it. Whether a space at an end was
        // kept, as before a link, or hangs over the end of the line, only the width tells.
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_space = |letter: Option<char>| if letter.is_some_and(char::is_whitespace) { " " } else { "" };
        let (before, after) = (is_space(text.chars().next()), is_space(text.chars().next_back()));
        let spellings =
            [words.clone(), format!("{words}{after}"), format!("{before}{words}"), format!("{before}{words}{after}")];
        let misfit = |spelling: &String| (pen.width(spelling) - line.rect.width).abs();
        let best = spellings.iter().min_by(|one, other| misfit(one).total_cmp(&misfit(other)));
        canvas.write(best.unwrap_or(&words), line.rect, &pen);
        if style.decorated && !words.is_empty() {
            let y = line.rect.bottom() - style.font_size * 0.15;
            canvas.fill(Rect::new(line.rect.x, y, line.rect.width, 1.0), style.color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::{BoxFlags, Display, LayoutBuilder, Line, Viewport, names};

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
