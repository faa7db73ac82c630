//! Captured boxes and styles to those of the document's nodes.

use super::lines::lines;
use super::looks::{Looks, Styles};
use super::outline::Place;
use super::protocol::CapturedDom;
use std::collections::HashMap;
use tamis_page::{
    BoxFlags, Color, Display, Document, Layout, LayoutBuilder, Name, Namespace, NodeId, NodeKind, Rect, Style, StyleId,
    Viewport, names,
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
    places: &[Option<Place>],
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
