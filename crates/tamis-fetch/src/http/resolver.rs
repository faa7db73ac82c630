//! Where a host is, and whether that may be asked.

use super::connector::ProxyTable;
use crate::address::{AddressPolicy, MAX_BESIDE_PROXY, Resolve, ResolveError, resolve_checked};
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// The most addresses of a host that fit into a list of the library.
const MAX_ADDRESSES: usize = 16;

/// Finds the addresses of a host and checks all of them.
pub(super) struct CheckedResolver {
    pub(super) policy: AddressPolicy,
    pub(super) resolver: Arc<dyn Resolve>,
    pub(super) timeout: Duration,
    pub(super) proxies: Arc<ProxyTable>,
}

impl Resolver for CheckedResolver {
    fn resolve(&self, uri: &Uri, _: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let (host, port) = host_and_port(uri).ok_or(Error::HostNotFound)?;
        let finds_itself = self.proxies.of(uri).is_some_and(|proxy| !proxy.resolve_target());
        let mut timeout = self.timeout.min(*timeout.after);
        if finds_itself {
            timeout = timeout.min(MAX_BESIDE_PROXY);
        }
        match resolve_checked(&self.policy, &*self.resolver, host, port, timeout) {
            Ok(found) => Ok(listed(self, found)),
            // Behind a proxy there may be no name server that knows the world. The proxy has to look.
            Err(ResolveError::NotFound { .. } | ResolveError::TimedOut { .. }) if finds_itself => Ok(self.empty()),
            Err(error) => Err(Error::Other(Box::new(error))),
        }
    }
}

/// Finds the addresses of proxies. Whoever names a proxy knows where it is, mostly in the own network.
pub(super) struct ProxyResolver {
    pub(super) resolver: Arc<dyn Resolve>,
    pub(super) timeout: Duration,
}

impl Resolver for ProxyResolver {
    fn resolve(&self, uri: &Uri, _: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let (host, port) = host_and_port(uri).ok_or(Error::HostNotFound)?;
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let found = match bare.parse::<IpAddr>() {
            Ok(ip) => vec![SocketAddr::new(ip, port)],
            Err(_) => self
                .resolver
                .resolve(host, port, self.timeout.min(*timeout.after))
                .map_err(|error| Error::ConnectProxyFailed(format!("{host} is not found: {error}")))?,
        };
        if found.is_empty() {
            return Err(Error::ConnectProxyFailed(format!("{host} is not found")));
        }
        Ok(listed(self, found))
    }
}

fn listed(resolver: &impl Resolver, found: Vec<SocketAddr>) -> ResolvedSocketAddrs {
    let mut addresses = resolver.empty();
    for address in found.into_iter().take(MAX_ADDRESSES) {
        addresses.push(address);
    }
    addresses
}

fn host_and_port(uri: &Uri) -> Option<(&str, u16)> {
    let default = match uri.scheme_str()? {
        "https" => 443,
        scheme if scheme.starts_with("socks") => 1080,
        _ => 80,
    };
    Some((uri.host()?, uri.port_u16().unwrap_or(default)))
}

impl fmt::Debug for CheckedResolver {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CheckedResolver").field("policy", &self.policy).finish_non_exhaustive()
    }
}

impl fmt::Debug for ProxyResolver {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ProxyResolver").finish_non_exhaustive()
    }
}
