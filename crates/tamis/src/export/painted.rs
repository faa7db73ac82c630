//! What there is to draw of a page, from the bottom to the top: boxes and lines of text where the renderer put them.

use std::sync::LazyLock;
use tamis_page::{Clipping, Color, Document, Layout, NodeId, NodeKind, Position, Rect, RenderedPage, Style};

/// The largest picture. A page that is longer is cut: beyond this no viewer helps, and the memory is a quarter gigabyte.
pub(super) const MAX_WIDTH: f32 = 4096.0;
pub(super) const MAX_HEIGHT: f32 = 16384.0;

/// Something that is drawn.
pub(super) enum Piece<'a> {
    /// A picture, a video, a control.
    Replaced(Rect),
    /// An element with its looks, where the renderer knows them, and what it is filled with.
    Box { rect: Rect, style: Option<&'a Style>, ground: Option<Color>, is_inline: bool },
    /// A line of text as it is to be written.
    Line { text: String, rect: Rect, style: &'a Style },
}

/// How a page is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Look {
    /// Every box, whatever cuts it off.
    #[cfg_attr(not(feature = "pictures"), allow(dead_code, reason = "only `export::png` draws all"))]
    Boxes,
    /// What a reader sees: nothing that is cut off.
    Reader,
}

/// How large the picture of a page is, in whole pixels: the page, at least its window, at most what a picture holds.
pub(super) fn picture_size(layout: &Layout) -> (f32, f32) {
    let ((width, height), viewport) = (layout.size(), layout.viewport());
    bounded(width.max(viewport.width as f32), height.max(viewport.height as f32))
}

/// The width and height of a picture in whole pixels, at most what a picture holds.
pub(super) fn bounded(width: f32, height: f32) -> (f32, f32) {
    (width.clamp(1.0, MAX_WIDTH).ceil(), height.clamp(1.0, MAX_HEIGHT).ceil())
}

/// The pieces of a page, those below first. Where a renderer does not say, a page is painted in document order.
pub(super) fn for_each<'a>(page: &'a RenderedPage, look: Look, mut draw: impl FnMut(Piece<'a>)) {
    let (document, layout) = (page.document(), page.layout());
    let clipping = (look == Look::Reader).then(|| Clipping::of(document, layout));
    let mut nodes: Vec<NodeId> = document.nodes().filter(|&node| layout.is_visible(node)).collect();
    nodes.sort_by_key(|&node| (layout.paint_order(node).unwrap_or(0), node));
    for node in nodes {
        let rect = match &clipping {
            Some(clipping) => clipping.visible_rect(node),
            None => layout.rect(node),
        };
        let Some(rect) = rect else { continue };
        match document.kind(node) {
            NodeKind::Element if rect.is_empty() => {}
            NodeKind::Element if layout.is_replaced(node) => draw(Piece::Replaced(rect)),
            NodeKind::Element => {
                let style = layout.style(node);
                let ground = style.and_then(|style| match look {
                    Look::Boxes => Some(style.background),
                    Look::Reader => ground(document, layout, node, style),
                });
                draw(Piece::Box { rect, style, ground, is_inline: layout.display(node).is_inline() });
            }
            NodeKind::Text => draw_lines(document, layout, node, clipping.is_some().then_some(rect), &mut draw),
            _ => {}
        }
    }
}

fn draw_lines<'a>(
    document: &'a Document,
    layout: &'a Layout,
    node: NodeId,
    window: Option<Rect>,
    draw: &mut impl FnMut(Piece<'a>),
) {
    /// Of text that the renderer says nothing about.
    static PLAIN: LazyLock<Style> = LazyLock::new(Style::default);
    let style = layout.style(node).unwrap_or(&PLAIN);
    let lines = layout.lines(node);
    for (idx, line) in lines.iter().enumerate() {
        let middle = Rect::new(line.rect.x + line.rect.width / 2.0, line.rect.y + line.rect.height / 2.0, 0.0, 0.0);
        let is_seen = window.is_none_or(|window| window.contains(middle));
        let Some(text) = document.text(node).get(line.start as usize..line.end as usize).filter(|_| is_seen) else {
            continue;
        };
        // A space at an end was kept if something follows right there, as before a link; else it hangs over the end.
        let has_before = idx == 0 && text.starts_with(char::is_whitespace) && follows(document, layout, node);
        let has_after = idx + 1 == lines.len() && text.ends_with(char::is_whitespace) && leads(document, layout, node);
        let text = spelled(text, has_before, has_after);
        if !text.is_empty() {
            draw(Piece::Line { text, rect: line.rect, style });
        }
    }
}

/// Nodes that are looked at for the next text.
const NEAR: u32 = 30;

/// Whether another text begins where the last line of this one ends.
fn leads(document: &Document, layout: &Layout, node: NodeId) -> bool {
    let mut after = (node.0 + 1..document.len() as u32).take(NEAR as usize).map(NodeId);
    let next = after.find_map(|node| layout.lines(node).first());
    layout.lines(node).last().zip(next).is_some_and(|(own, next)| touch(own.rect, next.rect))
}

/// Whether the first line of this text begins where another ends that has no space there.
fn follows(document: &Document, layout: &Layout, node: NodeId) -> bool {
    let mut before = (node.0.saturating_sub(NEAR)..node.0).rev().map(NodeId);
    let Some((previous, line)) = before.find_map(|node| Some((node, layout.lines(node).last()?))) else { return false };
    let is_joined = layout.lines(node).first().is_some_and(|own| touch(own.rect, line.rect));
    is_joined && !document.text(previous).ends_with(char::is_whitespace)
}

/// Whether two pieces of a line stand side by side, in whichever direction it runs.
fn touch(one: Rect, other: Rect) -> bool {
    let gap = (one.right() - other.x).abs().min((other.right() - one.x).abs());
    gap < 1.0 && one.y < other.bottom() && other.y < one.bottom()
}

/// What a reader sees the box filled with; `None` where it cannot be told from the one around it. What is taken out of
/// the flow may lie over something else. Nobody knows what a background image shows, but light text on it shows that it
/// is dark.
fn ground(document: &Document, layout: &Layout, node: NodeId, style: &Style) -> Option<Color> {
    const DARK: Color = Color { red: 0x7d, green: 0x88, blue: 0x97, alpha: 255 };
    let is_light = |color: Color| u32::from(color.red) + u32::from(color.green) + u32::from(color.blue) > 540;
    if style.background_image && is_light(style.color) && is_light(style.background) {
        return Some(DARK);
    }
    let is_in_flow =
        matches!(layout.placement(node).position, Position::Static | Position::Relative | Position::Sticky);
    let parent = document.parent(node).and_then(|parent| layout.style(parent));
    let around = parent.map_or(Color::WHITE, |style| style.background);
    (!is_in_flow || style.background != around).then_some(style.background)
}

/// A line as it is to be written: the renderer has collapsed white space, the source still has it.
fn spelled(text: &str, has_before: bool, has_after: bool) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() {
        return words;
    }
    let space = |is_there: bool| if is_there { " " } else { "" };
    format!("{}{words}{}", space(has_before), space(has_after))
}

/// How wide a text is at a size, near enough to find room for it: in Helvetica, which most others take their widths from.
pub(super) fn rough_width(text: &str, size: f32) -> f32 {
    let thousandths = |letter: char| match letter {
        ' '..='~' => u32::from(ASCII_WIDTHS[letter as usize - 32]),
        '\0'..='\u{2e7f}' => 556,
        _ => 1000,
    };
    text.chars().map(thousandths).sum::<u32>() as f32 * size / 1000.0
}

/// The widths of the letters from space to tilde, in thousandths of an em: Adobe's metrics of Helvetica.
#[rustfmt::skip]
const ASCII_WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::{BoxFlags, Display, LayoutBuilder, Line, Viewport};

    /// The lines of a paragraph whose texts stand at these edges, left and right.
    #[track_caller]
    fn check(html: &str, edges: &[(f32, f32)], expect: &[&str]) {
        let document = Document::parse(html);
        let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
        let texts: Vec<NodeId> = document.nodes().filter(|&node| document.kind(node) == NodeKind::Text).collect();
        for (&text, &(left, right)) in texts.iter().zip(edges) {
            let rect = Rect::from_edges(left, 0.0, right, 10.0);
            builder.set_box(text, rect, BoxFlags::default(), Display::Inline);
            builder.push_line(text, Line { rect, start: 0, end: document.text(text).len() as u32 });
        }
        let page = RenderedPage::new(document, builder.finish());
        let mut lines = Vec::new();
        for_each(&page, Look::Reader, |piece| {
            if let Piece::Line { text, .. } = piece {
                lines.push(text);
            }
        });
        assert_eq!(lines, expect);
    }

    #[test]
    fn a_space_at_an_end_is_written_where_something_follows_right_there() {
        check(
            "<p>a \n long <b>word</b> here",
            &[(0.0, 50.0), (50.0, 80.0), (80.0, 99.0)],
            &["a long ", "word", " here"],
        );
        check("<p>one <b>two</b>", &[(0.0, 20.0), (25.0, 50.0)], &["one", "two"]);
        check("<p>left <b>right</b>", &[(30.0, 60.0), (0.0, 30.0)], &["left ", "right"]);
        check("<p>alone ", &[(0.0, 20.0)], &["alone"]);
    }

    #[test]
    fn wide_letters_take_more_room() {
        assert!(rough_width("will", 10.0) < rough_width("mows", 10.0));
        assert!(rough_width("mmm", 10.0) < rough_width("光光光", 10.0));
    }
}
