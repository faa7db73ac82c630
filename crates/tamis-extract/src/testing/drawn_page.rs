//! Pages for tests, laid out by hand: by what is written beside their elements, or by a rule for many boxes.
//!
//! | attribute | says |
//! |---|---|
//! | `box="x y width height"` | where an element is, and the text in it |
//! | `lines="x y width height; ..."` | where the lines of its text are, one word each |
//! | `back="grey"`, `back="red green blue"` | its background |
//! | `ink="grey"`, `ink="red green blue"` | the colour of its letters |
//! | `font="size"`, `font="size weight"` | the size of its letters, and how bold they are; in a `b` they are bold |
//! | `border="top right bottom left"` | its borders, in pixels |
//! | `item`, `clips` | it has a bullet; it cuts off what sticks out |
//!
//! An `img` is a picture.

use tamis_page::{
    Border, BoxFlags, Color, Display, Document, LayoutBuilder, Line, NodeId, NodeKind, Overflow, Placement, Rect,
    RenderedPage, Style, Viewport, names,
};

/// Lays a page out by its attributes; an element without `box` has none, and text fills its element.
pub fn draw(html: &str) -> RenderedPage {
    lay_out(html, None, Unplaced::Nowhere)
}

/// Lays a page of a given size out by its attributes, as [`draw`] does.
pub fn draw_on(html: &str, width: f32, height: f32) -> RenderedPage {
    lay_out(html, Some((width, height)), Unplaced::Nowhere)
}

/// Lays a page out by its attributes; an element without `box` is where its parent is, and text is a line of 20 px at the top of its element.
pub fn draw_in_flow(html: &str) -> RenderedPage {
    lay_out(html, None, Unplaced::InParent)
}

/// What becomes of elements that do not say where they are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unplaced {
    Nowhere,
    InParent,
}

/// Makes a page of `n_paragraphs` paragraphs with a letter each, where `place` puts them.
pub fn paragraphs(n_paragraphs: usize, place: impl Fn(usize) -> Rect) -> RenderedPage {
    painted_paragraphs(n_paragraphs, usize::MAX, place)
}

/// Makes a page of paragraphs with a letter each, of which every `painted`th is painted, most of them in a grey of their own.
pub fn painted_paragraphs(n_paragraphs: usize, painted: usize, place: impl Fn(usize) -> Rect) -> RenderedPage {
    let document = Document::parse("<p>x".repeat(n_paragraphs));
    let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
    for (idx, node) in document.elements_named(names::P).enumerate() {
        let is_painted = painted != usize::MAX && idx % painted == 0;
        let background = if is_painted { grey((idx % 250) as u8) } else { Color::WHITE };
        for node in [node, NodeId(node.0 + 1)] {
            builder.set_box(node, place(idx), BoxFlags::default(), Display::Block);
            builder.set_style(node, Style { background, ..Style::default() });
        }
    }
    RenderedPage::new(document, builder.finish())
}

/// Makes a page of `n_pictures` pictures, where `place` puts them.
pub fn pictures(n_pictures: usize, place: impl Fn(usize) -> Rect) -> RenderedPage {
    let document = Document::parse("<img>".repeat(n_pictures));
    let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
    for (idx, node) in document.elements_named(names::IMG).enumerate() {
        builder.set_box(node, place(idx), BoxFlags { replaced: true, ..BoxFlags::default() }, Display::Inline);
    }
    RenderedPage::new(document, builder.finish())
}

/// Makes a page of `depth` elements in each other with a letter in the last, where `place` puts them by their depth.
pub fn nested(depth: usize, place: impl Fn(usize) -> (Rect, Color)) -> RenderedPage {
    let mut builder = tamis_page::DocumentBuilder::new();
    for _ in 0..depth {
        builder.open_element(tamis_page::Namespace::Html, "div");
    }
    builder.text("x");
    for _ in 0..depth {
        builder.close();
    }
    let document = builder.finish();
    let mut layout = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
    for (depth, node) in document.nodes().enumerate() {
        let (rect, background) = place(depth);
        layout.set_box(node, rect, BoxFlags::default(), Display::Block);
        layout.set_style(node, Style { background, ..Style::default() });
    }
    RenderedPage::new(document, layout.finish())
}

fn lay_out(html: &str, size: Option<(f32, f32)>, unplaced: Unplaced) -> RenderedPage {
    let document = Document::parse(html);
    let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
    if let Some((width, height)) = size {
        builder.set_size(width, height);
    }
    let is_in_parent = unplaced == Unplaced::InParent;
    let mut boxes = vec![is_in_parent.then_some(Rect::new(0.0, 0.0, 1000.0, 1000.0)); document.len()];
    let mut styles: Vec<Style> = vec![Style::default(); document.len()];
    for node in document.nodes().skip(1) {
        let parent = document.parent(node).expect("only the root has none");
        let inherited = Style { borders: [Border::default(); 4], ..styles[parent.index()].clone() };
        styles[node.index()] = style(&document, node, inherited);
        let above = boxes[parent.index()];
        let rect = match document.kind(node) {
            NodeKind::Element => data(&document, node, "box").map(rect).or(above.filter(|_| is_in_parent)),
            NodeKind::Text if is_in_parent => above.map(|rect| Rect { height: rect.height.min(20.0), ..rect }),
            NodeKind::Text => above,
            _ => continue,
        };
        if document.is_html(node, names::HEAD) {
            builder.set_not_rendered(node);
            continue;
        }
        boxes[node.index()] = rect;
        let Some(rect) = rect else { continue };
        let flags = BoxFlags { replaced: document.is_html(node, names::IMG), ..BoxFlags::default() };
        builder.set_box(node, rect, flags, display(&document, node));
        builder.set_style(node, styles[node.index()].clone());
        if data(&document, node, "clips").is_some() {
            let (overflow_x, overflow_y) = (Overflow::Hidden, Overflow::Hidden);
            builder.set_placement(node, Placement { overflow_x, overflow_y, ..Placement::default() });
        }
        if let Some(lines) = data(&document, parent, "lines").filter(|_| !document.is_element(node)) {
            push_lines(&mut builder, node, document.text(node), lines);
        }
    }
    RenderedPage::new(document, builder.finish())
}

fn display(document: &Document, node: NodeId) -> Display {
    match document.tag(node) {
        Some(names::A | names::B | names::SPAN | names::IMG) => Display::Inline,
        _ if data(document, node, "item").is_some() => Display::ListItem,
        _ => Display::Block,
    }
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
    if document.is_html(node, names::B) {
        style.font_weight = 700;
    }
    if let Some(back) = data(document, node, "back") {
        style.background = color(back);
    }
    if let Some(ink) = data(document, node, "ink") {
        style.color = color(ink);
    }
    if let Some(font) = data(document, node, "font").map(numbers) {
        style.font_size = font[0];
        style.font_weight = font.get(1).map_or(style.font_weight, |&weight| weight as u16);
    }
    if let Some(border) = data(document, node, "border") {
        for (side, width) in style.borders.iter_mut().zip(numbers(border)) {
            *side = Border { width, color: Color::BLACK };
        }
    }
    style
}

fn color(text: &str) -> Color {
    match numbers(text)[..] {
        [shade] => grey(shade as u8),
        [red, green, blue] => Color { red: red as u8, green: green as u8, blue: blue as u8, alpha: 255 },
        _ => panic!("a colour has one number or three: {text}"),
    }
}

fn grey(shade: u8) -> Color {
    Color { red: shade, green: shade, blue: shade, alpha: 255 }
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
