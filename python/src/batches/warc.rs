//! The pages of a web archive, or what is found on them, as batches.

#![expect(clippy::needless_pass_by_value, reason = "the interpreter hands arguments over by value")]

use super::Output;
use super::asking::{Asking, Content, Waiting};
use super::held::Held;
use super::pages::PageRows;
use crate::errors::{Kind as ErrorKind, error};
use crate::input::of_source;
use crate::run;
use crate::settings::Settings;
use pyo3::prelude::*;
use pyo3::types::PyMapping;
use pyo3_arrow::PyRecordBatch;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tamis::Limits;
use tamis::source::{self, Origin, Source, SourceNotes, SourceOptions, Sources};
use tamis_arrow::Kind;

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

/// The pages of an archive, batch by batch.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct WarcBatches {
    what: What,
    limits: Limits,
    max_bytes: usize,
    pages: Held<Sources>,
    noting: SourceNotes,
    notes: Mutex<Vec<String>>,
}

enum What {
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
        let limits = settings.map_or_else(Limits::default, |settings| settings.limits);
        let what = match Output::named(py, kind)? {
            Output::Pages => What::Pages,
            Output::Rows(kind @ (Kind::Text | Kind::Records)) => {
                What::Results(Asking::new(py, kind, method, options, settings, max_bytes)?)
            }
            Output::Rows(_) => {
                let hint = Some("read its pages and hand them to a SiteWorker, site by site");
                return Err(error(py, ErrorKind::Value, "the pages of an archive are of many sites", hint));
            }
        };
        let mut from = SourceOptions::default().with_limits(limits);
        from.media_types = media_types;
        from.index = index;
        from.archive_part = part.map(|(start, end)| start..end.unwrap_or(u64::MAX));
        let sources = find(py, &path, from)?;
        let noting = sources.notes();
        Ok(WarcBatches { what, limits, max_bytes, pages: Held::new(sources), noting, notes: Mutex::default() })
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
        self.pages.go_on(py, |sources| self.next_batch(py, sources))
    }
}

impl WarcBatches {
    fn next_batch<'py>(&self, py: Python<'py>, sources: &mut Sources) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut pages = std::iter::from_fn(|| {
            let input = sources.next_input()?;
            let url = match &input.origin {
                Origin::Archive(place) => place.url.clone(),
                _ => None,
            };
            Some(Waiting { origin: input.origin.clone(), url, content: Content::Unread(input), row: 0 })
        });
        let batch = match &self.what {
            What::Results(asking) => match asking.fill(py, &mut pages)? {
                Some(filled) => Some(run::guarded(py, || filled.finish().0)?),
                None => None,
            },
            What::Pages => run::guarded(py, || {
                let mut rows = PageRows::default();
                while rows.n_bytes() < self.max_bytes
                    && let Some(page) = pages.next()
                {
                    rows.add(page, &self.limits);
                }
                (rows.n_rows() > 0).then(|| rows.finish())
            })?,
        };
        py.check_signals()?;
        let Some(batch) = batch else { return Ok(None) };
        PyRecordBatch::new(batch).into_pyarrow(py).map(Some)
    }
}

fn find(py: Python<'_>, path: &Path, options: SourceOptions) -> PyResult<Sources> {
    let found = Sources::find(&[path.to_owned()], options);
    found
        .map_err(|failed| error(py, ErrorKind::Source, failed, Some("name a .warc, .warc.gz, .warc.zst or .wacz file")))
}
