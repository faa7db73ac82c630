//! Addresses in the order of an index: `https://www.Example.org:443/A?b` is `org,example)/a?b`.

use url::Url;

/// The sort-friendly form of an address, under which an index lists it. What rarely tells two pages apart is left out:
/// scheme, `www.`, upper case, the order of the query, a slash at the end.
pub fn surt(url: &Url) -> String {
    let Some(host) = url.host_str() else { return url.as_str().to_ascii_lowercase() };
    let host = host.to_ascii_lowercase();
    let is_www =
        |first: &str| first.strip_prefix("www").is_some_and(|end| end.bytes().all(|byte| byte.is_ascii_digit()));
    let host = match host.split_once('.') {
        Some((first, rest)) if is_www(first) && rest.contains('.') => rest,
        _ => host.as_str(),
    };
    let is_number = matches!(url.host(), Some(url::Host::Ipv4(_) | url::Host::Ipv6(_)));
    let mut key = if is_number { host.to_owned() } else { host.rsplit('.').collect::<Vec<_>>().join(",") };
    if let Some(port) = url.port() {
        key.push_str(&format!(":{port}"));
    }
    key.push(')');
    let path = url.path().to_ascii_lowercase();
    key.push_str(if path.len() > 1 { path.trim_end_matches('/') } else { "/" });
    if key.ends_with(')') {
        key.push('/');
    }
    if let Some(query) = url.query().filter(|query| !query.is_empty()) {
        let query = query.to_ascii_lowercase();
        let mut parts: Vec<&str> = query.split('&').collect();
        parts.sort_unstable();
        key.push('?');
        key.push_str(&parts.join("&"));
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(url: &str, expect: &str) {
        assert_eq!(surt(&Url::parse(url).unwrap()), expect);
    }

    #[test]
    fn hosts_are_turned_around() {
        check("https://www.Example.org:443/A/?b=2&a=1#c", "org,example)/a?a=1&b=2");
        check("http://shop.example.co.uk:8080/", "uk,co,example,shop:8080)/");
        check("http://www3.example.org", "org,example)/");
        check("http://www.example/x/", "example,www)/x");
        check("http://10.0.0.1/x", "10.0.0.1)/x");
        check("http://[::1]/x", "[::1])/x");
        check("http://example.org//", "org,example)/");
        check("http://example.org/?", "org,example)/");
        check("urn:x:Y", "urn:x:y");
    }
}
