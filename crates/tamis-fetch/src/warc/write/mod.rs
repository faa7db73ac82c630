//! WARC 1.1, a gzip member for each record, as other tools expect it.
//!
//! The library has neither a clock nor randomness: dates come from the caller, and so do the names of records, or they are
//! made out of what is in them. The same records give the same file.

#[cfg(feature = "network")]
mod fetched;
mod record;
mod writer;

#[cfg(feature = "network")]
pub use fetched::store;
pub use record::{HttpResponse, NewRecord};
pub use writer::{WarcWriter, Written};
