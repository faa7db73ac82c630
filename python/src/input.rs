//! What a caller may hand over as a page: text, bytes, a path, a file that is open.

use crate::errors::{self, Kind, error};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};
use std::path::PathBuf;
use tamis::batch::JobError;
use tamis::errors::SourceError;
use tamis::source::{self, Origin};
use tamis::{Capture, Limits, Url};

/// A page that the interpreter has handed over; reading a file needs it no more.
pub(crate) enum PageInput {
    Bytes(Capture),
    File(PathBuf),
}

impl PageInput {
    /// What the object is.
    pub(crate) fn of(given: &Bound<'_, PyAny>, url: Option<&str>) -> PyResult<(PageInput, Option<Url>)> {
        let py = given.py();
        let url = url.map(|url| parse_url(py, url)).transpose()?;
        let located = |capture: Capture| match &url {
            Some(url) => capture.with_url(url.clone()),
            None => capture,
        };
        let input = if let Ok(text) = given.cast::<PyString>() {
            PageInput::Bytes(located(of_text(text)?))
        } else if let Some(bytes) = bytes_of(given) {
            PageInput::Bytes(located(Capture::new(bytes)))
        } else if given.hasattr("__fspath__")? {
            PageInput::File(given.extract()?)
        } else if given.hasattr("read")? {
            let read = given.call_method0("read").map_err(|raised| unreadable(py, &raised))?;
            let capture = match (read.cast::<PyString>(), bytes_of(&read)) {
                (Ok(text), _) => of_text(text)?,
                (_, Some(bytes)) => Capture::new(bytes),
                _ => return Err(wrong_type(&read, "what its read() gave")),
            };
            PageInput::Bytes(located(capture))
        } else {
            return Err(wrong_type(given, "a page"));
        };
        Ok((input, url))
    }

    /// How many bytes are there already.
    pub(crate) fn n_bytes(&self) -> Option<usize> {
        match self {
            PageInput::Bytes(capture) => Some(capture.body.len()),
            PageInput::File(_) => None,
        }
    }

    /// The page, read from its file if it is one.
    pub(crate) fn read(self, limits: &Limits, url: Option<Url>) -> Result<Capture, SourceError> {
        let capture = match self {
            PageInput::Bytes(capture) => capture,
            PageInput::File(path) => source::read_file(&path, limits)?,
        };
        Ok(match url {
            Some(url) => capture.with_url(url),
            None => capture,
        })
    }

    /// Where it is from, for what is said of it.
    pub(crate) fn origin(&self) -> Option<Origin> {
        match self {
            PageInput::Bytes(_) => None,
            PageInput::File(path) => Some(Origin::Path(path.clone())),
        }
    }
}

/// An address.
pub(crate) fn parse_url(py: Python<'_>, url: &str) -> PyResult<Url> {
    url.parse().map_err(|wrong| {
        error(
            py,
            Kind::Value,
            format!("'{url}' is no address: {wrong}"),
            Some("url is absolute, as in https://example.org/page"),
        )
    })
}

fn of_text(text: &Bound<'_, PyString>) -> PyResult<Capture> {
    let py = text.py();
    let words = text.to_str().map_err(|_| {
        error(
            py,
            Kind::Value,
            "the text has lone surrogates, which no encoding has",
            Some("hand over the bytes of the page, or text.encode('utf-8', 'replace')"),
        )
    })?;
    if source::is_address(words.trim()) && !words.trim().contains(char::is_whitespace) {
        return Err(error(
            py,
            Kind::Page,
            "this is an address, not a page",
            Some("fetch it first and hand over what came; url= says where a page is from"),
        ));
    }
    Ok(Capture::new(words.as_bytes()).with_header("content-type", "text/html; charset=utf-8"))
}

fn bytes_of(given: &Bound<'_, PyAny>) -> Option<Vec<u8>> {
    if let Ok(bytes) = given.cast::<PyBytes>() {
        return Some(bytes.as_bytes().to_vec());
    }
    if let Ok(bytes) = given.cast::<PyByteArray>() {
        return Some(bytes.to_vec());
    }
    // Any other buffer, a memoryview above all, is asked for its bytes.
    let is_view = given.get_type().name().is_ok_and(|name| name == "memoryview");
    is_view.then(|| given.call_method0("tobytes").ok()?.extract().ok()).flatten()
}

fn wrong_type(given: &Bound<'_, PyAny>, what: &str) -> PyErr {
    let name = given.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    error(
        given.py(),
        Kind::Argument,
        format!("{what} is text, bytes, a path or an open file, not {name}"),
        Some("a path is a pathlib.Path; text is the HTML itself"),
    )
}

fn unreadable(py: Python<'_>, raised: &PyErr) -> PyErr {
    let refused = error(
        py,
        Kind::Source,
        format!("the file cannot be read: {raised}"),
        Some("open it again, or hand over its bytes"),
    );
    refused.set_cause(py, Some(raised.clone_ref(py)));
    refused
}

/// The exception of a source that could not be read.
pub(crate) fn of_source(py: Python<'_>, failed: SourceError) -> PyErr {
    errors::of_job(py, &JobError::Failed(failed.into()))
}
