//! The loop over pages: each is asked within its limits, and what is found becomes rows, until there are enough for a batch.

use crate::readers;
use crate::run::{self, Where};
use crate::settings::Settings;
use arrow_array::RecordBatch;
use arrow_select::concat::concat_batches;
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tamis::batch::budget::StopFlag;
use tamis::errors::SourceError;
use tamis::source::{Input, Origin};
use tamis::with_causes;
use tamis::{Capture, Limits, PageReader, Recipe};
use tamis_arrow::{RowKind, Rows};

/// How often somebody may press Ctrl-C.
const LOOK: Duration = Duration::from_millis(100);

/// A page that waits to be asked.
pub(super) struct Waiting {
    pub(super) origin: Origin,
    pub(super) url: Option<String>,
    pub(super) content: Content,
    pub(super) row: usize,
}

pub(super) enum Content {
    Here(Capture),
    /// Still in its archive.
    Unread(Input),
    Missing(String),
}

/// What is asked of pages, and how.
#[derive(Clone)]
pub(super) struct Asking {
    pub(super) kind: RowKind,
    pub(super) recipes: Arc<[Recipe]>,
    pub(super) settings: Settings,
    pub(super) may_render: bool,
    /// A batch that takes more bytes is handed out.
    pub(super) max_bytes: usize,
}

/// Why the pages of a stretch stopped.
enum Stretch {
    /// There is enough for a batch.
    Full,
    /// There are no more.
    Ended,
    /// This one may take long, or lay something out.
    Long(Box<Waiting>),
    /// It is time to look whether to go on.
    Look,
}

/// The rows of one page. They are made where the page is asked, within its limits: a page that fails there fails alone.
pub(super) struct PageRows {
    rows: RecordBatch,
    n_bytes: usize,
}

/// The rows of one batch, and the row of the input that each is from.
pub(super) struct Filled {
    kind: RowKind,
    pages: Vec<RecordBatch>,
    n_rows: usize,
    n_bytes: usize,
    from: Vec<u32>,
}

impl Asking {
    /// Asks pages until there are enough rows for a batch; `None` if there are no more.
    pub(super) fn fill(
        &self,
        py: Python<'_>,
        pages: &mut (dyn Iterator<Item = Waiting> + Send),
    ) -> PyResult<Option<Filled>> {
        let mut filled = Filled::new(self.kind);
        loop {
            let stretch = run::guarded(py, || self.stretch(&mut *pages, &mut filled))?;
            py.check_signals()?;
            match stretch {
                Stretch::Full => return Ok(Some(filled)),
                Stretch::Ended => return Ok((!filled.is_empty()).then_some(filled)),
                Stretch::Look => {}
                Stretch::Long(page) => {
                    let Waiting { origin, url, content, row } = *page;
                    let (kind, recipes, limits) = (self.kind, Arc::clone(&self.recipes), self.settings.limits);
                    let of = origin.clone();
                    let result = run::attempt(py, &self.settings, Where::OnThread, move |reader| {
                        made(kind, &of, content.read(&limits)?, &recipes, reader)
                    })?;
                    filled.add(&origin, url.as_deref(), result, row);
                }
            }
        }
    }

    /// Asks pages on this thread, as long as none may keep it.
    fn stretch(&self, pages: &mut (dyn Iterator<Item = Waiting> + Send), filled: &mut Filled) -> Stretch {
        let begun = Instant::now();
        let mut reader = readers::take(&self.settings);
        let why = loop {
            if filled.n_bytes >= self.max_bytes {
                break Stretch::Full;
            }
            if begun.elapsed() >= LOOK {
                break Stretch::Look;
            }
            let Some(page) = pages.next() else { break Stretch::Ended };
            let Waiting { origin, url, content, row } = match page {
                Waiting { content: Content::Missing(reason), origin, url, row } => {
                    filled.add_failed(&origin, url.as_deref(), &reason, row);
                    continue;
                }
                page => page,
            };
            let place = |n_bytes| Where::for_page(&self.settings, Some(n_bytes), self.may_render);
            if place(content.n_bytes()) == Where::OnThread {
                break Stretch::Long(Box::new(Waiting { origin, url, content, row }));
            }
            // How large a page of an archive is, is known when its codings are undone.
            let read = run::bounded(&self.settings, StopFlag::default(), || content.read(&self.settings.limits));
            let capture = match read {
                Ok(capture) if place(capture.body.len()) == Where::OnThread => {
                    let content = Content::Here(capture);
                    break Stretch::Long(Box::new(Waiting { origin, url, content, row }));
                }
                Ok(capture) => capture,
                Err(failed) => {
                    filled.add_failed(&origin, url.as_deref(), &with_causes(&failed), row);
                    continue;
                }
            };
            let result = run::bounded(&self.settings, StopFlag::default(), || {
                made(self.kind, &origin, capture, &self.recipes, &mut reader)
            });
            if matches!(result, Err(tamis::Error::Job(_))) {
                // It may be in the middle of something.
                reader = readers::make(&self.settings);
            }
            filled.add(&origin, url.as_deref(), result, row);
        };
        readers::give_back(&self.settings, reader);
        why
    }
}

impl Content {
    fn n_bytes(&self) -> usize {
        match self {
            Content::Here(capture) => capture.body.len(),
            Content::Unread(_) | Content::Missing(_) => 0,
        }
    }

    pub(super) fn read(self, limits: &Limits) -> Result<Capture, tamis::Error> {
        match self {
            Content::Here(capture) => Ok(capture),
            Content::Unread(input) => Ok(input.read(limits)?),
            Content::Missing(reason) => {
                let origin = Origin::Path("page".into());
                Err(SourceError::Read { origin, source: std::io::Error::other(reason) }.into())
            }
        }
    }
}

/// Asks a page and makes its rows.
fn made(
    kind: RowKind,
    origin: &Origin,
    capture: Capture,
    recipes: &[Recipe],
    reader: &mut PageReader,
) -> Result<PageRows, tamis::Error> {
    let findings = reader.ask(capture, recipes)?;
    let made = PageRows::of(kind, |rows| rows.add(origin, &findings));
    reader.recycle(findings.into_page());
    Ok(made)
}

impl PageRows {
    /// The rows that somebody adds.
    pub(super) fn of(kind: RowKind, add: impl FnOnce(&mut Rows)) -> PageRows {
        let mut rows = Rows::new(kind);
        add(&mut rows);
        let n_bytes = rows.n_bytes();
        PageRows { rows: rows.finish(), n_bytes }
    }
}

impl Filled {
    pub(super) fn new(kind: RowKind) -> Filled {
        Filled { kind, pages: Vec::new(), n_rows: 0, n_bytes: 0, from: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.n_rows == 0
    }

    pub(super) fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    fn add(&mut self, origin: &Origin, url: Option<&str>, result: Result<PageRows, tamis::Error>, row: usize) {
        match result {
            Ok(made) => self.add_made(made, row),
            Err(failed) => self.add_failed(origin, url, &with_causes(&failed), row),
        }
    }

    pub(super) fn add_failed(&mut self, origin: &Origin, url: Option<&str>, reason: &str, row: usize) {
        self.add_made(PageRows::of(self.kind, |rows| rows.add_failed(origin, url, reason)), row);
    }

    /// Adds rows that are from a row of the input.
    pub(super) fn add_made(&mut self, made: PageRows, row: usize) {
        let row = u32::try_from(row).expect("invariant: a batch has fewer rows than that");
        self.n_rows += made.rows.num_rows();
        self.n_bytes += made.n_bytes;
        self.pages.push(made.rows);
        self.from.resize(self.n_rows, row);
    }

    /// The batch and where its rows are from.
    pub(super) fn finish(self) -> (RecordBatch, Vec<u32>) {
        let batch = concat_batches(&self.kind.schema(), &self.pages);
        (batch.expect("invariant: all pages have the columns of their kind"), self.from)
    }
}
