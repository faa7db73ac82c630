//! A page as the methods see it: decoded, parsed, and what was noticed on the way.

mod limits;
#[cfg(test)]
mod tests;
mod warning;

pub use limits::Limits;
pub use warning::Warning;

use crate::page_url::{self, UrlSource};
use std::sync::Arc;
use tamis_extract::metadata::{self, Metadata};
use tamis_extract::pagination::{self, Pagination};
use tamis_extract::structured::{self, Structured};
use tamis_extract::{PageView, RenderedView};
use tamis_page::parse::Parser;
use tamis_page::snapshot::{self, SnapshotError};
use tamis_page::{
    Capture, Charset, ContentKind, Document, Layout, ParsedPage, RenderError, RenderRequest, RenderedPage, Renderer,
    SharedText, Viewport, budget, charset_named, visible_text,
};
use url::Url;

/// What a page counts at least, for [`Limits::max_growth`]: short records are many times as long in JSON as on the page.
const SMALLEST_PAGE: usize = 512 << 10;

/// The longest address that others are made absolute with. Each link would repeat it.
const MAX_BASE: usize = 1024;

/// Why a page was not read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// The page is larger than [`Limits::max_bytes`].
    #[error("the page has more than the {limit} bytes that are allowed")]
    TooLarge {
        /// The limit.
        limit: usize,
    },
    /// The bytes are something else than a page: a picture, a feed, an archive.
    #[error("this is {kind}, not a page")]
    NotAPage {
        /// What they are, and what to do with it.
        kind: ContentKind,
    },
    /// The charset that was asked for does not exist.
    #[error("there is no charset '{label}'")]
    UnknownCharset {
        /// The name that was given.
        label: String,
    },
    /// The page could not be rendered.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The page is a stored rendering that cannot be read.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
}

/// A page: its document, its layout if there is one, and how it was read. A clone is another handle to the same
/// document.
#[derive(Clone, Debug)]
pub struct Page {
    url: Option<(Url, UrlSource)>,
    charset: Option<Charset>,
    n_bytes: usize,
    content: Arc<Content>,
    warnings: Vec<Warning>,
    limits: Limits,
}

/// What was made of the bytes.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one a page")]
enum Content {
    Parsed(Document),
    Rendered(RenderedPage),
}

/// What methods derive from a page, shared by all that look at it.
pub(crate) enum View<'p> {
    OfDocument(PageView<'p>),
    OfRenderedPage(RenderedView<'p>),
}

impl<'p> View<'p> {
    /// For a method that needs no layout; it has one where the page was rendered.
    pub(crate) fn page(&self) -> &PageView<'p> {
        match self {
            View::OfDocument(view) => view,
            View::OfRenderedPage(view) => view,
        }
    }

    /// For a method that looks at boxes; `None` if the page was not rendered.
    pub(crate) fn rendered(&self) -> Option<&RenderedView<'p>> {
        match self {
            View::OfDocument(_) => None,
            View::OfRenderedPage(view) => Some(view),
        }
    }
}

impl Page {
    /// A page that was rendered elsewhere.
    pub fn rendered(page: RenderedPage) -> Page {
        let mut warnings = Warning::of_limits(page.document().limits_hit());
        warnings.extend(page.layout().given_up().iter().map(|&what| Warning::LaidOutWithout(what)));
        let content = Arc::new(Content::Rendered(page));
        Page { url: None, charset: None, n_bytes: 0, content, warnings, limits: Limits::default() }
    }

    /// Reads a page that is already text.
    pub fn parse(html: impl Into<String>) -> Page {
        PageReader::default().read_text(html.into())
    }

    /// Reads a page from the bytes that a source handed over.
    ///
    /// # Errors
    /// [`PageError::TooLarge`] and [`PageError::NotAPage`]; nothing that is in a page is an error.
    pub fn read(capture: Capture) -> Result<Page, PageError> {
        PageReader::default().read(capture)
    }

    fn with_source(mut self, charset: Charset, n_bytes: usize) -> Page {
        if charset.had_errors {
            self.warnings.insert(0, Warning::UndecodableBytes);
        }
        Page { charset: Some(charset), n_bytes, ..self }
    }

    /// The same page with the address it was found at, which makes its links absolute.
    #[must_use]
    pub fn with_url(mut self, url: Url) -> Page {
        self.url = Some((url, UrlSource::Given));
        self
    }

    /// The same page with one more warning.
    pub(crate) fn with_warning(mut self, warning: Warning) -> Page {
        self.warnings.push(warning);
        self
    }

    /// The page as methods look at it.
    pub(crate) fn view(&self) -> View<'_> {
        match &*self.content {
            Content::Parsed(document) => View::OfDocument(PageView::of(document).with_max_rows(self.limits.max_rows)),
            Content::Rendered(page) => View::OfRenderedPage(RenderedView::of(page).with_max_rows(self.limits.max_rows)),
        }
    }

    /// The tree.
    pub fn document(&self) -> &Document {
        match &*self.content {
            Content::Parsed(document) => document,
            Content::Rendered(page) => page.document(),
        }
    }

    /// The tree with its layout; `None` for a page that was not rendered.
    pub fn as_rendered(&self) -> Option<&RenderedPage> {
        match &*self.content {
            Content::Parsed(_) => None,
            Content::Rendered(page) => Some(page),
        }
    }

    /// Boxes and styles; `None` for a page that was not rendered.
    pub fn layout(&self) -> Option<&Layout> {
        self.as_rendered().map(RenderedPage::layout)
    }

    /// Where the page was found, if that is known: from whoever handed it over, or from [what it says
    /// itself](UrlSource).
    pub fn url(&self) -> Option<&Url> {
        self.url.as_ref().map(|(url, _)| url)
    }

    /// Who says so.
    pub fn url_source(&self) -> Option<UrlSource> {
        self.url.as_ref().map(|(_, source)| *source)
    }

    /// What the page's relative links are relative to: its `<base>`, else its address. `None` if that is longer than any
    /// server takes: each link would repeat it.
    pub fn base_url(&self) -> Option<Url> {
        self.document().base_url(self.url()).filter(|base| base.as_str().len() <= MAX_BASE)
    }

    /// The limits that the page was read with.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// How many bytes may be written of the page in all.
    pub(crate) fn max_output(&self) -> usize {
        let n_bytes = match &*self.content {
            Content::Parsed(document) => document.n_source_bytes(),
            // A browser writes its own tree, which scripts and defaults of its own make longer or shorter.
            Content::Rendered(page) => page.document().n_source_bytes().max(self.n_bytes),
        };
        self.limits.max_growth.saturating_mul(n_bytes.max(SMALLEST_PAGE))
    }

    /// The charset and how it was found out, `None` for a page that came as text.
    pub fn charset(&self) -> Option<Charset> {
        self.charset
    }

    /// The size of the page as it came, inflated.
    pub fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// What was odd.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// What the page says about itself: title, authors, dates, site, description, language and more. Read anew on each
    /// call.
    pub fn metadata(&self) -> Metadata {
        metadata::read(self.view().page(), self.url())
    }

    /// What the page says about itself for machines, by vocabulary: JSON-LD, microdata, `RDFa`, `OpenGraph` and others.
    pub fn structured(&self) -> Structured {
        structured::read(self.document(), self.base_url().as_ref())
    }

    /// The title, without the site's name; of [`metadata`](Page::metadata).
    pub fn title(&self) -> Option<String> {
        self.metadata().title.map(|title| title.value)
    }

    /// The language that the page declares; of [`metadata`](Page::metadata).
    pub fn language(&self) -> Option<String> {
        self.metadata().language.map(|language| language.value)
    }

    /// The address that the page calls its own, made absolute; of [`metadata`](Page::metadata).
    pub fn canonical(&self) -> Option<Url> {
        self.metadata().canonical.map(|address| address.value)
    }

    /// Where the list of the page goes on: the next page, the previous one, page numbers, what loads more.
    pub fn pagination(&self) -> Pagination {
        pagination::find(self.view().page(), self.url())
    }

    /// All text that a reader sees.
    pub fn visible_text(&self) -> String {
        visible_text(self.document(), self.document().root())
    }
}

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
enum Rendering {
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

    /// The same, giving every page a layout for this window.
    #[must_use]
    pub fn with_renderer(mut self, renderer: Box<dyn Renderer + Send>, viewport: Viewport) -> PageReader {
        self.renderer = Some((renderer, viewport));
        self.rendering = Rendering::Always;
        self
    }

    /// The same, giving those pages a layout that [`ask`](PageReader::ask) wants it for. `None` if there is no renderer
    /// to be had: unsure answers say so.
    #[must_use]
    pub fn with_renderer_on_demand(mut self, renderer: Option<(Box<dyn Renderer + Send>, Viewport)>) -> PageReader {
        self.rendering = if renderer.is_some() { Rendering::OnDemand } else { Rendering::Unavailable };
        self.renderer = renderer;
        self
    }

    pub(crate) fn has_renderer_on_demand(&self) -> bool {
        self.rendering == Rendering::OnDemand
    }

    pub(crate) fn misses_renderer(&self) -> bool {
        self.rendering == Rendering::Unavailable
    }

    /// The same, taking every page to be in this charset, whatever it says itself.
    ///
    /// # Errors
    /// [`PageError::UnknownCharset`]
    pub fn with_charset(mut self, label: &str) -> Result<PageReader, PageError> {
        let unknown = || PageError::UnknownCharset { label: label.to_owned() };
        self.charset = Some(charset_named(label).ok_or_else(unknown)?);
        Ok(self)
    }

    /// The same, asking a page without an address for it in another order; for none at all if there is nothing in it.
    #[must_use]
    pub fn with_url_from(mut self, order: Vec<UrlSource>) -> PageReader {
        self.url_from = order;
        self
    }

    /// How much of a page is read.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Reads a page from the bytes that a source handed over. A [`snapshot`] is read with the layout it holds, whether
    /// or not this reader renders.
    ///
    /// # Errors
    /// [`PageError::TooLarge`], [`PageError::NotAPage`], and where a layout is asked for, [`PageError::Render`] and
    /// [`PageError::Snapshot`]. Nothing that is in an HTML page is an error.
    pub fn read(&mut self, capture: Capture) -> Result<Page, PageError> {
        self.read_with(capture, None, self.renders_all())
    }

    /// Reads a page and lays it out.
    pub(crate) fn read_rendered(&mut self, capture: Capture) -> Result<Page, PageError> {
        self.read_with(capture, None, true)
    }

    /// Reads a page and does not lay it out.
    pub(crate) fn read_plain(&mut self, capture: Capture) -> Result<Page, PageError> {
        self.read_with(capture, None, false)
    }

    /// Reads a page that somebody has parsed, and does not lay it out. It is parsed again if this reader parses in another way.
    pub(crate) fn read_parsed(&mut self, capture: Capture, parsed: Option<ParsedPage>) -> Result<Page, PageError> {
        self.read_with(capture, parsed, false)
    }

    pub(crate) fn renders_all(&self) -> bool {
        self.rendering == Rendering::Always
    }

    fn read_with(&mut self, capture: Capture, parsed: Option<ParsedPage>, renders: bool) -> Result<Page, PageError> {
        let n_bytes = capture.body.len();
        if n_bytes > self.limits.max_bytes {
            return Err(PageError::TooLarge { limit: self.limits.max_bytes });
        }
        let (url, path_url) = (capture.url.clone(), capture.path_url.clone());
        if snapshot::is_snapshot(&capture.body) {
            let stored = snapshot::read_within(&capture.body, &self.limits.parse_options().limits)?;
            let page = Page { n_bytes, limits: self.limits, ..Page::rendered(stored) };
            return Ok(self.located(page, url, path_url.as_ref()));
        }
        let kind = ContentKind::of(&capture.body);
        if !kind.is_page() {
            return Err(PageError::NotAPage { kind });
        }
        let parsed = parsed.filter(|parsed| self.charset.is_none() && parsed.options == self.limits.parse_options());
        if let Some(ParsedPage { document, charset, n_steps, .. }) = parsed {
            budget::spend(usize::try_from(n_steps).unwrap_or(usize::MAX));
            let page = self.of_document(document);
            return Ok(self.located(page.with_source(charset, n_bytes), url, path_url.as_ref()));
        }
        let decoded = capture.decode(self.charset);
        let charset = decoded.charset;
        let page = match &mut self.renderer {
            Some((renderer, viewport)) if renders => {
                let request = RenderRequest::default().with_viewport(*viewport).with_max_nodes(self.limits.max_nodes);
                Page { limits: self.limits, ..Page::rendered(renderer.render(decoded, request)?) }
            }
            _ => self.parse(decoded.into_text()),
        };
        Ok(self.located(page.with_source(charset, n_bytes), url, path_url.as_ref()))
    }

    /// The page with its address.
    fn located(&self, page: Page, given: Option<Url>, of_path: Option<&Url>) -> Page {
        let given = given.map(|url| (url, UrlSource::Given));
        let url = given.or_else(|| page_url::find(page.document(), &self.url_from, of_path));
        Page { url, ..page }
    }

    /// Reads a page that is already text; it gets no layout.
    pub fn read_text(&mut self, html: String) -> Page {
        let page = self.parse(html.into());
        self.located(page, None, None)
    }

    fn parse(&mut self, html: SharedText) -> Page {
        let n_bytes = html.len();
        let document = self.parser.parse(html);
        Page { n_bytes, ..self.of_document(document) }
    }

    fn of_document(&self, document: Document) -> Page {
        let warnings = Warning::of_limits(document.limits_hit());
        let content = Arc::new(Content::Parsed(document));
        Page { url: None, charset: None, n_bytes: 0, content, warnings, limits: self.limits }
    }

    /// Takes the memory of a page that is no longer needed, if this is the last handle to it.
    pub fn recycle(&mut self, page: Page) {
        if let Some(Content::Parsed(document)) = Arc::into_inner(page.content) {
            self.parser.recycle(document);
        }
    }
}

impl Default for PageReader {
    fn default() -> PageReader {
        PageReader::new(Limits::default())
    }
}
