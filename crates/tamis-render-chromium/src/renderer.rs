//! The renderer: one browser for all of its clones, started when it is needed and again when it is lost.

use crate::captured_dom;
use crate::launch::{Launcher, Sandbox};
use crate::message::CallFailure;
use crate::options::ChromiumOptions;
use crate::process::Process;
use crate::tab::Tab;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Deserialize;
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use tamis_page::{DecodedPage, RenderError, RenderRequest, RenderedPage, Renderer, Viewport};

/// Renders pages in a Chromium that runs beside us, without a window.
///
/// Clones share the browser. Give one to each thread: as many pages as [`ChromiumOptions::tabs`] are rendered at the same
/// time, each in a tab of its own that shares nothing with the others. A tab that crashes or hangs is closed, a browser
/// that does is ended and started again, and a page that was in it is tried once more. The browser ends with the last
/// clone, and with our process, however that ends.
///
/// ```no_run
/// use tamis_page::{Capture, RenderRequest, Renderer};
/// use tamis_render_chromium::{ChromiumOptions, ChromiumRenderer};
///
/// let mut renderer = ChromiumRenderer::new(ChromiumOptions::default())?;
/// let page = renderer.render(Capture::new("<p>One<p>Two").decode(None), RenderRequest::default())?;
/// let body = page.document().body().expect("every page has a body");
/// assert_eq!(page.layout().rect(body).map(|rect| rect.width), Some(1264.0));
/// # Ok::<(), tamis_page::RenderError>(())
/// ```
#[derive(Clone)]
pub struct ChromiumRenderer {
    shared: Arc<Shared>,
}

struct Shared {
    options: ChromiumOptions,
    /// The browser, once it was needed.
    process: Mutex<Option<Arc<Process>>>,
    /// In what it worked before.
    launcher: OnceLock<Launcher>,
    /// Whether no further browser may be started.
    is_over: AtomicBool,
    /// How many more pages may be rendered right now.
    n_free: Mutex<usize>,
    freed: Condvar,
}

impl ChromiumRenderer {
    /// Starts the browser.
    ///
    /// # Errors
    /// There is no browser ([`RenderError::Unavailable`], with a hint how to install one), or it does not start.
    pub fn new(options: ChromiumOptions) -> Result<ChromiumRenderer, RenderError> {
        let n_free = Mutex::new(options.tabs.max(1));
        let shared = Arc::new(Shared {
            options,
            process: Mutex::new(None),
            launcher: OnceLock::new(),
            is_over: AtomicBool::new(false),
            n_free,
            freed: Condvar::new(),
        });
        shared.process()?;
        Ok(ChromiumRenderer { shared })
    }

    /// A picture of the whole page as a PNG, up to a height of 16384 pixels.
    ///
    /// # Errors
    /// As for [`Renderer::render`].
    pub fn screenshot(&mut self, page: &DecodedPage, viewport: Viewport) -> Result<Vec<u8>, RenderError> {
        self.shared.render(page, viewport, |tab, _| take_screenshot(tab, viewport))
    }

    /// Name and version of the browser.
    ///
    /// # Errors
    /// The browser was lost and does not start again.
    pub fn version(&self) -> Result<String, RenderError> {
        Ok(self.shared.process()?.version().to_owned())
    }

    /// Whether the browser's sandbox keeps pages from the rest of the system. It is on wherever the system allows it; who
    /// renders the pages of strangers should say so where it is off.
    ///
    /// # Errors
    /// The browser was lost and does not start again.
    pub fn sandbox(&self) -> Result<Sandbox, RenderError> {
        Ok(self.shared.process()?.launcher().sandbox)
    }

    /// Ends the browser and waits until its files are gone. Pages that are still rendered fail, and so does every later one.
    ///
    /// To be called at an end at which clones are still in use; otherwise the last clone does this.
    pub fn end(&self) {
        self.shared.is_over.store(true, Ordering::SeqCst);
        let process = self.shared.process.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(process) = process {
            process.end();
        }
    }

    /// The number of the browser's first process; another one after a restart.
    ///
    /// # Errors
    /// The browser was lost and does not start again.
    pub fn process_id(&self) -> Result<u32, RenderError> {
        Ok(self.shared.process()?.id())
    }
}

impl Renderer for ChromiumRenderer {
    fn render(&mut self, page: DecodedPage, request: RenderRequest) -> Result<RenderedPage, RenderError> {
        self.shared.render(&page, request.viewport, |tab, version| captured_dom::take(tab, request, version))
    }
}

impl Shared {
    /// Loads a page and does something with it.
    fn render<T>(
        &self,
        page: &DecodedPage,
        viewport: Viewport,
        work: impl Fn(&mut Tab<'_>, &str) -> Result<T, CallFailure>,
    ) -> Result<T, RenderError> {
        let _permit = self.permit();
        let attempt = |is_last: bool| -> Result<Result<T, CallFailure>, RenderError> {
            let process = self.process()?;
            let done = Tab::with(&process, page, viewport, &self.options, |tab| work(tab, process.version()));
            Ok(match done {
                Err(CallFailure::TabGone(_)) if process.watch().took_tab() => Err(CallFailure::OutOfMemory),
                Err(CallFailure::Gone) if is_last && process.watch().took_browser() => Err(CallFailure::OutOfMemory),
                done => done,
            })
        };
        let failure = match attempt(false)? {
            Ok(done) => return Ok(done),
            // Another page may have taken the browser or the tab's process with it, so this one gets a second chance.
            Err(CallFailure::Gone | CallFailure::TabGone(_)) => match attempt(true)? {
                Ok(done) => return Ok(done),
                Err(failure) => failure,
            },
            Err(failure) => failure,
        };
        Err(match failure {
            CallFailure::Gone | CallFailure::TabGone(_) => RenderError::Crashed { message: failure.to_string() },
            CallFailure::OutOfMemory => RenderError::OutOfMemory { limit: self.options.max_memory },
            CallFailure::TimedOut => RenderError::TimedOut { seconds: self.options.timeout.as_secs_f64() },
            CallFailure::TooLarge(found) => {
                RenderError::TooLarge { what: "bytes in its layout", found, limit: self.options.max_answer }
            }
            CallFailure::Refused(message) => RenderError::Engine { message },
        })
    }

    /// The browser, started if there is none or if it is gone.
    fn process(&self) -> Result<Arc<Process>, RenderError> {
        let mut current = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(process) = current.as_ref().filter(|process| process.connection().is_open()) {
            return Ok(Arc::clone(process));
        }
        if self.is_over.load(Ordering::SeqCst) {
            return Err(RenderError::Engine { message: "the browser was ended".to_owned() });
        }
        // The old one has to be gone with all its files before the next one starts.
        *current = None;
        let process = Arc::new(Process::start(&self.options, self.launcher.get().copied())?);
        self.launcher.get_or_init(|| process.launcher());
        *current = Some(Arc::clone(&process));
        Ok(process)
    }

    /// Waits until another page may be rendered.
    fn permit(&self) -> Permit<'_> {
        let mut n_free = self.n_free.lock().unwrap_or_else(PoisonError::into_inner);
        while *n_free == 0 {
            n_free = self.freed.wait(n_free).unwrap_or_else(PoisonError::into_inner);
        }
        *n_free -= 1;
        Permit { shared: self }
    }
}

/// The right to render one page; given back when it is dropped.
struct Permit<'a> {
    shared: &'a Shared,
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.shared.n_free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.shared.freed.notify_one();
    }
}

/// What the browser draws at most: the side of its largest surface.
const MAX_PICTURE: f64 = 16384.0;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metrics {
    css_content_size: Size,
}

#[derive(Deserialize)]
struct Size {
    width: f64,
    height: f64,
}

#[derive(Deserialize)]
struct Picture {
    data: String,
}

fn take_screenshot(tab: &mut Tab<'_>, viewport: Viewport) -> Result<Vec<u8>, CallFailure> {
    let size = tab.call("Page.getLayoutMetrics", &json!({}))?.parse::<Metrics>()?.css_content_size;
    let clip = json!({
        "x": 0, "y": 0, "scale": 1,
        "width": size.width.max(f64::from(viewport.width)).min(MAX_PICTURE),
        "height": size.height.max(f64::from(viewport.height)).min(MAX_PICTURE),
    });
    let parameters = json!({ "format": "png", "captureBeyondViewport": true, "clip": clip });
    let picture: Picture = tab.call("Page.captureScreenshot", &parameters)?.parse()?;
    BASE64.decode(&picture.data).map_err(|_| CallFailure::Refused("the picture cannot be read".to_owned()))
}
