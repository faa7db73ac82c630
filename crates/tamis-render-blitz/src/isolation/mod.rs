//! Pages apart from each other and from the caller.

mod thread;

use crate::options::{BlitzOptions, Isolation};
use tamis_page::Capture;
use tamis_page::render::{RenderError, RenderedPage, Renderer, Viewport};
use thread::ThreadWorker;

pub use thread::MAX_STRAYS;

/// The embedded renderer. It keeps what is the same for every page, so use one for many.
pub struct BlitzRenderer {
    options: BlitzOptions,
    worker: ThreadWorker,
}

impl BlitzRenderer {
    /// A renderer with these bounds.
    pub fn new(options: BlitzOptions) -> BlitzRenderer {
        BlitzRenderer { options, worker: ThreadWorker::default() }
    }
}

impl Default for BlitzRenderer {
    fn default() -> BlitzRenderer {
        BlitzRenderer::new(BlitzOptions::default())
    }
}

impl Renderer for BlitzRenderer {
    fn render(&mut self, capture: &Capture, viewport: Viewport) -> Result<RenderedPage, RenderError> {
        match &self.options.isolation {
            Isolation::Thread | Isolation::Process(_) => self.worker.render(capture, viewport, &self.options),
        }
    }
}
