//! Pages apart from each other and from the caller.

mod process;
mod protocol;
mod thread;
mod worker;

use crate::options::{BlitzOptions, Isolation};
use crate::page::{PageParser, PageSource};
use process::ProcessWorker;
use std::sync::Arc;
use tamis_page::{DecodedPage, Document, RenderError, RenderRequest, RenderedPage, Renderer};
use thread::ThreadWorker;

pub use worker::serve_worker;

/// The embedded renderer. It keeps what is the same for every page, so use one for many; a thread that renders needs its own.
///
/// ```
/// use tamis_page::{Capture, RenderRequest, Renderer};
/// use tamis_render_blitz::BlitzRenderer;
///
/// let mut renderer = BlitzRenderer::default();
/// let page = Capture::new("<p style='margin: 10px; width: 300px'>Hello").decode(None);
/// let page = renderer.render(page, RenderRequest::default())?;
/// let paragraph = page.document().elements_named(tamis_page::names::P).next().expect("a paragraph");
/// assert_eq!(page.layout().rect(paragraph).map(|rect| rect.width), Some(300.0));
/// # Ok::<(), tamis_page::RenderError>(())
/// ```
#[derive(Default)]
pub struct BlitzRenderer {
    options: BlitzOptions,
    parser: PageParser,
    threads: ThreadWorker,
    processes: ProcessWorker,
}

impl BlitzRenderer {
    /// A renderer with these bounds.
    pub fn new(options: BlitzOptions) -> BlitzRenderer {
        BlitzRenderer { options, ..BlitzRenderer::default() }
    }
}

impl Renderer for BlitzRenderer {
    fn render(&mut self, page: DecodedPage, request: RenderRequest) -> Result<RenderedPage, RenderError> {
        let document = Arc::new(self.parser.parse(page.text.clone(), request.max_nodes));
        self.lay_out(page, &document, request)
    }

    fn lay_out(
        &mut self,
        page: DecodedPage,
        document: &Arc<Document>,
        request: RenderRequest,
    ) -> Result<RenderedPage, RenderError> {
        let page = PageSource::new(page, Arc::clone(document));
        match &self.options.isolation {
            Isolation::Thread => self.threads.render(page, request, &self.options),
            Isolation::Process(command) => self.processes.render(command, page, request, &self.options),
        }
    }
}
