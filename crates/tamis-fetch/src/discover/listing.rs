//! One file: compression undone, decoded, and recognised.

use super::list::{Address, address_alone};
use super::text::{decoded, gunzip};
use super::{LeftOut, ListedPage, Listing, ListingKind, entries};
use url::Url;

/// How much of a file tells a page from a listing without decoding it.
const GLANCE_BYTES: usize = 1024;

/// What `body` lists, or `None` if it is no listing: a page, most likely.
///
/// A sitemap, an index of sitemaps, RSS and Atom are known by their first element, whatever their `media_type`: servers call
/// them anything. A list of addresses is one if its type is `text/plain` or says nothing, and every line is an address.
/// Compression is undone by its mark. Relative addresses are read from `base`, the address that the body was found at.
/// `media_type` may be a whole `Content-Type` header, with a charset.
pub fn listing(body: &[u8], base: &Url, media_type: Option<&str>, limits: &ListingLimits) -> Option<Listing> {
    let (body, is_cut_off) = gunzip(body, limits.max_bytes);
    let may_be_text = is_text_or_unknown(media_type);
    let glance = String::from_utf8_lossy(&body[..body.len().min(GLANCE_BYTES)]);
    let glance = glance.trim_start().trim_start_matches('\u{FEFF}').trim_start();
    let is_wide = glance.contains('\0');
    if !is_wide && (glance.starts_with('<') || !may_be_text) && entries::is_other(glance) {
        return None;
    }
    let text = decoded(&body, media_type);
    let mut listing = match text.trim_start().starts_with('<') {
        true => entries::read(&text, base, limits)?,
        false if may_be_text => read_lines(&text, is_cut_off, limits)?,
        false => return None,
    };
    let (Listing::Pages { left_out, .. } | Listing::Index { left_out, .. }) = &mut listing;
    left_out.is_cut_off |= is_cut_off;
    Some(listing)
}

/// Types that are sent for text, and those that tell of the compression or of nothing.
fn is_text_or_unknown(media_type: Option<&str>) -> bool {
    const TYPES: [&str; 7] = [
        "",
        "text/plain",
        "application/octet-stream",
        "application/gzip",
        "application/x-gzip",
        "application/x-gunzip",
        "binary/octet-stream",
    ];
    let essence = media_type.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    TYPES.iter().any(|known| essence.eq_ignore_ascii_case(known))
}

fn read_lines(text: &str, is_cut_off: bool, limits: &ListingLimits) -> Option<Listing> {
    // Half an address is another one.
    let text = if is_cut_off { text.rsplit_once('\n')?.0 } else { text };
    let mut entries = Vec::new();
    let mut left_out = LeftOut::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match address_alone(line) {
            Address::Page(_) if entries.len() >= limits.max_entries => left_out.n_beyond_limit += 1,
            Address::Page(url) => entries.push(ListedPage { url, modified: None, title: None }),
            Address::OtherScheme => left_out.n_other_schemes += 1,
            Address::None => return None,
        }
    }
    if entries.is_empty() {
        return None;
    }
    Some(Listing::Pages { kind: ListingKind::Text, entries, left_out })
}

/// Where reading of listings ends. The defaults are far beyond what the sitemap protocol allows (50,000 addresses and 50 MiB a
/// file, 50,000 files an index), which not all files keep to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ListingLimits {
    /// Bytes of one listing, decompressed: 64 MiB.
    pub max_bytes: usize,
    /// Entries of one listing: 500,000.
    pub max_entries: usize,
    /// Listings of indexes that are asked for: 10,000. This and the following are for those who follow indexes.
    pub max_listings: usize,
    /// How far down indexes are followed: those that were named are at depth 0, what they list at 1. 5.
    pub max_depth: usize,
    /// Bytes of all listings of indexes: 4 GiB.
    pub max_total_bytes: u64,
    /// Pages that are given: 5,000,000. Each takes 16 bytes of memory, to be given once.
    pub max_pages: usize,
}

impl Default for ListingLimits {
    fn default() -> ListingLimits {
        ListingLimits {
            max_bytes: 64 << 20,
            max_entries: 500_000,
            max_listings: 10_000,
            max_depth: 5,
            max_total_bytes: 4 << 30,
            max_pages: 5_000_000,
        }
    }
}

tamis_page::setters! { ListingLimits;
    with_max_bytes max_bytes: usize = max_bytes, "Sets the bytes of one listing, decompressed.";
    with_max_entries max_entries: usize = max_entries, "Sets the entries of one listing.";
    with_max_listings max_listings: usize = max_listings, "Sets the number of listings that are asked for.";
    with_max_depth max_depth: usize = max_depth, "Sets how far down indexes are followed.";
    with_max_total_bytes max_total_bytes: u64 = max_total_bytes, "Sets the bytes of all listings that are asked for.";
    with_max_pages max_pages: usize = max_pages, "Sets the number of pages that are given.";
}
