//! The pages of a web archive, or what is found on them, as batches.

#![expect(clippy::needless_pass_by_value, reason = "the interpreter hands arguments over by value")]

use super::Output;
use super::asking::{Asking, Content, Waiting};
use super::exclusive::Exclusive;
use super::pages::PageRows;
use crate::errors::{ErrorClass, error};
use crate::input::of_source;
use crate::run;
use crate::settings::Settings;
use pyo3::prelude::*;
use pyo3::types::PyMapping;
use pyo3_arrow::PyRecordBatch;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tamis::errors::SourceError;
use tamis::source::{self, ArchivePlace, Input, Origin, Source, SourceNotes, SourceOptions, Sources};
use tamis_arrow::RowKind;

/// The parts of an archive, as pairs of the first byte and the one behind the last; the last part has no end. Each begins at
/// a record, so that several readers together read every page once.
#[pyfunction]
#[pyo3(signature = (path, n_bytes, index=None))]
pub(super) fn warc_parts(
    py: Python<'_>,
    path: PathBuf,
    n_bytes: u64,
    index: Option<PathBuf>,
) -> PyResult<Vec<(u64, Option<u64>)>> {
    let parts = run::guarded(py, || source::archive_parts(&path, n_bytes, index.as_deref()))?;
    let parts = parts.map_err(|failed| of_source(py, failed))?;
    Ok(parts.into_iter().map(|part| (part.start, (part.end < u64::MAX).then_some(part.end))).collect())
}

/// The pages of an archive, batch by batch. One that cannot be read now is an exception: whoever runs the task tries it again,
/// and does not take a part for the whole. One that is damaged has a row more, its last, which says so.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct WarcBatches {
    what: ArchiveTask,
    settings: Settings,
    max_bytes: usize,
    pages: Exclusive<ArchiveReading>,
    noting: SourceNotes,
    notes: Mutex<Vec<String>>,
}

/// An archive that is being read.
struct ArchiveReading {
    sources: Sources,
    /// What is said to be the place of what is wrong with all of it.
    whole: ArchivePlace,
    is_told: bool,
}

enum ArchiveTask {
    Pages,
    Results(Asking),
}

#[pymethods]
impl WarcBatches {
    #[new]
    #[pyo3(signature = (path, kind="pages", *, part=None, index=None, media_types=None, method=None, options=None, settings=None, max_bytes=8 << 20))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        kind: &str,
        part: Option<(u64, Option<u64>)>,
        index: Option<PathBuf>,
        media_types: Option<String>,
        method: Option<&str>,
        options: Option<&Bound<'_, PyMapping>>,
        settings: Option<&Settings>,
        max_bytes: usize,
    ) -> PyResult<WarcBatches> {
        let max_bytes = super::batch_bytes(py, max_bytes)?;
        let what = match Output::named(py, kind)? {
            Output::Pages => ArchiveTask::Pages,
            Output::Rows(kind @ (RowKind::Text | RowKind::Records)) => {
                ArchiveTask::Results(Asking::new(py, kind, method, options, settings, max_bytes)?)
            }
            Output::Rows(_) => {
                let hint = Some("read its pages and hand them to a SiteWorker, site by site");
                return Err(error(py, ErrorClass::Value, "the pages of an archive are of many sites", hint));
            }
        };
        let settings = settings.cloned().unwrap_or_default();
        let mut from = SourceOptions::default().with_limits(settings.limits);
        from.media_types = media_types;
        from.index = index;
        from.archive_part = part.map(|(start, end)| start..end.unwrap_or(u64::MAX));
        let sources = find(py, &path, from)?;
        let noting = sources.notes();
        let whole = ArchivePlace::new(path, part.map_or(0, |(start, _)| start));
        let pages = Exclusive::new(ArchiveReading { sources, whole, is_told: false });
        Ok(WarcBatches { what, settings, max_bytes, pages, noting, notes: Mutex::default() })
    }

    /// What a person should know about the archive, once it is read to its end: how many places of it are damaged.
    #[getter]
    fn notes(&self) -> Vec<String> {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.extend(self.noting.take());
        notes.clone()
    }

    fn __iter__(this: Py<WarcBatches>) -> Py<WarcBatches> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.pages.go_on(py, |reading| self.next_batch(py, reading))
    }
}

impl WarcBatches {
    fn next_batch<'py>(&self, py: Python<'py>, reading: &mut ArchiveReading) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut unreadable = None;
        let mut pages = std::iter::from_fn(|| match reading.next(&self.noting) {
            Some(Ok(page)) => Some(page),
            Some(Err(input)) => {
                unreadable = Some(input);
                None
            }
            None => None,
        });
        let batch = match &self.what {
            ArchiveTask::Results(asking) => match asking.fill(py, &mut pages)? {
                Some(filled) => Some(run::guarded(py, || filled.finish().0)?),
                None => None,
            },
            ArchiveTask::Pages => run::guarded(py, || {
                let mut rows = PageRows::default();
                while rows.n_bytes() < self.max_bytes
                    && let Some(page) = pages.next()
                {
                    rows.add(page, &self.settings);
                }
                (rows.n_rows() > 0).then(|| rows.finish())
            })?,
        };
        py.check_signals()?;
        if let Some(Err(failed)) = unreadable.map(|input| input.read(&self.settings.limits)) {
            return Err(of_source(py, failed));
        }
        let Some(batch) = batch else { return Ok(None) };
        PyRecordBatch::new(batch).into_pyarrow(py).map(Some)
    }
}

impl ArchiveReading {
    /// The next page, or what stands for an archive that cannot be read now.
    fn next(&mut self, noting: &SourceNotes) -> Option<Result<Waiting, Input>> {
        let Some(input) = self.sources.next_input() else {
            let n_damaged = noting.n_damaged();
            if n_damaged == 0 || self.is_told {
                return None;
            }
            let places = if n_damaged == 1 { "place" } else { "places" };
            return Some(Ok(self.trouble(&format!("has {n_damaged} damaged {places}: pages are missing"))));
        };
        match input.failure() {
            Some(failure @ SourceError::Archive { .. }) if is_passing(failure) => Some(Err(input)),
            Some(SourceError::Archive { source, .. }) => {
                Some(Ok(self.trouble(&format!("cannot be read: {}", tamis::with_causes(&**source)))))
            }
            _ => Some(Ok(page_of(input))),
        }
    }

    /// A row for what is wrong with the archive as a whole.
    fn trouble(&mut self, problem: &str) -> Waiting {
        self.is_told = true;
        let reason = format!("the archive {} {problem}", self.whole.path.display());
        let origin = Origin::Archive(Box::new(self.whole.clone()));
        Waiting { origin, url: None, content: Content::Missing(reason), row: 0 }
    }
}

fn page_of(input: Input) -> Waiting {
    let url = match &input.origin {
        Origin::Archive(place) => place.url.clone(),
        _ => None,
    };
    Waiting { origin: input.origin.clone(), url, content: Content::Unread(input), row: 0 }
}

/// Whether the machine could not read the bytes, which another attempt may: a file that is not there, a disk that is gone. Bytes
/// that mean nothing are the same ones the next time.
fn is_passing(failed: &SourceError) -> bool {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(failed);
    while let Some(error) = cause {
        if let Some(refused) = error.downcast_ref::<io::Error>() {
            return !matches!(refused.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData);
        }
        cause = error.source();
    }
    false
}

fn find(py: Python<'_>, path: &Path, options: SourceOptions) -> PyResult<Sources> {
    let found = Sources::find(&[path.to_owned()], options);
    found.map_err(|failed| {
        error(py, ErrorClass::Source, failed, Some("name a .warc, .warc.gz, .warc.zst or .wacz file"))
    })
}
