//! Where the pages of a site are listed: sitemaps, feeds, and lists of addresses.
//!
//! [`listing()`] reads one such file, in the state in which they are found: cut off, with signs that are not escaped, with
//! prefixes that nobody declared. What is whole is kept, and what is left out is counted. [`read_list`] reads a list that a user
//! made.
//!
//! ```
//! use tamis_fetch::discover::{Listing, ListingLimits, listing};
//! use url::Url;
//!
//! let sitemap = b"<urlset><url><loc>/lamps?a=1&b=2</loc><lastmod>2026-01-31</lastmod></url><url><loc>/cut o";
//! let base = Url::parse("https://shop.example/sitemap.xml")?;
//! let found = listing(sitemap, &base, Some("text/xml"), &ListingLimits::default());
//! let Some(Listing::Pages { entries, left_out, .. }) = found else { panic!("this is a sitemap") };
//! assert_eq!(entries.len(), 1);
//! assert_eq!(entries[0].url.as_str(), "https://shop.example/lamps?a=1&b=2");
//! assert!(left_out.is_cut_off);
//! # Ok::<(), url::ParseError>(())
//! ```

mod entries;
mod list;
mod listing;
mod markup;
mod text;

#[cfg(test)]
mod tests;

pub use list::{BadLine, BadLineKind, read_list};
pub use listing::ListingLimits;
pub use listing::listing;

use url::Url;

/// What a file lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Listing {
    /// Pages.
    #[non_exhaustive]
    Pages {
        /// What kind of file it is.
        kind: ListingKind,
        /// The pages, in the order of the file. One that is listed twice is here twice.
        entries: Vec<ListedPage>,
        /// What is not among them.
        left_out: LeftOut,
    },
    /// Other sitemaps.
    #[non_exhaustive]
    Index {
        /// Their addresses, in the order of the file.
        sitemaps: Vec<Url>,
        /// What is not among them.
        left_out: LeftOut,
    },
}

/// A kind of file that lists pages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ListingKind {
    /// A sitemap in XML.
    Sitemap,
    /// RSS 0.9x, 1.0 or 2.0.
    Rss,
    /// Atom.
    Atom,
    /// One address a line.
    Text,
}

/// One page of a listing.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ListedPage {
    /// The address: http or https.
    pub url: Url,
    /// When the page was changed, in the words of the listing: `2026-01-31` in sitemaps, `Sat, 31 Jan 2026 …` in RSS.
    pub modified: Option<String>,
    /// The title, if the listing has one.
    pub title: Option<String>,
}

/// What a listing has that is not among its entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct LeftOut {
    /// Entries whose address is neither http nor https.
    pub n_other_schemes: usize,
    /// Entries without an address, or with something else in its place.
    pub n_without_address: usize,
    /// Entries beyond the limit.
    pub n_beyond_limit: usize,
    /// The file ends before its end, or is longer than the limit.
    pub is_cut_off: bool,
}
