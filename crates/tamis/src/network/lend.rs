//! Style sheets and images of a page over the network, within bounds: a page may name any number of files on any server.

use super::Network;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tamis_fetch::http::{Client, Fetched};
use tamis_page::{Capture, Resource, Resources};
use url::Url;

/// How many files a page gets from the network. A heavy page of the web has a hundred.
const MAX_FILES: usize = 256;

/// How many bytes of them.
const MAX_BYTES: usize = 64 << 20;

/// How long a page is helped for, from its first file on.
const MAX_TIME: Duration = Duration::from_secs(30);

/// How many bytes are kept for other pages: those of a site share their style sheets.
const MAX_KEPT_BYTES: usize = 64 << 20;

impl Network {
    /// The page with its style sheets and images: first those that it brings along, then those of the network. One that
    /// cannot be had, or may not be asked for, costs itself.
    pub fn lend(&self, capture: Capture) -> Capture {
        let own = capture.resources.clone();
        let (client, kept) = (self.resources.clone(), Arc::clone(&self.kept));
        let share = Mutex::new(PageShare::default());
        let base = own.base().cloned();
        let resources = Resources::from_fn(base, move |url| {
            own.load(url).or_else(|| {
                let is_wanted = matches!(url.scheme(), "http" | "https")
                    && share.lock().unwrap_or_else(PoisonError::into_inner).take_file();
                let found = is_wanted.then(|| kept.load(&client, url)).flatten()?;
                share.lock().unwrap_or_else(PoisonError::into_inner).take_bytes(found)
            })
        });
        capture.with_resources(resources)
    }
}

/// What a page has had.
#[derive(Debug, Default)]
struct PageShare {
    begun: Option<Instant>,
    n_files: usize,
    n_bytes: usize,
}

impl PageShare {
    fn take_file(&mut self) -> bool {
        let begun = *self.begun.get_or_insert_with(Instant::now);
        let is_over = self.n_files >= MAX_FILES || self.n_bytes >= MAX_BYTES || begun.elapsed() >= MAX_TIME;
        self.n_files += usize::from(!is_over);
        !is_over
    }

    fn take_bytes(&mut self, resource: Resource) -> Option<Resource> {
        self.n_bytes = self.n_bytes.saturating_add(resource.body.len());
        (self.n_bytes <= MAX_BYTES).then_some(resource)
    }
}

/// Files that were asked for, also those that are not there. A failure that may pass is not kept.
#[derive(Debug, Default)]
pub(super) struct ResourceCache(Mutex<CachedFiles>);

#[derive(Debug, Default)]
struct CachedFiles {
    by_address: HashMap<Url, Option<Resource>>,
    n_bytes: usize,
}

impl ResourceCache {
    fn load(&self, client: &Client, url: &Url) -> Option<Resource> {
        let mut url = url.clone();
        url.set_fragment(None);
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().by_address.get(&url) {
            return known.clone();
        }
        let found = match client.get(&url).and_then(Fetched::error_for_status) {
            Ok(fetched) => {
                Some(Resource { media_type: fetched.header("content-type").map(str::to_owned), body: fetched.body })
            }
            // The next page that names it may have more luck.
            Err(error) if error.is_transient() => return None,
            Err(_) => None,
        };
        let mut files = lock();
        // An address is some bytes too.
        let n_bytes = url.as_str().len() + found.as_ref().map_or(0, |found| found.body.len());
        if files.n_bytes + n_bytes <= MAX_KEPT_BYTES && files.by_address.insert(url, found.clone()).is_none() {
            files.n_bytes += n_bytes;
        }
        found
    }
}
