//! Who lays pages out. Every renderer fills the same layout, so the rest of the house does not know which it was.

#[cfg(feature = "blitz")]
mod blitz;
#[cfg(feature = "chromium")]
mod chromium;

use std::ffi::OsString;
use std::time::Duration;
pub use tamis_page::Wait;
use tamis_page::{DecodedPage, RenderError, RenderRequest, RenderedPage, Renderer, Viewport};

/// A renderer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Engine {
    /// The one inside: no browser, no scripts. In builds with the feature `blitz`.
    Embedded,
    /// A Chromium on this machine. In builds with the feature `chromium`.
    Chromium,
}

/// How pages are laid out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RenderOptions {
    /// Who does it.
    pub engine: Engine,
    /// The window they are laid out for.
    pub viewport: Viewport,
    /// How long one page may take. Default 20 s.
    pub time_limit: Duration,
    /// Whether a browser runs the page's scripts. Default off.
    pub scripts: bool,
    /// Whether a browser may go to the network. In builds with the feature `network`. Default off.
    pub network: bool,
    /// Whether it may also ask this machine and the private network that it is in. Default off.
    pub allow_private: bool,
    /// When a browser's page is ready. Default after its load event.
    pub wait: Wait,
    /// How many bytes of memory a page may take in a browser; see `ChromiumOptions::max_memory`. Default what the browser's
    /// renderer has for one, 1 GiB.
    pub browser_memory: Option<u64>,
    /// Program and arguments that start a worker process, which does nothing but [`serve_worker`]. With it the embedded
    /// renderer runs outside of this process, which nothing in a page can then bring down. Default none.
    pub worker: Option<Vec<OsString>>,
    /// Memory that such a worker process may allocate, in bytes. A page that takes more ends its worker and gets no layout.
    /// Default 1 GiB.
    pub worker_memory: u64,
}

impl RenderOptions {
    /// This renderer with its defaults.
    pub fn new(engine: Engine) -> RenderOptions {
        RenderOptions {
            engine,
            viewport: Viewport::default(),
            time_limit: Duration::from_secs(20),
            scripts: false,
            network: false,
            allow_private: false,
            wait: Wait::default(),
            browser_memory: None,
            worker: None,
            worker_memory: 1 << 30,
        }
    }
}

tamis_page::setters! { RenderOptions;
    with_viewport viewport: Viewport = viewport, "Sets the window.";
    with_time_limit time_limit: Duration = time_limit, "Sets the limit on the time of a page.";
}

/// Makes a renderer for each thread that wants one. A browser is started once for all of them.
#[derive(Clone)]
pub struct Renderers {
    options: RenderOptions,
    #[cfg(feature = "chromium")]
    browser: Option<chromium::Browser>,
}

impl Renderers {
    /// Gets ready to render.
    ///
    /// # Errors
    /// [`RenderError::Unavailable`] if this build does not have the renderer or the network that it is to use, or the
    /// machine no browser.
    pub fn start(options: RenderOptions) -> Result<Renderers, RenderError> {
        match options.engine {
            Engine::Embedded if cfg!(not(feature = "blitz")) => Err(not_built("the embedded renderer", "blitz")),
            Engine::Chromium if cfg!(not(feature = "chromium")) => Err(not_built("the Chromium renderer", "chromium")),
            _ => Ok(Renderers {
                #[cfg(feature = "chromium")]
                browser: (options.engine == Engine::Chromium).then(|| chromium::start(&options)).transpose()?,
                options,
            }),
        }
    }

    /// The window that pages are laid out for.
    pub fn viewport(&self) -> Viewport {
        self.options.viewport
    }

    /// Whether a browser's sandbox keeps pages from the rest of the system. It does wherever the system allows it; who
    /// renders the pages of strangers should say so where it does not. `None` if the renderer is no browser.
    pub fn has_sandbox(&self) -> Option<bool> {
        #[cfg(feature = "chromium")]
        return self.browser.as_ref().map(chromium::Browser::has_sandbox);
        #[cfg(not(feature = "chromium"))]
        None
    }

    /// Ends a browser and waits until its files are gone; every later page fails. For who ends while other threads still have
    /// renderers; otherwise the last of them does this.
    pub fn end(&self) {
        #[cfg(feature = "chromium")]
        if let Some(browser) = &self.browser {
            browser.end();
        }
    }

    /// Who lays pages out and how, as far as it changes where things are.
    pub fn description(&self) -> String {
        let RenderOptions { engine, viewport, scripts, network, allow_private, wait, .. } = &self.options;
        let Viewport { width, height } = viewport;
        let name = match engine {
            Engine::Embedded => "embedded",
            Engine::Chromium => "chromium",
        };
        let flags = [
            (*scripts, " with scripts"),
            (*network, " with the network"),
            (*network && *allow_private, " and private addresses"),
        ];
        let flags: String = flags.iter().filter(|(is_on, _)| *is_on).map(|(_, words)| *words).collect();
        let wait = match wait {
            Wait::Load => String::new(),
            other => format!(" after {other:?}"),
        };
        format!("{name} {width}x{height}{flags}{wait}")
    }

    /// A renderer for one thread.
    pub fn renderer(&self) -> Box<dyn Renderer + Send> {
        #[cfg(feature = "chromium")]
        if let Some(browser) = &self.browser {
            return Box::new(browser.clone());
        }
        #[cfg(feature = "blitz")]
        if self.options.engine == Engine::Embedded {
            return Box::new(blitz::renderer(&self.options));
        }
        Box::new(Absent)
    }

    /// The page as a browser paints it, a PNG file.
    ///
    /// # Errors
    /// The renderer is no browser, or failed.
    pub fn screenshot(&self, page: &DecodedPage) -> Result<Vec<u8>, RenderError> {
        #[cfg(feature = "chromium")]
        if let Some(browser) = &self.browser {
            return browser.clone().screenshot(page, self.options.viewport);
        }
        let _ = page;
        Err(RenderError::Unavailable {
            what: "a browser for the screenshot".to_owned(),
            hint: "ask for the engine `Chromium`".to_owned(),
        })
    }
}

fn not_built(what: &str, feature: &str) -> RenderError {
    RenderError::Unavailable { what: what.to_owned(), hint: format!("build with the feature `{feature}`") }
}

/// Lays out the pages that come in on standard input until it ends, as the worker process of another program's embedded
/// renderer; see [`RenderOptions::worker`].
///
/// # Errors
/// This build has no embedded renderer, or the other program has gone.
pub fn serve_worker() -> Result<(), RenderError> {
    #[cfg(feature = "blitz")]
    return blitz::serve_worker();
    #[cfg(not(feature = "blitz"))]
    Err(not_built("the embedded renderer", "blitz"))
}

/// Stands for a renderer that is not built in; [`Renderers::start`] does not let it come to that.
struct Absent;

impl Renderer for Absent {
    fn render(&mut self, _: DecodedPage, _: RenderRequest) -> Result<RenderedPage, RenderError> {
        Err(not_built("the renderer", "blitz"))
    }
}
