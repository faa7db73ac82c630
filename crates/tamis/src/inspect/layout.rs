//! Where a renderer put everything.

use std::fmt::Write;
use tamis_page::{BoxState, Color, Document, Layout, NodeId, NodeKind, Rect, RenderedPage};

/// The boxes of a page, one line an element or text, indented as they are nested. Nodes that take part in no layout are
/// left out with all that is in them; how many is said at the end.
pub fn layout(page: &RenderedPage) -> String {
    let (document, layout) = (page.document(), page.layout());
    let mut text = String::new();
    let (width, height) = layout.size();
    let viewport = layout.viewport();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "renderer: {}", layout.renderer());
    let _ = writeln!(text, "window: {} × {}, page: {width} × {height}\n", viewport.width, viewport.height);
    let mut totals = Totals::default();
    let mut depths = vec![0usize; document.len()];
    for node in document.nodes() {
        let depth = document.parent(node).map_or(0, |parent| depths[parent.index()] + 1);
        depths[node.index()] = depth;
        totals.count(document, layout, node);
        let Some(rect) = layout.rect(node).filter(|_| !document.is_blank_text(node)) else { continue };
        let indent = "  ".repeat(depth.saturating_sub(1).min(MAX_INDENT));
        let line = match document.kind(node) {
            NodeKind::Element => element(document, layout, node, rect),
            _ => words(document, layout, node, rect),
        };
        let _ = writeln!(text, "{indent}{line}");
    }
    let Totals { rendered, hidden, not_rendered, unknown, lines } = totals;
    let _ = writeln!(
        text,
        "\n{rendered} boxes ({hidden} hidden), {lines} lines of text, {not_rendered} nodes not rendered, \
         {unknown} unknown"
    );
    text
}

/// Deeper nesting is not shown by more space: a line has an end.
const MAX_INDENT: usize = 40;

/// How many there are of each.
#[derive(Default)]
struct Totals {
    rendered: usize,
    hidden: usize,
    not_rendered: usize,
    unknown: usize,
    lines: usize,
}

impl Totals {
    fn count(&mut self, document: &Document, layout: &Layout, node: NodeId) {
        if !matches!(document.kind(node), NodeKind::Element | NodeKind::Text) {
            return;
        }
        match layout.state(node) {
            BoxState::Rendered => self.rendered += 1,
            BoxState::NotRendered => self.not_rendered += 1,
            BoxState::Unknown => self.unknown += 1,
        }
        self.hidden += usize::from(layout.rect(node).is_some() && !layout.is_visible(node));
        self.lines += layout.lines(node).len();
    }
}

fn element(document: &Document, layout: &Layout, node: NodeId, rect: Rect) -> String {
    let mut line = document.tag_name(node).to_owned();
    if let Some(id) = document.attribute(node, tamis_page::names::ID).filter(|id| !id.is_empty()) {
        line.push_str(&format!("#{id}"));
    }
    for class in document.classes(node).take(3) {
        line.push_str(&format!(".{class}"));
    }
    line.push_str(&format!("  {}  {}", place(rect), layout.display(node).as_css()));
    if layout.is_replaced(node) {
        line.push_str(" replaced");
    }
    if !layout.is_visible(node) {
        line.push_str(" hidden");
    }
    let Some(style) = layout.style(node) else { return line };
    // A background is told where it begins.
    let above = document.parent(node).and_then(|parent| layout.style(parent)).map_or(Color::WHITE, |it| it.background);
    if style.background != above {
        line.push_str(&format!("  on {}", color(style.background)));
    }
    if style.background_image {
        line.push_str(" with an image");
    }
    if style.borders.iter().any(|border| border.width > 0.0) {
        let widths = style.borders.map(|border| border.width.to_string());
        line.push_str(&format!("  border {}", widths.join(" ")));
    }
    line
}

fn words(document: &Document, layout: &Layout, node: NodeId, rect: Rect) -> String {
    let words = document.text(node).split_whitespace().take(8).collect::<Vec<_>>().join(" ");
    let shown: String = words.chars().take(48).collect();
    let mark = if shown.len() < document.text(node).trim().len() { "…" } else { "" };
    let mut line = format!("“{shown}{mark}”  {}", place(rect));
    if layout.lines(node).len() > 1 {
        line.push_str(&format!("  {} lines", layout.lines(node).len()));
    }
    if !layout.is_visible(node) {
        line.push_str("  hidden");
    }
    if let Some(style) = layout.style(node) {
        let slant = if style.italic { " italic" } else { "" };
        let decoration = if style.decorated { " decorated" } else { "" };
        line.push_str(&format!(
            "  {} {}{slant}{decoration} {}",
            style.font_size,
            style.font_weight,
            color(style.color)
        ));
    }
    line
}

/// Corner and size.
fn place(rect: Rect) -> String {
    let Rect { x, y, width, height } = rect;
    format!("{x:.0},{y:.0} {width:.0}×{height:.0}")
}

fn color(color: Color) -> String {
    let Color { red, green, blue, alpha } = color;
    let alpha = if alpha == 255 { String::new() } else { format!("{alpha:02x}") };
    format!("#{red:02x}{green:02x}{blue:02x}{alpha}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::{BoxFlags, Display, LayoutBuilder, Style, Viewport};

    #[test]
    fn a_box_is_told_with_its_place_and_what_is_special_about_it() {
        let document = Document::parse("<div id=a class='b c'>Some words</div><script>x</script>");
        let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
        let div = document.elements_named(tamis_page::names::DIV).next().expect("a div");
        let hidden = BoxFlags { visible: false, ..BoxFlags::default() };
        builder.set_box(div, Rect::new(8.0, 16.5, 100.0, 20.0), hidden, Display::Block);
        builder.set_style(div, Style { background: Color::BLACK, ..Style::default() });
        let text = layout(&RenderedPage::new(document, builder.finish()));
        assert!(text.contains("div#a.b.c  8,16 100×20  block hidden  on #000000\n"), "{text}");
        assert!(text.ends_with("1 boxes (1 hidden), 0 lines of text, 0 nodes not rendered, 6 unknown\n"), "{text}");
    }
}
