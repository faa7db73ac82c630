//! Does another proxy stand between us and the network?

use super::options::Upstream;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use std::io;
use url::Url;

/// The proxies that the environment names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Proxies {
    plain: Option<Other>,
    secure: Option<Other>,
    /// Hosts that are asked without a proxy, their subdomains with them; `*` is all.
    without: Vec<String>,
}

/// Another proxy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Other {
    pub(super) host: String,
    pub(super) port: u16,
    /// The value of `Proxy-Authorization`.
    pub(super) authorization: Option<String>,
}

impl Proxies {
    /// What the environment says, if it is to be asked.
    pub(super) fn new(upstream: Upstream) -> io::Result<Proxies> {
        match upstream {
            Upstream::Direct => Ok(Proxies::default()),
            Upstream::FromEnvironment => Proxies::from_variables(|name| std::env::var(name).ok()),
        }
    }

    fn from_variables(variable: impl Fn(&str) -> Option<String>) -> io::Result<Proxies> {
        let variable = |name: &str| {
            variable(&name.to_ascii_lowercase()).or_else(|| variable(name)).filter(|value| !value.is_empty())
        };
        let proxy = |name: &'static str| variable(name).map(|value| Other::parse(name, &value)).transpose();
        let all = proxy("ALL_PROXY")?;
        Ok(Proxies {
            plain: proxy("HTTP_PROXY")?.or(all.clone()),
            secure: proxy("HTTPS_PROXY")?.or(all),
            without: variable("NO_PROXY")
                .iter()
                .flat_map(|list| list.split(','))
                .map(|host| host.trim().trim_start_matches("*.").trim_start_matches('.').to_ascii_lowercase())
                .filter(|host| !host.is_empty())
                .collect(),
        })
    }

    /// The proxy for a host, asked in the clear.
    pub(super) fn plain(&self, host: &str) -> Option<&Other> {
        self.plain.as_ref().filter(|_| !self.is_without(host))
    }

    /// The proxy for a tunnel to a host.
    pub(super) fn secure(&self, host: &str) -> Option<&Other> {
        self.secure.as_ref().filter(|_| !self.is_without(host))
    }

    fn is_without(&self, host: &str) -> bool {
        let host = host.trim_end_matches('.').trim_matches(['[', ']']);
        self.without.iter().any(|it| {
            it == "*" || host.strip_suffix(it.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        })
    }
}

impl Other {
    fn parse(variable: &'static str, value: &str) -> io::Result<Other> {
        // The value may hold a password, so it is in no message.
        let unusable = |what| io::Error::new(io::ErrorKind::Unsupported, format!("{variable} is {what}"));
        let url = if value.contains("://") { Url::parse(value) } else { Url::parse(&format!("http://{value}")) };
        let url = url.map_err(|_| unusable("not the address of a proxy"))?;
        if url.scheme() != "http" {
            return Err(unusable("a proxy of a kind that a browser's requests cannot be passed on to (http:// can)"));
        }
        let host = url.host_str().ok_or_else(|| unusable("not the address of a proxy"))?.to_owned();
        let (user, password) = (decoded(url.username()), decoded(url.password().unwrap_or_default()));
        let has_credentials = !user.is_empty() || url.password().is_some();
        let credentials = [user, b":".to_vec(), password].concat();
        let authorization = has_credentials.then(|| format!("Basic {}", BASE64.encode(credentials)));
        Ok(Other { host, port: url.port_or_known_default().unwrap_or(80), authorization })
    }
}

/// The bytes behind percent-encoding.
fn decoded(text: &str) -> Vec<u8> {
    let digit = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16));
    let bytes = text.as_bytes();
    let (mut found, mut position) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(byte) = bytes.get(position) {
        match (byte, digit(bytes.get(position + 1)), digit(bytes.get(position + 2))) {
            (b'%', Some(high), Some(low)) => {
                found.push((high << 4 | low) as u8);
                position += 3;
            }
            _ => {
                found.push(*byte);
                position += 1;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(variables: &[(&str, &str)]) -> io::Result<Proxies> {
        Proxies::from_variables(|name| {
            variables.iter().find(|(it, _)| *it == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_names_proxies_and_exceptions() {
        let found = proxies(&[
            ("HTTP_PROXY", "proxy.example:3128"),
            ("https_proxy", "http://me:s%65cret@10.0.0.1:8080/"),
            ("NO_PROXY", "localhost, .inside.example,*.more.example,192.168.1.1"),
        ])
        .unwrap();
        assert_eq!(found.plain("shop.example").map(|it| (it.host.as_str(), it.port)), Some(("proxy.example", 3128)));
        let secure = found.secure("shop.example").expect("a proxy");
        assert_eq!((secure.host.as_str(), secure.port), ("10.0.0.1", 8080));
        assert_eq!(secure.authorization.as_deref(), Some("Basic bWU6c2VjcmV0"));
        for host in ["localhost", "inside.example", "a.inside.example", "more.example", "192.168.1.1"] {
            assert_eq!(found.plain(host), None, "{host}");
        }
        assert!(found.plain("notinside.example").is_some());
        assert_eq!(proxies(&[]).unwrap(), Proxies::default());
        assert!(proxies(&[("ALL_PROXY", "http://p")]).unwrap().secure("a").is_some());
        assert!(proxies(&[("ALL_PROXY", "http://p"), ("no_proxy", "*")]).unwrap().secure("a").is_none());
    }

    #[test]
    fn a_proxy_that_cannot_be_used_is_an_error_without_its_password() {
        for value in ["socks5://me:secret@p:1080", "https://me:secret@p", "http://me:secret@"] {
            let error = proxies(&[("ALL_PROXY", value)]).expect_err(value).to_string();
            assert!(error.contains("ALL_PROXY") && !error.contains("secret"), "{error}");
        }
    }
}
