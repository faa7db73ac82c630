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

tamis_page::setters! { ProxyOptions;
    with_max_connections max_connections: usize = max_connections, "Sets how many connections are served at the same time.";
    with_max_head max_head: usize = max_head, "Sets how many bytes a head may have.";
    with_connect_timeout connect_timeout: Duration = connect_timeout, "Sets how long it may take to find a host, and to connect to it.";
    with_idle_timeout idle_timeout: Duration = idle_timeout, "Sets how long a connection may be silent.";
    with_proxies proxies: Proxies = proxies, "Sets which other proxies are used.";
}
