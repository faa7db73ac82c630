//! What was found on a page, kept once and shared by the page and its tables in Python. What takes time is made when it is
//! first asked for.

use crate::run;
use crate::settings::Settings;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use std::sync::{Arc, OnceLock};
use tamis::export::content::{Content, ContentOptions, Header};
use tamis::export::{Format, Json, JsonPart};
use tamis::source::Origin;
use tamis::{Findings, Provenance, Recipe, Task};

/// The findings of a page and what is made of them.
pub(crate) struct Found {
    pub(crate) findings: Arc<Findings>,
    pub(crate) origin: Option<Origin>,
    /// What of the main content is in its text.
    pub(crate) content: ContentOptions,
    /// How the page was read, which also bounds what is made of it later.
    pub(crate) settings: Settings,
    /// Whether records and areas are looked for if somebody wants them, or only what was asked counts.
    pub(crate) asks_later: bool,
    /// Authors that are none.
    pub(crate) no_authors: Vec<String>,
    later: OnceLock<Arc<Found>>,
    known: OnceLock<Known>,
    text: OnceLock<String>,
    details: PyOnceLock<Py<PyDict>>,
}

/// What the page says about itself.
pub(crate) struct Known {
    pub(crate) header: Header,
    pub(crate) image: Option<String>,
    pub(crate) published: Option<String>,
    pub(crate) modified: Option<String>,
    pub(crate) canonical: Option<String>,
    /// The language of its text, else the one that it declares.
    pub(crate) language: Option<String>,
}

impl Known {
    pub(crate) fn of(page: &tamis::Page) -> Known {
        let said = page.metadata().clone();
        let detected = said.detected_language.map(|language| language.value);
        let header = Header::of(page);
        Known {
            image: said.image.map(|image| image.value.into()),
            published: said.published.map(|date| date.value),
            modified: said.modified.map(|date| date.value),
            canonical: said.canonical.map(|address| address.value.into()),
            language: detected.or_else(|| header.language.clone()),
            header,
        }
    }

    /// Leaves out authors of these names, whatever the case of their letters.
    pub(crate) fn without_authors(mut self, no_authors: &[String]) -> Known {
        self.header.authors.retain(|name| !no_authors.iter().any(|no| no.to_lowercase() == name.to_lowercase()));
        self
    }

    /// Whether the page is of this language, if it says any, and has a title, a date and an address if it must.
    pub(crate) fn is_wanted(&self, language: Option<&str>, only_with_metadata: bool) -> bool {
        let Header { title, date, url, .. } = &self.header;
        let lacks = only_with_metadata && (title.is_none() || date.is_none() || url.is_none());
        let is_other = language.zip(self.language.as_deref()).is_some_and(|(wanted, is)| !is_language(is, wanted));
        !lacks && !is_other
    }
}

impl Found {
    pub(crate) fn new(findings: Arc<Findings>, origin: Option<Origin>, settings: &Settings) -> Found {
        Found {
            findings,
            origin,
            content: ContentOptions::for_format(Format::Text),
            settings: settings.clone(),
            asks_later: false,
            no_authors: Vec::new(),
            later: OnceLock::new(),
            known: OnceLock::new(),
            text: OnceLock::new(),
            details: PyOnceLock::new(),
        }
    }

    /// The findings with records and areas: these, or what is asked of the page now.
    pub(crate) fn with_records<'f>(self: &'f Arc<Found>, py: Python<'_>) -> PyResult<&'f Arc<Found>> {
        if !self.asks_later {
            return Ok(self);
        }
        if let Some(found) = self.later.get() {
            return Ok(found);
        }
        // The text once more, so that there is one answer that has everything.
        let of_text = self.findings.mask().and_then(|mask| match mask.provenance {
            Provenance::Method(recipe) => Some(recipe.clone()),
            _ => None,
        });
        let others = [Task::Records, Task::Segment].map(Recipe::default_for);
        let recipes: Vec<Recipe> = of_text.into_iter().chain(others).collect();
        let findings = self.made(py, move |found| tamis::ask(found.findings.page(), &recipes))?;
        let mut found = Found::new(Arc::new(findings), self.origin.clone(), &self.settings);
        found.content = self.content;
        found.no_authors.clone_from(&self.no_authors);
        Ok(self.later.get_or_init(|| Arc::new(found)))
    }

    /// All that was asked of the page so far.
    pub(crate) fn so_far(self: &Arc<Found>) -> &Arc<Found> {
        self.later.get().unwrap_or(self)
    }

    /// Makes something of the findings, bounded as reading the page was.
    pub(crate) fn made<T: Send + 'static>(
        self: &Arc<Found>,
        py: Python<'_>,
        make: impl FnOnce(&Found) -> Result<T, tamis::Error> + Send + 'static,
    ) -> PyResult<T> {
        let found = Arc::clone(self);
        run::over_page(py, &self.settings, self.findings.page().n_bytes(), move || make(&found))
    }

    /// What the page says about itself, read once.
    pub(crate) fn known(self: &Arc<Found>, py: Python<'_>) -> PyResult<&Known> {
        if let Some(known) = self.known.get() {
            return Ok(known);
        }
        self.made(py, |found| {
            found.read_known();
            Ok(())
        })?;
        Ok(self.read_known())
    }

    fn read_known(&self) -> &Known {
        self.known.get_or_init(|| Known::of(self.findings.page()).without_authors(&self.no_authors))
    }

    /// The page as one line of JSON, with these parts beside those that it always has.
    pub(crate) fn json(self: &Arc<Found>, py: Python<'_>, parts: Vec<JsonPart>) -> PyResult<String> {
        self.made(py, |found| {
            let json = parts.into_iter().fold(Json::of(&found.findings), Json::with);
            let json = if found.findings.mask().is_some() { json.with_text(found.written_text()) } else { json };
            Ok(found.origin.as_ref().map_or(json, |origin| json.with_origin(origin)).line())
        })
    }

    /// The JSON with what was removed, as a dict that is made once: nobody may change it.
    pub(crate) fn details<'py>(self: &Arc<Found>, py: Python<'py>) -> PyResult<&Bound<'py, PyDict>> {
        let made = self.details.get_or_try_init(py, || {
            let json = self.json(py, vec![JsonPart::Removed])?;
            Ok::<_, PyErr>(loaded(py, &json)?.unbind())
        })?;
        Ok(made.bind(py))
    }

    /// The main text; `None` if it was not asked for.
    pub(crate) fn text(self: &Arc<Found>, py: Python<'_>) -> PyResult<Option<&str>> {
        if self.findings.mask().is_none() {
            return Ok(None);
        }
        if self.text.get().is_none() {
            self.made(py, |found| {
                found.written_text();
                Ok(())
            })?;
        }
        Ok(self.text.get().map(String::as_str))
    }

    /// A page of many, with what is asked for most made already: by the threads that read pages, who have time for it.
    pub(crate) fn prepared(findings: Findings, origin: Option<Origin>, settings: &Settings) -> Arc<Found> {
        let mut found = Found::new(Arc::new(findings), origin, settings);
        found.content = found.content.with_comments(true);
        if found.findings.mask().is_some() {
            found.findings.text();
            found.written_text();
        }
        Arc::new(found)
    }

    /// The main text, written once.
    fn written_text(&self) -> &str {
        self.text.get_or_init(|| self.write(Format::Text, self.content.with_comments(false)))
    }

    /// The main content in a form, the same whether or not records were asked for.
    pub(crate) fn written(
        self: &Arc<Found>,
        py: Python<'_>,
        format: Format,
        options: ContentOptions,
    ) -> PyResult<String> {
        self.made(py, move |found| Ok(found.write(format, options)))
    }

    fn write(&self, format: Format, options: ContentOptions) -> String {
        let content = || Content::without_records(&self.findings, &options);
        match format {
            Format::Text if options == ContentOptions::for_format(Format::Text) => self.findings.text().to_owned(),
            Format::Text if !(options.links || options.images || options.formatting) => content().to_text(),
            Format::ContentHtml => content().to_html(&self.read_known().header),
            _ => content().to_markdown(),
        }
    }

    /// What readers said; `None` if nothing.
    pub(crate) fn comments(self: &Arc<Found>, py: Python<'_>) -> PyResult<Option<String>> {
        if !self.content.comments || self.findings.comments().is_empty() {
            return Ok(None);
        }
        let details = self.details(py)?;
        let Some(texts) = details.get_item("comments")? else { return Ok(None) };
        let texts: Vec<String> = texts.extract()?;
        Ok((!texts.is_empty()).then(|| texts.join("\n\n")))
    }
}

/// JSON as Python has it.
pub(crate) fn loaded<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyDict>> {
    Ok(py.import("json")?.call_method1("loads", (json,))?.cast_into()?)
}

/// Whether a language tag is of the language, its region apart.
fn is_language(tag: &str, wanted: &str) -> bool {
    let first = |tag: &str| tag.split(['-', '_']).next().unwrap_or(tag).to_lowercase();
    first(tag) == first(wanted)
}
