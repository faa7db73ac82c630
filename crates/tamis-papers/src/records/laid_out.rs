//! A layout for test pages by simple rules, instead of a renderer.
//!
//! Everything is stacked from top to bottom and as wide as its parent; a text is 20 px high, an image 60. Attributes of
//! the page say otherwise: `data-box="x y width height"`, `data-font="family size weight colour"` (inherited),
//! `hidden`, `data-clips` for an element that cuts off what sticks out of it, and `data-unknown` for one that nobody
//! measured.

use tamis_page::{
    BoxFlags, Color, Display, Document, LayoutBuilder, NodeId, NodeKind, Overflow, Placement, Rect, RenderedPage,
    Style, Viewport, names,
};

const WIDTH: f32 = 1000.0;

/// The page with its boxes and styles.
pub(crate) fn laid_out(html: &str) -> RenderedPage {
    let document = Document::parse(html);
    let heights = heights(&document);
    let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
    let mut boxes: Vec<Option<Rect>> = vec![None; document.len()];
    // Where the next child of each element begins.
    let mut next_y = vec![0.0_f32; document.len()];
    let mut styles: Vec<Style> = vec![Style::default(); document.len()];
    for node in document.nodes() {
        let parent = document.parent(node);
        let above = parent.and_then(|parent| boxes[parent.index()]).unwrap_or(Rect::new(0.0, 0.0, WIDTH, 0.0));
        let inherited = parent.map(|parent| styles[parent.index()].clone()).unwrap_or_default();
        styles[node.index()] = style(&document, node, inherited);
        let is_hidden = parent.is_some_and(|parent| parent != NodeId::ROOT && boxes[parent.index()].is_none());
        if is_hidden
            || !matches!(document.kind(node), NodeKind::Element | NodeKind::Text)
            || has(&document, node, "hidden")
        {
            builder.set_not_rendered(node);
            continue;
        }
        let own = data(&document, node, "data-box").map(|numbers| {
            let numbers: Vec<f32> =
                numbers.split_whitespace().map(|number| number.parse().expect("a number")).collect();
            Rect::new(numbers[0], numbers[1], numbers[2], numbers[3])
        });
        let y = parent.map_or(0.0, |parent| next_y[parent.index()]);
        let rect = own.unwrap_or(Rect::new(above.x, y, above.width, heights[node.index()]));
        if let Some(parent) = parent {
            next_y[parent.index()] = rect.bottom();
        }
        next_y[node.index()] = rect.y;
        boxes[node.index()] = Some(rect);
        if !has(&document, node, "data-unknown") {
            builder.set_box(node, rect, BoxFlags::default(), Display::Block);
            builder.set_style(node, styles[node.index()].clone());
            if has(&document, node, "data-clips") {
                let (overflow_x, overflow_y) = (Overflow::Hidden, Overflow::Hidden);
                builder.set_placement(node, Placement { overflow_x, overflow_y, ..Placement::default() });
            }
        }
    }
    let page_height = boxes.iter().flatten().copied().map(Rect::bottom).fold(0.0, f32::max);
    builder.set_size(WIDTH, page_height);
    RenderedPage::new(document, builder.finish())
}

fn heights(document: &Document) -> Vec<f32> {
    let mut heights = vec![0.0_f32; document.len()];
    for node in document.nodes().rev() {
        if has(document, node, "hidden") || document.is_html(node, names::HEAD) {
            heights[node.index()] = 0.0;
            continue;
        }
        if document.kind(node) == NodeKind::Text && !document.is_blank_text(node) {
            heights[node.index()] = 20.0;
        } else if document.is_html(node, names::IMG) {
            heights[node.index()] = 60.0;
        }
        if let Some(parent) = document.parent(node) {
            heights[parent.index()] += heights[node.index()];
        }
    }
    heights
}

fn data<'d>(document: &'d Document, node: NodeId, name: &str) -> Option<&'d str> {
    document.attribute(node, document.find_name(name)?)
}

fn has(document: &Document, node: NodeId, name: &str) -> bool {
    document.is_element(node) && data(document, node, name).is_some()
}

fn style(document: &Document, node: NodeId, mut style: Style) -> Style {
    if !document.is_element(node) {
        return style;
    }
    match document.tag(node) {
        Some(names::B | names::H1 | names::H2 | names::H3) => style.font_weight = 700,
        Some(names::I | names::EM) => style.italic = true,
        Some(names::A) => {
            style.color = Color { blue: 238, ..Color::BLACK };
            style.decorated = true;
        }
        _ => {}
    }
    if let Some(font) = data(document, node, "data-font") {
        let words: Vec<&str> = font.split_whitespace().collect();
        style.font_family = words[0].to_string();
        style.font_size = words[1].parse().expect("a size");
        style.font_weight = words[2].parse().expect("a weight");
        let grey = words[3].parse().expect("a shade of grey");
        style.color = Color { red: grey, green: grey, blue: grey, alpha: 255 };
    }
    style
}
