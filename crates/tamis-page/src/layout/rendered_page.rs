//! A document together with its layout, and the window that it was laid out for.

use super::Layout;
use crate::document::Document;
use std::sync::Arc;

/// A document and its own layout.
#[derive(Clone, Debug)]
pub struct RenderedPage {
    document: Arc<Document>,
    layout: Layout,
}

impl RenderedPage {
    /// Puts the two together.
    ///
    /// # Panics
    /// The layout is not for as many nodes as the document has.
    pub fn new(document: impl Into<Arc<Document>>, layout: Layout) -> RenderedPage {
        let document = document.into();
        assert_eq!(document.len(), layout.len(), "a layout has an entry for each node of its document");
        RenderedPage { document, layout }
    }

    /// A page that was not rendered: no box is known.
    pub fn unrendered(document: impl Into<Arc<Document>>) -> RenderedPage {
        let document = document.into();
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

    /// A handle to the document, which shares it with the page that was laid out if no script changed it.
    pub fn shared_document(&self) -> &Arc<Document> {
        &self.document
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

/// A part of a page that a renderer left out or made smaller, because it would have taken too long, too much memory or
/// more than numbers can hold. The rest of the layout is as it would be without that part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum GivenUp {
    /// All of the page's own styles: the renderer fails on them.
    Styles,
    /// Style sheets beyond what is read, and rules whose selectors are too many, too deeply nested in other rules, or ask too
    /// much about too many siblings.
    Rules,
    /// Custom properties that are too many for the elements they are for.
    CustomProperties,
    /// Values that no layout can hold: fonts and lengths that grow without end, generated text of megabytes, thousands of
    /// animations on one element.
    Values,
    /// Text beyond what a page is given; it takes no room.
    Text,
    /// Rows and columns that cells claim to cover, beyond those that a table is given.
    Cells,
    /// One flow of text: a block with very many elements in its lines is laid out in parts, each on lines of its own.
    Lines,
    /// Elements in lines that are nested very deeply around blocks; they are laid out as blocks.
    Nesting,
}

impl GivenUp {
    /// All of them, in the order in which a layout names them.
    pub const ALL: [GivenUp; 8] = [
        GivenUp::Styles,
        GivenUp::Rules,
        GivenUp::CustomProperties,
        GivenUp::Values,
        GivenUp::Text,
        GivenUp::Cells,
        GivenUp::Lines,
        GivenUp::Nesting,
    ];

    /// Its name in files.
    pub fn as_str(self) -> &'static str {
        match self {
            GivenUp::Styles => "styles",
            GivenUp::Rules => "rules",
            GivenUp::CustomProperties => "custom-properties",
            GivenUp::Values => "values",
            GivenUp::Text => "text",
            GivenUp::Cells => "cells",
            GivenUp::Lines => "lines",
            GivenUp::Nesting => "nesting",
        }
    }

    /// A sentence for users.
    pub fn message(self) -> &'static str {
        match self {
            GivenUp::Styles => "the renderer fails on the page's styles; it was laid out without them",
            GivenUp::Rules => "style rules that are too many, or whose selectors would take too long, were left out",
            GivenUp::CustomProperties => "custom properties of the page's styles are too many, and were left out",
            GivenUp::Values => "styles ask for more than a layout can hold, and were given less",
            GivenUp::Text => "the page has more text than is laid out; the rest takes no room in the layout",
            GivenUp::Cells => "cells claim more rows or columns than tables are given in the layout",
            GivenUp::Lines => "blocks with very many elements in their lines were laid out in parts",
            GivenUp::Nesting => "elements nested very deeply in lines were laid out as blocks",
        }
    }
}
