//! What a user can choose.

use crate::proxies::Proxies;
use std::time::Duration;

/// The limits of a [`FilteringProxy`](super::FilteringProxy).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ProxyOptions {
    /// How many connections are served at the same time; more are turned away. Default 512: a browser opens 32 for each
    /// page, and a few more for sockets of scripts.
    pub max_connections: usize,
    /// How many bytes the head of a request or of an answer may have. Default 256 KiB, as in Chromium.
    pub max_head: usize,
    /// How long it may take to find a host, and again to connect to it. Default 10 s.
    pub connect_timeout: Duration,
    /// How long a connection may be silent in both directions. Default 60 s.
    pub idle_timeout: Duration,
    /// Other proxies that stand between this one and the network. Default: those that the environment names.
    pub proxies: Proxies,
}

impl Default for ProxyOptions {
    fn default() -> ProxyOptions {
        ProxyOptions {
            max_connections: 512,
            max_head: 256 << 10,
            connect_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_mins(1),
            proxies: Proxies::default(),
        }
    }
}

impl ProxyOptions {
    /// Sets how many connections are served at the same time.
    #[must_use]
    pub fn with_max_connections(mut self, max_connections: usize) -> ProxyOptions {
        self.max_connections = max_connections;
        self
    }

    /// Sets how many bytes a head may have.
    #[must_use]
    pub fn with_max_head(mut self, max_head: usize) -> ProxyOptions {
        self.max_head = max_head;
        self
    }

    /// Sets how long it may take to find a host, and to connect to it.
    #[must_use]
    pub fn with_connect_timeout(mut self, connect_timeout: Duration) -> ProxyOptions {
        self.connect_timeout = connect_timeout;
        self
    }

    /// Sets how long a connection may be silent.
    #[must_use]
    pub fn with_idle_timeout(mut self, idle_timeout: Duration) -> ProxyOptions {
        self.idle_timeout = idle_timeout;
        self
    }

    /// Sets which other proxies are used.
    #[must_use]
    pub fn with_proxies(mut self, proxies: Proxies) -> ProxyOptions {
        self.proxies = proxies;
        self
    }
}
