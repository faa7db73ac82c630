//! A renderer for tests of methods that look at boxes, on pages for which no rendering is stored: everything stands
//! below what comes before it.

use tamis::tamis_page::layout::{BoxFlags, Display, LayoutBuilder, Rect};
use tamis::tamis_page::parse::{Limits, ParseOptions, Parser};
use tamis::tamis_page::render::{RenderError, Renderer};
use tamis::tamis_page::{DecodedPage, Document, NodeKind, RenderRequest, names};
use tamis::{PageReader, RenderedPage, Viewport};

/// A reader that gives every page such a layout.
pub(crate) fn reader() -> PageReader {
    PageReader::default().with_renderer(Box::new(Stacked), Viewport::default())
}

struct Stacked;

impl Renderer for Stacked {
    fn render(&mut self, page: DecodedPage, request: RenderRequest) -> Result<RenderedPage, RenderError> {
        let limits = Limits::default().with_max_nodes(request.max_nodes);
        let mut parser = Parser::new(ParseOptions::default().with_inline_frames(true).with_limits(limits));
        let document = parser.parse(page.into_text());
        let layout = stack(&document, request.viewport);
        Ok(RenderedPage::new(document, layout))
    }
}

const LINE: f32 = 20.0;
const LETTERS_IN_LINE: usize = 100;

/// Every text takes so many lines; an element reaches from its first line to its last.
fn stack(document: &Document, viewport: Viewport) -> tamis::Layout {
    let mut builder = LayoutBuilder::new(document.len(), viewport, "stacked");
    let mut is_shown = vec![true; document.len()];
    // How many lines come before each node; a subtree ends where the next node begins.
    let mut lines_before = vec![0_usize; document.len() + 1];
    for node in document.nodes() {
        let i = node.index();
        let above = document.parent(node).is_none_or(|parent| is_shown[parent.index()]);
        let hides = [names::HEAD, names::SCRIPT, names::STYLE, names::TEMPLATE];
        is_shown[i] = above && !hides.iter().any(|&name| document.is_html(node, name));
        let is_text = document.kind(node) == NodeKind::Text && is_shown[i] && !document.is_blank_text(node);
        let n_lines = if is_text { document.text(node).len().div_ceil(LETTERS_IN_LINE) } else { 0 };
        lines_before[i + 1] = lines_before[i] + n_lines;
    }
    let height = |n_lines: usize| n_lines as f32 * LINE;
    for node in document.nodes() {
        let (start, end) = (lines_before[node.index()], lines_before[document.subtree_end(node).index()]);
        if !is_shown[node.index()] || matches!(document.kind(node), NodeKind::Comment | NodeKind::Doctype) {
            builder.set_not_rendered(node);
            continue;
        }
        let rect = Rect::new(0.0, height(start), viewport.width as f32, height(end - start));
        let display = if document.is_element(node) { Display::Block } else { Display::Inline };
        builder.set_box(node, rect, BoxFlags::default(), display);
    }
    builder.set_size(viewport.width as f32, height(lines_before[document.len()]));
    builder.finish()
}
