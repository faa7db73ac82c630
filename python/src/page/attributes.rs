//! What a page has in Python.

use super::{Outcome, Page};
use crate::errors::{ErrorClass, error, of};
use crate::found::loaded;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use tamis::Warning;
use tamis::export::content::ContentOptions;
use tamis::export::{self, Format, JsonPart};
use tamis::source::{ArchivePlace, Origin};

#[pymethods]
impl Page {
    /// The title, without the site's name.
    #[getter]
    fn title(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        self.known(py, |known| known.header.title.as_deref())
    }

    /// Who wrote it; several names stand with "; " between them.
    #[getter]
    fn author(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.known(py, |known| Some(known.header.authors.join("; ")).filter(|names| !names.is_empty()))
    }

    /// Who wrote it, one name each.
    #[getter]
    fn authors(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.known(py, |known| Some(known.header.authors.clone()))?.unwrap_or_default())
    }

    /// The address of the page, as it was given or as the page says it.
    #[getter]
    fn url(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Found(found) => found.findings.page().url().map(tamis::Url::as_str),
            Outcome::Failed { url, .. } => url.as_deref(),
        }
    }

    /// The address that the page calls its own.
    #[getter]
    fn canonical(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        self.known(py, |known| known.canonical.as_deref())
    }

    /// The host of its address.
    #[getter]
    fn hostname(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        self.known(py, |known| known.header.hostname.as_deref())
    }

    /// What the page is about, in a sentence or two.
    #[getter]
    fn description(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        self.known(py, |known| known.header.description.as_deref())
    }

    /// What the site calls itself.
    #[getter]
    fn sitename(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        self.known(py, |known| known.header.site_name.as_deref())
    }

    /// The day on which it was published, else last changed, as YYYY-MM-DD.
    #[getter]
    fn date(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        self.known(py, |known| known.header.date.as_deref().map(|date| date.get(..10).unwrap_or(date)))
    }

    /// When it was published, a day or a moment in ISO 8601.
    #[getter]
    fn published(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        self.known(py, |known| known.published.as_deref())
    }

    /// When it was last changed, a day or a moment in ISO 8601.
    #[getter]
    fn modified(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        self.known(py, |known| known.modified.as_deref())
    }

    /// The sections of the site that it belongs to.
    #[getter]
    fn categories(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.known(py, |known| Some(known.header.categories.clone()))?.unwrap_or_default())
    }

    /// What the page is filed under, in its own words.
    #[getter]
    fn tags(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.known(py, |known| Some(known.header.tags.clone()))?.unwrap_or_default())
    }

    /// The terms of its use: an address, or the name of a licence.
    #[getter]
    fn license(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        self.known(py, |known| known.header.license.as_deref())
    }

    /// The language of the text as an ISO 639-1 code, else what the page declares.
    #[getter]
    fn language(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        self.known(py, |known| known.language.as_deref())
    }

    /// The picture that stands for the page.
    #[getter]
    fn image(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        self.known(py, |known| known.image.as_deref())
    }

    /// What trafilatura has and tamis does not: always None.
    #[getter]
    #[expect(clippy::unused_self, reason = "an attribute of the object in Python")]
    fn fingerprint(&self) -> Option<&str> {
        None
    }

    /// What trafilatura has and tamis does not: always None.
    #[getter]
    #[expect(clippy::unused_self, reason = "an attribute of the object in Python")]
    fn id(&self) -> Option<&str> {
        None
    }

    /// What trafilatura has, as an element of lxml, and tamis does not: always None. `to_html()` gives the content as HTML.
    #[getter]
    #[expect(clippy::unused_self, reason = "an attribute of the object in Python")]
    fn body(&self) -> Option<&str> {
        None
    }

    /// What trafilatura has for comments, and tamis does not: always None. `comments` has their text.
    #[getter]
    #[expect(clippy::unused_self, reason = "an attribute of the object in Python")]
    fn commentsbody(&self) -> Option<&str> {
        None
    }

    /// The day on which trafilatura was asked, which no answer of tamis depends on: always None.
    #[getter]
    #[expect(clippy::unused_self, reason = "an attribute of the object in Python")]
    fn filedate(&self) -> Option<&str> {
        None
    }

    /// What kind of page it is: article, list, product, forum, doc, service or other; None where the method cannot say.
    #[getter]
    fn kind(&self) -> Option<&'static str> {
        self.of()?.findings.kind().map(|(kind, _)| kind.as_str())
    }

    /// The kind of the page, under the name that trafilatura gives it.
    #[getter]
    fn pagetype(&self) -> Option<&'static str> {
        self.kind()
    }

    /// The main text, the same whatever else was asked of the page.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        self.of().map_or(Ok(None), |found| found.text(py))
    }

    /// The main text, under the name that trafilatura gives it.
    #[getter]
    fn raw_text(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        self.text(py)
    }

    /// What readers said about the page.
    #[getter]
    fn comments(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.of().map_or(Ok(None), |found| found.comments(py))
    }

    /// The records of the page, the main table first.
    #[getter]
    fn tables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Ok(self.made_tables(py)?.get_slice(0, usize::MAX >> 1))
    }

    /// What is said of records that were left out; None if there are none.
    fn _left_out(&self) -> Option<String> {
        let warnings = self.of()?.findings.page().warnings();
        let left_out = warnings.iter().find(|warning| matches!(warning, Warning::TooManyRows { .. }));
        left_out.map(|warning| warning.message().into_owned())
    }

    /// Whether the page is of this language, if it says any, and has a title, a date and an address if it must.
    fn _is_wanted(&self, py: Python<'_>, language: Option<&str>, only_with_metadata: bool) -> PyResult<bool> {
        if language.is_none() && !only_with_metadata {
            return Ok(true);
        }
        Ok(self.known(py, |known| Some(known.is_wanted(language, only_with_metadata)))?.unwrap_or(false))
    }

    /// How many tables are known already, and how many records are in them.
    fn _n_tables(&self) -> (usize, usize) {
        let tables = self.of().and_then(|found| found.findings.tables());
        tables.map_or((0, 0), |tables| (tables.answer.len(), tables.answer.iter().map(|table| table.rows.len()).sum()))
    }

    /// The tree of blocks.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.made(py, "blocks", "block_of")
    }

    /// The block that holds what the reader came for.
    #[getter]
    fn main<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.made(py, "blocks", "main_of")
    }

    /// Where the list of the page goes on.
    #[getter]
    fn pagination<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.made(py, "pagination", "pagination_of")
    }

    /// What was left out of the text, where it stood and why.
    #[getter]
    fn removed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.made(py, "removed", "removed_of")
    }

    /// What a user should know before trusting the answers.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.made(py, "warnings", "texts_of")
    }

    /// Which template of its site the page is of.
    #[getter]
    fn template<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.made(py, "template", "template_of")
    }

    /// "ok", "nothing-found" or "error".
    #[getter]
    fn status(&self, py: Python<'_>) -> PyResult<&'static str> {
        match self.of() {
            None => Ok("error"),
            Some(found) => found.made(py, |found| Ok(if found.findings.is_empty() { "nothing-found" } else { "ok" })),
        }
    }

    /// The exception of a page that could not be read; None for every other.
    #[getter]
    fn error<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        match &self.outcome {
            Outcome::Found(_) => None,
            Outcome::Failed { error, .. } => Some(error.value(py).clone().into_any()),
        }
    }

    /// Where the page came from: a path, or a place in an archive.
    #[getter]
    fn origin(&self) -> Option<String> {
        self.from().map(ToString::to_string)
    }

    /// The record of an archive that the page is from, and what it says of itself; None for every other page.
    #[getter]
    fn archive<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(Origin::Archive(place)) = self.from() else { return Ok(None) };
        let class = py.import("tamis._iterate")?.getattr("ArchivePlace")?;
        let ArchivePlace { path, offset, url, date, digest, http_status, file, .. } = &**place;
        class.call1((path, *offset, url, date, digest, *http_status, file)).map(Some)
    }

    /// The site that the page is of, where it was read by a `Site`.
    #[getter]
    fn site(&self) -> Option<&str> {
        let template = self.of()?.findings.template()?;
        template.id.rsplit_once('/').map(|(site, _)| site)
    }

    /// All that was asked of the page so far as one line of JSON (`schema_version` 1), as the command writes it. More parts
    /// can be named: html, text, markdown, removed, structured, pagination.
    #[pyo3(signature = (*parts))]
    fn to_json(&self, py: Python<'_>, parts: &Bound<'_, PyTuple>) -> PyResult<String> {
        let parts = parts_named(parts)?;
        match &self.outcome {
            Outcome::Found(found) => found.so_far().json(py, parts),
            Outcome::Failed { origin, error, .. } => {
                // As the command has it: the hint is for a person.
                let value = error.value(py);
                let message = value.getattr("message").and_then(|message| message.extract());
                let message: String = message.unwrap_or_else(|_| value.to_string());
                let failed: Box<dyn std::error::Error> = message.into();
                Ok(export::error_line(origin.as_ref(), &*failed))
            }
        }
    }

    /// All that was asked of the page so far as a dict, with the keys of [`to_json`](Page::to_json).
    #[pyo3(signature = (*parts))]
    fn to_dict<'py>(&self, py: Python<'py>, parts: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyDict>> {
        loaded(py, &self.to_json(py, parts)?)
    }

    /// The fields that trafilatura's document has, as a dict.
    fn as_dict<'py>(slf: &Bound<'py, Page>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("tamis._results")?.call_method1("as_dict", (slf,))
    }

    /// The main content alone, as a page of its own in plain HTML.
    fn to_html(&self, py: Python<'_>) -> PyResult<String> {
        let found = self.must(py)?;
        let options = of_text(found.content, Format::ContentHtml);
        found.written(py, Format::ContentHtml, options)
    }

    /// The main content as Markdown.
    fn to_markdown(&self, py: Python<'_>) -> PyResult<String> {
        let found = self.must(py)?;
        let options = of_text(found.content, Format::ContentMarkdown);
        found.written(py, Format::ContentMarkdown, options)
    }

    /// The blocks over the page as it was laid out, as a drawing.
    fn to_svg(&self, py: Python<'_>) -> PyResult<String> {
        let found = self.must(py)?;
        found.made(py, |found| Ok(export::overlay_svg(&found.findings)))?.map_err(|not| of(py, not))
    }

    /// The blocks over the page as it was laid out, as a PNG picture.
    fn to_png<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let found = self.must(py)?;
        let png = found.made(py, |found| Ok(export::overlay_png(&found.findings)))?.map_err(|not| of(py, not))?;
        Ok(PyBytes::new(py, &png))
    }

    /// Whether the page was laid out.
    #[getter]
    fn is_rendered(&self) -> bool {
        self.of().is_some_and(|found| found.findings.page().layout().is_some())
    }

    /// Why the page was read as it was: one HTML file for a person.
    fn to_report(&self, py: Python<'_>) -> PyResult<String> {
        let found = self.must(py)?;
        let source = self.origin();
        found.made(py, move |found| Ok(export::report(&found.findings, source.as_deref())))
    }

    /// What the methods did and why, in words.
    fn explain(&self, py: Python<'_>) -> PyResult<String> {
        let found = self.must(py)?;
        found.made(py, |found| Ok(export::explain(&found.findings)))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Page>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("tamis._show")?.call_method1("page", (slf,))
    }

    fn __repr__<'py>(slf: &Bound<'py, Page>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("tamis._show")?.call_method1("page_line", (slf,))
    }

    fn __copy__<'py>(slf: &Bound<'py, Page>) -> Bound<'py, Page> {
        slf.clone()
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Page>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Page> {
        slf.clone()
    }

    #[expect(clippy::unused_self, reason = "a method of the object in Python")]
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Err(error(
            py,
            ErrorClass::Argument,
            "a Page cannot be pickled: it holds the whole document",
            Some("send page.to_dict(), or the HTML and ask again on the other side"),
        ))
    }
}

/// What of the content a rich form has, where this is what its text has.
fn of_text(text: ContentOptions, format: Format) -> ContentOptions {
    ContentOptions::for_format(format).with_tables(text.tables).with_images(text.images)
}

/// The parts of JSON of these names.
fn parts_named(names: &Bound<'_, PyTuple>) -> PyResult<Vec<JsonPart>> {
    let py = names.py();
    let known = || JsonPart::ALL.iter().map(|part| part.as_str()).collect::<Vec<_>>().join(", ");
    let part = |name: Bound<'_, PyAny>| {
        let Ok(name) = name.cast::<PyString>() else {
            let hint = format!("the parts are {}", known());
            return Err(error(py, ErrorClass::Argument, "a part is named by text", Some(&hint)));
        };
        let name = name.to_string_lossy();
        JsonPart::ALL.into_iter().find(|part| part.as_str() == name).ok_or_else(|| {
            let hint = format!("the parts are {}", known());
            error(py, ErrorClass::Value, format!("there is no part '{name}'"), Some(&hint))
        })
    };
    names.iter().map(part).collect()
}
