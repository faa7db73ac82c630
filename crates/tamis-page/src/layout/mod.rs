//! Where everything on a rendered page is, and how it looks: a second array beside the [`Document`]'s.
//!
//! A renderer fills a [`LayoutBuilder`]; everything after that reads a [`Layout`] by node id, whether it comes from the
//! embedded renderer, from a browser, or from a [`snapshot`] of either on disk. That a box is not known is a state of its own
//! ([`BoxState::Unknown`]), so that a method can tell "takes no room" from "was not measured".
//!
//! ```
//! use tamis_page::{BoxFlags, BoxState, Display, LayoutBuilder, Rect};
//! use tamis_page::{Document, Viewport};
//!
//! let document = Document::parse("<p>One");
//! let body = document.body().unwrap();
//! let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
//! builder.set_box(body, Rect::new(8.0, 8.0, 1264.0, 18.0), BoxFlags::default(), Display::Block);
//! let layout = builder.finish();
//! assert_eq!(layout.rect(body).map(Rect::area), Some(1264.0 * 18.0));
//! assert_eq!(layout.state(document.root()), BoxState::Unknown);
//! ```

mod build;
mod clipping;
mod rect;
mod rendered_page;
pub(crate) mod snapshot;
mod style;

pub use build::{BoxFlags, LayoutBuilder, StyleId};
pub use clipping::Clipping;
pub use rect::Rect;
pub use rendered_page::{GivenUp, RenderedPage, Viewport};
pub use style::{Border, Color, Display, Overflow, Placement, Position, Style};

use crate::document::{Document, NodeId};

/// Boxes and styles of a page by node id.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    viewport: Viewport,
    renderer: String,
    size: (f32, f32),
    rects: Vec<Rect>,
    marks: Vec<Marks>,
    displays: Vec<Display>,
    placements: Vec<Placement>,
    style_ids: Vec<StyleId>,
    styles: Vec<Style>,
    paint_order: Vec<u32>,
    /// Where the lines of each node end in `lines`.
    line_ends: Vec<u32>,
    lines: Vec<Line>,
    given_up: Vec<GivenUp>,
}

/// What is known about a node's box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum BoxState {
    /// It was not measured.
    #[default]
    Unknown,
    /// It takes part in no layout: `display: none`, a comment, what is in the head.
    NotRendered,
    /// It has a rectangle, which may be empty.
    Rendered,
}

/// A range of a text node that stands on one line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// Where it stands.
    pub rect: Rect,
    /// Its first byte in the node's text.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
}

/// State and flags of one node in a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Marks(u8);

impl Marks {
    const STATE: u8 = 0b11;
    const VISIBLE: u8 = 1 << 2;
    const REPLACED: u8 = 1 << 3;

    fn state(self) -> BoxState {
        match self.0 & Marks::STATE {
            0 => BoxState::Unknown,
            1 => BoxState::NotRendered,
            _ => BoxState::Rendered,
        }
    }
}

const NO_PAINT_ORDER: u32 = u32::MAX;

impl Layout {
    /// A layout without any measurement: every box is [`BoxState::Unknown`].
    pub fn unknown(document: &Document, viewport: Viewport) -> Layout {
        LayoutBuilder::new(document.len(), viewport, "none").finish()
    }

    /// The number of nodes: that of the document.
    pub fn len(&self) -> usize {
        self.rects.len()
    }

    /// Whether there is no node; never so for a document's layout.
    pub fn is_empty(&self) -> bool {
        self.rects.is_empty()
    }

    /// The window that the page was laid out for.
    pub fn viewport(&self) -> Viewport {
        self.viewport
    }

    /// The renderer's name and version.
    pub fn renderer(&self) -> &str {
        &self.renderer
    }

    /// Width and height of the whole page.
    pub fn size(&self) -> (f32, f32) {
        self.size
    }

    /// What the renderer did without, each once, in the order of [`GivenUp::ALL`]. Empty for nearly every page.
    pub fn given_up(&self) -> &[GivenUp] {
        &self.given_up
    }

    /// What is known about the node's box.
    #[inline]
    pub fn state(&self, node: NodeId) -> BoxState {
        self.marks[node.index()].state()
    }

    /// The node's rectangle, borders included; around all of its pieces where it is broken into lines. `None` unless it
    /// is [`BoxState::Rendered`].
    #[inline]
    pub fn rect(&self, node: NodeId) -> Option<Rect> {
        (self.state(node) == BoxState::Rendered).then(|| self.rects[node.index()])
    }

    /// Whether the node is rendered and neither `visibility` nor `opacity` hides it. It may still be empty, or lie
    /// outside the page.
    #[inline]
    pub fn is_visible(&self, node: NodeId) -> bool {
        self.state(node) == BoxState::Rendered && self.marks[node.index()].0 & Marks::VISIBLE != 0
    }

    /// Whether the element's content comes from elsewhere: an image, a video, a form control.
    #[inline]
    pub fn is_replaced(&self, node: NodeId) -> bool {
        self.marks[node.index()].0 & Marks::REPLACED != 0
    }

    /// How the element takes part in the layout; [`Display::None`] where that is not known.
    #[inline]
    pub fn display(&self, node: NodeId) -> Display {
        self.displays[node.index()]
    }

    /// How the element stands to those around it; in the flow and cutting nothing off where that is not known. What is
    /// left of each box in the end is worked out by [`Clipping`].
    #[inline]
    pub fn placement(&self, node: NodeId) -> Placement {
        self.placements[node.index()]
    }

    /// How the element looks; for a text node, how its parent looks. `None` where it is not known.
    #[inline]
    pub fn style(&self, node: NodeId) -> Option<&Style> {
        self.styles.get(self.style_ids[node.index()].0 as usize)
    }

    /// The lines of a text node, from top to bottom; empty for other nodes and where they are not known.
    pub fn lines(&self, node: NodeId) -> &[Line] {
        let start = node.index().checked_sub(1).map_or(0, |before| self.line_ends[before]);
        &self.lines[start as usize..self.line_ends[node.index()] as usize]
    }

    /// When the node is painted: a node of a higher number hides one of a lower number. `None` where it is not known.
    pub fn paint_order(&self, node: NodeId) -> Option<u32> {
        let order = self.paint_order[node.index()];
        (order != NO_PAINT_ORDER).then_some(order)
    }
}
