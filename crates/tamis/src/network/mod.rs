//! The network: how servers are asked, for pages ([`Sources`](crate::source::Sources) that are addresses), for what pages refer to
//! ([`Network::lend`]), and to store what they answer ([`Network::fetch_all`], [`ArchiveFile`]).
//!
//! Nothing is asked that was not named by the user, or by a list of pages that the user named, unless
//! [`Network::lend`] is used: then also the style sheets and images of pages.

mod ahead;
mod archive_file;
mod error;
mod fetch_queue;
mod lend;
mod resources;

#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod test_server;

pub use ahead::{FetchedAddress, Fetches, Lists};
pub use archive_file::ArchiveFile;
pub use error::AddressError;
pub use tamis_fetch::discover::{BadLine, read_list};
pub use tamis_fetch::http::{CacheUse, FetchError, Fetched};

pub(crate) use ahead::{Ahead, Exchanges, Listed};

use lend::ResourceCache;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tamis_fetch::address::AddressPolicy;
use tamis_fetch::http::{Client, ClientOptions};
use url::Url;

/// How servers are asked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NetworkOptions {
    /// Whether addresses of this machine and of private networks may be asked. Default not.
    pub allow_private: bool,
    /// An address or a mailbox in the user agent, for the owners of the servers that are asked. Default none.
    pub contact: Option<String>,
    /// The time between the beginnings of two requests for pages to one host, of which only one is on its way at a time.
    /// Default one second.
    pub delay: Duration,
    /// How often a request is made again when it fails in a way that may pass. Default 2.
    pub retries: u32,
    /// A directory that keeps answers as long as their headers allow. Default none.
    pub cache: Option<PathBuf>,
    /// What one exchange may take, from looking up the host to the last byte. Default 30 s.
    pub timeout: Duration,
    /// The largest answer, decompressed, in bytes. Default 64 MiB.
    pub max_bytes: usize,
}

impl Default for NetworkOptions {
    fn default() -> NetworkOptions {
        NetworkOptions {
            allow_private: false,
            contact: None,
            delay: Duration::from_secs(1),
            retries: 2,
            cache: None,
            timeout: Duration::from_secs(30),
            max_bytes: 64 << 20,
        }
    }
}

/// Asks servers. A clone is another handle to the same connections.
#[derive(Clone)]
pub struct Network {
    pages: Client,
    /// Style sheets and images are asked for as browsers do: at once, and not again if they fail.
    resources: Client,
    kept: Arc<ResourceCache>,
}

/// How long a style sheet or an image may take. A page without one of its images is still a page.
const RESOURCE_TIMEOUT: Duration = Duration::from_secs(10);

impl Network {
    /// Gets ready to ask.
    ///
    /// # Errors
    /// The cache cannot be opened, or the contact, a proxy or the certificates are wrong.
    pub fn new(options: &NetworkOptions) -> Result<Network, AddressError> {
        let policy = if options.allow_private { AddressPolicy::any() } else { AddressPolicy::public() };
        let mut client = ClientOptions::default()
            .with_policy(policy)
            .with_timeout(options.timeout)
            .with_max_bytes(options.max_bytes)
            .with_retries(options.retries)
            .with_delay(options.delay);
        client.contact.clone_from(&options.contact);
        client.cache.clone_from(&options.cache);
        let for_resources = client
            .clone()
            .with_timeout(options.timeout.min(RESOURCE_TIMEOUT))
            .with_max_time(RESOURCE_TIMEOUT)
            .with_retries(0)
            .with_delay(Duration::ZERO);
        Ok(Network { pages: Client::new(client)?, resources: Client::new(for_resources)?, kept: Arc::default() })
    }

    /// For a crawl, which asks by rules of its own.
    #[cfg(feature = "crawl")]
    pub(crate) fn client(&self) -> &Client {
        &self.pages
    }

    /// Fetches one address: redirects are followed, failures that may pass are tried again, and the cache is used.
    ///
    /// # Errors
    /// There is no answer. One that says that there is no page is an answer.
    pub fn fetch(&self, url: &Url) -> Result<Fetched, AddressError> {
        Ok(self.pages.get(url)?)
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Network").finish_non_exhaustive()
    }
}
