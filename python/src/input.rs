//! What a caller may hand over as a page: text, bytes, a path, a file that is open.

use crate::errors::{self, ErrorClass, ends_the_program, error};
use crate::settings::Settings;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tamis::batch::JobError;
use tamis::errors::SourceError;
use tamis::source::{self, Origin};
use tamis::{Capture, Limits, Url};

/// A page that the interpreter has handed over; reading it needs the interpreter no more.
#[expect(clippy::large_enum_variant, reason = "there is one a call")]
pub(crate) enum PageInput {
    Read(Capture),
    /// Bytes that cannot change, copied only when the interpreter is released.
    Bytes(PyBackedBytes),
    /// A text, copied only when the interpreter is released.
    Text(PyBackedStr),
    File(PathBuf),
}

impl PageInput {
    /// What the object is. Of an open file no more is read than a page may have, and for no longer than a page may take.
    pub(crate) fn of(
        given: &Bound<'_, PyAny>,
        url: Option<&str>,
        settings: &Settings,
    ) -> PyResult<(PageInput, Option<Url>)> {
        let py = given.py();
        let url = url.map(|url| parse_url(py, url)).transpose()?;
        let input = if let Ok(text) = given.cast::<PyString>() {
            PageInput::Text(page_text(text)?)
        } else if let Ok(bytes) = given.cast::<PyBytes>() {
            PageInput::Bytes(bytes.clone().into())
        } else if let Some(bytes) = bytes_of(given)? {
            PageInput::Read(Capture::new(bytes))
        } else if given.hasattr("__fspath__")? {
            let path = py.import("os")?.call_method1("fsdecode", (given,)).and_then(|path| path.extract());
            PageInput::File(path.map_err(|raised| no_path(py, raised))?)
        } else if given.hasattr("read")? {
            PageInput::Read(of_file(given, settings)?)
        } else {
            return Err(wrong_type(given, "a page"));
        };
        Ok((input, url))
    }

    /// How many bytes are there already.
    pub(crate) fn n_bytes(&self) -> Option<usize> {
        match self {
            PageInput::Read(capture) => Some(capture.body.len()),
            PageInput::Bytes(bytes) => Some(bytes.len()),
            PageInput::Text(text) => Some(text.len()),
            PageInput::File(_) => None,
        }
    }

    /// The page, read from its file if it is one.
    pub(crate) fn read(self, limits: &Limits, url: Option<Url>) -> Result<Capture, SourceError> {
        let capture = match self {
            PageInput::Read(capture) => capture,
            PageInput::Bytes(bytes) => Capture::new(&*bytes),
            PageInput::Text(text) => utf8_capture(text.as_bytes()),
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
            PageInput::File(path) => Some(Origin::Path(path.clone())),
            _ => None,
        }
    }
}

/// An address.
pub(crate) fn parse_url(py: Python<'_>, url: &str) -> PyResult<Url> {
    url.parse().map_err(|wrong| {
        error(
            py,
            ErrorClass::Value,
            format!("'{url}' is no address: {wrong}"),
            Some("url is absolute, as in https://example.org/page"),
        )
    })
}

/// The text, which is that of a page as far as can be seen.
fn page_text(text: &Bound<'_, PyString>) -> PyResult<PyBackedStr> {
    let py = text.py();
    let held = PyBackedStr::try_from(text.clone()).map_err(|_| {
        error(
            py,
            ErrorClass::Page,
            "the text has lone surrogates, which no encoding has",
            Some("hand over the bytes of the page, or text.encode('utf-8', 'replace')"),
        )
    })?;
    let words: &str = &held;
    // Both are no longer than what a path or an address may be.
    if words.len() <= MAX_NAME && !words.contains(['<', '\n']) {
        let words = words.trim();
        if source::is_address(words) && !words.contains(char::is_whitespace) {
            return Err(error(
                py,
                ErrorClass::Page,
                "this is an address, not a page",
                Some("fetch it first and hand over what came; url= says where a page is from"),
            ));
        }
        if Path::new(words).is_file() {
            warn(py, "the page is given as text that names a file: hand over pathlib.Path(...) to read the file")?;
        }
    }
    Ok(held)
}

/// A page that came as text, which says nothing of its charset any more.
pub(crate) fn utf8_capture(text: &[u8]) -> Capture {
    Capture::new(text).with_header("content-type", "text/html; charset=utf-8")
}

/// The longest text that may be a path or an address by mistake.
const MAX_NAME: usize = 2048;

/// A warning at the line of the caller of the package.
fn warn(py: Python<'_>, message: &str) -> PyResult<()> {
    py.import("tamis._warnings")?.call_method1("warn", (message,)).map(drop)
}

/// The bytes, if the object is made of them: `bytes`, `bytearray`, a `memoryview` and what else has a buffer.
fn bytes_of(given: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if let Ok(bytes) = given.cast::<PyBytes>() {
        return Ok(Some(bytes.as_bytes().to_vec()));
    }
    if let Ok(bytes) = given.cast::<PyByteArray>() {
        return Ok(Some(bytes.to_vec()));
    }
    if given.hasattr("read")? || given.hasattr("__fspath__")? {
        return Ok(None);
    }
    let is_view = given.is_instance_of::<PyMemoryView>();
    match PyMemoryView::from(given).and_then(|view| view.call_method0("tobytes")) {
        Ok(bytes) => Ok(Some(bytes.extract()?)),
        // One that was released.
        Err(raised) if is_view => Err(unreadable(given.py(), raised)),
        Err(_) => Ok(None),
    }
}

/// What is left in an open file, up to one byte more than a page may have: so that too much is seen as too much.
///
/// It is read until nothing comes: sockets, wrappers and raw streams give less than they were asked for.
fn of_file(file: &Bound<'_, PyAny>, settings: &Settings) -> PyResult<Capture> {
    let py = file.py();
    let begun = Instant::now();
    // Python counts no further than the largest size of anything.
    let most = settings.limits.max_bytes.saturating_add(1).min(isize::MAX.unsigned_abs());
    // Bytes, or characters of a file of text.
    let mut n_there = 0;
    let (mut bytes, mut texts) = (Vec::new(), Vec::new());
    loop {
        let (part, is_all) = read_part(file, most - n_there)?;
        let n_read = if let Ok(text) = part.cast::<PyString>()
            && bytes.is_empty()
        {
            texts.push(text.clone());
            text.len()?
        } else if let Some(part) = bytes_of(&part)?
            && texts.is_empty()
        {
            bytes.extend_from_slice(&part);
            part.len()
        } else {
            return Err(wrong_type(&part, "what its read() gave"));
        };
        n_there += n_read;
        if n_read == 0 || is_all || n_there >= most {
            break;
        }
        // A read() that waits is Python's own, and is not ended; one that gives a byte a second is.
        if let Some(limit) = settings.timeout.filter(|timeout| begun.elapsed() > *timeout) {
            return Err(errors::of(py, JobError::TimedOut { limit }));
        }
    }
    if texts.is_empty() {
        return Ok(Capture::new(bytes));
    }
    let text = PyString::new(py, "").call_method1("join", (texts,))?;
    page_text(text.cast()?).map(|text| utf8_capture(text.as_bytes()))
}

/// The next part of an open file, and whether that is all of it: some objects that can be read take no number.
fn read_part<'py>(file: &Bound<'py, PyAny>, n: usize) -> PyResult<(Bound<'py, PyAny>, bool)> {
    let py = file.py();
    let read = match file.call_method1("read", (n,)) {
        Err(raised) if raised.is_instance_of::<PyTypeError>(py) => file.call_method0("read").map(|all| (all, true)),
        read => read.map(|part| (part, false)),
    };
    read.map_err(|raised| unreadable(py, raised))
}

fn wrong_type(given: &Bound<'_, PyAny>, what: &str) -> PyErr {
    let name = given.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    error(
        given.py(),
        ErrorClass::Argument,
        format!("{what} is text, bytes, a path or an open file, not {name}"),
        Some("a path is a pathlib.Path; text is the HTML itself"),
    )
}

fn no_path(py: Python<'_>, raised: PyErr) -> PyErr {
    if ends_the_program(py, &raised) {
        return raised;
    }
    error(py, ErrorClass::Argument, format!("the path cannot be used: {}", raised.value(py)), None)
}

fn unreadable(py: Python<'_>, raised: PyErr) -> PyErr {
    if ends_the_program(py, &raised) {
        return raised;
    }
    let refused = error(
        py,
        ErrorClass::Source,
        format!("the page cannot be read: {}", raised.value(py)),
        Some("open it again, or hand over its bytes"),
    );
    refused.set_cause(py, Some(raised));
    refused
}

/// The exception of a source that could not be read.
pub(crate) fn of_source(py: Python<'_>, failed: SourceError) -> PyErr {
    errors::of(py, failed)
}
