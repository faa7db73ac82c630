//! A worker that makes batches of results of batches of pages.

use super::Output;
use super::asking::{Asking, Content, Waiting};
use super::columns::{CarriedColumns, GivenPage, InputColumns};
use super::exclusive::Exclusive;
use crate::errors::{ErrorClass, error};
use crate::recipes;
use crate::run;
use crate::settings::Settings;
use pyo3::prelude::*;
use pyo3::types::PyMapping;
use pyo3_arrow::PyRecordBatch;
use tamis::Task;
use tamis_arrow::RowKind;

/// Asks the pages of batches.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct BatchWorker {
    asking: Asking,
    url_column: Option<String>,
    html_column: String,
    keep: Vec<String>,
}

impl Asking {
    /// What a kind of output asks; the method and its options are for its task.
    pub(super) fn new(
        py: Python<'_>,
        kind: RowKind,
        method: Option<&str>,
        options: Option<&Bound<'_, PyMapping>>,
        settings: Option<&Settings>,
        max_bytes: usize,
    ) -> PyResult<Asking> {
        let max_bytes = super::batch_bytes(py, max_bytes)?;
        let task = if kind == RowKind::Records { Task::Records } else { Task::Text };
        let recipes = vec![recipes::recipe(py, task, method, options)?];
        let settings = settings.cloned().unwrap_or_default();
        let may_render = settings.may_render(recipes::may_want_layout(&recipes));
        Ok(Asking { kind, recipes: recipes.into(), settings, may_render, max_bytes })
    }
}

#[pymethods]
impl BatchWorker {
    #[new]
    #[pyo3(signature = (kind, *, method=None, options=None, settings=None, url_column=Some("url"), html_column="html", keep=Vec::new(), max_bytes=8 << 20))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        kind: &str,
        method: Option<&str>,
        options: Option<&Bound<'_, PyMapping>>,
        settings: Option<&Settings>,
        url_column: Option<&str>,
        html_column: &str,
        keep: Vec<String>,
        max_bytes: usize,
    ) -> PyResult<BatchWorker> {
        let Output::Rows(kind @ (RowKind::Text | RowKind::Records)) = Output::named(py, kind)? else {
            let hint = Some("pages of sites depend on each other: they have a SiteWorker");
            return Err(error(py, ErrorClass::Value, "single pages have text and records", hint));
        };
        let asking = Asking::new(py, kind, method, options, settings, max_bytes)?;
        Ok(BatchWorker { asking, url_column: url_column.map(str::to_owned), html_column: html_column.to_owned(), keep })
    }

    /// The results of a batch, in one batch or more.
    fn run(&self, py: Python<'_>, batch: PyRecordBatch) -> PyResult<Batches> {
        let batch = batch.into_inner();
        let columns = InputColumns::of(py, &batch, self.url_column.as_deref(), &self.html_column)?;
        let carried = CarriedColumns::of(py, &batch, &self.keep, &self.asking.kind.schema())?;
        let pages = (0..columns.n_rows()).map(move |row| waiting(columns.page(row)));
        Ok(Batches { asking: self.asking.clone(), pages: Exclusive::new(Box::new(pages)), carried })
    }
}

fn waiting(page: GivenPage) -> Waiting {
    let GivenPage { origin, url, capture, row } = page;
    let content = capture.map_or_else(Content::Missing, Content::Here);
    Waiting { origin, url, content, row }
}

type Pages = Box<dyn Iterator<Item = Waiting> + Send>;

/// The results of pages, batch by batch; pages are asked when their results are wanted.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Batches {
    asking: Asking,
    pages: Exclusive<Pages>,
    carried: CarriedColumns,
}

#[pymethods]
impl Batches {
    fn __iter__(this: Py<Batches>) -> Py<Batches> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.pages.go_on(py, |pages| {
            let Some(filled) = self.asking.fill(py, &mut **pages)? else { return Ok(None) };
            let batch = run::guarded(py, || {
                let (results, from) = filled.finish();
                self.carried.beside(results, from)
            })?;
            PyRecordBatch::new(batch).into_pyarrow(py).map(Some)
        })
    }
}
