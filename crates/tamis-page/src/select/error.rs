//! What is wrong with a selector, and where.

use thiserror::Error;

/// A selector that cannot be read.
///
/// ```
/// use tamis_page::Css;
///
/// let error = Css::parse("ul > li:frist-child").unwrap_err();
/// assert_eq!(error.position(), 7);
/// assert_eq!(error.to_string(), "unknown pseudo-class `:frist-child` at position 7");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message} at position {position}")]
pub struct SelectorError {
    position: usize,
    message: String,
}

impl SelectorError {
    pub(crate) fn new(position: usize, message: impl Into<String>) -> SelectorError {
        SelectorError { position, message: message.into() }
    }

    /// The byte of the selector at which reading stopped.
    pub fn position(&self) -> usize {
        self.position
    }

    /// What was expected or refused there: lower case, no full stop.
    pub fn message(&self) -> &str {
        &self.message
    }
}
