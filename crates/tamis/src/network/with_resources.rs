//! What a page refers to, fetched to be stored beside it.

use super::{FetchedAddress, Network, references};
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use tamis_fetch::address::without_credentials;
use tamis_fetch::http::Fetched;
use url::Url;

/// How many files at a time.
const N_THREADS: usize = 6;

/// How many files a page has at most.
const MAX_FILES: usize = 512;

/// How far down style sheets that import others are followed.
const MAX_DEPTH: usize = 4;

impl Network {
    /// Fetches the style sheets, fonts and images that a page refers to, in the order of the page, less those that are
    /// `known`, which grows.
    pub fn fetch_resources(&self, page: &Fetched, known: &mut HashSet<Url>) -> Vec<FetchedAddress> {
        let is_page = (200..300).contains(&page.status);
        let mut wanted = if is_page { references::of_page(&page.clone().into_capture()) } else { Vec::new() };
        let mut all = Vec::new();
        for _ in 0..MAX_DEPTH {
            wanted.retain(|url| known.insert(url.clone()));
            wanted.truncate(MAX_FILES.saturating_sub(all.len()));
            if wanted.is_empty() {
                break;
            }
            let fetched = self.fetch_at_once(&wanted);
            wanted = fetched.iter().filter_map(|file| file.result.as_ref().ok()).flat_map(named_by_sheet).collect();
            all.extend(fetched);
        }
        all
    }

    fn fetch_at_once(&self, urls: &[Url]) -> Vec<FetchedAddress> {
        let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            for _ in 0..N_THREADS.min(urls.len()) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(url) = urls.get(number) else { return };
                        let result = self.resources.get(url).map_err(Into::into);
                        let fetched = FetchedAddress { url: without_credentials(url), result };
                        done.lock().unwrap_or_else(PoisonError::into_inner).push((number, fetched));
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(number, _)| *number);
        done.into_iter().map(|(_, fetched)| fetched).collect()
    }
}

fn named_by_sheet(file: &Fetched) -> Vec<Url> {
    let is_sheet = file.header("content-type").is_some_and(|value| value.to_ascii_lowercase().contains("css"));
    if !is_sheet || !(200..300).contains(&file.status) {
        return Vec::new();
    }
    references::of_sheet(&String::from_utf8_lossy(&file.body), Some(&file.url))
}
