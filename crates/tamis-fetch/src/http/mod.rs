//! One client for everything that is fetched.
//!
//! ```no_run
//! use tamis_fetch::http::{Client, ClientOptions};
//! use url::Url;
//!
//! let client = Client::new(ClientOptions::default().with_contact("https://lamps.example/bot"))?;
//! let page = client.get(&Url::parse("https://lamps.example/")?)?.error_for_status()?;
//! println!("{} has {} bytes", page.url, page.body.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Steps
//! [`Client::get`] follows redirects (`follow`), each of them a request that is made again if it fails in a way that may pass
//! (`retry`), at the host's pace (`pace`) and out of the cache where that is possible. A request is one exchange
//! (`exchange`), over a connection that goes to an address that was checked (`resolver`, `connector`), or to a proxy (`proxies`).
//!
//! # What is promised
//! - Nothing is asked that the [`AddressPolicy`](crate::address::AddressPolicy) refuses: neither the address, nor the target
//!   of a redirect, nor what a name leads to. The addresses that were checked are those that are connected to.
//! - Every answer ends: at a time limit that holds for the whole exchange, at a number of bytes before and after
//!   decompression, at a size and a number of headers, at a number of redirects.
//! - Credentials in an address go to that host as an `Authorization` header, and nowhere else: not to the target of a redirect
//!   on another host, and not into messages, archives or the cache.
//!
//! # Libraries
//! ureq: blocking, small, and it asks our resolver for every address that it connects to, names and literals alike. Its
//! redirects, decompression and cookies are not used: they would be decided where our policy does not look. Of its proxies
//! only the tunnels are: it knows one proxy for all schemes, no networks in `NO_PROXY`, and no way to ask a proxy for a plain http
//! page without a tunnel. Certificates are Mozilla's (webpki-roots), the same on every machine, unless the user names a file of
//! their own: the store of the platform would need a library of the platform, and tells a different set of servers apart on each.

mod cache;
mod client;
mod connector;
mod credentials;
mod date;
mod error;
mod exchange;
mod fetched;
mod get;
mod options;
mod pace;
mod resolver;
mod transport;

pub use crate::proxies::Proxies;
pub use client::Client;
pub(crate) use credentials::authorization;
pub use credentials::carried_over;
pub use date::timestamp;
pub use error::{AnswerPart, FetchError};
pub use fetched::{CacheUse, Exchange, Fetched};
pub use options::{Ask, ClientOptions};
#[cfg(feature = "crawl")]
pub(crate) use pace::back_off;
pub use pace::{Pace, host_and_port};
