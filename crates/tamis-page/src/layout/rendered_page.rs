//! A document together with its layout, and the window that it was laid out for.

use super::Layout;
use crate::document::Document;

/// A document and its own layout.
#[derive(Clone, Debug)]
pub struct RenderedPage {
    document: Document,
    layout: Layout,
}

impl RenderedPage {
    /// Puts the two together.
    ///
    /// # Panics
    /// The layout is not for as many nodes as the document has.
    pub fn new(document: Document, layout: Layout) -> RenderedPage {
        assert_eq!(document.len(), layout.len(), "a layout has an entry for each node of its document");
        RenderedPage { document, layout }
    }

    /// A page that was not rendered: no box is known.
    pub fn unrendered(document: Document) -> RenderedPage {
        let layout = Layout::unknown(&document, Viewport::default());
        RenderedPage { document, layout }
    }

    /// The document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Its layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Both.
    pub fn into_parts(self) -> (Document, Layout) {
        (self.document, self.layout)
    }
}

/// The window a page is laid out for, in CSS pixels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Viewport {
    /// The width; lines break and media queries decide by it.
    pub width: u32,
    /// The height; pages are longer, but some boxes are as high as the window.
    pub height: u32,
}

impl Default for Viewport {
    /// A desktop window, 1280 × 1024.
    fn default() -> Viewport {
        Viewport { width: 1280, height: 1024 }
    }
}
