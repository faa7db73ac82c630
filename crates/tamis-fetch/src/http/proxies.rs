//! Which requests go over a proxy.

use super::error::FetchError;
use crate::proxies::{NamedProxies, NamedProxy, Proxies};
use ureq::http::Uri;
use ureq::{Proxy, ProxyProtocol};

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

impl std::fmt::Debug for ProxyTable {
    /// Without the proxies, whose addresses may have passwords in them.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ProxyTable").finish_non_exhaustive()
    }
}

/// Whether a request for a plain http address is sent to the proxy as it is; others get a tunnel.
pub(super) fn is_web_proxy(proxy: &Proxy) -> bool {
    matches!(proxy.protocol(), ProxyProtocol::Http | ProxyProtocol::Https)
}

#[cfg(test)]
mod tests {
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
