//! Captured boxes and styles to those of the document's nodes.

use super::looks::{Looks, Styles};
use super::outline::CapturedNode;
use super::protocol::{Bounds, CapturedDom};
use std::collections::HashMap;
use tamis_page::{
    BoxFlags, Color, Display, Document, Layout, LayoutBuilder, Line, Name, Namespace, NodeId, NodeKind, Rect, Style,
    StyleId, Viewport, names,
};

/// Elements whose content is not their children, when they have a box: those of the HTML standard's section on rendering,
/// and form controls.
const REPLACED: [Name; 14] = [
    names::IMG,
    names::VIDEO,
    names::AUDIO,
    names::CANVAS,
    names::IFRAME,
    names::FRAME,
    names::EMBED,
    names::OBJECT,
    names::INPUT,
    names::TEXTAREA,
    names::SELECT,
    names::BUTTON,
    names::METER,
    names::PROGRESS,
];

/// The layout of a document whose nodes are at `places` in what was captured.
pub(super) fn build(
    document: &Document,
    places: &[Option<CapturedNode>],
    captured: &CapturedDom,
    viewport: Viewport,
    version: &str,
) -> Layout {
    let styles = Styles::of(captured);
    let looks = Looks::of(captured, &styles);
    let mut builder = LayoutBuilder::new(document.len(), viewport, version);
    let size = captured.documents.first().map_or((0.0, 0.0), |page| (page.content_width, page.content_height));
    builder.set_size(size.0, size.1);
    let mut rects: Vec<Option<Rect>> = vec![None; document.len()];
    let mut shown = vec![false; document.len()];
    let mut style_ids: HashMap<(usize, Color), StyleId> = HashMap::new();
    let mut node_styles: Vec<Option<StyleId>> = vec![None; document.len()];
    for node in document.nodes() {
        let place = places.get(node.index()).copied().flatten();
        let Some((look, place)) = place.and_then(|place| Some((looks.get(place)?, place))) else { continue };
        let Some(laid_out) = look.layout else { continue };
        let source = &captured.documents[place.document];
        let origin = looks.origins[place.document];
        let rect = match source.layout.bounds.get(laid_out) {
            _ if node == document.root() => Rect::new(0.0, 0.0, size.0, size.1),
            Some(&[x, y, width, height]) => Rect::new(x + origin.0, y + origin.1, width, height),
            None => continue,
        };
        let is_text = document.kind(node) == NodeKind::Text;
        let text_lines = if is_text {
            lines(document.text(node), &looks.text_boxes[place.document].in_box(source, laid_out), origin)
        } else {
            Vec::new()
        };
        // White space between blocks has a box of no size, somewhere.
        if is_text && text_lines.is_empty() && rect.is_empty() {
            continue;
        }
        let computed = styles.get(place.document, laid_out);
        let is_element = document.is_element(node);
        let flags = BoxFlags { visible: look.is_visible, replaced: is_element && is_replaced(document, node) };
        let display = match document.kind(node) {
            NodeKind::Element => computed.map_or(Display::Other, |(_, computed)| computed.display),
            NodeKind::Text => Display::Inline,
            _ => Display::Block,
        };
        builder.set_box(node, rect, flags, display);
        if let Some((_, computed)) = computed.filter(|_| is_element) {
            builder.set_placement(node, computed.placement);
        }
        (rects[node.index()], shown[node.index()]) = (Some(rect), look.is_visible);
        if let Some(&order) = source.layout.paint_orders.get(laid_out) {
            builder.set_paint_order(node, order);
        }
        // A text looks as its parent does, and is listed after it.
        let inherited = document.parent(node).filter(|_| !is_element).and_then(|parent| node_styles[parent.index()]);
        if let Some(style) = inherited {
            builder.reuse_style(node, style);
        } else if let Some((number, computed)) = computed {
            let style = *style_ids.entry((number, look.background)).or_insert_with(|| {
                builder.set_style(node, Style { background: look.background, ..computed.style.clone() })
            });
            builder.reuse_style(node, style);
            node_styles[node.index()] = Some(style);
        }
        for line in text_lines {
            builder.push_line(node, line);
        }
    }
    set_the_rest(document, &mut builder, &mut rects, &mut shown);
    builder.finish()
}

/// Elements without a box of their own: those around boxes take these together (`display: contents`, shadow trees), the
/// others are not rendered.
fn set_the_rest(document: &Document, builder: &mut LayoutBuilder, rects: &mut [Option<Rect>], shown: &mut [bool]) {
    let mut around: Vec<Option<Rect>> = vec![None; document.len()];
    let mut shown_below = vec![false; document.len()];
    for index in (0..document.len()).rev() {
        let node = NodeId(index as u32);
        if rects[index].is_none() {
            match around[index] {
                Some(rect) if document.is_element(node) => {
                    let flags = BoxFlags { visible: shown_below[index], replaced: false };
                    builder.set_box(node, rect, flags, Display::Contents);
                    (rects[index], shown[index]) = (Some(rect), shown_below[index]);
                }
                _ => builder.set_not_rendered(node),
            }
        }
        if let (Some(rect), Some(parent)) = (rects[index], document.parent(node)) {
            let parent = parent.index();
            around[parent] = Some(around[parent].map_or(rect, |others| others.union(rect)));
            shown_below[parent] |= shown[index];
        }
    }
}

fn is_replaced(document: &Document, node: NodeId) -> bool {
    let Some(name) = document.tag(node) else { return false };
    if document.namespace(node) == Namespace::Html {
        return REPLACED.contains(&name);
    }
    // An `svg` in an `svg` is a part of the picture.
    name == names::SVG && document.parent(node).is_none_or(|parent| document.namespace(parent) == Namespace::Html)
}

/// A range of a text node.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextBox {
    pub(super) bounds: Bounds,
    /// In UTF-16 units of the node's text.
    pub(super) start: u32,
    /// In UTF-16 units of the text as it is drawn, which `text-transform` can make longer.
    pub(super) length: u32,
}

/// The lines of a text from its boxes, moved by `offset`.
pub(super) fn lines(text: &str, boxes: &[TextBox], offset: (f32, f32)) -> Vec<Line> {
    let units = Units::of(text);
    let mut starts: Vec<u32> = boxes.iter().map(|text_box| text_box.start).collect();
    starts.sort_unstable();
    let mut lines: Vec<Line> = Vec::new();
    for text_box in boxes {
        // A box ends where another begins, however long it claims to be.
        let next = starts.get(starts.partition_point(|&start| start <= text_box.start));
        let end = text_box.start.saturating_add(text_box.length).min(next.copied().unwrap_or(u32::MAX));
        let (start, end) = (units.byte(text_box.start), units.byte(end));
        let [x, y, width, height] = text_box.bounds;
        let rect = Rect::new(x + offset.0, y + offset.1, width, height);
        match lines.last_mut().filter(|line| stand_side_by_side(line.rect, rect)) {
            Some(line) => {
                line.rect = line.rect.union(rect);
                (line.start, line.end) = (line.start.min(start), line.end.max(end));
            }
            None => lines.push(Line { rect, start, end }),
        }
    }
    lines
}

/// Whether one continues the other: as high, and next to it on either side.
fn stand_side_by_side(one: Rect, other: Rect) -> bool {
    let gap = (other.x - one.right()).max(one.x - other.right());
    (one.y - other.y).abs() < 0.5 && (one.height - other.height).abs() < 0.5 && gap < 1.0
}

/// Positions in UTF-16 to positions in bytes.
enum Units {
    /// They are the same.
    Ascii(u32),
    /// The byte of each unit, and the length of the text.
    Table(Vec<u32>),
}

impl Units {
    fn of(text: &str) -> Units {
        if text.is_ascii() {
            return Units::Ascii(text.len() as u32);
        }
        let mut table = Vec::with_capacity(text.len());
        for (at, character) in text.char_indices() {
            // The second half of a pair begins where the first does: no position is inside a character.
            table.extend(std::iter::repeat_n(at as u32, character.len_utf16()));
        }
        table.push(text.len() as u32);
        Units::Table(table)
    }

    fn byte(&self, unit: u32) -> u32 {
        match self {
            Units::Ascii(length) => unit.min(*length),
            Units::Table(table) => table.get(unit as usize).or(table.last()).copied().unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, boxes: &[(u32, u32, Bounds)], expect: &[(&str, f32)]) {
        let boxes: Vec<TextBox> =
            boxes.iter().map(|&(start, length, bounds)| TextBox { bounds, start, length }).collect();
        let lines = lines(text, &boxes, (0.0, 100.0));
        let found: Vec<(&str, f32)> =
            lines.iter().map(|line| (&text[line.start as usize..line.end as usize], line.rect.y)).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn boxes_that_stand_side_by_side_are_one_line() {
        let text = "  hello\n   big   world";
        let boxes =
            [(2, 6, [0.0, 0.0, 40.0, 19.0]), (11, 4, [39.9, 0.0, 30.0, 19.0]), (17, 5, [0.0, 19.0, 40.0, 19.0])];
        check(text, &boxes, &[("hello\n   big ", 100.0), ("world", 119.0)]);
    }

    #[test]
    fn lines_of_two_columns_are_two() {
        check("ab", &[(0, 1, [0.0, 0.0, 10.0, 19.0]), (1, 1, [300.0, 0.0, 10.0, 19.0])], &[("a", 100.0), ("b", 100.0)]);
    }

    #[test]
    fn positions_are_counted_in_bytes() {
        let boxes = [(0, 3, [0.0, 0.0, 10.0, 19.0]), (3, 3, [0.0, 19.0, 10.0, 19.0])];
        check("é😀x¢z", &boxes, &[("é😀", 100.0), ("x¢z", 119.0)]);
    }

    #[test]
    fn a_box_that_drawing_made_longer_ends_where_the_next_begins() {
        let boxes = [(0, 2, [0.0, 0.0, 10.0, 19.0]), (1, 9, [0.0, 19.0, 10.0, 19.0])];
        check("ßx", &boxes, &[("ß", 100.0), ("x", 119.0)]);
    }
}
