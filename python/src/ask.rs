//! One page, asked several things.

use crate::found::Found;
use crate::input::PageInput;
use crate::page::Page;
use crate::recipes;
use crate::run::{self, Where};
use crate::settings::Settings;
use pyo3::prelude::*;
use pyo3::types::PyMapping;
use std::sync::Arc;
use tamis::Recipe;

/// Reads a page and asks it by the methods of the tasks, each a name of a task, a name of a method and its options; None
/// for the default ones. `content` says what of the main content is in the text; with `later`, records and areas are
/// asked for when somebody wants them; `no_authors` are left out of its attributes.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
#[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
#[pyo3(signature = (html, tasks, url=None, settings=None, content=None, later=false, no_authors=None))]
fn ask(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    tasks: Vec<(String, Option<String>, Option<Bound<'_, PyMapping>>)>,
    url: Option<&str>,
    settings: Option<&Settings>,
    content: Option<[bool; 5]>,
    later: bool,
    no_authors: Option<Vec<String>>,
) -> PyResult<Page> {
    let recipes = tasks.iter().map(|(task, method, options)| {
        recipes::recipe(py, recipes::task(py, task)?, method.as_deref(), options.as_ref())
    });
    let recipes = recipes.collect::<PyResult<Vec<Recipe>>>()?;
    let fallback = Settings::default();
    let settings = settings.unwrap_or(&fallback);
    let (input, url) = PageInput::of(html, url, settings)?;
    let may_render = settings.may_render(recipes::may_want_layout(&recipes));
    let place = Where::for_page(settings, input.n_bytes(), may_render);
    let (origin, limits) = (input.origin(), settings.limits);
    let findings = run::with_reader(py, settings, place, move |reader| {
        let capture = input.read(&limits, url)?;
        reader.ask(capture, &recipes)
    })?;
    let mut found = Found::new(Arc::new(findings), origin, settings);
    found.asks_later = later;
    found.no_authors = no_authors.unwrap_or_default();
    if let Some([comments, tables, images, links, formatting]) = content {
        found.content = found
            .content
            .with_comments(comments)
            .with_tables(tables)
            .with_images(images)
            .with_links(links)
            .with_formatting(formatting);
    } else {
        found.content = found.content.with_comments(true);
    }
    Ok(Page::of_found(found))
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(ask, module)?)
}
