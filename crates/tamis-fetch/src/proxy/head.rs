//! The head of a message: read up to a limit, taken apart without mercy.
//!
//! What two programs read differently is how requests are smuggled past a check, so whatever the standard has no single
//! reading for is refused: bare line feeds, folded lines, spaces before a colon, control characters.

use std::io::{self, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

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
