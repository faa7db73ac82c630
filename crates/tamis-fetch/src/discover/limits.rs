//! How much is read of listings.

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
