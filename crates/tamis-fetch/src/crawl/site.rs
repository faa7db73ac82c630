//! Which addresses are of one site.

use url::{Host, Url};

/// The site of an address: the domain that its owner has registered, `example.co.uk` of `https://www.example.co.uk/a`.
///
/// Names under which a company gives domains away (`github.io`, `blogspot.com`: the private part of the public suffix list)
/// count like `co.uk`: `ada.github.io` and `bob.github.io` have different owners, different looks and different hosts to be
/// polite to. International names are in their ASCII form, as in the address. A name with its root dot (`example.com.`) is
/// the same site; a port does not matter where there is a domain.
///
/// Numeric hosts, names without a dot and names that are themselves a public suffix are their own site; there, the port
/// counts unless it is the scheme's own: such hosts are machines, and two ports of a machine are two servers.
///
/// ```
/// use tamis_fetch::crawl::site_of;
/// use url::Url;
///
/// let site = |url| site_of(&Url::parse(url).unwrap());
/// assert_eq!(site("https://www.example.co.uk/a"), "example.co.uk");
/// assert_eq!(site("http://127.0.0.1:8080/"), "127.0.0.1:8080");
/// ```
pub fn site_of(url: &Url) -> String {
    let Some(host) = url.host() else { return String::new() };
    if let Host::Domain(name) = host {
        let name = name.strip_suffix('.').unwrap_or(name);
        if let Some(domain) = psl::domain_str(name) {
            return domain.to_owned();
        }
    }
    let host = host.to_string();
    let host = host.strip_suffix('.').unwrap_or(&host);
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(url: &str, expect: &str) {
        assert_eq!(site_of(&Url::parse(url).unwrap()), expect, "{url}");
    }

    #[test]
    fn domains_are_cut_below_the_public_suffix() {
        check("https://example.com/", "example.com");
        check("https://www.example.com/a?b#c", "example.com");
        check("https://a.b.c.Example.COM:8443/", "example.com");
        check("https://shop.example.co.uk/", "example.co.uk");
        check("https://www.city.kawasaki.jp/", "city.kawasaki.jp");
        check("https://user:secret@www.example.com/", "example.com");
        check("https://www.example.com./", "example.com");
    }

    #[test]
    fn names_that_are_given_away_are_suffixes() {
        check("https://ada.github.io/x", "ada.github.io");
        check("https://www.ada.github.io/x", "ada.github.io");
        check("https://news.blogspot.com/", "news.blogspot.com");
        check("https://bucket.s3.amazonaws.com/", "bucket.s3.amazonaws.com");
        check("https://github.io/", "github.io");
        check("https://co.uk/", "co.uk");
    }

    #[test]
    fn international_names_are_in_their_ascii_form() {
        check("https://www.bücher.de/", "xn--bcher-kva.de");
        check("https://www.食狮.公司.cn/", "xn--85x722f.xn--55qx5d.cn");
        check("https://www.xn--85x722f.xn--55qx5d.cn/", "xn--85x722f.xn--55qx5d.cn");
        check("https://a.b.рф/", "b.xn--p1ai");
    }

    #[test]
    fn machines_are_sites_of_their_own_port_by_port() {
        check("http://localhost/", "localhost");
        check("http://localhost:8080/", "localhost:8080");
        check("http://intranet./", "intranet");
        check("http://127.0.0.1:80/", "127.0.0.1");
        check("http://127.0.0.1:8001/", "127.0.0.1:8001");
        check("http://0x7f.1:8001/", "127.0.0.1:8001");
        check("http://[::1]:8080/", "[::1]:8080");
        check("http://host.internal.corp/", "internal.corp");
        check("data:text/html,x", "");
    }
}
