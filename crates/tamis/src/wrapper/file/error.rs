//! What is wrong with a file, and where.

use super::super::{WrapperError, WrapperPart};
use super::{MAX_BYTES, VERSION};

/// Why a file is no wrapper, or none that can be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WrapperFileError {
    /// It is longer than a wrapper can be.
    #[error("a wrapper has at most {} MiB, and this is longer", MAX_BYTES >> 20)]
    TooLarge,
    /// It is something else.
    #[error("this is {what}, not a wrapper")]
    NotAWrapper {
        /// What it is.
        what: &'static str,
    },
    /// It was written by a later version.
    #[error("this wrapper is of version {version}, and this tamis reads version {VERSION}")]
    Newer {
        /// Its version.
        version: u64,
    },
    /// It is no JSON, or a member is missing, unknown or of another kind than it should be.
    #[error("line {line}, column {column}: {message}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, in characters from 1.
        column: usize,
        /// What is wrong there.
        message: String,
        /// The line, as far as it is shown, and below it a mark.
        excerpt: String,
        /// Whether it is no JSON at all.
        is_syntax: bool,
    },
    /// A value that a member cannot have.
    #[error("{part} {problem}")]
    Value {
        /// Where it is.
        part: WrapperPart,
        /// What is wrong with it.
        problem: String,
    },
    /// It has too many of something.
    #[error("a wrapper has at most {limit} {what}, and this has {n}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        n: usize,
        /// How many there may be.
        limit: usize,
    },
    /// It is a wrapper that does not fit together, or has a wrong selector.
    #[error(transparent)]
    Wrapper(#[from] WrapperError),
}

impl WrapperFileError {
    /// The place that the error is about, with a mark under it, indented: a line of the file, or a selector.
    pub fn excerpt(&self) -> Option<String> {
        match self {
            WrapperFileError::Json { excerpt, .. } => Some(excerpt.clone()),
            WrapperFileError::Wrapper(WrapperError::Selector { selector, error, .. }) => {
                Some(marked(selector, error.position()))
            }
            _ => None,
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            WrapperFileError::NotAWrapper { .. } | WrapperFileError::TooLarge => {
                Some("the wrapper comes first, then the pages; `tamis wrapper learn page.html -o shop.json` writes one")
            }
            WrapperFileError::Newer { .. } => Some("it was written by a later tamis: use that, or learn it again"),
            WrapperFileError::Wrapper(WrapperError::Selector { selector, .. }) if selector.contains("::attr(") => {
                Some("write the attribute's name into the member `attribute`, and leave ::attr() out")
            }
            WrapperFileError::Wrapper(WrapperError::Selector { selector, .. }) if selector.contains("::text") => {
                Some("leave ::text out: the value is all text of the element; the member `text` takes one of its texts")
            }
            WrapperFileError::Wrapper(WrapperError::NoSelector(_)) => Some("give it a member `css` or `xpath`"),
            WrapperFileError::Json { is_syntax: true, .. } => Some(
                "this is not JSON: look for a comma, a quote or a bracket here or just before, or for a file that was cut",
            ),
            _ => None,
        }
    }
}

/// How many characters of a line are shown around the mark.
const SHOWN: usize = 72;

/// The part of a line around a byte of it, and a mark under that.
pub(super) fn marked(line: &str, byte: usize) -> String {
    let at = line.char_indices().take_while(|&(start, _)| start < byte).count();
    let n_before = at.saturating_sub(SHOWN / 2);
    let shown = line.chars().map(|c| if c.is_control() { ' ' } else { c }).skip(n_before);
    let shown: String = shown.take(SHOWN).collect();
    let cut = if n_before > 0 { "…" } else { "" };
    let indent = at - n_before + cut.chars().count();
    format!("  {cut}{}\n  {}^", shown.trim_end(), " ".repeat(indent))
}
