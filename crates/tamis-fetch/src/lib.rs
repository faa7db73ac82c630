//! Addresses and archives to captures.
//!
//! A [`Capture`](tamis_page::Capture) is one page with its address, its headers and its bytes. This crate makes them out of what
//! others have stored, web archives ([`warc`]), and with the feature `network` out of what servers answer (`http`), at
//! addresses that may be asked (`address`) and that lists of pages name (`discover`). With the feature `crawl` it follows the links of
//! whole sites (`crawl`). Of a page it reads no more than its links.

#[cfg(feature = "network")]
pub mod address;
#[cfg(feature = "crawl")]
pub mod crawl;
#[cfg(feature = "network")]
pub mod discover;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
#[cfg(feature = "network")]
pub mod http;
mod message;
#[cfg(feature = "network")]
mod proxies;
#[cfg(feature = "network")]
pub mod proxy;
pub mod warc;
