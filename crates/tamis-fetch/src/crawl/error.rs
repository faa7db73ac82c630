//! What ends a crawl. A page that cannot be had is no error: it is counted in the report.

use super::PatternError;
use std::error::Error;
use std::path::PathBuf;

/// What a database or the operating system said.
type Cause = Box<dyn Error + Send + Sync>;

/// Why a crawl cannot begin or go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CrawlError {
    /// Another process, or another crawl of this one, has the frontier open.
    #[error("the frontier {} is in use by another crawl", frontier.display())]
    InUse {
        /// The file.
        frontier: PathBuf,
    },
    /// A later version of the program wrote it.
    #[error("the frontier {} has version {found}, and this program reads versions up to {known}", frontier.display())]
    Newer {
        /// The file.
        frontier: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version that is read.
        known: u32,
    },
    /// Something else is there. It was not written to.
    #[error("{} is no frontier of a crawl: {found}", frontier.display())]
    Foreign {
        /// The file.
        frontier: PathBuf,
        /// What is there.
        found: &'static str,
    },
    /// The file was cut off, or bytes in it were changed.
    #[error("the frontier {} is damaged", frontier.display())]
    Damaged {
        /// The file.
        frontier: PathBuf,
        /// What was found.
        source: Cause,
    },
    /// There is no room on the disk. Everything that was committed before is there.
    #[error("cannot write to the frontier {}: the disk is full, or a limit is reached", frontier.display())]
    Full {
        /// The file.
        frontier: PathBuf,
        /// What the database said.
        source: Cause,
    },
    /// Anything else that the database or the system said.
    #[error("cannot {action} the frontier {}", frontier.display())]
    Frontier {
        /// What was tried.
        action: &'static str,
        /// The file.
        frontier: PathBuf,
        /// What was said.
        source: Cause,
    },
    /// There is neither a start address nor a frontier that has addresses.
    #[error("there is no address to begin with")]
    NoStart,
    /// A start address cannot be crawled.
    #[error("cannot begin at {address}: {problem}")]
    Start {
        /// The address, without credentials.
        address: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A pattern cannot be read.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// A thread of the crawl broke off. What was committed is there, and the crawl can be opened again.
    #[error("a thread of the crawl broke off")]
    Broken,
}

impl CrawlError {
    /// What the user can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            CrawlError::InUse { .. } => "wait for the other crawl to end, or name another frontier",
            CrawlError::Newer { .. } => "use the newer program, or name another frontier",
            CrawlError::Foreign { .. } => "name another file; one that is not there yet is made",
            CrawlError::Damaged { .. } => "begin again with another frontier",
            CrawlError::Full { .. } => "make room and run it again; the crawl goes on where it stopped",
            CrawlError::NoStart => "name an address",
            CrawlError::Start { .. } => "write a whole address such as https://shop.example/",
            CrawlError::Pattern(_) => "write a pattern such as https://shop.example/c/** or */login*",
            CrawlError::Frontier { .. } | CrawlError::Broken => return None,
        })
    }
}
