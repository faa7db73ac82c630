//! What can go wrong with an archive as a whole. A broken record is no error: it is counted.

use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why an archive or an index cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The file cannot be opened.
    #[error("cannot open {}", path.display())]
    Open {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Reading failed on the way.
    #[error("cannot read {name}")]
    Read {
        /// The path, or what the reader is called.
        name: String,
        /// What the system says.
        source: io::Error,
    },
    /// There is no WARC record in it, compressed or not.
    #[error("{name} is not a WARC archive")]
    NotAnArchive {
        /// The path, or what the reader is called.
        name: String,
    },
    /// It is a zip file, but cannot be read as WACZ.
    #[error("cannot read {name} as WACZ: {reason}")]
    Wacz {
        /// The path, or what the reader is called.
        name: String,
        /// What is wrong with it.
        reason: &'static str,
    },
}
