//! Addresses and archives to captures.
//!
//! A [`Capture`](tamis_page::Capture) is one page with its address, its headers and its bytes. This crate makes them out of
//! what others have stored: web archives ([`warc`]), in every form in which they are passed around. It never looks into a page.

#[cfg(feature = "network")]
pub mod address;
#[cfg(feature = "crawl")]
pub mod crawl;
#[cfg(feature = "network")]
pub mod discover;
#[cfg(feature = "network")]
pub mod http;
mod message;
#[cfg(feature = "network")]
pub mod proxy;
pub mod warc;
