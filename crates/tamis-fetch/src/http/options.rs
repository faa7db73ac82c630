//! What a client is made of, and what one request can ask for.

use crate::address::{AddressPolicy, Resolve, SystemResolver};
use crate::message::MediaTypes;
use crate::proxies::Proxies;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How a [`Client`](super::Client) asks.
///
/// ```
/// use std::time::Duration;
/// use tamis_fetch::http::ClientOptions;
///
/// let options = ClientOptions::default().with_contact("https://lamps.example/bot").with_timeout(Duration::from_secs(10));
/// assert_eq!(options.max_redirects, 10);
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct ClientOptions {
    /// Which addresses may be asked: those that are public.
    pub policy: AddressPolicy,
    /// Who knows the addresses of hosts: the system.
    pub resolver: Arc<dyn Resolve>,
    /// The name in the user agent: `tamis` and the version.
    pub agent: String,
    /// An address or a mailbox in the user agent, for the owners of the servers that are asked. None.
    pub contact: Option<String>,
    /// What one exchange takes at most, from looking up the host to the last byte of the body: 30 seconds.
    pub timeout: Duration,
    /// How long redirects are followed: none is after 5 minutes, retries and waiting included.
    pub max_time: Duration,
    /// What making a connection takes at most: 10 seconds.
    pub connect_timeout: Duration,
    /// The largest body, as it was sent and with its codings undone: 64 MiB.
    pub max_bytes: usize,
    /// How many redirects are followed: 10.
    pub max_redirects: usize,
    /// How often a request is made again when it fails in a way that may pass: 2.
    pub retries: u32,
    /// The time before the first retry, which doubles with each: half a second.
    pub retry_wait: Duration,
    /// The longest time before a retry. A server that asks for more is not asked again: one minute.
    pub max_retry_wait: Duration,
    /// The time between the beginnings of two requests to one host: none.
    pub delay: Duration,
    /// The folder of the cache: none.
    pub cache: Option<PathBuf>,
    /// How large that folder may become: 1 GiB.
    pub max_cache_bytes: u64,
    /// Whether the environment names proxies: it does.
    pub proxies: Proxies,
    /// A file of certificates (PEM) that are trusted instead of Mozilla's. If there is none, `SSL_CERT_FILE` may name it.
    pub certificates: Option<PathBuf>,
}

impl Default for ClientOptions {
    fn default() -> ClientOptions {
        ClientOptions {
            policy: AddressPolicy::public(),
            resolver: Arc::new(SystemResolver),
            agent: concat!("tamis/", env!("CARGO_PKG_VERSION")).to_owned(),
            contact: None,
            timeout: Duration::from_secs(30),
            max_time: Duration::from_mins(5),
            connect_timeout: Duration::from_secs(10),
            max_bytes: 64 << 20,
            max_redirects: 10,
            retries: 2,
            retry_wait: Duration::from_millis(500),
            max_retry_wait: Duration::from_mins(1),
            delay: Duration::ZERO,
            cache: None,
            max_cache_bytes: 1 << 30,
            proxies: Proxies::default(),
            certificates: None,
        }
    }
}

impl fmt::Debug for ClientOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ClientOptions")
            .field("policy", &self.policy)
            .field("agent", &self.user_agent())
            .field("timeout", &self.timeout)
            .field("max_bytes", &self.max_bytes)
            .finish_non_exhaustive()
    }
}

tamis_page::setters! { ClientOptions;
    with_policy policy: AddressPolicy = policy, "Sets which addresses may be asked.";
    with_resolver resolver: Arc<dyn Resolve> = resolver, "Sets who knows the addresses of hosts.";
    with_agent agent: impl Into<String> = agent.into(), "Sets the name in the user agent.";
    with_contact contact: impl Into<String> = Some(contact.into()), "Sets the contact in the user agent.";
    with_timeout timeout: Duration = timeout, "Sets what one exchange takes at most.";
    with_max_time max_time: Duration = max_time, "Sets how long redirects are followed.";
    with_connect_timeout connect_timeout: Duration = connect_timeout, "Sets what making a connection takes at most.";
    with_max_bytes max_bytes: usize = max_bytes, "Sets the largest body.";
    with_max_redirects max_redirects: usize = max_redirects, "Sets how many redirects are followed.";
    with_retries retries: u32 = retries, "Sets how often a failed request is made again.";
    with_retry_wait retry_wait: Duration = retry_wait, "Sets the time before the first retry.";
    with_max_retry_wait max_retry_wait: Duration = max_retry_wait, "Sets the longest time before a retry.";
    with_delay delay: Duration = delay, "Sets the time between two requests to one host.";
    with_cache cache: impl Into<PathBuf> = Some(cache.into()), "Sets the folder of the cache.";
    with_max_cache_bytes max_cache_bytes: u64 = max_cache_bytes, "Sets how large the folder of the cache may become.";
    with_proxies proxies: Proxies = proxies, "Sets where the proxies are named.";
    with_certificates certificates: impl Into<PathBuf> = Some(certificates.into()), "Sets the certificates that are trusted.";
}

impl ClientOptions {
    /// The value of the `User-Agent` header: `tamis/0.1.0 (+https://lamps.example/bot)`.
    pub fn user_agent(&self) -> String {
        match self.contact.as_deref().map(str::trim).filter(|contact| !contact.is_empty()) {
            // A mailbox becomes an address, as whoever reads logs can click it.
            Some(contact) if contact.contains('@') && !contact.contains(':') => {
                format!("{} (+mailto:{contact})", self.agent)
            }
            Some(contact) => format!("{} (+{contact})", self.agent),
            None => self.agent.clone(),
        }
    }
}

/// What one request asks for, beyond an address.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Ask {
    /// More headers, such as `If-None-Match`: names and values.
    pub conditions: Vec<(String, String)>,
    /// The `Accept` header, if not pages.
    pub accept: Option<String>,
    /// The largest body, if not that of the client.
    pub max_bytes: Option<usize>,
    /// What the exchange takes at most, if not that of the client.
    pub timeout: Option<Duration>,
    /// The body of a page of another type is not read, if the head says which type it is; it is empty then. All are read.
    pub media_types: Option<MediaTypes>,
}

impl Ask {
    /// Adds a header.
    #[must_use]
    pub fn with_condition(mut self, name: impl Into<String>, value: impl Into<String>) -> Ask {
        self.conditions.push((name.into(), value.into()));
        self
    }
}

tamis_page::setters! { Ask;
    with_accept accept: impl Into<String> = Some(accept.into()), "Sets the `Accept` header.";
    with_max_bytes max_bytes: usize = Some(max_bytes), "Sets the largest body.";
    with_timeout timeout: Duration = Some(timeout), "Sets what the exchange takes at most.";
    with_media_types media_types: MediaTypes = Some(media_types), "Sets the types of which the body is read.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_agent_tells_whom_to_ask() {
        let agent = |contact: &str| ClientOptions::default().with_agent("lamp/1").with_contact(contact).user_agent();
        assert_eq!(agent("https://lamps.example/bot"), "lamp/1 (+https://lamps.example/bot)");
        assert_eq!(agent("owner@lamps.example"), "lamp/1 (+mailto:owner@lamps.example)");
        assert_eq!(agent("mailto:owner@lamps.example"), "lamp/1 (+mailto:owner@lamps.example)");
        assert_eq!(agent(" "), "lamp/1");
    }
}
