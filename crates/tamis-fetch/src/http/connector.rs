//! Connections: straight to a server or through a proxy, and which certificates are trusted.

use super::credentials::basic;
use super::error::FetchError;
use super::resolver::ProxyResolver;
use super::transport::{Forwarded, Noted, Trace};
use crate::proxies::{NamedProxies, NamedProxy, Proxies};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use std::{env, fmt, fs};
use ureq::config::Config;
use ureq::http::Uri;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::unversioned::resolver::Resolver;
use ureq::unversioned::transport::{
    ConnectProxyConnector, ConnectionDetails, Connector, Either, RustlsConnector, SocksConnector, TcpConnector,
    Transport,
};
use ureq::{Error, Proxy, ProxyProtocol};

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

/// The proxies that are named, as the library takes them.
#[derive(Default)]
pub(super) struct ProxyTable {
    http: Option<Proxy>,
    https: Option<Proxy>,
    named: NamedProxies,
}

impl ProxyTable {
    pub(super) fn new(proxies: &Proxies) -> Result<ProxyTable, FetchError> {
        let named = NamedProxies::read(proxies);
        let (http, https) = (named.http.as_ref().map(proxy).transpose()?, named.https.as_ref().map(proxy).transpose()?);
        Ok(ProxyTable { http, https, named })
    }

    /// The proxy for an address.
    pub(super) fn of(&self, uri: &Uri) -> Option<&Proxy> {
        let (proxy, default_port) = match uri.scheme_str()? {
            "https" => (self.https.as_ref()?, 443),
            _ => (self.http.as_ref()?, 80),
        };
        let port = uri.port_u16().unwrap_or(default_port);
        (!self.named.is_direct(uri.host()?, port)).then_some(proxy)
    }
}

fn proxy(named: &NamedProxy) -> Result<Proxy, FetchError> {
    Proxy::new(&named.value).map_err(|_| FetchError::Options {
        what: format!("the proxy that {} names", named.variable),
        // Not the value: there may be a password in it.
        reason: "it is no address of a proxy".to_owned(),
    })
}

impl fmt::Debug for ProxyTable {
    /// Without the proxies, whose addresses may have passwords in them.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ProxyTable").finish_non_exhaustive()
    }
}

/// Whether a request for a plain http address is sent to the proxy as it is; others get a tunnel.
pub(super) fn is_web_proxy(proxy: &Proxy) -> bool {
    matches!(proxy.protocol(), ProxyProtocol::Http | ProxyProtocol::Https)
}

/// Mozilla's roots, or those of a file: the option, or else `SSL_CERT_FILE`. A file takes the place of the others, as it
/// does for OpenSSL and curl: whoever names one may want to trust nobody else.
pub(super) fn tls_config(certificates: Option<&Path>) -> Result<TlsConfig, FetchError> {
    let from_environment = || env::var_os("SSL_CERT_FILE").filter(|path| !path.is_empty()).map(PathBuf::from);
    let roots = match certificates.map(Path::to_owned).or_else(from_environment) {
        Some(path) => RootCerts::new_with_certs(&read(&path)?),
        None => RootCerts::WebPki,
    };
    Ok(TlsConfig::builder().root_certs(roots).build())
}

fn read(path: &Path) -> Result<Vec<Certificate<'static>>, FetchError> {
    let failed =
        |reason: String| FetchError::Options { what: format!("the certificates in {}", path.display()), reason };
    let text = fs::read(path).map_err(|error| failed(error.to_string()))?;
    let mut certificates = Vec::new();
    for item in parse_pem(&text) {
        match item {
            Ok(PemItem::Certificate(certificate)) => certificates.push(certificate),
            Ok(_) => {}
            Err(error) => return Err(failed(error.to_string())),
        }
    }
    if certificates.is_empty() {
        return Err(failed("there is no certificate (PEM) in it".to_owned()));
    }
    Ok(certificates)
}

#[cfg(test)]
mod proxies_tests {
    use super::*;

    fn table(variables: &[(&str, &str)]) -> Result<ProxyTable, FetchError> {
        let named = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        ProxyTable::new(&Proxies::Named(named.collect()))
    }

    #[track_caller]
    fn check(variables: &[(&str, &str)], url: &str, expect: Option<&str>) {
        let table = table(variables).unwrap();
        let uri: Uri = url.parse().unwrap();
        assert_eq!(table.of(&uri).map(Proxy::host), expect, "{url} with {variables:?}");
    }

    #[test]
    fn an_address_has_the_proxy_of_its_scheme_unless_it_is_an_exception() {
        let both = [("http_proxy", "http://plain.example:3128"), ("HTTPS_PROXY", "safe.example:8080")];
        check(&both, "http://lamps.example/", Some("plain.example"));
        check(&both, "https://lamps.example/", Some("safe.example"));
        check(&[("ALL_PROXY", "socks5h://all.example")], "https://lamps.example/", Some("all.example"));
        let but_one = [both[1], ("no_proxy", "lamps.example:443")];
        check(&but_one, "https://lamps.example/", None);
        check(&but_one, "https://lamps.example:8443/", Some("safe.example"));
    }

    #[test]
    fn a_proxy_that_is_none_is_an_error_without_its_password() {
        let error = table(&[("HTTPS_PROXY", "gopher://user:secret@proxy.example")]).unwrap_err().to_string();
        assert_eq!(error, "the proxy that HTTPS_PROXY names: it is no address of a proxy");
    }
}
