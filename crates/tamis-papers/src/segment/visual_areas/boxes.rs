//! The boxes of a page as a flat list in document order: elements, pictures, and texts line by line.

use crate::segment::PixelRect;
use crate::segment::painted::{lines_of, own_paint};
use std::sync::LazyLock;
use tamis_extract::RenderedView;
use tamis_page::{Color, Display, NodeId, NodeKind, Style};

/// No box.
pub(super) const NONE: u32 = u32::MAX;

pub(super) struct PageBox {
    pub(super) node: NodeId,
    pub(super) kind: BoxKind,
    /// The next box above in the document.
    pub(super) above: u32,
    /// The border box, as far as it can be seen.
    pub(super) content: PixelRect,
    pub(super) borders: [i32; 4],
    pub(super) is_list_item: bool,
    /// The colour it paints itself with; `None` shows what is behind it.
    pub(super) paint: Option<Color>,
    pub(super) has_image: bool,
    pub(super) look: TextStyle,
    /// Its font size, if it has text or not.
    pub(super) font_size: f32,
}

impl PageBox {
    /// Whether it is something to see by itself, not what is around it.
    pub(super) fn is_content(&self) -> bool {
        matches!(self.kind, BoxKind::Text | BoxKind::Replaced)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BoxKind {
    Page,
    Element,
    Text,
    Replaced,
}

/// How text looks, summed over its characters.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct TextStyle {
    pub(super) n_chars: f64,
    pub(super) font_size: f64,
    pub(super) bold: f64,
    pub(super) italic: f64,
    pub(super) luminosity: f64,
}

impl TextStyle {
    pub(super) fn add(&mut self, other: TextStyle) {
        self.n_chars += other.n_chars;
        self.font_size += other.font_size;
        self.bold += other.bold;
        self.italic += other.italic;
        self.luminosity += other.luminosity;
    }

    fn of(style: &Style, text: &str) -> TextStyle {
        let n_chars = text.chars().filter(|c| !c.is_whitespace()).count() as f64;
        TextStyle {
            n_chars,
            font_size: n_chars * f64::from(style.font_size),
            bold: if style.font_weight >= 600 { n_chars } else { 0.0 },
            italic: if style.italic { n_chars } else { 0.0 },
            luminosity: n_chars * luminosity(style.color),
        }
    }
}

/// 0.2126 R^2.2 + 0.7152 G^2.2 + 0.0722 B^2.2
fn luminosity(color: Color) -> f64 {
    /// By component. The fifth root is found by Newton's method, because `powf` differs from machine to machine.
    static POWERS: LazyLock<[f64; 256]> = LazyLock::new(|| {
        std::array::from_fn(|component| {
            let share = component as f64 / 255.0;
            let mut root = 1.0_f64;
            for _ in 0..40 {
                root = (4.0 * root + share / (root * root * root * root)) / 5.0;
            }
            share * share * root
        })
    });
    let power = |component: u8| POWERS[usize::from(component)];
    0.2126 * power(color.red) + 0.7152 * power(color.green) + 0.0722 * power(color.blue)
}

/// All boxes with something of them to see, the whole page first.
pub(super) fn list(view: &RenderedView<'_>) -> Vec<PageBox> {
    let (document, layout) = (view.document(), view.layout());
    let unstyled = Style::default();
    let mut boxes = vec![page_box()];
    let mut of_node = vec![0u32; document.len()];
    for node in document.nodes().skip(1) {
        let above = document.parent(node).map_or(0, |parent| of_node[parent.index()]);
        of_node[node.index()] = above;
        if !layout.is_visible(node) || !view.visibility().is_seen(node) {
            continue;
        }
        let style = layout.style(node).unwrap_or(&unstyled);
        match document.kind(node) {
            NodeKind::Text => push_text(&mut boxes, view, node, above, style),
            NodeKind::Element => {
                let element = element_box(view, node, above, style);
                of_node[node.index()] = boxes.len() as u32;
                boxes.push(element);
            }
            _ => {}
        }
    }
    let (width, height) = layout.size();
    let page = PixelRect::nearest(tamis_page::Rect::new(0.0, 0.0, width, height));
    boxes[0].content = boxes.iter().fold(page, |all, one| all.union(one.content));
    boxes
}

fn page_box() -> PageBox {
    PageBox {
        node: NodeId::ROOT,
        kind: BoxKind::Page,
        above: NONE,
        content: PixelRect::default(),
        borders: [0; 4],
        is_list_item: false,
        paint: Some(Color::WHITE),
        has_image: false,
        look: TextStyle::default(),
        font_size: Style::default().font_size,
    }
}

fn element_box(view: &RenderedView<'_>, node: NodeId, above: u32, style: &Style) -> PageBox {
    let layout = view.layout();
    let border = |side: usize| {
        let border = style.borders[side];
        if border.color.alpha == 0 { 0 } else { border.width.ceil().min(1e6) as i32 }
    };
    PageBox {
        node,
        kind: if layout.is_replaced(node) { BoxKind::Replaced } else { BoxKind::Element },
        above,
        content: view.clipping().visible_rect(node).map(PixelRect::nearest).unwrap_or_default(),
        borders: [border(0), border(1), border(2), border(3)],
        is_list_item: layout.display(node) == Display::ListItem,
        paint: own_paint(view, node, style),
        has_image: style.background_image,
        look: TextStyle::default(),
        font_size: style.font_size,
    }
}

fn push_text(boxes: &mut Vec<PageBox>, view: &RenderedView<'_>, node: NodeId, above: u32, style: &Style) {
    for (content, text) in lines_of(view, node).filter(|(_, text)| !text.trim().is_empty()) {
        boxes.push(PageBox {
            node,
            kind: BoxKind::Text,
            above,
            content,
            look: TextStyle::of(style, text),
            font_size: style.font_size,
            paint: None,
            ..page_box()
        });
    }
}
