//! A rendered page as the phases look at it.

use crate::view::paths::PagePaths;
use crate::view::sentences::Sentences;
use std::cell::OnceCell;
use std::ops::Deref;
use tamis_extract::RenderedView;
use tamis_page::{Mask, NodeId, NodeKind, Rect, names};

/// What is shown of a page.
pub(super) struct Screen<'v, 'p> {
    page: &'v RenderedView<'p>,
    /// What is shown: regions and records are chosen by it.
    pub(super) mask: &'v Mask,
    /// What is shown or appears when a reader points at it: the content of records.
    pub(super) content: &'v Mask,
    /// The sentences of that content.
    pub(super) content_sentences: Sentences,
    paths: OnceCell<PagePaths>,
}

impl<'p> Deref for Screen<'_, 'p> {
    type Target = RenderedView<'p>;

    fn deref(&self) -> &RenderedView<'p> {
        self.page
    }
}

/// How many nodes are looked through for the room that a node without a box of its own takes.
const MAX_INSIDE: usize = 200;

impl<'v, 'p> Screen<'v, 'p> {
    pub(super) fn of(page: &'v RenderedView<'p>) -> Screen<'v, 'p> {
        let (mask, content) = (page.visibility().seen(), page.visibility().room());
        Screen {
            page,
            mask,
            content,
            content_sentences: Sentences::of(page.document(), Some(content)),
            paths: OnceCell::new(),
        }
    }

    /// The tag path of every element.
    pub(super) fn paths(&self) -> &PagePaths {
        self.paths.get_or_init(|| PagePaths::of(self.document()))
    }

    /// The box that shares are relative to: the body's, or the page's where the body's is empty. `None` if neither is
    /// known.
    pub(super) fn body_box(&self) -> Option<Rect> {
        let layout = self.layout();
        let body = self.document().body().and_then(|body| layout.rect(body)).filter(|rect| !rect.is_empty());
        let (width, height) = layout.size();
        body.or(Some(Rect::new(0.0, 0.0, width, height))).filter(|rect| !rect.is_empty())
    }

    /// The box of a node; of a node without one, the box around what is shown inside it.
    pub(super) fn box_of(&self, node: NodeId) -> Option<Rect> {
        self.own_box(node).or_else(|| self.around_inside(node, |inner| self.own_box(inner)))
    }

    /// How much room a node takes where a reader sees it: the entries of a carousel that wait beside its window take none.
    pub(super) fn visible_area(&self, node: NodeId) -> f64 {
        let clipping = self.clipping();
        if self.own_box(node).is_some() {
            return clipping.visible_area(node);
        }
        self.around_inside(node, |inner| clipping.visible_rect(inner)).map_or(0.0, Rect::area)
    }

    fn own_box(&self, node: NodeId) -> Option<Rect> {
        self.layout().rect(node).filter(|rect| !rect.is_empty())
    }

    /// The box around the boxes of what is shown inside a node.
    fn around_inside(&self, node: NodeId, boxed: impl Fn(NodeId) -> Option<Rect>) -> Option<Rect> {
        let inside = self.document().descendants(node).take(MAX_INSIDE).filter(|&inner| self.mask.keeps(inner));
        inside.filter_map(boxed).reduce(Rect::union)
    }

    /// Whether a node shows a text or an image or has a link.
    pub(super) fn has_items(&self, node: NodeId) -> bool {
        let document = self.document();
        let is_item = |node: NodeId| {
            self.mask.keeps(node)
                && match document.kind(node) {
                    NodeKind::Text => !document.is_blank_text(node),
                    _ => document.is_html(node, names::IMG) || document.is_html(node, names::A),
                }
        };
        document.subtree(node).any(is_item)
    }
}
