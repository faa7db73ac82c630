//! A page and what was found on it.

use crate::input::PageInput;
use crate::run::{self, Where};
use crate::settings::{Render, Settings};
use pyo3::prelude::*;
use std::sync::Arc;
use tamis::export::Json;
use tamis::source::Origin;
use tamis::{Findings, Recipe, Task};

/// What was found on a page. `tamis.Page` in Python.
#[pyclass(frozen, module = "tamis", subclass)]
#[derive(Clone)]
pub(crate) struct Page {
    pub(crate) findings: Arc<Findings>,
    pub(crate) origin: Option<Origin>,
}

#[pymethods]
impl Page {
    /// The page as one line of JSON, as the command writes it.
    fn to_json(&self, py: Python<'_>) -> String {
        py.detach(|| {
            let json = Json::of(&self.findings);
            self.origin.as_ref().map_or(json, |origin| json.with_origin(origin)).line()
        })
    }
}

/// Reads a page and asks it by the methods of the tasks.
#[pyfunction]
#[pyo3(signature = (html, tasks, url=None, settings=None))]
fn ask(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    tasks: Vec<String>,
    url: Option<&str>,
    settings: Option<&Settings>,
) -> PyResult<Page> {
    let (input, url) = PageInput::of(html, url)?;
    let fallback = Settings::default();
    let settings = settings.unwrap_or(&fallback);
    let recipes: Vec<Recipe> = Task::ALL
        .into_iter()
        .filter(|task| tasks.iter().any(|name| name == task.as_str()))
        .map(Recipe::default_for)
        .collect();
    let place = Where::for_page(settings, input.n_bytes(), settings.render != Render::Never);
    let (origin, limits) = (input.origin(), settings.limits);
    let findings = run::with_reader(py, settings, place, move |reader| {
        let capture = input.read(&limits, url)?;
        reader.ask(capture, &recipes)
    })?;
    Ok(Page { findings: Arc::new(findings), origin })
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Page>()?;
    module.add_function(wrap_pyfunction!(ask, module)?)?;
    Ok(())
}
