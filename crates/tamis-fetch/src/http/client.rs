//! The client.

use super::cache::Cache;
use super::connector::ProxyTable;
use super::connector::RoutedConnector;
use super::connector::tls_config;
use super::error::FetchError;
use super::exchange::{MAX_HEAD_BYTES, exchange};
use super::fetched::Fetched;
use super::get::followed;
use super::options::{Ask, ClientOptions};
use super::pace::Pace;
use super::resolver::{CheckedResolver, ProxyResolver};
use std::fmt;
use std::sync::Arc;
use ureq::Agent;
use ureq::config::Config;
use ureq::http::HeaderValue;
use url::Url;

/// Asks servers. Cheap to clone: clones share connections, pace and cache.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub(super) options: ClientOptions,
    pub(super) user_agent: String,
    pub(super) agent: Agent,
    pub(super) pace: Pace,
    pub(super) cache: Option<Cache>,
    pub(super) proxies: Arc<ProxyTable>,
}

impl Client {
    /// A client.
    ///
    /// # Errors
    /// If the cache cannot be opened, or if the user agent, a proxy or the certificates are wrong.
    pub fn new(options: ClientOptions) -> Result<Client, FetchError> {
        let user_agent = options.user_agent();
        if HeaderValue::from_str(&user_agent).is_err() {
            let reason = format!("{user_agent:?} has signs that a header cannot have");
            return Err(FetchError::Options { what: "the user agent".to_owned(), reason });
        }
        let proxies = Arc::new(ProxyTable::new(&options.proxies)?);
        let cache = match &options.cache {
            Some(path) => {
                let failed = |source| FetchError::Cache { path: path.clone(), source };
                Some(Cache::open(path).map_err(failed)?.with_limit(options.max_cache_bytes))
            }
            None => None,
        };
        let resolver = CheckedResolver {
            policy: options.policy.clone(),
            resolver: options.resolver.clone(),
            timeout: options.connect_timeout,
            proxies: proxies.clone(),
        };
        let to_proxies = ProxyResolver { resolver: options.resolver.clone(), timeout: options.connect_timeout };
        let connector = RoutedConnector::new(proxies.clone(), to_proxies, user_agent.clone());
        let agent = Agent::with_parts(config(&options)?, connector, resolver);
        let pace = Pace::new(options.delay);
        Ok(Client { inner: Arc::new(Inner { options, user_agent, agent, pace, cache, proxies }) })
    }

    /// Fetches an address: redirects are followed, failures that may pass are tried again, and the cache is used.
    ///
    /// An answer is an answer, whatever its status: see [`Fetched::error_for_status`].
    ///
    /// # Errors
    /// If there is none.
    pub fn get(&self, url: &Url) -> Result<Fetched, FetchError> {
        followed(&self.inner, url)
    }

    /// One exchange: no redirect is followed, nothing is tried again, nobody waits and there is no cache. For those who do
    /// these themselves.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn get_once(&self, url: &Url, ask: &Ask) -> Result<Fetched, FetchError> {
        exchange(&self.inner, url, ask)
    }

    /// How this client asks.
    pub fn options(&self) -> &ClientOptions {
        &self.inner.options
    }
}

/// What the library does for us: connections, HTTP and time limits. The rest is ours.
fn config(options: &ClientOptions) -> Result<Config, FetchError> {
    let builder = Config::builder()
        .tls_config(tls_config(options.certificates.as_deref())?)
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None)
        .user_agent("")
        .accept("")
        .accept_encoding("")
        .max_response_header_size(MAX_HEAD_BYTES)
        .timeout_global(Some(options.timeout))
        .timeout_connect(Some(options.connect_timeout))
        .max_idle_connections(64)
        .max_idle_connections_per_host(8);
    Ok(builder.build())
}

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Client").field("options", &self.inner.options).finish_non_exhaustive()
    }
}
