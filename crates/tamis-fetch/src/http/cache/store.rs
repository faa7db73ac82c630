//! The cache: what is looked up, stored, and confirmed.

use super::directory::{self, Directory};
use super::entry::CacheEntry;
use super::freshness::{self, EntryUse};
use super::{CacheLookup, Stored};
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;
use url::Url;

/// How large the directory may become.
const LIMIT: u64 = 1 << 30;
/// The sizes of all entries are added up again after this part of the limit has been written.
const SWEEP_PART: u64 = 16;
/// No entry takes more than this part of the limit: it would drive out all others.
const ENTRY_PART: u64 = 4;

/// A cache on disk. Any number of threads and processes may use one directory at the same time.
#[derive(Debug)]
pub(crate) struct Cache {
    directory: Directory,
    limit: u64,
    /// Bytes written since the sizes were added up, `u64::MAX` before anything was written.
    n_written: AtomicU64,
    sweeping: Mutex<()>,
}

impl Cache {
    /// The cache in a directory, which is made if it is not there.
    pub(crate) fn open(directory: &Path) -> io::Result<Cache> {
        let directory = Directory::open(directory)?;
        Ok(Cache { directory, limit: LIMIT, n_written: AtomicU64::new(u64::MAX), sweeping: Mutex::new(()) })
    }

    /// Sets how large the directory may become, in bytes; 1 GiB if it is not set.
    #[must_use]
    pub(crate) fn with_limit(mut self, limit: u64) -> Cache {
        self.limit = limit;
        self
    }

    /// What there is for a request. Nothing that is read here is taken on trust.
    pub(crate) fn look_up(&self, url: &Url, request: &[(String, String)], now: SystemTime) -> CacheLookup {
        let Some(address) = address(url).filter(|_| freshness::is_cached(request)) else { return CacheLookup::Miss };
        let place = self.directory.place_of(&address);
        let found = Directory::read(&place, self.limit / ENTRY_PART).and_then(CacheEntry::from_bytes);
        let Some(entry) = found.filter(|entry| entry.url == address) else { return CacheLookup::Miss };
        match freshness::usable(&entry, request, now) {
            EntryUse::No => CacheLookup::Miss,
            EntryUse::Fresh { age } => {
                let mut stored = entry.stored;
                stored.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("age"));
                stored.headers.push(("age".to_owned(), age.to_string()));
                CacheLookup::Fresh(stored)
            }
            EntryUse::Stale { conditions } => CacheLookup::Stale { conditions, stored: entry.stored },
        }
    }

    /// Stores an answer if it may be stored. One that may not be takes the place of the one before all the same, unless
    /// it only says that the server cannot answer now.
    pub(crate) fn store(&self, url: &Url, request: &[(String, String)], response: &Stored, now: SystemTime) {
        let Some(address) = address(url).filter(|_| freshness::is_cached(request)) else { return };
        let place = self.directory.place_of(&address);
        if freshness::is_storable(request, response) {
            let varying = freshness::varying(request, response);
            self.put(&place, &CacheEntry::bytes_of(&address, &varying, response, now));
        } else if response.status < 500 && response.status != 429 {
            Directory::remove(&place);
        }
    }

    /// An answer that its server has confirmed with 304, with its headers brought up to date.
    pub(crate) fn revalidated(
        &self,
        url: &Url,
        request: &[(String, String)],
        mut stored: Stored,
        not_modified: &[(String, String)],
        now: SystemTime,
    ) -> Stored {
        match freshness::updated(&stored, not_modified) {
            Some(headers) => {
                stored.headers = headers;
                stored.at = now;
                self.store(url, request, &stored, now);
            }
            // The server has confirmed another answer than the one it was asked about. What we have is served once more, as
            // browsers do, and asked for without conditions the next time.
            None => {
                if let Some(address) = address(url) {
                    Directory::remove(&self.directory.place_of(&address));
                }
            }
        }
        stored
    }

    fn put(&self, place: &Path, bytes: &[u8]) {
        if bytes.len() as u64 > self.limit / ENTRY_PART {
            return Directory::remove(place);
        }
        // A full disk, a directory that may not be written to: the entry is lost, the page is not. What was there before is older.
        if self.directory.write(place, bytes).is_err() {
            return Directory::remove(place);
        }
        self.sweep_sometimes(directory::n_bytes_on_disk(bytes.len() as u64));
    }

    fn sweep_sometimes(&self, n_bytes: u64) {
        let is_first = self.n_written.compare_exchange(u64::MAX, 0, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        let n_written = self.n_written.fetch_add(n_bytes, Ordering::Relaxed) + n_bytes;
        let is_due = n_written > self.limit / SWEEP_PART || is_first && self.directory.is_sweep_due();
        // Those who come while one sweeps need not wait for it.
        if is_due && let Ok(_sweeping) = self.sweeping.try_lock() {
            self.n_written.store(0, Ordering::Relaxed);
            self.directory.sweep(self.limit);
        }
    }
}

/// The address as the cache knows it; `None` if nothing is stored under it, as it has credentials in it.
fn address(url: &Url) -> Option<String> {
    if !url.username().is_empty() || url.password().is_some() {
        return None;
    }
    let mut url = url.clone();
    url.set_fragment(None);
    Some(url.into())
}
