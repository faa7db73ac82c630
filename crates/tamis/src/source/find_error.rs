//! Why there are no pages to read.

use std::io;
use std::path::PathBuf;

/// Why there are no pages to read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// The directory holds no file with a page's extension.
    #[error("there are no pages in {}", directory.display())]
    NoPages {
        /// The directory.
        directory: PathBuf,
    },
    /// The pattern fits no file.
    #[error("no file matches {pattern}")]
    NoMatch {
        /// The pattern.
        pattern: String,
    },
    /// The pattern cannot be read.
    #[error("cannot read the pattern {pattern}: {message}")]
    BadPattern {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        message: String,
    },
    /// Standard input was named more than once.
    #[error("standard input can be read only once")]
    StandardInputTwice,
    /// Standard input cannot be read.
    #[error("cannot read standard input")]
    StandardInput(#[source] io::Error),
    /// What begins like an address is none.
    #[error("{address} is no address: {message}")]
    BadAddress {
        /// What was named, without credentials.
        address: String,
        /// What is wrong with it.
        message: String,
    },
    /// The list of addresses cannot be read.
    #[error("cannot read the list of addresses {}", path.display())]
    AddressList {
        /// The list.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// There is no address in it.
    #[error("there are no addresses in {}", path.display())]
    NoAddresses {
        /// The list.
        path: PathBuf,
    },
    /// Servers cannot be asked with these options.
    #[error("{0}")]
    Network(Box<dyn std::error::Error + Send + Sync>),
}
