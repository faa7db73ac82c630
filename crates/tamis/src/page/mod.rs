//! A page as the methods see it: decoded, parsed, and what was noticed on the way.

mod reader;
#[cfg(test)]
mod tests;
mod warning;

pub(crate) use reader::Rendering;
pub use reader::{Limits, PageReader};
pub use warning::Warning;

use crate::page_url::UrlSource;
use std::sync::{Arc, OnceLock};
use tamis_extract::metadata::{self, Metadata};
use tamis_extract::pagination::{self, Pagination};
use tamis_extract::structured::{self, Structured};
use tamis_extract::{PageView, RenderedView};
use tamis_page::snapshot::SnapshotError;
use tamis_page::{Capture, Charset, ContentKind, Document, Layout, RenderError, RenderedPage, visible_text};
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
    document: Arc<Document>,
    /// The document with its layout, if it was rendered.
    rendered: Option<Arc<RenderedPage>>,
    /// Shared by all handles to the page.
    derived: Arc<Derived>,
    warnings: Vec<Warning>,
    limits: Limits,
}

/// What is read of a page when it is first asked for.
#[derive(Debug, Default)]
struct Derived {
    metadata: OnceLock<Metadata>,
    pagination: OnceLock<Pagination>,
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
        let mut read = Page::of(Arc::clone(page.shared_document()), Limits::default());
        read.warnings.extend(page.layout().given_up().iter().map(|&what| Warning::LaidOutWithout(what)));
        Page { rendered: Some(Arc::new(page)), ..read }
    }

    fn of(document: Arc<Document>, limits: Limits) -> Page {
        let warnings = Warning::of_limits(document.limits_hit());
        let derived = Arc::default();
        Page { url: None, charset: None, n_bytes: 0, document, rendered: None, derived, warnings, limits }
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

    fn with_source(mut self, charset: Option<Charset>, n_bytes: usize) -> Page {
        if charset.is_some_and(|charset| charset.had_errors) {
            self.warnings.insert(0, Warning::UndecodableBytes);
        }
        Page { charset, n_bytes, ..self }
    }

    /// Sets the URL at which the page was found, which makes its links absolute.
    #[must_use]
    pub fn with_url(mut self, url: Url) -> Page {
        self.url = Some((url, UrlSource::Given));
        // Addresses in it are absolute.
        self.derived = Arc::default();
        self
    }

    /// Adds a warning.
    pub(crate) fn with_warning(mut self, warning: Warning) -> Page {
        self.warnings.push(warning);
        self
    }

    /// The page as methods look at it.
    pub(crate) fn view(&self) -> View<'_> {
        let max_rows = self.limits.max_rows;
        match &self.rendered {
            Some(page) => View::OfRenderedPage(RenderedView::of(page).with_max_rows(max_rows)),
            None => View::OfDocument(PageView::of(&self.document).with_max_rows(max_rows)),
        }
    }

    /// The tree.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The tree with its layout; `None` for a page that was not rendered.
    pub fn as_rendered(&self) -> Option<&RenderedPage> {
        self.rendered.as_deref()
    }

    /// Whether both are handles to one document, so that an answer about one is an answer about the other.
    pub(crate) fn has_document_of(&self, other: &Page) -> bool {
        Arc::ptr_eq(&self.document, &other.document)
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
        let n_bytes = match self.rendered {
            None => self.document.n_source_bytes(),
            // A browser writes its own tree, which scripts and defaults of its own make longer or shorter.
            Some(_) => self.document.n_source_bytes().max(self.n_bytes),
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

    /// What the page says about itself: title, authors, dates, site, description, language and more. It is read on the
    /// first call and kept, for all handles to the page.
    pub fn metadata(&self) -> &Metadata {
        self.derived.metadata.get_or_init(|| metadata::read(self.view().page(), self.url()))
    }

    /// What the page says about itself for machines, by vocabulary: JSON-LD, microdata, `RDFa`, `OpenGraph` and others.
    pub fn structured(&self) -> Structured {
        structured::read(self.document(), self.base_url().as_ref())
    }

    /// The title, without the site's name; of [`metadata`](Page::metadata).
    pub fn title(&self) -> Option<&str> {
        self.metadata().title.as_ref().map(|title| title.value.as_str())
    }

    /// The language that the page declares; of [`metadata`](Page::metadata).
    pub fn language(&self) -> Option<&str> {
        self.metadata().language.as_ref().map(|language| language.value.as_str())
    }

    /// The address that the page calls its own, made absolute; of [`metadata`](Page::metadata).
    pub fn canonical(&self) -> Option<&Url> {
        self.metadata().canonical.as_ref().map(|address| &address.value)
    }

    /// Where the list of the page goes on: the next page, the previous one, page numbers, what loads more. It is looked for
    /// on the first call and kept, for all handles to the page.
    pub fn pagination(&self) -> &Pagination {
        self.derived.pagination.get_or_init(|| pagination::find(self.view().page(), self.url()))
    }

    /// All text that a reader sees.
    pub fn visible_text(&self) -> String {
        visible_text(self.document(), self.document().root())
    }
}
