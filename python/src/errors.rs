//! What can go wrong, as exceptions of the package. Their classes are in Python (`tamis/errors.py`), because each is also
//! one of the built-in ones that people catch.

use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;
use std::fmt::Display;
use tamis::ErrorKind;
use tamis::errors::MethodError;

/// The classes of `tamis.errors`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ErrorClass {
    /// An argument of the wrong type.
    Argument,
    /// An argument of the right type that means nothing.
    Value,
    /// What was given is no page, or too large.
    Page,
    /// A file, an archive or a stream could not be read.
    Source,
    /// The page took more steps than allowed.
    Limit,
    /// The page took too long.
    Timeout,
    /// The page could not be laid out.
    Render,
    /// A selector that cannot be read.
    Selector,
    /// A wrapper that cannot be learned, read, written or repaired.
    Wrapper,
    /// A store of templates that cannot be opened, read or written.
    Store,
    /// A defect of ours.
    Internal,
}

impl ErrorClass {
    fn class(self) -> &'static str {
        match self {
            ErrorClass::Argument => "ArgumentError",
            ErrorClass::Value => "OptionError",
            ErrorClass::Page => "PageError",
            ErrorClass::Source => "SourceError",
            ErrorClass::Limit => "LimitError",
            ErrorClass::Timeout => "PageTimeoutError",
            ErrorClass::Render => "RenderError",
            ErrorClass::Selector => "SelectorError",
            ErrorClass::Wrapper => "WrapperError",
            ErrorClass::Store => "StoreError",
            ErrorClass::Internal => "InternalError",
        }
    }
}

/// The exception with these words, and what to do about it.
pub(crate) fn error(py: Python<'_>, kind: ErrorClass, message: impl Display, hint: Option<&str>) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let class = py.import("tamis.errors")?.getattr(kind.class())?;
        Ok(PyErr::from_value(class.call1((message.to_string(), hint))?))
    };
    made().unwrap_or_else(|raised| {
        if ends_the_program(py, &raised) { raised } else { PyRuntimeError::new_err(message.to_string()) }
    })
}

/// Ctrl-C and the like: what says nothing about a page, may come from any call of Python, and is never put into words.
pub(crate) fn ends_the_program(py: Python<'_>, raised: &PyErr) -> bool {
    !raised.is_instance_of::<PyException>(py)
}

/// The exception for an argument that no text can be made of.
pub(crate) fn surrogates(py: Python<'_>, what: &str) -> PyErr {
    // The words of `tamis/_calls.py`.
    let message = format!("{what} has lone surrogates, which no encoding has");
    error(py, ErrorClass::Value, message, Some("text.encode('utf-8', 'replace').decode() has none"))
}

/// The exception of an error of the library.
pub(crate) fn of(py: Python<'_>, failed: impl Into<tamis::Error>) -> PyErr {
    let failed = failed.into();
    let hint = match &failed {
        tamis::Error::Method(MethodError::NotRead { read_with: Some((option, word)), .. }) => {
            Some(format!("it is read with options={{\"{option}\": \"{word}\"}}"))
        }
        failed => failed.hint().map(|hint| hint.to_string()),
    };
    error(py, failed.kind().into(), failed.with_causes(), hint.as_deref())
}

impl From<ErrorKind> for ErrorClass {
    fn from(kind: ErrorKind) -> ErrorClass {
        match kind {
            ErrorKind::Argument => ErrorClass::Value,
            ErrorKind::Page => ErrorClass::Page,
            ErrorKind::Source => ErrorClass::Source,
            ErrorKind::Limit => ErrorClass::Limit,
            ErrorKind::Timeout => ErrorClass::Timeout,
            ErrorKind::Render => ErrorClass::Render,
            ErrorKind::Selector => ErrorClass::Selector,
            ErrorKind::Wrapper => ErrorClass::Wrapper,
            ErrorKind::Store => ErrorClass::Store,
            _ => ErrorClass::Internal,
        }
    }
}
