//! What a page refers to, fetched to be stored beside it.

use super::references::Wanted;
use super::{AddressError, FetchedAddress, Network};
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tamis_fetch::address::without_credentials;
use tamis_fetch::http::Fetched;
use url::Url;

/// How many files at a time.
const N_THREADS: usize = 6;

/// How many files are held at a time.
const N_HELD: usize = 12;

/// How many files a page has at most.
const MAX_FILES: usize = 512;

/// How many bytes of them. What is on its way when they are reached is still taken.
const MAX_BYTES: usize = 64 << 20;

/// How long they may take, from the first on.
const MAX_TIME: Duration = Duration::from_secs(30);

/// How far down style sheets that import others are followed.
const MAX_DEPTH: usize = 4;

impl Network {
    /// Fetches the style sheets, fonts and images that a page refers to, in the order of the page, less those that are
    /// `known`, which grows. Each is given to `take`, and only a few are held at a time. A page gets at most 512 files and
    /// 64 MiB, for 30 s; what it names beyond that is an error of that file.
    ///
    /// # Errors
    /// That of `take`, which ends it.
    pub fn fetch_resources<E>(
        &self,
        page: &Fetched,
        known: &mut HashSet<Url>,
        mut take: impl FnMut(FetchedAddress) -> Result<(), E>,
    ) -> Result<(), E> {
        if !(200..300).contains(&page.status) {
            return Ok(());
        }
        let begun = Instant::now();
        let (mut n_files, mut n_bytes) = (0, 0);
        let mut wanted = Wanted::new(MAX_FILES);
        wanted.add_page(&page.clone().into_capture(), known);
        let mut urls = wanted.finish();
        for _ in 0..MAX_DEPTH {
            n_files += urls.len();
            known.extend(urls.iter().cloned());
            let mut next = Wanted::new(MAX_FILES.saturating_sub(n_files));
            for some in urls.chunks(N_HELD) {
                let is_over = n_bytes >= MAX_BYTES || begun.elapsed() >= MAX_TIME;
                let files = if is_over { beyond_share(some) } else { self.fetch_at_once(some) };
                for (url, file) in some.iter().zip(files) {
                    match &file.result {
                        Ok(fetched) => {
                            n_bytes += fetched.body.len();
                            add_sheet(&mut next, fetched, known);
                        }
                        // The next page that names it may have more luck.
                        Err(error) if error.may_pass() => {
                            known.remove(url);
                        }
                        Err(_) => {}
                    }
                    take(file)?;
                }
            }
            urls = next.finish();
        }
        Ok(())
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

fn beyond_share(urls: &[Url]) -> Vec<FetchedAddress> {
    let refused = |url: &Url| {
        let url = without_credentials(url);
        FetchedAddress { url: url.clone(), result: Err(AddressError::BeyondShare { url }) }
    };
    urls.iter().map(refused).collect()
}

fn add_sheet(wanted: &mut Wanted, file: &Fetched, known: &HashSet<Url>) {
    let is_sheet = file.header("content-type").is_some_and(|value| value.to_ascii_lowercase().contains("css"));
    if is_sheet && (200..300).contains(&file.status) {
        wanted.add_sheet(&String::from_utf8_lossy(&file.body), Some(&file.url), known);
    }
}
