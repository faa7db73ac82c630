//! A renderer without sense: boxes wherever the characters of the page happen to put them.
//!
//! What a method that looks at boxes must bear is more than any real renderer gives: boxes without size, boxes beyond the
//! page, children far from their parents, numbers that are none. The page alone decides, so that a page at fault is
//! enough to see the fault again.

use super::mutation::seed_of;
use crate::random::Random;
use tamis::{Document, Layout, RenderedPage, Viewport};
use tamis_page::parse::{Limits, ParseOptions, Parser};
use tamis_page::{
    BoxFlags, Color, DecodedPage, Display, LayoutBuilder, Line, NodeKind, Placement, Position, Rect, RenderError,
    RenderRequest, Renderer, Style,
};

/// Lays pages out without sense.
#[derive(Debug, Default)]
pub(super) struct Scattered;

impl Renderer for Scattered {
    fn render(&mut self, page: DecodedPage, request: RenderRequest) -> Result<RenderedPage, RenderError> {
        let limits = Limits::default().with_max_nodes(request.max_nodes);
        let mut parser = Parser::new(ParseOptions::default().with_inline_frames(true).with_limits(limits));
        let text = page.into_text();
        let mut random = Random::new(seed_of(text.as_bytes()));
        let document = parser.parse(text);
        let layout = scatter(&document, request.viewport, &mut random);
        Ok(RenderedPage::new(document, layout))
    }
}

/// How a page's boxes are thrown. Most pages are somewhat like a page: a method that gives up at the first odd box
/// would otherwise never be seen at work.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Throw {
    /// One below the other, as text runs.
    Stacked,
    /// In rows of cards.
    Tiled,
    /// Anywhere on the page.
    Anywhere,
    /// Now and then with a number that no box should have.
    Extreme,
}

fn scatter(document: &Document, viewport: Viewport, random: &mut Random) -> Layout {
    let throw =
        [Throw::Stacked, Throw::Stacked, Throw::Tiled, Throw::Tiled, Throw::Anywhere, Throw::Extreme][random.below(6)];
    let mut builder = LayoutBuilder::new(document.len(), viewport, "scattered");
    let mut top = 0.0_f32;
    let mut tops = vec![0.0_f32; document.len() + 1];
    for node in document.nodes() {
        tops[node.index()] = top;
        if document.kind(node) == NodeKind::Text && !document.is_blank_text(node) {
            top += 20.0 * (1.0 + (document.text(node).len() / 100) as f32);
        }
    }
    tops[document.len()] = top;
    for node in document.nodes() {
        if matches!(document.kind(node), NodeKind::Comment | NodeKind::Doctype) || random.one_in(40) {
            builder.set_not_rendered(node);
            continue;
        }
        // A node that nobody measured is a state of its own.
        if random.one_in(60) {
            continue;
        }
        let (start, end) = (tops[node.index()], tops[document.subtree_end(node).index()]);
        let rect = match throw {
            Throw::Stacked => Rect::new(0.0, start, viewport.width as f32, end - start),
            Throw::Tiled => {
                let column = (node.index() % 4) as f32;
                Rect::new(column * 300.0, start, 280.0, (end - start).max(1.0))
            }
            Throw::Anywhere => Rect::new(part(random), part(random), part(random), part(random)),
            Throw::Extreme if random.one_in(4) => Rect::new(odd(random), odd(random), odd(random), odd(random)),
            Throw::Extreme => Rect::new(part(random), start, part(random), end - start),
        };
        let is_element = document.is_element(node);
        let display = if is_element && !random.one_in(5) { Display::Block } else { Display::Inline };
        builder.set_box(node, rect, BoxFlags::default(), display);
        if is_element {
            builder.set_style(node, style(random));
            if random.one_in(20) {
                let position = if random.one_in(2) { Position::Fixed } else { Position::Absolute };
                builder.set_placement(node, Placement { position, ..Placement::default() });
            }
            builder.set_paint_order(node, random.below(1000) as u32);
        } else if document.kind(node) == NodeKind::Text && random.one_in(2) {
            builder.push_line(node, Line { rect, start: 0, end: document.text(node).len() as u32 });
        }
    }
    builder.set_size(viewport.width as f32, if throw == Throw::Extreme { odd(random) } else { top });
    builder.finish()
}

fn part(random: &mut Random) -> f32 {
    random.below(3000) as f32 - 200.0
}

/// Numbers at which arithmetic ends.
fn odd(random: &mut Random) -> f32 {
    const ODD: [f32; 11] = [0.0, -0.0, 1.0, -1.0, 1e-30, 1e9, -1e9, f32::MAX, f32::MIN, f32::INFINITY, f32::NAN];
    ODD[random.below(ODD.len())]
}

fn style(random: &mut Random) -> Style {
    let font_size = [16.0, 16.0, 12.0, 32.0, 0.0, odd(random)][random.below(6)];
    let color = if random.one_in(4) { Color { red: random.below(256) as u8, ..Color::BLACK } } else { Color::BLACK };
    Style { font_size, color, ..Style::default() }
}
