//! The head of a message: read up to a limit, taken apart without mercy.
//!
//! What two programs read differently is how requests are smuggled past a check, so whatever the standard has no single
//! reading for is refused: bare line feeds, folded lines, spaces before a colon, control characters.

use std::io::{self, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use url::Url;

/// A head, and what was read behind it.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) first_line: String,
    pub(super) fields: Vec<(String, String)>,
    pub(super) rest: Vec<u8>,
}

/// Why there is no head.
#[derive(Debug)]
pub(super) enum BadHead {
    /// The other side ended, was silent for too long, or broke.
    Gone,
    TooLarge,
    Malformed,
}

/// Reads a head. `rest` is what was read already.
pub(super) fn read_head(
    stream: &mut TcpStream,
    mut bytes: Vec<u8>,
    max_head: usize,
    timeout: Duration,
) -> Result<Head, BadHead> {
    let deadline = Instant::now() + timeout;
    let mut buffer = [0; 8192];
    let mut n_searched = 0;
    loop {
        if let Some(end) = memchr::memmem::find(&bytes[n_searched..], b"\r\n\r\n").map(|found| n_searched + found) {
            if end > max_head {
                return Err(BadHead::TooLarge);
            }
            let rest = bytes.split_off(end + 4);
            bytes.truncate(end);
            return parse(&bytes, rest).ok_or(BadHead::Malformed);
        }
        if bytes.len() > max_head {
            return Err(BadHead::TooLarge);
        }
        n_searched = bytes.len().saturating_sub(3);
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return Err(BadHead::Gone);
        }
        match stream.read(&mut buffer) {
            Ok(0) => return Err(BadHead::Gone),
            Ok(n_read) => bytes.extend_from_slice(&buffer[..n_read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return Err(BadHead::Gone),
        }
    }
}

fn parse(head: &[u8], rest: Vec<u8>) -> Option<Head> {
    // Fields are Latin-1 by the standard; every byte is kept as the character of that number.
    let head: String = head.iter().map(|byte| char::from(*byte)).collect();
    let mut lines = head.split("\r\n");
    let first_line = lines.next().filter(|line| is_clean(line))?.to_owned();
    let fields = lines
        .map(|line| {
            let (name, value) = line.split_once(':').filter(|(name, value)| is_token(name) && is_clean(value))?;
            Some((name.to_owned(), value.trim_matches([' ', '\t']).to_owned()))
        })
        .collect::<Option<Vec<(String, String)>>>()?;
    Some(Head { first_line, fields, rest })
}

fn is_clean(text: &str) -> bool {
    !text.bytes().any(|byte| matches!(byte, 0..=8 | 10..=31 | 127))
}

/// Whether the text is a token of RFC 9110, as methods and names of fields are.
pub(super) fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

impl Head {
    /// The values of a field.
    pub(super) fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.fields.iter().filter(move |(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The fields that are for whoever comes after us: not those about this one connection, nor those that it names.
    pub(super) fn passed_on(&self) -> impl Iterator<Item = &(String, String)> {
        let named: Vec<&str> = self.values("connection").flat_map(|value| value.split(',')).map(str::trim).collect();
        self.fields.iter().filter(move |(name, _)| {
            let is_ours = OF_ONE_CONNECTION.iter().chain(&named).any(|it| name.eq_ignore_ascii_case(it));
            !is_ours
        })
    }

    /// The head as bytes again, with another first line and other fields.
    pub(super) fn write<'a>(first_line: &str, fields: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<u8> {
        let mut text = format!("{first_line}\r\n");
        for (name, value) in fields {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str("\r\n");
        // Back to the bytes that they were.
        text.chars().map(|character| u8::try_from(character).unwrap_or(b'?')).collect()
    }
}

const OF_ONE_CONNECTION: [&str; 8] = [
    "connection", "proxy-connection", "keep-alive", "proxy-authorization", "proxy-authenticate", "te", "trailer",
    "upgrade",
];

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

    #[test]
    fn what_can_be_read_in_two_ways_is_not_read() {
        let is_read = |head: &str| parse(head.as_bytes(), Vec::new()).is_some();
        assert!(is_read("GET http://a.example/ HTTP/1.1\r\nHost: a\r\nX: \t y "));
        for bad in [
            "GET / HTTP/1.1\nHost: a",
            "G\r\n folded: x",
            "G\r\nHost : a",
            "G\r\nnothing",
            "G\r\n: x",
            "G\0",
            "G\r\nA: b\rc",
        ] {
            assert!(!is_read(bad), "{bad:?}");
        }
    }

    #[test]
    fn fields_of_one_connection_are_not_passed_on() {
        let head =
            parse(b"G\r\nConnection: close, X-Mine\r\nx-mine: 1\r\nKeep-Alive: 5\r\nOther: \xe9", Vec::new()).unwrap();
        let kept: Vec<(&str, &str)> = head.passed_on().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(kept, [("Other", "\u{e9}")]);
        assert_eq!(Head::write("G", kept.into_iter()), b"G\r\nOther: \xe9\r\n\r\n");
    }
}

#[cfg(test)]
mod request_tests {
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
