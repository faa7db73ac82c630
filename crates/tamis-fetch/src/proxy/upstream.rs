//! Does another proxy stand between us and the network?

use crate::http::authorization;
use crate::proxies::{NamedProxies, NamedProxy, Proxies};
use std::io;
use url::Url;

/// The proxies that are named, as far as a browser's requests can be passed on to them.
#[derive(Default)]
pub(super) struct Others {
    plain: Option<Other>,
    secure: Option<Other>,
    named: NamedProxies,
}

/// Another proxy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Other {
    pub(super) host: String,
    pub(super) port: u16,
    /// The value of `Proxy-Authorization`.
    pub(super) authorization: Option<String>,
}

impl Others {
    pub(super) fn new(proxies: &Proxies) -> io::Result<Others> {
        let named = NamedProxies::read(proxies);
        let plain = named.http.as_ref().map(Other::parse).transpose()?;
        let secure = named.https.as_ref().map(Other::parse).transpose()?;
        Ok(Others { plain, secure, named })
    }

    /// The proxy for a host, asked in the clear.
    pub(super) fn plain(&self, host: &str, port: u16) -> Option<&Other> {
        self.plain.as_ref().filter(|_| !self.named.is_direct(host, port))
    }

    /// The proxy for a tunnel to a host.
    pub(super) fn secure(&self, host: &str, port: u16) -> Option<&Other> {
        self.secure.as_ref().filter(|_| !self.named.is_direct(host, port))
    }
}

impl Other {
    fn parse(NamedProxy { variable, value }: &NamedProxy) -> io::Result<Other> {
        // The value may hold a password, so it is in no message.
        let unusable = |what| io::Error::new(io::ErrorKind::Unsupported, format!("{variable} is {what}"));
        let url = if value.contains("://") { Url::parse(value) } else { Url::parse(&format!("http://{value}")) };
        let url = url.map_err(|_| unusable("not the address of a proxy"))?;
        if url.scheme() != "http" {
            return Err(unusable("a proxy of a kind that a browser's requests cannot be passed on to (http:// can)"));
        }
        let host = url.host_str().ok_or_else(|| unusable("not the address of a proxy"))?.to_owned();
        let authorization = authorization(&url);
        Ok(Other { host, port: url.port_or_known_default().unwrap_or(80), authorization })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn others(variables: &[(&str, &str)]) -> io::Result<Others> {
        let named = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Others::new(&Proxies::Named(named.collect()))
    }

    #[test]
    fn proxies_are_passed_on_to_unless_the_host_is_an_exception() {
        let found = others(&[
            ("HTTP_PROXY", "proxy.example:3128"),
            ("https_proxy", "http://me:s%65cret@10.0.0.1:8080/"),
            ("NO_PROXY", ".inside.example"),
        ])
        .unwrap();
        let plain = found.plain("shop.example", 80).map(|it| (it.host.as_str(), it.port));
        assert_eq!(plain, Some(("proxy.example", 3128)));
        let secure = found.secure("shop.example", 443).expect("a proxy");
        assert_eq!((secure.host.as_str(), secure.port), ("10.0.0.1", 8080));
        assert_eq!(secure.authorization.as_deref(), Some("Basic bWU6c2VjcmV0"));
        assert_eq!(found.plain("a.inside.example", 80), None);
        assert_eq!(found.secure("inside.example", 443), None);
    }

    #[test]
    fn a_proxy_that_cannot_be_used_is_an_error_without_its_password() {
        for value in ["socks5://me:secret@p:1080", "https://me:secret@p", "http://me:secret@"] {
            let error = others(&[("ALL_PROXY", value)]).err().expect(value).to_string();
            assert!(error.contains("ALL_PROXY") && !error.contains("secret"), "{error}");
        }
    }
}
