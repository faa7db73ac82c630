//! One page: all that is asked of it at once, or its main content in one of its forms.

use crate::errors::{ErrorClass, error};
use crate::found::{Found, Known};
use crate::input::PageInput;
use crate::page::Page;
use crate::recipes::{self, TaskGiven};
use crate::run::{self, Where};
use crate::settings::{Render, Settings};
use pyo3::prelude::*;
use pyo3::types::PyMapping;
use std::sync::Arc;
use tamis::export::content::{Content, ContentOptions, Header};
use tamis::export::{self, Format};
use tamis::{Findings, Task};

/// What is asked beside the text itself.
#[derive(Clone, Default)]
struct Conditions {
    /// Metadata go before the content.
    with_metadata: bool,
    /// A page without title, date and address has no text.
    only_with_metadata: bool,
    /// A page in another language has no text.
    language: Option<String>,
    /// Authors that are none.
    no_authors: Vec<String>,
}

/// The forms that [`extract_text`] writes.
fn format_named(name: &str) -> Option<Format> {
    [Format::Text, Format::ContentMarkdown, Format::ContentHtml, Format::Tei, Format::Html]
        .into_iter()
        .find(|format| if *format == Format::Html { name == "page" } else { format.is_called(name) })
}

/// The main content of a page in one of its forms; None if there is none. `content` says whether comments, tables,
/// images, links and formatting are in it; None for what the form has by default.
#[pyfunction]
#[pyo3(signature = (
    html, url, settings, format, task, method, options, content,
    with_metadata=false, only_with_metadata=false, language=None, no_authors=None,
))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
fn extract_text(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<&str>,
    settings: &Settings,
    format: &str,
    task: &str,
    method: Option<&str>,
    options: Option<&Bound<'_, PyMapping>>,
    content: [Option<bool>; 5],
    with_metadata: bool,
    only_with_metadata: bool,
    language: Option<String>,
    no_authors: Option<Vec<String>>,
) -> PyResult<Option<String>> {
    let task = recipes::task(py, task)?;
    let recipe = recipes::recipe(py, task, method, options)?;
    let Some(format) = format_named(format) else {
        return Err(error(py, ErrorClass::Value, format!("there is no form '{format}'"), None));
    };
    let content = chosen(format, content);
    let conditions =
        Conditions { with_metadata, only_with_metadata, language, no_authors: no_authors.unwrap_or_default() };
    let recipes = [recipe];
    let may_render = settings.may_render(recipes::may_want_layout(&recipes));
    let mut plain = None;
    // A reader without a renderer needs no second copy of the page.
    let settings =
        if may_render { settings } else { plain.insert(Settings { render: Render::Never, ..settings.clone() }) };
    let (input, url) = PageInput::of(html, url, settings)?;
    let place = Where::for_page(settings, input.n_bytes(), may_render);
    let limits = settings.limits;
    run::with_reader(py, settings, place, move |reader| {
        let findings = reader.ask(input.read(&limits, url)?, &recipes)?;
        let text = if task == Task::Clean && format == Format::Html {
            Some(export::html(&findings))
        } else {
            written(&findings, format, content, &conditions)
        };
        reader.recycle(findings.into_page());
        Ok::<_, tamis::Error>(text)
    })
}

fn chosen(format: Format, content: [Option<bool>; 5]) -> ContentOptions {
    let default = ContentOptions::for_format(format);
    let [comments, tables, images, links, formatting] = content;
    default
        .with_comments(comments.unwrap_or(default.comments))
        .with_tables(tables.unwrap_or(default.tables))
        .with_images(images.unwrap_or(default.images))
        .with_links(links.unwrap_or(default.links))
        .with_formatting(formatting.unwrap_or(default.formatting))
}

fn written(findings: &Findings, format: Format, options: ContentOptions, conditions: &Conditions) -> Option<String> {
    if findings.is_empty() {
        return None;
    }
    let Conditions { with_metadata, only_with_metadata, language, no_authors } = conditions;
    let has_header = matches!(format, Format::ContentHtml | Format::Tei);
    if !has_header && !with_metadata && !only_with_metadata && language.is_none() {
        // Nothing of what the page says about itself is read.
        return Some(export::write_content(findings, format, &options)).filter(|text| !text.trim().is_empty());
    }
    let known = Known::of(findings.page()).without_authors(no_authors);
    if !known.is_wanted(language.as_deref(), *only_with_metadata) {
        return None;
    }
    let header = known.header;
    let text = with_header(findings, format, options, &header);
    let is_text = matches!(format, Format::Text | Format::ContentMarkdown);
    Some(if is_text && *with_metadata { header.to_front_matter() + &text } else { text })
}

fn with_header(findings: &Findings, format: Format, options: ContentOptions, header: &Header) -> String {
    match format {
        Format::ContentHtml => Content::of(findings, &options).to_html(header),
        Format::Tei => Content::of(findings, &options).to_tei(header),
        other => export::write_content(findings, other, &options),
    }
}

/// Reads a page and asks it by the methods of the tasks, each a name of a task, a name of a method and its options; None
/// for the default ones. `content` says what of the main content is in the text; with `later`, records and areas are
/// asked for when somebody wants them; `no_authors` are left out of its attributes.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
#[pyo3(signature = (html, tasks, url=None, settings=None, content=None, later=false, no_authors=None))]
fn ask(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    tasks: Vec<TaskGiven<'_>>,
    url: Option<&str>,
    settings: Option<&Settings>,
    content: Option<[bool; 5]>,
    later: bool,
    no_authors: Option<Vec<String>>,
) -> PyResult<Page> {
    let recipes = recipes::recipes_of(py, tasks)?;
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
    module.add_function(wrap_pyfunction!(ask, module)?)?;
    module.add_function(wrap_pyfunction!(extract_text, module)?)
}
