//! From sitemaps of sitemaps to pages.

use super::{LeftOut, ListedPage, Listing, ListingLimits, listing};
use sha1::{Digest, Sha1};
use std::collections::{HashSet, VecDeque};
use std::{fmt, vec};
use url::Url;

/// The pages of listings and of all that those list, each once.
///
/// Indexes are followed breadth-first and each listing is asked for once, so that circles end; [`ListingLimits`] ends the rest.
/// `fetch` is given an address, and gives the body, its `Content-Type`, and the address where it was found in the end. An
/// error of it costs that listing: it is given, and the next one follows.
///
/// ```
/// use tamis_fetch::discover::{Expanded, ListingLimits};
/// use url::Url;
///
/// let fetch = |url: &Url| match url.path() {
///     "/index.xml" => Ok((b"<sitemapindex><sitemap><loc>/a.txt</loc></sitemap></sitemapindex>".to_vec(), None, url.clone())),
///     "/a.txt" => Ok((b"https://shop.example/lamps\n".to_vec(), Some("text/plain".to_owned()), url.clone())),
///     _ => Err("not found"),
/// };
/// let start = Url::parse("https://shop.example/index.xml")?;
/// let pages: Result<Vec<_>, _> = Expanded::new([start], ListingLimits::default(), fetch).collect();
/// assert_eq!(pages?[0].url.path(), "/lamps");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Expanded<F> {
    fetch: F,
    limits: ListingLimits,
    /// Listings to be asked for, with their depths.
    waiting: VecDeque<(Url, usize)>,
    /// All that were ever waited for.
    named: HashSet<Key>,
    /// Where those that were read were found.
    read: HashSet<Key>,
    pages: HashSet<Key>,
    /// The pages of the last listing.
    current: vec::IntoIter<ListedPage>,
    found: Expansion,
}

/// What became of listings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Expansion {
    /// Listings that were read.
    pub n_listings: usize,
    /// Bytes of them, as fetched.
    pub n_bytes: u64,
    /// Pages that were given.
    pub n_pages: usize,
    /// Pages that were listed again.
    pub n_repeated: usize,
    /// Listings that could not be fetched.
    pub n_failed: usize,
    /// Those that were something else: the first hundred of them.
    pub not_listings: Vec<Url>,
    /// Listings that broke off.
    pub n_cut_off: usize,
    /// Entries whose address is neither http nor https.
    pub n_other_schemes: usize,
    /// Entries without an address.
    pub n_without_address: usize,
    /// Entries of listings, listings of indexes and pages that were beyond a limit.
    pub n_beyond_limit: usize,
}

/// Of an address, so short that two have the same one by chance once in 2⁶⁴ addresses.
type Key = [u8; 16];

/// How many addresses are kept to be told.
const MOST_TOLD: usize = 100;

impl<F> Expanded<F> {
    /// Pages of the listings at some addresses.
    pub fn new(start: impl IntoIterator<Item = Url>, limits: ListingLimits, fetch: F) -> Expanded<F> {
        let mut expanded = Expanded {
            fetch,
            limits,
            waiting: VecDeque::new(),
            named: HashSet::new(),
            read: HashSet::new(),
            pages: HashSet::new(),
            current: Vec::new().into_iter(),
            found: Expansion::default(),
        };
        for url in start {
            expanded.wait_for(url, 0);
        }
        expanded
    }

    /// Begins with a listing that has been fetched already.
    #[must_use]
    pub fn with_listing(mut self, found_at: &Url, listing: Listing) -> Expanded<F> {
        self.read.insert(key(found_at));
        self.found.n_listings += 1;
        self.take(listing, 0);
        self
    }

    /// What became of the listings so far.
    pub fn found(&self) -> &Expansion {
        &self.found
    }

    fn wait_for(&mut self, url: Url, depth: usize) {
        if self.named.contains(&key(&url)) {
            return;
        }
        if depth > self.limits.max_depth || self.named.len() >= self.limits.max_listings {
            self.found.n_beyond_limit += 1;
            return;
        }
        self.named.insert(key(&url));
        self.waiting.push_back((url, depth));
    }

    fn take(&mut self, listing: Listing, depth: usize) {
        let left_out = match listing {
            Listing::Pages { entries, left_out, .. } => {
                // Before the first page is given, listings can be added one after the other.
                let before = std::mem::take(&mut self.current);
                self.current = if before.len() == 0 { entries } else { before.chain(entries).collect() }.into_iter();
                left_out
            }
            Listing::Index { sitemaps, left_out } => {
                for sitemap in sitemaps {
                    self.wait_for(sitemap, depth + 1);
                }
                left_out
            }
        };
        self.note(left_out);
    }

    fn note(&mut self, left_out: LeftOut) {
        self.found.n_other_schemes += left_out.n_other_schemes;
        self.found.n_without_address += left_out.n_without_address;
        self.found.n_beyond_limit += left_out.n_beyond_limit;
        self.found.n_cut_off += usize::from(left_out.is_cut_off);
    }

    /// The next page of the last listing that has not been given.
    fn next_page(&mut self) -> Option<ListedPage> {
        loop {
            let page = self.current.next()?;
            if self.pages.len() >= self.limits.max_pages {
                let is_new = !self.pages.contains(&key(&page.url));
                *if is_new { &mut self.found.n_beyond_limit } else { &mut self.found.n_repeated } += 1;
            } else if self.pages.insert(key(&page.url)) {
                self.found.n_pages += 1;
                return Some(page);
            } else {
                self.found.n_repeated += 1;
            }
        }
    }
}

impl<E, F: FnMut(&Url) -> Result<(Vec<u8>, Option<String>, Url), E>> Iterator for Expanded<F> {
    type Item = Result<ListedPage, E>;

    fn next(&mut self) -> Option<Result<ListedPage, E>> {
        loop {
            if let Some(page) = self.next_page() {
                return Some(Ok(page));
            }
            let (url, depth) = self.waiting.pop_front()?;
            if self.read.contains(&key(&url)) {
                continue;
            }
            let is_full =
                self.found.n_bytes >= self.limits.max_total_bytes || self.found.n_pages >= self.limits.max_pages;
            if is_full {
                self.found.n_beyond_limit += 1;
                continue;
            }
            let (body, media_type, found_at) = match (self.fetch)(&url) {
                Ok(fetched) => fetched,
                Err(error) => {
                    self.found.n_failed += 1;
                    return Some(Err(error));
                }
            };
            self.found.n_bytes += body.len() as u64;
            // Several addresses may lead to one listing.
            if !self.read.insert(key(&found_at)) {
                continue;
            }
            self.read.insert(key(&url));
            match listing(&body, &found_at, media_type.as_deref(), &self.limits) {
                Some(listing) => {
                    self.found.n_listings += 1;
                    self.take(listing, depth);
                }
                None if self.found.not_listings.len() < MOST_TOLD => self.found.not_listings.push(url),
                None => {}
            }
        }
    }
}

impl<F> fmt::Debug for Expanded<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Expanded")
            .field("waiting", &self.waiting.len())
            .field("found", &self.found)
            .finish_non_exhaustive()
    }
}

fn key(url: &Url) -> Key {
    let address = &url[..url::Position::AfterQuery];
    *Sha1::digest(address.as_bytes()).first_chunk().expect("invariant: a SHA-1 has 20 bytes")
}
