//! The page as rendered, with a layer of boxes for each list beside it.

use super::push_attribute;
use crate::export::overlay::svg::{push_page, push_place};
use crate::export::painted::picture_size;
use crate::findings::Findings;
use crate::page::Page;
use std::fmt::Write;
use std::ops::Range;
use tamis_page::{Clipping, NodeId, NodeKind, Rect};

/// Layers of boxes on their way into the picture.
pub(super) struct Picture<'a> {
    sheet: Option<Sheet<'a>>,
    layers: Vec<Layer>,
}

/// The page as rendered.
struct Sheet<'a> {
    page: &'a Page,
    paper: Rect,
    clipping: Clipping,
    /// How many more nodes may be looked at: what was dropped, and records with their cells, may be nested.
    n_looks: usize,
}

/// The boxes that are seen with one of the lists.
struct Layer {
    id: String,
    html: String,
}

impl<'a> Picture<'a> {
    pub(super) fn of(page: &'a Page) -> Picture<'a> {
        let sheet = page.as_rendered().map(|rendered| {
            let (width, height) = picture_size(rendered.layout());
            let clipping = Clipping::of(rendered.document(), rendered.layout());
            let n_looks = 16 * rendered.document().len() + 1000;
            Sheet { page, paper: Rect::new(0.0, 0.0, width, height), clipping, n_looks }
        });
        Picture { sheet, layers: Vec::new() }
    }

    /// What the picture shows of a box.
    pub(super) fn seen(&self, rect: Rect) -> Option<Rect> {
        rect.intersection(self.sheet.as_ref()?.paper)
    }

    /// The box around what can be seen of some nodes: what is in them, or else they themselves. A link around a picture
    /// is as high as a line of text by itself.
    pub(super) fn around(&mut self, nodes: &[NodeId]) -> Option<Rect> {
        let rects = nodes.iter().filter_map(|&node| {
            let range = self.sheet.as_ref()?.page.document().subtree_range(node);
            self.around_content(range).or_else(|| self.own(node))
        });
        rects.reduce(Rect::union)
    }

    fn own(&self, node: NodeId) -> Option<Rect> {
        let sheet = self.sheet.as_ref()?;
        let is_visible = sheet.page.layout()?.is_visible(node);
        sheet.clipping.visible_rect(node).filter(|_| is_visible)?.intersection(sheet.paper)
    }

    /// The box around the text and the pictures in a range of nodes.
    pub(super) fn around_content(&mut self, range: Range<usize>) -> Option<Rect> {
        let sheet = self.sheet.as_mut()?;
        let layout = sheet.page.layout()?;
        let n_looks = range.len().min(sheet.n_looks);
        sheet.n_looks -= n_looks;
        let document = sheet.page.document();
        let nodes = range.take(n_looks).map(|position| NodeId(position as u32));
        let is_content = |node: NodeId| document.kind(node) == NodeKind::Text || layout.is_replaced(node);
        let rects = nodes.filter(|&node| is_content(node) && layout.is_visible(node));
        let rects = rects.filter_map(|node| sheet.clipping.visible_rect(node));
        rects.reduce(Rect::union).and_then(|rect| rect.intersection(sheet.paper))
    }

    /// Adds a layer; `for` in its boxes is the id of what they belong to.
    pub(super) fn add_layer(&mut self, id: String, boxes: &[Mark<'_>]) {
        let mut html = String::new();
        for Mark { of, color, class, rect } in boxes {
            html.push_str("<rect");
            push_attribute(&mut html, "data-for", of);
            push_attribute(&mut html, "data-c", color);
            push_attribute(&mut html, "class", class);
            push_place(&mut html, *rect);
            html.push_str("/>\n");
        }
        self.layers.push(Layer { id, html });
    }

    /// Writes the picture, or that there is none.
    pub(super) fn push(&self, html: &mut String, findings: &Findings) {
        // Writing to a string cannot fail.
        let Some(Sheet { paper, .. }) = &self.sheet else {
            html.push_str(
                "<section id=\"page\" class=\"without\" aria-label=\"The page\">\n<p id=\"why\" role=\"status\"></p>\n\
                 <p class=\"note\">The page was not rendered, so there is no picture of it.</p>\n</section>\n",
            );
            return;
        };
        let Rect { width, height, .. } = *paper;
        html.push_str(
            "<section id=\"page\" aria-label=\"The page as rendered\">\n<p id=\"why\" role=\"status\"></p>\n\
             <button type=\"button\" id=\"zoom\" aria-pressed=\"false\">Full size</button>\n<div id=\"desk\" tabindex=\"0\" role=\"region\" aria-label=\"The page as rendered\">\n",
        );
        let page_height = findings.page().layout().map_or(height, |layout| layout.size().1);
        let _ = writeln!(
            html,
            "<svg id=\"sheet\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"Arial, Helvetica, sans-serif\">\n\
             <defs><pattern id=\"hatch\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><rect width=\"8\" height=\"8\" fill=\"#5b6270\" fill-opacity=\".45\"/>\
             <rect width=\"3\" height=\"8\" fill=\"#20242c\" fill-opacity=\".4\"/></pattern></defs>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
        );
        if let Some(rendered) = findings.page().as_rendered() {
            push_page(html, rendered, *paper);
        }
        for Layer { id, html: boxes } in &self.layers {
            let _ = write!(html, "<g class=\"layer\" id=\"layer-{id}\">\n{boxes}</g>\n");
        }
        html.push_str("</svg>\n");
        if page_height > height {
            let _ = writeln!(html, "<p class=\"note\">These are the first {height} of {page_height:.0} pixels.</p>");
        }
        html.push_str("</div>\n</section>\n");
    }
}

/// A box in a layer.
pub(super) struct Mark<'a> {
    /// The id of what it belongs to.
    pub(super) of: String,
    /// The name of its colour.
    pub(super) color: &'a str,
    pub(super) class: &'a str,
    pub(super) rect: Rect,
}
