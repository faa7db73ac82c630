//! Which requests go over a proxy.

use super::error::FetchError;
use super::options::Proxies;
use std::env;
use std::net::IpAddr;
use ureq::http::Uri;
use ureq::{Proxy, ProxyProtocol};

/// The proxies that the environment names, and for whom.
#[derive(Default, Debug)]
pub(super) struct ProxyTable {
    http: Option<Proxy>,
    https: Option<Proxy>,
    exceptions: Vec<Exception>,
}

impl ProxyTable {
    pub(super) fn new(proxies: &Proxies) -> Result<ProxyTable, FetchError> {
        match proxies {
            Proxies::FromEnvironment => ProxyTable::from_variables(|name| env::var(name).ok()),
            Proxies::Named(named) => ProxyTable::from_variables(|name| {
                named.iter().find(|(given, _)| given == name).map(|(_, value)| value.clone())
            }),
            Proxies::None => Ok(ProxyTable::default()),
        }
    }

    /// By the variables that curl, wget and others know, the lower case before the upper case.
    fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Result<ProxyTable, FetchError> {
        let set = |name: &str| variable(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        let either = |name: &str| set(name).or_else(|| set(&name.to_ascii_uppercase()));
        // A web server hands the header `Proxy` of a request to its scripts under this name.
        let is_script_of_a_server = set("REQUEST_METHOD").is_some();
        let http = if is_script_of_a_server { set("http_proxy") } else { either("http_proxy") };
        let all = either("all_proxy");
        let proxy = |name: &str, value: Option<String>| {
            let Some(value) = value.or_else(|| all.clone()) else { return Ok(None) };
            Proxy::new(&value).map(Some).map_err(|_| FetchError::Options {
                what: format!("the proxy that {name} names"),
                // Not the value: there may be a password in it.
                reason: "it is no address of a proxy".to_owned(),
            })
        };
        Ok(ProxyTable {
            http: proxy("HTTP_PROXY", http)?,
            https: proxy("HTTPS_PROXY", either("https_proxy"))?,
            exceptions: either("no_proxy").map(|list| exceptions(&list)).unwrap_or_default(),
        })
    }

    /// The proxy for an address.
    pub(super) fn of(&self, uri: &Uri) -> Option<&Proxy> {
        let (proxy, default_port) = match uri.scheme_str()? {
            "https" => (self.https.as_ref()?, 443),
            _ => (self.http.as_ref()?, 80),
        };
        let host = uri.host()?.trim_start_matches('[').trim_end_matches(']').trim_end_matches('.').to_ascii_lowercase();
        let port = uri.port_u16().unwrap_or(default_port);
        let is_exception = self.exceptions.iter().any(|exception| exception.holds_for(&host, port));
        (!is_exception).then_some(proxy)
    }
}

/// Whether a request for a plain http address is sent to the proxy as it is; others get a tunnel.
pub(super) fn is_web_proxy(proxy: &Proxy) -> bool {
    matches!(proxy.protocol(), ProxyProtocol::Http | ProxyProtocol::Https)
}

/// One entry of `NO_PROXY`.
#[derive(PartialEq, Eq, Debug)]
struct Exception {
    host: Hosts,
    port: Option<u16>,
}

#[derive(PartialEq, Eq, Debug)]
enum Hosts {
    All,
    /// A name and all that end in it.
    Domain(String),
    /// The first so many bits of an address.
    Network(IpAddr, u32),
}

/// Names, addresses and networks, between commas or spaces: `localhost, .lamps.example, 10.0.0.0/8, [::1]:8080`.
fn exceptions(list: &str) -> Vec<Exception> {
    list.split([',', ' ', '\t', ';']).filter(|word| !word.is_empty()).filter_map(exception).collect()
}

fn exception(word: &str) -> Option<Exception> {
    let (host, port) = match word.rsplit_once(':') {
        // An IPv6 address without brackets has more than one colon.
        Some((host, port)) if !host.contains(':') || host.ends_with(']') => (host, Some(port.parse().ok()?)),
        _ => (word, None),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
    let (start, n_bits) = match host.split_once('/') {
        Some((start, n_bits)) => (start, Some(n_bits.parse().ok()?)),
        None => (host.as_str(), None),
    };
    let hosts = match start.parse::<IpAddr>() {
        Ok(ip) => Hosts::Network(ip, n_bits.unwrap_or(128)),
        Err(_) if host == "*" => Hosts::All,
        Err(_) => {
            let name = host.trim_start_matches('*').trim_matches('.');
            if name.is_empty() {
                return None;
            }
            Hosts::Domain(name.to_owned())
        }
    };
    Some(Exception { host: hosts, port })
}

impl Exception {
    fn holds_for(&self, host: &str, port: u16) -> bool {
        self.port.is_none_or(|own| own == port)
            && match &self.host {
                Hosts::All => true,
                Hosts::Domain(domain) => {
                    host.strip_suffix(domain.as_str()).is_some_and(|before| before.is_empty() || before.ends_with('.'))
                }
                Hosts::Network(network, n_bits) => {
                    host.parse().is_ok_and(|ip: IpAddr| is_within(ip.to_canonical(), *network, *n_bits))
                }
            }
    }
}

fn is_within(ip: IpAddr, network: IpAddr, n_bits: u32) -> bool {
    let differs = match (ip, network) {
        (IpAddr::V4(ip), IpAddr::V4(network)) => u128::from(ip.to_bits() ^ network.to_bits()) << 96,
        (IpAddr::V6(ip), IpAddr::V6(network)) => ip.to_bits() ^ network.to_bits(),
        _ => return false,
    };
    differs.leading_zeros() >= n_bits.min(if ip.is_ipv4() { 32 } else { 128 })
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
    fn each_scheme_has_its_proxy() {
        let both = [("http_proxy", "http://plain.example:3128"), ("HTTPS_PROXY", "safe.example:8080")];
        check(&both, "http://lamps.example/", Some("plain.example"));
        check(&both, "https://lamps.example/", Some("safe.example"));
        check(&both[..1], "https://lamps.example/", None);
        check(&[("ALL_PROXY", "socks5h://all.example")], "https://lamps.example/", Some("all.example"));
        check(&[("ALL_PROXY", "socks5://all.example"), both[0]], "http://lamps.example/", Some("plain.example"));
        let twice = [("http_proxy", "http://lower.example"), ("HTTP_PROXY", "http://upper.example")];
        check(&twice, "http://lamps.example/", Some("lower.example"));
        check(&[("http_proxy", " "), twice[1]], "http://lamps.example/", Some("upper.example"));
        check(&[], "http://lamps.example/", None);
    }

    #[test]
    fn a_header_of_a_visitor_names_no_proxy() {
        let server = [("REQUEST_METHOD", "GET"), ("HTTP_PROXY", "http://evil.example")];
        check(&server, "http://lamps.example/", None);
    }

    #[test]
    fn a_proxy_that_is_none_is_an_error_without_its_password() {
        let error = table(&[("HTTPS_PROXY", "gopher://user:secret@proxy.example")]).unwrap_err().to_string();
        assert_eq!(error, "the proxy that HTTPS_PROXY names: it is no address of a proxy");
    }

    #[test]
    fn no_proxy_names_those_who_are_asked_directly() {
        #[track_caller]
        fn check(no_proxy: &str, url: &str, is_direct: bool) {
            let table = table(&[("ALL_PROXY", "http://proxy.example"), ("NO_PROXY", no_proxy)]).unwrap();
            assert_eq!(table.of(&url.parse().unwrap()).is_none(), is_direct, "{url} with {no_proxy:?}");
        }
        for (no_proxy, url) in [
            ("*", "https://lamps.example/"),
            ("lamps.example", "https://lamps.example/"),
            ("LAMPS.example", "https://www.Lamps.Example./"),
            (".lamps.example", "https://www.lamps.example/"),
            (".lamps.example", "https://lamps.example/"),
            ("*.lamps.example", "https://www.lamps.example/"),
            ("a.example, lamps.example", "https://lamps.example/"),
            ("a.example lamps.example", "https://lamps.example/"),
            ("lamps.example:8443", "https://lamps.example:8443/"),
            ("lamps.example:443", "https://lamps.example/"),
            ("192.0.2.7", "http://192.0.2.7/"),
            ("10.0.0.0/8", "http://10.200.3.4/"),
            ("10.0.0.0/8", "http://[::ffff:10.1.2.3]/"),
            ("2001:db8::/32", "http://[2001:db8:1::5]/"),
            ("::1", "http://[::1]:8080/"),
            ("[::1]:8080", "http://[::1]:8080/"),
            ("0.0.0.0/0", "http://192.0.2.7/"),
        ] {
            check(no_proxy, url, true);
        }
        for (no_proxy, url) in [
            ("", "https://lamps.example/"),
            (",.,", "https://lamps.example/"),
            ("lamps.example", "https://notlamps.example/"),
            ("lamps.example", "https://lamps.example.evil.example/"),
            ("lamps.example:8443", "https://lamps.example/"),
            ("10.0.0.0/8", "http://11.0.0.1/"),
            ("10.0.0.0/8", "http://lamps.example/"),
            ("10.0.0.0/99999999999", "http://10.0.0.1/"),
            ("0.0.0.0/0", "http://[2001:db8::1]/"),
            ("::1", "http://[::2]/"),
        ] {
            check(no_proxy, url, false);
        }
    }
}
