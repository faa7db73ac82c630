//! Connections to addresses that were checked.

use crate::address::{AddressPolicy, Resolve, resolve_checked};
use std::cell::Cell;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};
use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, Either, NextTimeout, RustlsConnector, TcpConnector, Transport,
};

/// As many addresses of a host as fit into a list of ureq.
const MAX_ADDRESSES: usize = 16;

thread_local! {
    /// The machine that the last request of this thread was sent to. An exchange stays on its thread, and a connection that
    /// is used again does not tell where it goes to.
    static PEER: Cell<Option<SocketAddr>> = const { Cell::new(None) };
}

/// Forgets whom this thread has asked.
pub(super) fn forget_peer() {
    PEER.set(None);
}

/// The machine that this thread has asked since [`forget_peer`].
pub(super) fn peer() -> Option<IpAddr> {
    PEER.get().map(|address| address.ip())
}

/// Finds the addresses of a host and checks all of them.
pub(super) struct CheckedResolver {
    pub(super) policy: AddressPolicy,
    pub(super) resolver: Arc<dyn Resolve>,
    pub(super) timeout: Duration,
}

impl Resolver for CheckedResolver {
    fn resolve(&self, uri: &Uri, _: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let (host, port) = host_and_port(uri).ok_or(Error::HostNotFound)?;
        let timeout = self.timeout.min(*timeout.after);
        let found = resolve_checked(&self.policy, &*self.resolver, host, port, timeout)
            .map_err(|error| Error::Other(Box::new(error)))?;
        let mut addresses = self.empty();
        for address in found.into_iter().take(MAX_ADDRESSES) {
            addresses.push(address);
        }
        Ok(addresses)
    }
}

impl fmt::Debug for CheckedResolver {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CheckedResolver").field("policy", &self.policy).finish_non_exhaustive()
    }
}

pub(super) fn host_and_port(uri: &Uri) -> Option<(&str, u16)> {
    let default = if uri.scheme_str() == Some("https") { 443 } else { 80 };
    Some((uri.host()?, uri.port_u16().unwrap_or(default)))
}

/// Connects to one of the addresses that the resolver gave.
#[derive(Debug, Default)]
pub(super) struct DirectConnector {
    tcp: TcpConnector,
    tls: RustlsConnector,
}

impl Connector for DirectConnector {
    type Out = Box<dyn Transport>;

    fn connect(&self, details: &ConnectionDetails<'_>, _: Option<()>) -> Result<Option<Self::Out>, Error> {
        let transport = self.open(details)?;
        self.secured(details, transport).map(Some)
    }
}

impl DirectConnector {
    /// One address after the other, so that it is known which one it is. As long as there are more, each gets half of
    /// the time that is left.
    fn open(&self, details: &ConnectionDetails<'_>) -> Result<Box<dyn Transport>, Error> {
        let begin = Instant::now();
        let mut failure = Error::HostNotFound;
        for (place, &peer) in details.addrs.iter().enumerate() {
            let mut timeout = details.timeout;
            if !timeout.after.is_not_happening() {
                let left = timeout.after.saturating_sub(begin.elapsed());
                let is_last = place + 1 == details.addrs.len();
                timeout.after = if is_last { left } else { left / 2 }.into();
            }
            let mut addrs = details.resolver.empty();
            addrs.push(peer);
            let one = ConnectionDetails {
                addrs,
                timeout,
                now: (details.current_time)(),
                request_level: false,
                ..copy(details)
            };
            match self.tcp.connect(&one, None::<()>) {
                Ok(Some(Either::B(inner))) => return Ok(Noted { inner, peer }.boxed()),
                Ok(_) => failure = Error::ConnectionFailed,
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    /// TLS, if the address asks for it. ureq would make its configuration anew for each request that has a time limit of
    /// its own, which all of ours have.
    fn secured(&self, details: &ConnectionDetails<'_>, inner: Box<dyn Transport>) -> Result<Box<dyn Transport>, Error> {
        let details = ConnectionDetails { request_level: false, ..copy(details) };
        self.tls.connect(&details, Some(inner))?.map(Transport::boxed).ok_or(Error::ConnectionFailed)
    }
}

fn copy<'a>(details: &ConnectionDetails<'a>) -> ConnectionDetails<'a> {
    ConnectionDetails {
        uri: details.uri,
        addrs: details.addrs.clone(),
        config: details.config,
        request_level: details.request_level,
        resolver: details.resolver,
        now: details.now,
        timeout: details.timeout,
        current_time: details.current_time.clone(),
        run_connector: details.run_connector.clone(),
        register_shutdown: details.register_shutdown.clone(),
    }
}

/// A connection that notes where it goes to whenever something is sent over it.
#[derive(Debug)]
struct Noted<T> {
    inner: T,
    peer: SocketAddr,
}

impl<T: Transport> Transport for Noted<T> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        PEER.set(Some(self.peer));
        self.inner.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        self.inner.await_input(timeout)
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}
