//! From bytes to pages: what a page is read and laid out with, and how much of it is read.

#[cfg(doc)]
use super::Warning;
use super::{Page, PageError};
use crate::page_url::{self, UrlSource};
use std::sync::Arc;
use tamis_extract::MAX_ROWS;
use tamis_page::parse::{self, ParseOptions, Parser};
use tamis_page::{
    Capture, ContentKind, ParsedPage, RenderRequest, Renderer, SharedText, Viewport, budget, charset_named, snapshot,
};
use url::Url;

/// Reads one page after the other and reuses its memory; each worker thread has one.
pub struct PageReader {
    parser: Parser,
    limits: Limits,
    charset: Option<&'static str>,
    url_from: Vec<UrlSource>,
    renderer: Option<(Box<dyn Renderer + Send>, Viewport)>,
    rendering: Rendering,
}

/// Which pages get a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rendering {
    /// None: the user wants none.
    Never,
    /// None, though some may need one.
    Unavailable,
    /// Those that need one.
    OnDemand,
    /// All.
    Always,
}

impl PageReader {
    /// A reader that keeps to these limits.
    pub fn new(limits: Limits) -> PageReader {
        PageReader {
            parser: Parser::new(limits.parse_options()),
            limits,
            charset: None,
            url_from: UrlSource::DEFAULT.to_vec(),
            renderer: None,
            rendering: Rendering::Never,
        }
    }

    /// Gives every page a layout for this window.
    #[must_use]
    pub fn with_renderer(mut self, renderer: Box<dyn Renderer + Send>, viewport: Viewport) -> PageReader {
        self.renderer = Some((renderer, viewport));
        self.rendering = Rendering::Always;
        self
    }

    /// Gives those pages a layout that [`ask`](PageReader::ask) wants one for. `None` if there is no renderer to be had:
    /// unsure answers say so.
    #[must_use]
    pub fn with_renderer_on_demand(mut self, renderer: Option<(Box<dyn Renderer + Send>, Viewport)>) -> PageReader {
        self.rendering = if renderer.is_some() { Rendering::OnDemand } else { Rendering::Unavailable };
        self.renderer = renderer;
        self
    }

    /// Takes every page to be in this charset, whatever it says itself.
    ///
    /// # Errors
    /// [`PageError::UnknownCharset`]
    pub fn with_charset(mut self, label: &str) -> Result<PageReader, PageError> {
        let unknown = || PageError::UnknownCharset { label: label.to_owned() };
        self.charset = Some(charset_named(label).ok_or_else(unknown)?);
        Ok(self)
    }

    /// Asks a page that came without an address for one in this order; without any, such a page has no address.
    #[must_use]
    pub fn with_url_from(mut self, order: Vec<UrlSource>) -> PageReader {
        self.url_from = order;
        self
    }

    /// How much of a page is read.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    pub(crate) fn rendering(&self) -> Rendering {
        self.rendering
    }

    /// Reads a page from the bytes that a source handed over. A [`snapshot`] is read with the layout it holds, whether
    /// or not this reader renders.
    ///
    /// # Errors
    /// [`PageError::TooLarge`], [`PageError::NotAPage`], and where a layout is asked for, [`PageError::Render`] and
    /// [`PageError::Snapshot`]. Nothing that is in an HTML page is an error.
    pub fn read(&mut self, capture: Capture) -> Result<Page, PageError> {
        self.read_with(capture, None, self.rendering == Rendering::Always)
    }

    /// Reads a page and lays it out, if there is a renderer. A browser parses it by itself, so nobody else does.
    pub(crate) fn read_rendered(&mut self, capture: Capture) -> Result<Page, PageError> {
        self.read_with(capture, None, true)
    }

    /// Reads a page without a layout, which it may [get](PageReader::lay_out) later.
    pub(crate) fn read_plain(&mut self, capture: Capture) -> Result<Page, PageError> {
        self.read_with(capture, None, false)
    }

    /// Reads a page without a layout that somebody has parsed. It is parsed again if this reader parses in another way.
    pub(crate) fn read_parsed(&mut self, capture: Capture, parsed: Option<ParsedPage>) -> Result<Page, PageError> {
        self.read_with(capture, parsed, false)
    }

    fn read_with(&mut self, capture: Capture, parsed: Option<ParsedPage>, renders: bool) -> Result<Page, PageError> {
        let n_bytes = capture.body.len();
        if n_bytes > self.limits.max_bytes {
            return Err(PageError::TooLarge { limit: self.limits.max_bytes });
        }
        let given = capture.url.clone().map(|url| (url, UrlSource::Given));
        let path_url = capture.path_url.clone();
        let located = |page| located(page, given, &self.url_from, path_url.as_ref());
        if snapshot::is_snapshot(&capture.body) {
            let stored = snapshot::read_within(&capture.body, &self.limits.parse_options().limits)?;
            return Ok(located(Page { n_bytes, limits: self.limits, ..Page::rendered(stored) }));
        }
        let kind = ContentKind::of(&capture.body);
        if !kind.is_page() {
            return Err(PageError::NotAPage { kind });
        }
        let parsed = parsed.filter(|parsed| self.charset.is_none() && parsed.options == self.limits.parse_options());
        if let Some(ParsedPage { document, charset, n_steps, .. }) = parsed {
            budget::spend(usize::try_from(n_steps).unwrap_or(usize::MAX));
            return Ok(located(Page::of(document.into(), self.limits).with_source(Some(charset), n_bytes)));
        }
        let decoded = capture.decode(self.charset);
        let charset = Some(decoded.charset);
        let page = match &mut self.renderer {
            Some((renderer, viewport)) if renders => {
                let rendered = renderer.render(decoded, request(*viewport, &self.limits))?;
                Page { limits: self.limits, ..Page::rendered(rendered) }
            }
            _ => Page::of(self.parser.parse(decoded.into_text()).into(), self.limits),
        };
        Ok(located(page.with_source(charset, n_bytes)))
    }

    /// Lays a page out that was read from `capture` without a layout; a page that there is no renderer for stays as it is.
    pub(crate) fn lay_out(&mut self, page: &Page, capture: &Capture) -> Result<Page, PageError> {
        let Some((renderer, viewport)) = &mut self.renderer else { return Ok(page.clone()) };
        // The text of a page that came as text is not in the charset that it declares.
        let charset = if page.charset.is_none() { Some("utf-8") } else { self.charset };
        let decoded = capture.clone().decode(charset);
        let rendered = renderer.lay_out(decoded, &page.document, request(*viewport, &self.limits))?;
        let laid_out = Page { limits: self.limits, ..Page::rendered(rendered) }.with_source(page.charset, page.n_bytes);
        if laid_out.has_document_of(page) {
            return Ok(Page { url: page.url.clone(), ..laid_out });
        }
        let given = page.url.clone().filter(|(_, source)| *source == UrlSource::Given);
        Ok(located(laid_out, given, &self.url_from, capture.path_url.as_ref()))
    }

    /// Reads a page that is already text; it gets no layout.
    pub fn read_text(&mut self, html: impl Into<SharedText>) -> Page {
        let html = html.into();
        let n_bytes = html.len();
        let page = Page::of(self.parser.parse(html).into(), self.limits).with_source(None, n_bytes);
        located(page, None, &self.url_from, None)
    }

    /// Takes the memory of a page that is no longer needed, if this is the last handle to it.
    pub fn recycle(&mut self, page: Page) {
        let Page { document, rendered, .. } = page;
        drop(rendered);
        if let Some(document) = Arc::into_inner(document) {
            self.parser.recycle(document);
        }
    }
}

/// The page with its address.
fn located(page: Page, given: Option<(Url, UrlSource)>, url_from: &[UrlSource], of_path: Option<&Url>) -> Page {
    let url = given.or_else(|| page_url::find(page.document(), url_from, of_path));
    Page { url, ..page }
}

fn request(viewport: Viewport, limits: &Limits) -> RenderRequest {
    RenderRequest::default().with_viewport(viewport).with_max_nodes(limits.max_nodes)
}

impl Default for PageReader {
    fn default() -> PageReader {
        PageReader::new(Limits::default())
    }
}

/// How much of a page is read, and how much is made of it. A page beyond [`max_bytes`](Limits::max_bytes) is refused;
/// beyond the others something is left out, and a [`Warning`] says so. How much work a page may cost is for
/// [`Batch`](crate::batch::Batch).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of the page, after inflating; 64 MiB by default.
    pub max_bytes: usize,
    /// Nodes of the document; 1.5 million by default. The largest pages that people read, specifications on one page, have
    /// half of it. No method needs more than some 600 bytes for a node, so a page stays below a gigabyte.
    pub max_nodes: usize,
    /// Records of all lists of a page together; 100,000 by default.
    pub max_rows: usize,
    /// How many times the size of the page what is written of it may be; 16 by default, a page of less than 512 KiB counting
    /// as one, so that a plain list of ten thousand words is whole.
    pub max_growth: usize,
}

impl Limits {
    /// How pages are parsed within these limits.
    pub fn parse_options(&self) -> ParseOptions {
        let caps = parse::Limits::default().with_max_nodes(self.max_nodes);
        ParseOptions::default().with_inline_frames(true).with_limits(caps)
    }
}

tamis_page::setters! { Limits;
    with_max_bytes max_bytes: usize = max_bytes, "Sets the limit on bytes.";
    with_max_nodes max_nodes: usize = max_nodes, "Sets the limit on nodes.";
    with_max_rows max_rows: usize = max_rows, "Sets the limit on records.";
    with_max_growth max_growth: usize = max_growth, "Sets the limit on what is written of a page.";
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_bytes: 64 << 20, max_nodes: 1_500_000, max_rows: MAX_ROWS, max_growth: 16 }
    }
}
