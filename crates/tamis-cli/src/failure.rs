//! How a run ends, and errors with a hint: what to type instead.

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::process::ExitCode;

/// How a run ends that was not interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// Something was found, and no page failed.
    Found,
    /// No page failed, and nothing was found on any.
    NothingFound,
    /// The pages are not as a wrapper has learned them.
    Drifted,
    /// Some pages failed.
    SomeFailed,
}

/// The codes that are promised to scripts; see the end of `tamis --help`.
pub(crate) const COULD_NOT_RUN: u8 = 1;
const NOTHING_FOUND: u8 = 2;
const DRIFTED: u8 = 3;
const SOME_FAILED: u8 = 4;

/// An error with a hint: what to type instead.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    pub(crate) hint: String,
}

/// The reader of our output closed it early, as `head` does. That is no error.
#[derive(Debug)]
pub(crate) struct ReaderLeft;

/// The result that was asked for exists already.
#[derive(Debug)]
pub(crate) struct NothingToDo(pub(crate) String);

impl End {
    pub(crate) fn exit_code(self) -> ExitCode {
        match self {
            End::Found => ExitCode::SUCCESS,
            End::NothingFound => ExitCode::from(NOTHING_FOUND),
            End::Drifted => ExitCode::from(DRIFTED),
            End::SomeFailed => ExitCode::from(SOME_FAILED),
        }
    }
}

/// An error with a hint. Those of the library have one of their own.
pub(crate) fn failure(message: impl Display, hint: impl Display) -> anyhow::Error {
    Failure { message: message.to_string(), hint: hint.to_string() }.into()
}

/// A line for the person at the terminal. That it cannot be written is not worth another.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

impl Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl Display for NothingToDo {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NothingToDo {}

impl Display for ReaderLeft {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the reader of the output has left")
    }
}

impl std::error::Error for ReaderLeft {}
