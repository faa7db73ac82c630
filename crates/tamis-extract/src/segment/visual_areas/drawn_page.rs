//! Pages for tests whose boxes are written beside their elements.
//!
//! `at="x y width height"` is the box of an element and of the text in it; `lines="x y width height; ..."` are those of
//! the lines of its text, one word each. `paint="grey"` is its background, `border="top right bottom left"` its borders
//! in pixels, `font="size"` the size of its letters, `grey="grey"` their colour, `item` makes it a list item and `image`
//! a picture. What has no `at` has no box.

use tamis_page::{
    Border, BoxFlags, Color, Display, Document, LayoutBuilder, Line, NodeId, NodeKind, Rect, RenderedPage, Style,
    Viewport,
};

/// The page; `width` and `height` are its size.
pub(super) fn draw(html: &str, width: f32, height: f32) -> RenderedPage {
    let document = Document::parse(html);
    let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
    builder.set_size(width, height);
    let mut styles: Vec<Style> = vec![Style::default(); document.len()];
    for node in document.nodes().skip(1) {
        let parent = document.parent(node).expect("only the root has none");
        let inherited = Style { borders: [Border::default(); 4], ..styles[parent.index()].clone() };
        styles[node.index()] = style(&document, node, inherited);
        let (element, is_text) = match document.kind(node) {
            NodeKind::Element => (node, false),
            NodeKind::Text => (parent, true),
            _ => continue,
        };
        let Some(rect) = data(&document, element, "at").map(rect) else { continue };
        let flags = BoxFlags { replaced: !is_text && data(&document, node, "image").is_some(), ..BoxFlags::default() };
        let is_item = !is_text && data(&document, node, "item").is_some();
        builder.set_box(node, rect, flags, if is_item { Display::ListItem } else { Display::Block });
        builder.set_style(node, styles[node.index()].clone());
        if let Some(lines) = data(&document, element, "lines").filter(|_| is_text) {
            push_lines(&mut builder, node, document.text(node), lines);
        }
    }
    RenderedPage::new(document, builder.finish())
}

fn push_lines(builder: &mut LayoutBuilder, node: NodeId, text: &str, lines: &str) {
    let mut start = 0;
    for line in lines.split(';') {
        let end = text[start + 1..].find(' ').map_or(text.len(), |at| start + 1 + at);
        builder.push_line(node, Line { rect: rect(line), start: start as u32, end: end as u32 });
        start = end;
    }
}

fn style(document: &Document, node: NodeId, mut style: Style) -> Style {
    if document.kind(node) != NodeKind::Element {
        return style;
    }
    let grey = |text: &str| {
        let grey = text.parse().expect("a shade of grey");
        Color { red: grey, green: grey, blue: grey, alpha: 255 }
    };
    if let Some(paint) = data(document, node, "paint") {
        style.background = grey(paint);
    }
    if let Some(color) = data(document, node, "grey") {
        style.color = grey(color);
    }
    if let Some(size) = data(document, node, "font") {
        style.font_size = size.parse().expect("a size");
    }
    if let Some(border) = data(document, node, "border") {
        for (side, width) in style.borders.iter_mut().zip(numbers(border)) {
            *side = Border { width, color: Color::BLACK };
        }
    }
    style
}

fn rect(text: &str) -> Rect {
    let numbers = numbers(text);
    Rect::new(numbers[0], numbers[1], numbers[2], numbers[3])
}

fn numbers(text: &str) -> Vec<f32> {
    text.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}

fn data<'d>(document: &'d Document, node: NodeId, name: &str) -> Option<&'d str> {
    document.attribute(node, document.find_name(name)?)
}
