//! Why there are no pages to read, and why one of them cannot be read.

use super::Origin;
#[cfg(doc)]
use crate::page::Limits;
use std::io;
use std::path::PathBuf;
use url::Url;

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

/// Why nothing came out of an origin.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The operating system refused.
    #[error("cannot read {origin}")]
    Read {
        /// Where the page should have come from.
        origin: Origin,
        /// What the operating system said.
        source: io::Error,
    },
    /// A directory stands where a page was expected.
    #[error("{origin} is a directory, not a page")]
    IsDirectory {
        /// The directory.
        origin: Origin,
    },
    /// The gzip data breaks off or is damaged.
    #[error("cannot inflate {origin}: the gzip data {}", if *is_truncated { "ends too early" } else { "is damaged" })]
    Gzip {
        /// Where the page should have come from.
        origin: Origin,
        /// Whether the data breaks off, as after an interrupted download.
        is_truncated: bool,
        /// What the decoder said.
        source: io::Error,
    },
    /// The page is larger than [`Limits::max_bytes`].
    #[error("{origin} has more than the {limit} bytes that are allowed")]
    TooLarge {
        /// Where the page came from.
        origin: Origin,
        /// The limit.
        limit: usize,
    },
    /// The archive cannot be read, from its beginning or from here on.
    #[error("cannot read the archive {origin}")]
    Archive {
        /// The archive.
        origin: Origin,
        /// What is wrong with it.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The archive has no page with this address.
    #[error("there is no page {url} in {origin}")]
    NotInArchive {
        /// The archive.
        origin: Origin,
        /// The address.
        url: Box<Url>,
    },
    /// The address gave no page.
    #[error("{}", fetch_words(origin, error.as_ref()))]
    Fetch {
        /// The address that was asked for.
        origin: Origin,
        /// What went wrong, in words that include its causes: with the feature `network` a `network::AddressError`.
        error: Box<dyn std::error::Error + Send + Sync>,
    },
    /// What the address gave is no page.
    #[error("{origin} is no page but {media_type}")]
    OtherType {
        /// The address that was asked for.
        origin: Origin,
        /// Its type, or that it has none.
        media_type: String,
    },
    /// A line of a list of addresses is none.
    #[error("{origin}, {line}")]
    BadLine {
        /// The list.
        origin: Origin,
        /// The number of the line and what is wrong with it.
        line: String,
    },
    /// This build cannot read such a source.
    #[error("this build cannot read {origin}")]
    NotBuilt {
        /// Where the page should have come from.
        origin: Origin,
        /// The feature that it would take.
        feature: &'static str,
    },
}

/// The error names the address that failed, which is another one after a redirect.
fn fetch_words(origin: &Origin, error: &dyn std::error::Error) -> String {
    let (name, words) = (origin.to_string(), error.to_string());
    if words.starts_with(&name) { words } else { format!("{name}: {words}") }
}
