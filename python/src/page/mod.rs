//! A page and what was found on it, or why nothing was.

mod attributes;

use crate::found::{Found, Known};
use crate::settings::Settings;
use crate::table::Table;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyList;
use std::sync::Arc;
use tamis::Findings;
use tamis::source::Origin;

/// What was found on a page.
///
/// Attributes are made when they are first asked for. What was not asked of the page, and what it does not say, is None
/// or empty; a page of many that could not be read has `status` "error" and the exception in `error`.
///
///     >>> import tamis
///     >>> page = tamis.bare_extraction("<title>Lamps</title><p>A lamp turns power into light.")
///     >>> page.title, page.text, page.status
///     ('Lamps', 'A lamp turns power into light.', 'ok')
#[pyclass(frozen, module = "tamis")]
pub(crate) struct Page {
    outcome: Outcome,
    /// Its tables, made once: their rows are. Not in what was found, which the tables hold themselves.
    tables: PyOnceLock<Py<PyList>>,
}

enum Outcome {
    Found(Arc<Found>),
    Failed {
        origin: Option<Origin>,
        /// The address, if it is known.
        url: Option<String>,
        /// The exception, which is kept and not raised.
        error: PyErr,
    },
}

impl Page {
    /// A page that was read.
    pub(crate) fn found(findings: Findings, origin: Option<Origin>, settings: &Settings) -> Page {
        Page::of_found(Found::new(Arc::new(findings), origin, settings))
    }

    /// A page that was read, with what of its text is asked for and what is asked later.
    pub(crate) fn of_found(found: impl Into<Arc<Found>>) -> Page {
        Page { outcome: Outcome::Found(found.into()), tables: PyOnceLock::new() }
    }

    /// A page of many that could not be read: all that can be asked of it is why.
    pub(crate) fn failed(error: PyErr, url: Option<String>, origin: Option<Origin>) -> Page {
        Page { outcome: Outcome::Failed { origin, url, error }, tables: PyOnceLock::new() }
    }

    /// What was found; `None` if the page could not be read.
    pub(crate) fn findings(&self) -> Option<&Arc<Findings>> {
        self.of().map(|found| &found.findings)
    }

    fn of(&self) -> Option<&Arc<Found>> {
        match &self.outcome {
            Outcome::Found(found) => Some(found),
            Outcome::Failed { .. } => None,
        }
    }

    fn from(&self) -> Option<&Origin> {
        match &self.outcome {
            Outcome::Found(found) => found.origin.as_ref(),
            Outcome::Failed { origin, .. } => origin.as_ref(),
        }
    }

    fn known<'p, T>(&'p self, py: Python<'_>, field: impl FnOnce(&'p Known) -> Option<T>) -> PyResult<Option<T>> {
        self.of().map_or(Ok(None), |found| Ok(field(found.known(py)?)))
    }

    /// A value of the JSON, given to a function of the package that makes it what people see.
    fn made<'py>(&self, py: Python<'py>, key: &str, by: &str) -> PyResult<Bound<'py, PyAny>> {
        let is_later = matches!(key, "blocks" | "pagination");
        let value = match self.of() {
            Some(found) if is_later => found.with_records(py)?.details(py)?.get_item(key)?,
            Some(found) if key == "warnings" => found.so_far().details(py)?.get_item(key)?,
            Some(found) => found.details(py)?.get_item(key)?,
            None => None,
        };
        py.import("tamis._results")?.call_method1(by, (value,))
    }

    /// What was found, or the exception of a page that could not be read.
    fn must<'p>(&'p self, py: Python<'_>) -> PyResult<&'p Arc<Found>> {
        match &self.outcome {
            Outcome::Found(found) => Ok(found),
            Outcome::Failed { error, .. } => Err(error.clone_ref(py)),
        }
    }

    /// The tables of the page in a list that nobody may change.
    fn made_tables<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyList>> {
        let tables = self.tables.get_or_try_init(py, || {
            let tables = self
                .of()
                .map_or_else(|| Ok(Vec::new()), |found| Ok::<_, PyErr>(Table::all(found.with_records(py)?)))?;
            Ok::<_, PyErr>(PyList::new(py, tables)?.unbind())
        })?;
        Ok(tables.bind(py))
    }
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Page>()
}
