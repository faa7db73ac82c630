//! What is asked.

use super::head::{Head, is_token};
use url::Url;

/// A request as a proxy gets it.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Request {
    /// `CONNECT host:port`: bytes in both directions.
    Tunnel {
        /// The host and the port, as an address of the web.
        url: Url,
    },
    /// `GET http://host/…`
    Forward {
        method: String,
        url: Url,
        /// How many bytes follow.
        n_body: u64,
        /// Whether it asks for another protocol on this connection, and which.
        upgrade: Option<String>,
    },
}

/// Why a request is not served: the status and the reason.
pub(super) type Unserved = (u16, &'static str);

/// Reads a request.
pub(super) fn request(head: &Head) -> Result<Request, Unserved> {
    let mut words = head.first_line.split(' ');
    let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0"), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err((400, "not a request"));
    };
    if !is_token(method) {
        return Err((400, "not a request"));
    }
    if method == "CONNECT" {
        return tunnel(target).map(|url| Request::Tunnel { url }).ok_or((400, "not a host with a port"));
    }
    // Sockets of scripts differ in the protocol that is spoken later, not in who is asked.
    let target = match target.split_once(':') {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("ws") => format!("http:{rest}"),
        _ => target.to_owned(),
    };
    // `GET /` is a request for us, and we have nothing.
    let url = Url::parse(&target).map_err(|_| (400, "not a request for a proxy"))?;
    if url.scheme() != "http" {
        return Err((403, "only http can be asked this way"));
    }
    Ok(Request::Forward { method: method.to_owned(), url, n_body: n_body(head)?, upgrade: upgrade(head) })
}

fn tunnel(authority: &str) -> Option<Url> {
    let (host, port) = authority.rsplit_once(':')?;
    let is_port = (1..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit());
    if !is_port || host.is_empty() || host.contains(['/', '\\', '?', '#', '@']) {
        return None;
    }
    Url::parse(&format!("http://{authority}/")).ok()
}

fn n_body(head: &Head) -> Result<u64, Unserved> {
    if head.values("transfer-encoding").next().is_some() {
        // Browsers send such bodies over newer protocols only.
        return Err((411, "how long is the body?"));
    }
    let mut lengths = head.values("content-length");
    let Some(length) = lengths.next() else { return Ok(0) };
    let is_number = !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit());
    match length.parse() {
        Ok(n_body) if is_number && lengths.next().is_none() => Ok(n_body),
        _ => Err((400, "not a length")),
    }
}

fn upgrade(head: &Head) -> Option<String> {
    let is_named = head
        .values("connection")
        .flat_map(|value| value.split(','))
        .any(|word| word.trim().eq_ignore_ascii_case("upgrade"));
    head.values("upgrade").next().filter(|_| is_named).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(first_line: &str, fields: &[(&str, &str)]) -> Result<Request, Unserved> {
        let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        request(&Head { first_line: first_line.to_owned(), fields, rest: Vec::new() })
    }

    #[test]
    fn the_forms_of_a_proxy_are_read() {
        let tunnel = |line| match read(line, &[]) {
            Ok(Request::Tunnel { url }) => url.to_string(),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(tunnel("CONNECT shop.example:443 HTTP/1.1"), "http://shop.example:443/");
        assert_eq!(tunnel("CONNECT [::1]:443 HTTP/1.1"), "http://[::1]:443/");
        assert_eq!(tunnel("CONNECT 0x7f.1:80 HTTP/1.1"), "http://127.0.0.1/");
        let socket =
            read("GET ws://shop.example/a HTTP/1.1", &[("Connection", "keep, Upgrade"), ("Upgrade", "websocket")]);
        assert!(
            matches!(socket, Ok(Request::Forward { url, upgrade: Some(_), .. }) if url.as_str() == "http://shop.example/a")
        );
        let post = read("POST http://shop.example/a HTTP/1.1", &[("Content-Length", "12")]);
        assert!(matches!(post, Ok(Request::Forward { n_body: 12, upgrade: None, .. })));
    }

    #[test]
    fn others_are_not() {
        #[track_caller]
        fn check(line: &str, fields: &[(&str, &str)], status: u16) {
            assert_eq!(read(line, fields).map_err(|(status, _)| status), Err(status), "{line}");
        }
        for line in [
            "",
            "GET",
            "GET / HTTP/1.1",
            "GET http://shop.example/ HTTP/2",
            "GET http://shop.example/",
            "PRI * HTTP/2.0",
            "GET  http://shop.example/ HTTP/1.1",
            "G(T http://shop.example/ HTTP/1.1",
            "CONNECT shop.example HTTP/1.1",
            "CONNECT http://shop.example:80/ HTTP/1.1",
            "CONNECT a@shop.example:80 HTTP/1.1",
            "CONNECT :80 HTTP/1.1",
            "CONNECT shop.example:99999 HTTP/1.1",
            "CONNECT shop.example:+80 HTTP/1.1",
            "CONNECT a/b:80 HTTP/1.1",
            "OPTIONS * HTTP/1.1",
            "CONNECT ::1:80 HTTP/1.1",
        ] {
            check(line, &[], 400);
        }
        check("GET file:///etc/passwd HTTP/1.1", &[], 403);
        check("GET https://shop.example/ HTTP/1.1", &[], 403);
        let post = "POST http://shop.example/ HTTP/1.1";
        check(post, &[("Transfer-Encoding", "chunked")], 411);
        check(post, &[("Content-Length", "1"), ("Content-Length", "2")], 400);
        check(post, &[("Content-Length", "+1")], 400);
        check(post, &[("Content-Length", "99999999999999999999")], 400);
    }
}
