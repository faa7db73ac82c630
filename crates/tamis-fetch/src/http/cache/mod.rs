//! What was fetched before, on disk, and whether it may be used again: RFC 9111, as a private cache.
//!
//! One file an address, `3f/9ac0…`, named after a hash of the address without its fragment and written whole or not at all, so
//! several processes may use one directory at the same time. A file that is not whole, or is not ours, is as if it were not
//! there, and the next answer takes its place. Nothing that goes wrong with the disk reaches the one who fetches: the entry is
//! lost, not the page.
//!
//! One variant an address: an answer that varies with a header (`Vary`) serves requests with the same value of it, and gives way
//! to the next one that is stored. Requests with credentials, in the address or in a header, and requests with conditions
//! of their own pass by the cache.

mod directory;
mod entry;
mod freshness;
mod store;

#[cfg(test)]
mod tests;

use std::time::SystemTime;
use tamis_page::Body;

pub(crate) use store::Cache;

/// An answer as it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stored {
    /// The status: one that may be stored.
    pub(crate) status: u16,
    /// The headers, in their order.
    pub(crate) headers: Vec<(String, String)>,
    /// The body as sent: the content coding is kept.
    pub(crate) body: Body,
    /// When the answer came, or was last confirmed by its server.
    pub(crate) at: SystemTime,
}

/// What the cache has for a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CacheLookup {
    /// Nothing that could be used.
    Miss,
    /// An answer to be used as it is; its `Age` says how old it is now.
    Fresh(Stored),
    /// An answer to be used if the server, asked with these headers besides those of the request, says 304.
    Stale { conditions: Vec<(String, String)>, stored: Stored },
}
