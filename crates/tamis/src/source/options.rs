//! What is read of the sources, and what is noted of them.

use crate::page::Limits;
use crate::page_url::PathUrls;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use url::Url;

/// What is read of the sources.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SourceOptions {
    /// A directory that is passed over, so that a second run does not read what the first one wrote.
    pub except: Option<PathBuf>,
    /// How much of a page is read.
    pub limits: Limits,
    /// Which media types in an archive and on the network are pages, with commas between: `text/html, text/*`. HTML if nothing is said.
    pub media_types: Option<String>,
    /// The pages of an archive that are wanted, by their addresses; all of them if it is empty.
    pub pages: Vec<Url>,
    /// Whether the paths of files are addresses.
    pub path_urls: PathUrls,
    /// An index of the archive, CDX or CDXJ.
    pub index: Option<PathBuf>,
    /// The part of an archive that is read, one of [`archive_parts`](super::archive_parts); all of it if nothing is said.
    pub archive_part: Option<Range<u64>>,
    /// A file with one address a line, whose pages come after all others; `-` is standard input.
    #[cfg(feature = "network")]
    pub address_list: Option<PathBuf>,
    /// Addresses that an earlier run has done, in its order. Those that come up again as the first ones, in the same order,
    /// are not asked for: they are inputs that fail, and to be passed over.
    #[cfg(feature = "network")]
    pub done_addresses: Vec<Url>,
    /// How addresses are fetched. If nothing is said, they are an error.
    #[cfg(feature = "network")]
    pub network: Option<crate::network::NetworkOptions>,
    /// Whether style sheets and images that a page does not bring along are fetched, when a renderer asks for them.
    #[cfg(feature = "network")]
    pub load_resources: bool,
}

tamis_page::setters! { SourceOptions;
    with_limits limits: Limits = limits, "Sets the limits.";
    with_except except: Option<PathBuf> = except, "Passes over what is in a directory.";
}

/// What a person should know about sources that were read to their end: what is broken in an archive. Another handle to the
/// notes of [`Sources`](super::Sources), which grow while those are read.
#[derive(Clone, Debug, Default)]
pub struct SourceNotes(Arc<Mutex<Noted>>);

#[derive(Debug, Default)]
struct Noted {
    words: Vec<String>,
    n_damaged: u64,
}

impl SourceNotes {
    /// What was noted since the last time.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.lock().words)
    }

    /// How many places of archives that were read to their end are damaged: what was there is missing among the pages.
    pub fn n_damaged(&self) -> u64 {
        self.lock().n_damaged
    }

    #[cfg(feature = "archives")]
    pub(super) fn add(&self, note: String) {
        self.lock().words.push(note);
    }

    #[cfg(feature = "archives")]
    pub(super) fn add_damage(&self, n_places: u64) {
        self.lock().n_damaged += n_places;
    }

    fn lock(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
