//! Connections: to the addresses that were checked, or to a proxy.

use super::credentials::basic;
use super::proxies::{ProxyTable, is_web_proxy};
use super::resolver::ProxyResolver;
use super::transport::{Forwarded, Noted, Trace};
use std::fmt;
use std::sync::Arc;
use std::time::Instant;
use ureq::config::Config;
use ureq::unversioned::resolver::Resolver;
use ureq::unversioned::transport::{
    ConnectProxyConnector, ConnectionDetails, Connector, Either, RustlsConnector, SocksConnector, TcpConnector,
    Transport,
};
use ureq::{Error, Proxy};

/// Makes the connection that an address asks for.
pub(super) struct RoutedConnector {
    direct: Arc<DirectConnector>,
    socks: SocksConnector,
    tunnel: ConnectProxyConnector,
    proxies: Arc<ProxyTable>,
    to_proxies: ProxyResolver,
    user_agent: String,
}

impl RoutedConnector {
    pub(super) fn new(proxies: Arc<ProxyTable>, to_proxies: ProxyResolver, user_agent: String) -> RoutedConnector {
        RoutedConnector {
            direct: Arc::default(),
            socks: SocksConnector::default(),
            tunnel: ConnectProxyConnector::default(),
            proxies,
            to_proxies,
            user_agent,
        }
    }

    /// Over a proxy: as it is (http), or through a tunnel (https, SOCKS).
    fn proxied(&self, details: &ConnectionDetails<'_>, proxy: &Proxy) -> Result<Box<dyn Transport>, Error> {
        if is_web_proxy(proxy) && !details.needs_tls() {
            return self.forwarded(details, proxy);
        }
        // What the parts of the library want to know: the proxy, and how it is reached.
        let config = Config::builder()
            .proxy(Some(proxy.clone()))
            .tls_config(details.config.tls_config().clone())
            .user_agent(self.user_agent.as_str())
            .build();
        let direct = self.direct.clone();
        let with_proxy = ConnectionDetails {
            config: &config,
            resolver: &self.to_proxies,
            run_connector: Arc::new(move |details| direct.connected(details)),
            ..copy(details)
        };
        let tunnel = if is_web_proxy(proxy) {
            self.tunnel.connect(&with_proxy, None::<()>)?.map(Transport::boxed)
        } else {
            self.socks.connect(&with_proxy, None::<()>)?.map(Transport::boxed)
        };
        self.direct.secured(details, tunnel.ok_or(Error::ConnectionFailed)?)
    }

    fn forwarded(&self, details: &ConnectionDetails<'_>, proxy: &Proxy) -> Result<Box<dyn Transport>, Error> {
        let addrs = self.to_proxies.resolve(proxy.uri(), details.config, details.timeout)?;
        let to_proxy = ConnectionDetails { uri: proxy.uri(), addrs, ..copy(details) };
        let inner = self.direct.connected(&to_proxy)?;
        let authority = details.uri.authority().ok_or(Error::HostNotFound)?;
        let authorization = proxy.username().or(proxy.password()).map(|_| {
            basic(proxy.username().unwrap_or_default().as_bytes(), proxy.password().unwrap_or_default().as_bytes())
        });
        Ok(Forwarded { inner, origin: format!("http://{authority}"), authorization }.boxed())
    }
}

impl Connector for RoutedConnector {
    type Out = Box<dyn Transport>;

    fn connect(&self, details: &ConnectionDetails<'_>, _: Option<()>) -> Result<Option<Self::Out>, Error> {
        Trace::connect();
        let connected = match self.proxies.of(details.uri) {
            Some(proxy) => self.proxied(details, proxy),
            None => self.direct.connected(details),
        };
        connected.map(Some)
    }
}

impl fmt::Debug for RoutedConnector {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RoutedConnector").field("proxies", &self.proxies).finish_non_exhaustive()
    }
}

/// Connects to one of the addresses that the resolver gave.
#[derive(Debug, Default)]
struct DirectConnector {
    tcp: TcpConnector,
    tls: RustlsConnector,
}

impl DirectConnector {
    fn connected(&self, details: &ConnectionDetails<'_>) -> Result<Box<dyn Transport>, Error> {
        let transport = self.opened(details)?;
        self.secured(details, transport)
    }

    /// One address after the other, so that it is known which one it is. As long as there are more, each gets half of
    /// the time that is left.
    fn opened(&self, details: &ConnectionDetails<'_>) -> Result<Box<dyn Transport>, Error> {
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
            let one = ConnectionDetails { addrs, timeout, now: (details.current_time)(), ..copy(details) };
            match self.tcp.connect(&one, None::<()>) {
                Ok(Some(Either::B(inner))) => return Ok(Noted { inner, peer }.boxed()),
                Ok(_) => failure = Error::ConnectionFailed,
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }

    /// TLS, if the address asks for it. The library would make its configuration anew for each request that has a time
    /// limit of its own, which all of ours have.
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
