//! Renderers: the trait, its request, and why a page was not rendered.

use crate::capture::DecodedPage;
use crate::document::Document;
use crate::document::parse;
use crate::layout::{RenderedPage, Viewport};
use std::sync::Arc;
use std::time::Duration;

/// Lays a page out. A renderer returns the document too, because scripts change it: a layout never meets the wrong one.
pub trait Renderer {
    /// Renders one page. A failure costs this page alone; the renderer can be used again.
    ///
    /// # Errors
    /// The page is beyond the renderer's limits, or the renderer failed on it.
    fn render(&mut self, page: DecodedPage, request: RenderRequest) -> Result<RenderedPage, RenderError>;

    /// Lays out a page that is parsed already. A renderer that leaves documents as they are returns this one, so that
    /// answers about it stay valid. One that makes a document of its own, as a browser does, keeps this default.
    ///
    /// # Errors
    /// The page is beyond the renderer's limits, or the renderer failed on it.
    fn lay_out(
        &mut self,
        page: DecodedPage,
        document: &Arc<Document>,
        request: RenderRequest,
    ) -> Result<RenderedPage, RenderError> {
        let _ = document;
        self.render(page, request)
    }
}

/// What is asked of a renderer, besides the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RenderRequest {
    /// The window that the page is laid out for.
    pub viewport: Viewport,
    /// Nodes of the document. Of a page with more the rest is not read, and the document
    /// [says so](Document::limits_hit). Default 8,000,000, as for the parser.
    pub max_nodes: usize,
}

impl Default for RenderRequest {
    fn default() -> RenderRequest {
        RenderRequest { viewport: Viewport::default(), max_nodes: parse::Limits::default().max_nodes }
    }
}

crate::setters! { RenderRequest;
    with_viewport viewport: Viewport = viewport, "Sets the window.";
    with_max_nodes max_nodes: usize = max_nodes, "Sets the limit on nodes.";
}

/// When a page whose scripts run is ready to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Wait {
    /// When it and everything it refers to is loaded: the `load` event.
    #[default]
    Load,
    /// When it is loaded and nothing was asked for during half a second.
    NetworkIdle,
    /// This long after it is loaded.
    Time(Duration),
}

/// Why a page was not rendered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The page is beyond a limit.
    #[error("the page has {found} {what}, more than the {limit} that are rendered")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much there is.
        found: usize,
        /// How much is allowed.
        limit: usize,
    },
    /// The page took too long.
    #[error("rendering was not done after {seconds} s")]
    TimedOut {
        /// The limit.
        seconds: f64,
    },
    /// The page took too much memory.
    #[error("laying the page out takes more than the {limit} bytes of memory that are allowed")]
    OutOfMemory {
        /// The limit.
        limit: u64,
    },
    /// The renderer died on the page.
    #[error("the renderer crashed: {message}")]
    Crashed {
        /// What is known about it.
        message: String,
    },
    /// The renderer refused the page.
    #[error("the renderer failed: {message}")]
    Engine {
        /// What it said.
        message: String,
    },
    /// There is no renderer.
    #[error("{what} was not found")]
    Unavailable {
        /// What is missing.
        what: String,
        /// What to do about it.
        hint: String,
    },
}
