//! What the rules ask about a node, for all nodes of the page: one walk from the last node to the first.

use crate::segment::geometry::PixelRect;
use tamis_extract::RenderedView;
use tamis_extract::segment::is_atom;
use tamis_page::{Display, Document, Layout, NodeId, NodeKind, Rect, names};

/// The nodes of a page as the rules see them.
#[derive(Debug)]
pub(super) struct Nodes {
    facts: Vec<Facts>,
}

/// A node as the rules see it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facts {
    /// Where it is: around what can be seen in it, and its border box if that can be seen too.
    pub(super) rect: PixelRect,
    /// The area of its border box, in square pixels.
    pub(super) area: f64,
    /// Something of it can be seen.
    pub(super) is_valid: bool,
    /// A text, or what counts as one: a picture, a control.
    pub(super) is_text: bool,
    /// A text, or an inline element of nothing but those: a virtual text node.
    pub(super) is_virtual_text: bool,
    pub(super) is_inline: bool,
    /// The number of valid children.
    pub(super) n_children: u32,
    /// How many of them are texts.
    pub(super) n_texts: u32,
    /// How many of them are texts or virtual text nodes.
    pub(super) n_virtual_texts: u32,
    /// An element among its children that is not inline.
    pub(super) has_line_break: bool,
    pub(super) has_rule_line: bool,
    /// The area of its largest valid child.
    pub(super) largest_child: f64,
    /// The areas of its valid children together.
    pub(super) area_of_children: f64,
    /// The font of its longest text.
    pub(super) font: Option<Font>,
    /// All text in it has one size and one weight.
    pub(super) has_one_font: bool,
    pub(super) background: Background,
    longest_text: u32,
}

/// The size, in 64ths of a pixel, and the weight of a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Font {
    pub(super) size: u32,
    pub(super) weight: u16,
}

/// What is painted behind a node: a colour, and whether there is a picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Background {
    color: u32,
    has_image: bool,
}

impl Nodes {
    pub(super) fn of(view: &RenderedView<'_>) -> Nodes {
        let (document, layout) = (view.document(), view.layout());
        let mut facts = vec![Facts { has_one_font: true, ..Facts::default() }; document.len()];
        set_backgrounds(document, layout, &mut facts);
        for node in document.nodes().skip(1).rev() {
            let own = settle(view, node, facts[node.index()], &facts);
            facts[node.index()] = own;
            let parent = document.parent(node).expect("invariant: only the root has no parent");
            facts[parent.index()].add_child(document, node, own);
        }
        Nodes { facts }
    }

    #[inline]
    pub(super) fn get(&self, node: NodeId) -> &Facts {
        &self.facts[node.index()]
    }
}

/// What is behind each node. A picture stays in sight until a colour is painted over it.
fn set_backgrounds(document: &Document, layout: &Layout, facts: &mut [Facts]) {
    for node in document.nodes().skip(1) {
        let above = document.parent(node).map_or(Background::default(), |parent| facts[parent.index()].background);
        let own = layout.style(node).filter(|_| document.is_element(node)).map(|style| {
            let color = style.background;
            let color = u32::from_be_bytes([color.red, color.green, color.blue, color.alpha]);
            Background { color, has_image: style.background_image || above.has_image && above.color == color }
        });
        facts[node.index()].background = own.unwrap_or(above);
    }
}

/// The facts of a node whose children have been added.
fn settle(view: &RenderedView<'_>, node: NodeId, mut own: Facts, facts: &[Facts]) -> Facts {
    let (document, layout) = (view.document(), view.layout());
    own.is_inline = document.is_element(node) && layout.display(node) == Display::Inline;
    let seen = || view.clipping().visible_rect(node).filter(|_| layout.is_visible(node));
    if is_atom(view, node) {
        let Some(rect) = seen() else { return Facts { background: own.background, ..Facts::default() } };
        let font = layout
            .style(node)
            .filter(|_| document.kind(node) == NodeKind::Text)
            .map(|style| Font { size: (style.font_size * 64.0) as u32, weight: style.font_weight });
        return Facts {
            rect: PixelRect::nearest(rect).or_a_pixel(),
            area: rect.area(),
            is_valid: true,
            is_text: true,
            is_virtual_text: true,
            is_inline: own.is_inline,
            font,
            longest_text: font.map_or(0, |_| document.text(node).trim().len() as u32),
            has_one_font: true,
            background: own.background,
            ..Facts::default()
        };
    }
    if !document.is_element(node) {
        return Facts { background: own.background, ..Facts::default() };
    }
    let rect = seen();
    let parent = document.parent(node).expect("invariant: only the root has no parent");
    let is_painted = own.background != facts[parent.index()].background
        || layout.style(node).is_some_and(|style| {
            style.background_image || style.borders.iter().any(|border| border.width > 0.0 && border.color.alpha > 0)
        });
    if let Some(rect) = rect.filter(|_| is_painted) {
        own.rect = own.rect.union(PixelRect::nearest(rect).or_a_pixel());
    }
    own.is_valid = !own.rect.is_empty();
    own.area = rect.map_or_else(|| own.rect.area() as f64, Rect::area);
    own.is_virtual_text = own.is_inline && own.n_children > 0 && own.n_virtual_texts == own.n_children;
    own
}

impl Facts {
    fn add_child(&mut self, document: &Document, child: NodeId, facts: Facts) {
        let is_element = document.is_element(child);
        // A `br` breaks the line though it has no box.
        self.has_line_break |=
            document.is_html(child, names::BR) || is_element && facts.is_valid && !facts.is_text && !facts.is_inline;
        if !facts.is_valid {
            return;
        }
        self.rect = self.rect.union(facts.rect);
        self.n_children += 1;
        self.n_texts += u32::from(facts.is_text);
        self.n_virtual_texts += u32::from(facts.is_virtual_text);
        self.has_rule_line |= document.is_html(child, names::HR);
        self.largest_child = self.largest_child.max(facts.area);
        self.area_of_children += facts.area;
        self.has_one_font &=
            facts.has_one_font && (self.font.is_none() || facts.font.is_none() || self.font == facts.font);
        // Children come from the last to the first: of equally long texts the first one counts.
        if facts.font.is_some() && facts.longest_text >= self.longest_text {
            (self.font, self.longest_text) = (facts.font, facts.longest_text);
        }
    }
}
