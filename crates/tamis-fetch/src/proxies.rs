//! The proxies that the environment names, and for whom: one reading of the variables for the client, and for the filtering
//! proxy that browsers go through.

use std::net::IpAddr;
use std::{env, fmt};

/// Where the proxies are named.
#[derive(Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Proxies {
    /// In the environment: `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`.
    #[default]
    FromEnvironment,
    /// Here: the same names and their values, instead of those of the environment.
    Named(Vec<(String, String)>),
    /// Nowhere: servers are asked directly.
    None,
}

impl fmt::Debug for Proxies {
    /// Without the values, which may have passwords in them.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proxies::FromEnvironment => formatter.write_str("FromEnvironment"),
            Proxies::Named(named) => {
                formatter.write_str("Named ")?;
                formatter.debug_list().entries(named.iter().map(|(name, _)| name)).finish()
            }
            Proxies::None => formatter.write_str("None"),
        }
    }
}

/// The proxies that are named, and who is asked without them.
#[derive(Default)]
pub(crate) struct NamedProxies {
    pub(crate) http: Option<NamedProxy>,
    pub(crate) https: Option<NamedProxy>,
    exceptions: Vec<Exception>,
}

/// A proxy as a variable names it. The value may have a password in it.
#[derive(Clone)]
pub(crate) struct NamedProxy {
    pub(crate) variable: &'static str,
    pub(crate) value: String,
}

impl NamedProxies {
    pub(crate) fn read(proxies: &Proxies) -> NamedProxies {
        match proxies {
            Proxies::FromEnvironment => NamedProxies::from_variables(|name| env::var(name).ok()),
            Proxies::Named(named) => NamedProxies::from_variables(|name| {
                named.iter().find(|(given, _)| given == name).map(|(_, value)| value.clone())
            }),
            Proxies::None => NamedProxies::default(),
        }
    }

    /// By the variables that curl, wget and others know, the lower case before the upper case.
    fn from_variables(variable: impl Fn(&str) -> Option<String>) -> NamedProxies {
        let set = |name: &str| variable(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        let either = |name: &'static str| {
            let value = set(&name.to_ascii_lowercase()).or_else(|| set(name))?;
            Some(NamedProxy { variable: name, value })
        };
        // A web server hands the header `Proxy` of a request to its scripts under the name `HTTP_PROXY`.
        let is_script_of_a_server = set("REQUEST_METHOD").is_some();
        let http = if is_script_of_a_server {
            set("http_proxy").map(|value| NamedProxy { variable: "HTTP_PROXY", value })
        } else {
            either("HTTP_PROXY")
        };
        NamedProxies {
            http: http.or_else(|| either("ALL_PROXY")),
            https: either("HTTPS_PROXY").or_else(|| either("ALL_PROXY")),
            exceptions: either("NO_PROXY").map(|list| exceptions(&list.value)).unwrap_or_default(),
        }
    }

    /// Whether a host is asked without a proxy. An IPv6 address may have its brackets.
    pub(crate) fn is_direct(&self, host: &str, port: u16) -> bool {
        let host = host.trim_start_matches('[').trim_end_matches(']').trim_end_matches('.').to_ascii_lowercase();
        self.exceptions.iter().any(|exception| exception.holds_for(&host, port))
    }
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

    fn read(variables: &[(&str, &str)]) -> NamedProxies {
        let named = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        NamedProxies::read(&Proxies::Named(named.collect()))
    }

    #[track_caller]
    fn check(variables: &[(&str, &str)], http: Option<&str>, https: Option<&str>) {
        let value = |proxy: Option<NamedProxy>| proxy.map(|proxy| proxy.value);
        let found = read(variables);
        assert_eq!((value(found.http).as_deref(), value(found.https).as_deref()), (http, https), "{variables:?}");
    }

    #[test]
    fn each_scheme_has_its_proxy() {
        check(
            &[("http_proxy", "http://plain:3128"), ("HTTPS_PROXY", "safe:8080")],
            Some("http://plain:3128"),
            Some("safe:8080"),
        );
        check(&[("http_proxy", "plain")], Some("plain"), None);
        check(&[("ALL_PROXY", "all")], Some("all"), Some("all"));
        check(&[("ALL_PROXY", "all"), ("http_proxy", "plain")], Some("plain"), Some("all"));
        check(&[("http_proxy", "lower"), ("HTTP_PROXY", "upper")], Some("lower"), None);
        check(&[("http_proxy", " "), ("HTTP_PROXY", "upper")], Some("upper"), None);
        check(&[], None, None);
    }

    #[test]
    fn a_header_of_a_visitor_names_no_proxy() {
        check(&[("REQUEST_METHOD", "GET"), ("HTTP_PROXY", "http://evil.example")], None, None);
    }

    #[test]
    fn no_proxy_names_those_who_are_asked_directly() {
        #[track_caller]
        fn check(no_proxy: &str, host: &str, port: u16, is_direct: bool) {
            let found = read(&[("ALL_PROXY", "http://proxy.example"), ("NO_PROXY", no_proxy)]);
            assert_eq!(found.is_direct(host, port), is_direct, "{host}:{port} with {no_proxy:?}");
        }
        for (no_proxy, host, port) in [
            ("*", "lamps.example", 443),
            ("lamps.example", "lamps.example", 443),
            ("LAMPS.example", "www.Lamps.Example.", 443),
            (".lamps.example", "www.lamps.example", 443),
            (".lamps.example", "lamps.example", 443),
            ("*.lamps.example", "www.lamps.example", 443),
            ("a.example, lamps.example", "lamps.example", 443),
            ("a.example lamps.example", "lamps.example", 443),
            ("lamps.example:8443", "lamps.example", 8443),
            ("192.0.2.7", "192.0.2.7", 80),
            ("10.0.0.0/8", "10.200.3.4", 80),
            ("10.0.0.0/8", "[::ffff:10.1.2.3]", 80),
            ("2001:db8::/32", "[2001:db8:1::5]", 80),
            ("::1", "[::1]", 8080),
            ("[::1]:8080", "::1", 8080),
            ("0.0.0.0/0", "192.0.2.7", 80),
        ] {
            check(no_proxy, host, port, true);
        }
        for (no_proxy, host, port) in [
            ("", "lamps.example", 443),
            (",.,", "lamps.example", 443),
            ("lamps.example", "notlamps.example", 443),
            ("lamps.example", "lamps.example.evil.example", 443),
            ("lamps.example:8443", "lamps.example", 443),
            ("10.0.0.0/8", "11.0.0.1", 80),
            ("10.0.0.0/8", "lamps.example", 80),
            ("10.0.0.0/99999999999", "10.0.0.1", 80),
            ("0.0.0.0/0", "[2001:db8::1]", 80),
            ("::1", "[::2]", 80),
        ] {
            check(no_proxy, host, port, false);
        }
    }
}
