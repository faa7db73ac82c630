//! What can go wrong, as exceptions of the package. Their classes are in Python (`tamis/errors.py`), because each is also
//! one of the built-in ones that people catch.

use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;
use std::fmt::Display;
use tamis::batch::JobError;
use tamis::errors::{FindingsError, MethodError, NotRendered, PageError, SourceError, StoreError};
use tamis::{Task, methods};

/// The classes of `tamis.errors`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
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

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Kind::Argument => "ArgumentError",
            Kind::Value => "OptionError",
            Kind::Page => "PageError",
            Kind::Source => "SourceError",
            Kind::Limit => "LimitError",
            Kind::Timeout => "PageTimeoutError",
            Kind::Render => "RenderError",
            Kind::Selector => "SelectorError",
            Kind::Wrapper => "WrapperError",
            Kind::Store => "StoreError",
            Kind::Internal => "InternalError",
        }
    }
}

/// The exception with these words, and what to do about it.
pub(crate) fn error(py: Python<'_>, kind: Kind, message: impl Display, hint: Option<&str>) -> PyErr {
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
    error(py, Kind::Value, message, Some("text.encode('utf-8', 'replace').decode() has none"))
}

/// The exception of a page that failed.
pub(crate) fn of_job(py: Python<'_>, failed: &JobError<FindingsError>) -> PyErr {
    let (kind, hint) = kind_and_hint(failed);
    error(py, kind, with_causes(failed), hint)
}

/// Which exception a failed page is, and what to do about it.
pub(crate) fn kind_and_hint(failed: &JobError<FindingsError>) -> (Kind, Option<&'static str>) {
    match failed {
        JobError::Failed(failed) => of_page(failed),
        JobError::TimedOut { .. } => (Kind::Timeout, Some("give the page more time with timeout=SECONDS")),
        JobError::OutOfSteps { .. } => (
            Kind::Limit,
            Some(
                "the page was made to be slow, or is very large: allow more work with max_steps, or read less of it with max_nodes",
            ),
        ),
        _ => (Kind::Internal, Some("this is a defect of tamis: please report it with the page")),
    }
}

fn of_page(failed: &FindingsError) -> (Kind, Option<&'static str>) {
    match failed {
        FindingsError::Source(SourceError::TooLarge { .. }) | FindingsError::Page(PageError::TooLarge { .. }) => {
            (Kind::Page, Some("raise the limit with max_bytes=BYTES"))
        }
        FindingsError::Source(_) => (Kind::Source, None),
        FindingsError::Page(PageError::NotAPage { kind }) => (Kind::Page, kind.hint()),
        FindingsError::Page(PageError::UnknownCharset { .. }) => {
            (Kind::Value, Some("use a name such as utf-8, windows-1252, gbk or shift_jis"))
        }
        FindingsError::Page(PageError::Render(_)) => (Kind::Render, None),
        FindingsError::NotRendered(_) if cfg!(not(feature = "blitz")) => (
            Kind::Render,
            Some("this wheel has no renderer: install the one that has, or use a method that needs no layout"),
        ),
        FindingsError::NotRendered(_) => {
            (Kind::Render, Some("use render=\"embedded\", or a method that needs no layout"))
        }
        _ => (Kind::Page, None),
    }
}

/// The exception for a method or an option that is not there.
pub(crate) fn of_method(py: Python<'_>, task: Task, refused: &MethodError) -> PyErr {
    let hint = match refused {
        MethodError::UnknownMethod { .. } => {
            let names: Vec<&str> = methods::for_task(task).map(tamis::Method::name).collect();
            Some(format!("the methods are {}", names.join(", ")))
        }
        MethodError::UnknownOption { method, .. } => {
            let options = methods::find(task, method).map(tamis::Method::options).unwrap_or_default();
            let names: Vec<&str> = options.iter().map(|option| option.name).collect();
            Some(if names.is_empty() {
                format!("{method} has no options")
            } else {
                format!("its options are {}", names.join(", "))
            })
        }
        MethodError::NotRead { read_with: Some((option, word)), .. } => {
            Some(format!("it is read with options={{\"{option}\": \"{word}\"}}"))
        }
        _ => None,
    };
    error(py, Kind::Value, refused, hint.as_deref())
}

/// The exception for what is only known of a page that was laid out.
pub(crate) fn of_render(py: Python<'_>, missing: NotRendered) -> PyErr {
    of_job(py, &JobError::Failed(missing.into()))
}

/// The exception of a store, with what the database said.
pub(crate) fn of_store(py: Python<'_>, failed: &StoreError) -> PyErr {
    error(py, Kind::Store, with_causes(failed), failed.hint())
}

/// What went wrong and why: `cannot read page.html: No such file or directory`.
pub(crate) fn with_causes(failed: &dyn std::error::Error) -> String {
    let mut words = failed.to_string();
    let mut cause = failed.source();
    while let Some(why) = cause {
        let why_words = why.to_string();
        if !words.contains(&why_words) {
            words = format!("{words}: {why_words}");
        }
        cause = why.source();
    }
    words
}
