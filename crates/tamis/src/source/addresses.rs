//! Pages of the network.

use super::sources::NamedSource;
use super::{FindError, Input, Origin, SourceError, SourceNotes, SourceOptions};
use crate::batch::Readiness;
use crate::network::{AddressError, Ahead, Exchanges, FetchedAddress, Listed, Lists, Network};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tamis_fetch::address::shown;
use tamis_fetch::discover::{Listing, ListingLimits, listing, read_list};
use tamis_fetch::warc::MediaTypes;
use tamis_page::Capture;
use url::Url;

/// The addresses among the sources. Each that was named, and each list of them, is a group.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    network: Option<Network>,
    ahead: Option<Ahead>,
    /// Whether a group is being read.
    is_open: bool,
}

impl Addresses {
    /// Adds an address that a user named.
    pub(super) fn add(&mut self, address: &str, options: &SourceOptions) -> Result<NamedSource, FindError> {
        let url = Url::parse(address)
            .map_err(|error| FindError::BadAddress { address: shown(address), message: error.to_string() })?;
        self.ahead(options)?.add(vec![url], Listed::No);
        Ok(NamedSource::Addresses)
    }

    /// Adds the pages that a file lists; `false` if it is no sitemap and no feed.
    pub(super) fn add_listing(&mut self, path: &Path, options: &SourceOptions) -> Result<bool, FindError> {
        let limits = ListingLimits::default();
        let Some(body) = read_listing(path, limits.max_bytes) else { return Ok(false) };
        let base = std::path::absolute(path).ok().and_then(|path| Url::from_file_path(path).ok());
        let Some(found) = base.and_then(|base| listing(&body, &base, Some("text/xml"), &limits)) else {
            return Ok(false);
        };
        let (urls, listed) = match found {
            Listing::Pages { entries, .. } => (entries.into_iter().map(|page| page.url).collect(), Listed::Pages),
            Listing::Index { sitemaps, .. } => (sitemaps, Listed::Sitemaps),
        };
        self.ahead(options)?.add(urls, listed);
        Ok(true)
    }

    /// Adds the list of addresses of the options: its lines that are none, then those that are.
    pub(super) fn add_list(&mut self, options: &SourceOptions) -> Result<Vec<NamedSource>, FindError> {
        let Some(path) = &options.address_list else { return Ok(Vec::new()) };
        let text = read_all(path).map_err(|source| FindError::AddressList { path: path.clone(), source })?;
        let origin = if path == Path::new("-") { Origin::StandardInput } else { Origin::Path(path.clone()) };
        let (urls, bad_lines) = read_list(&text);
        if urls.is_empty() && bad_lines.is_empty() {
            return Err(FindError::NoAddresses { path: path.clone() });
        }
        let bad_line = |line: String| {
            let error = SourceError::BadLine { origin: origin.clone(), line };
            NamedSource::Failed(origin.clone(), Box::new(error))
        };
        let mut found: Vec<NamedSource> = bad_lines.iter().map(|line| bad_line(line.to_string())).collect();
        if !urls.is_empty() {
            self.ahead(options)?.add(urls, Listed::No);
            found.push(NamedSource::Addresses);
        }
        Ok(found)
    }

    /// Gets ready to lend pages what they do not bring along, if that is wanted.
    pub(super) fn prepare(&mut self, options: &SourceOptions) -> Result<(), FindError> {
        if options.load_resources { self.network(options).map(drop) } else { Ok(()) }
    }

    /// The page, with style sheets and images from the network if that is wanted.
    pub(super) fn lend(&self, input: Input, options: &SourceOptions) -> Input {
        let network = self.network.as_ref().filter(|_| options.load_resources);
        input.with_network(network.cloned())
    }

    fn network(&mut self, options: &SourceOptions) -> Result<Network, FindError> {
        if let Some(network) = &self.network {
            return Ok(network.clone());
        }
        let asking = options.network.as_ref().ok_or_else(|| FindError::Network("nobody asks servers here".into()))?;
        let network = Network::new(asking).map_err(|error| FindError::Network(error.into()))?;
        Ok(self.network.insert(network).clone())
    }

    fn ahead(&mut self, options: &SourceOptions) -> Result<&Ahead, FindError> {
        let network = self.network(options)?;
        Ok(self.ahead.get_or_insert_with(|| {
            Ahead::new(network, Lists::Follow, Exchanges::Drop).skipping(options.done_addresses.clone())
        }))
    }

    /// Whether the first address is a list; waits for it.
    pub(super) fn first_is_list(&self) -> bool {
        self.ahead.as_ref().is_some_and(Ahead::first_is_list)
    }

    /// Begins with the next group.
    pub(super) fn begin(&mut self) {
        self.is_open = true;
    }

    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    /// The next page of the group; `None` if there is none.
    pub(super) fn next(&mut self, options: &SourceOptions, notes: &SourceNotes) -> Option<Input> {
        let ahead = self.ahead.as_ref()?;
        // Also while files are read: addresses may come after them.
        ahead.start();
        if !self.is_open {
            return None;
        }
        let fetched = ahead.next();
        ahead.notes().into_iter().for_each(|note| notes.add(note));
        self.is_open = fetched.is_some();
        fetched.map(|fetched| input(fetched, options))
    }

    /// Whether a group is being read that may have more. What a list without pages has to say is noted here: nothing of it comes
    /// later.
    pub(super) fn goes_on(&mut self, notes: &SourceNotes) -> bool {
        let Some(ahead) = &self.ahead else { return false };
        self.is_open = self.is_open && ahead.goes_on();
        ahead.notes().into_iter().for_each(|note| notes.add(note));
        ahead.set_awaited(self.is_open);
        self.is_open
    }

    pub(super) fn readiness(&self) -> Readiness {
        self.ahead.as_ref().map_or_else(Readiness::default, Ahead::readiness)
    }
}

fn input(fetched: FetchedAddress, options: &SourceOptions) -> Input {
    let FetchedAddress { url, result } = fetched;
    let origin = Origin::Address(url);
    let result = match result.and_then(|fetched| Ok(fetched.error_for_status()?)) {
        Ok(fetched) => page(fetched.into_capture(), &origin, options),
        Err(error) => Err(failed(&origin, error)),
    };
    Input::read_already(origin, result)
}

fn failed(origin: &Origin, error: AddressError) -> SourceError {
    SourceError::Fetch { origin: origin.clone(), error: Box::new(error) }
}

/// The page, if it is of a type that is wanted.
fn page(capture: Capture, origin: &Origin, options: &SourceOptions) -> Result<Capture, SourceError> {
    let types = options.media_types.as_deref().map_or_else(MediaTypes::html, MediaTypes::parse);
    if types.accepts(capture.header("content-type"), &capture.body) {
        return Ok(capture);
    }
    let media_type = capture.media_type().map_or_else(|| "of no known type".to_owned(), str::to_ascii_lowercase);
    Err(SourceError::OtherType { origin: origin.clone(), media_type })
}

/// What begins like a file that lists pages: XML, or compressed. Text has to be said to be a list.
fn read_listing(path: &Path, max_bytes: usize) -> Option<Vec<u8>> {
    // To open a pipe is to wait for whoever writes to it.
    if !path.metadata().is_ok_and(|found| found.is_file()) {
        return None;
    }
    let mut file = File::open(path).ok()?;
    let mut body = Vec::new();
    file.by_ref().take(START_BYTES).read_to_end(&mut body).ok()?;
    let start = String::from_utf8_lossy(&body);
    let start = start.trim_start().trim_start_matches('\u{FEFF}').trim_start();
    let is_listing = ["<?xml", "<urlset", "<sitemapindex", "<rss", "<feed", "<rdf:RDF", "<!--"]
        .iter()
        .any(|tag| start.starts_with(tag));
    if !is_listing && !body.starts_with(b"\x1f\x8b") {
        return None;
    }
    file.take(max_bytes as u64).read_to_end(&mut body).ok()?;
    Some(body)
}

const START_BYTES: u64 = 256;

fn read_all(path: &PathBuf) -> io::Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut text = Vec::new();
        io::stdin().lock().read_to_end(&mut text)?;
        return Ok(text);
    }
    std::fs::read(path)
}
