//! What the engine laid out, as a [`Layout`](tamis_page::Layout) by node id.

mod boxes;
mod inline;
mod placement;
mod styles;

pub(crate) use boxes::write;
pub(crate) use styles::Displays;

use tamis_page::{NodeId, Rect, Viewport};

/// A document of the page and where it stands: the page itself, or a frame in it.
pub(crate) struct FramePlace {
    /// The document node, or the frame whose children are its document.
    pub(crate) root: NodeId,
    /// The window that the document is laid out for.
    pub(crate) viewport: Viewport,
    /// Where its top left corner is on the page.
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// Whether what is around it can be seen.
    pub(crate) visible: bool,
}

impl FramePlace {
    /// The page itself.
    pub(crate) fn page(viewport: Viewport) -> FramePlace {
        FramePlace { root: NodeId::ROOT, viewport, x: 0.0, y: 0.0, visible: true }
    }

    /// The document in a frame, whose content is shown in this rectangle.
    fn inner(root: NodeId, content: Rect, visible: bool) -> FramePlace {
        let side = |length: f32| length.round().clamp(1.0, 10_000.0) as u32;
        let viewport = Viewport { width: side(content.width), height: side(content.height) };
        FramePlace { root, viewport, x: content.x, y: content.y, visible }
    }
}
