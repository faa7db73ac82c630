//! Pages with boxes and areas for the tests of what is drawn.

use crate::findings::Findings;
use crate::page::Page;
use tamis_extract::RenderedView;
use tamis_extract::segment::{Levels, RegionsBuilder};
use tamis_page::{
    BoxFlags, Color, Display, Document, LayoutBuilder, Line, NodeId, NodeKind, Rect, RenderedPage, Style, Viewport,
};

/// A window of 400 pixels in which each text is a line of 20 pixels, one below the other.
pub(super) fn rendered(html: &str) -> RenderedPage {
    let document = Document::parse(html);
    let mut builder = LayoutBuilder::new(document.len(), Viewport { width: 400, height: 40 }, "by hand");
    let (mut tops, mut top) = (Vec::new(), 0.0);
    let is_line = |node: NodeId| document.kind(node) == NodeKind::Text && !document.is_blank_text(node);
    let body = document.body().map_or(0..0, |body| document.subtree_range(body));
    for node in document.nodes() {
        tops.push(top);
        top += if body.contains(&node.index()) && is_line(node) { 20.0 } else { 0.0 };
    }
    tops.push(top);
    let look = Style { background: Color { red: 250, ..Color::WHITE }, ..Style::default() };
    for node in document.nodes().filter(|node| body.contains(&node.index())) {
        let (start, end) = (tops[node.index()], tops[document.subtree_end(node).index()]);
        let rect = Rect::new(0.0, start, 400.0, end - start);
        let display = if document.is_element(node) { Display::Block } else { Display::Inline };
        builder.set_box(node, rect, BoxFlags::default(), display);
        builder.set_style(node, look.clone());
        if is_line(node) {
            builder.push_line(node, Line { rect, start: 0, end: document.text(node).len() as u32 });
        }
    }
    builder.set_size(400.0, top);
    RenderedPage::new(document, builder.finish())
}

/// Such a page, with each child of its body an area.
pub(super) fn findings_of(html: &str) -> Findings {
    cut_into(html, &[])
}

/// Findings of a page, with other rectangles for the first areas.
pub(super) fn cut_into(html: &str, rects: &[Rect]) -> Findings {
    let page = rendered(html);
    let document = page.document();
    let mut builder = RegionsBuilder::new();
    let children = document.body().map(|body| document.child_elements(body)).into_iter().flatten();
    for (idx, child) in children.enumerate() {
        let area = builder.add(builder.root(), Levels::BOTH);
        builder.assign(child, area);
        if let Some(&rect) = rects.get(idx) {
            builder.set_rect(area, rect);
        }
    }
    let regions = builder.finish(&RenderedView::of(&page));
    Findings::of(Page::rendered(page)).with_regions(regions)
}
