//! The head of a message: its first line, and `Name: value` lines as HTTP and WARC have them.

use memchr::memchr;
use std::borrow::Cow;

/// The largest head that is looked at; what has no empty line until then is a body.
const MAX_HEAD_BYTES: usize = 256 << 10;

/// The head of a response.
#[derive(Default, Debug)]
pub(crate) struct Head<'a> {
    pub(crate) status: Option<u16>,
    fields: Vec<(&'a [u8], &'a [u8])>,
    /// Where the body begins.
    pub(crate) body_start: usize,
}

impl<'a> Head<'a> {
    /// Reads the head of a message. One without a status line and without fields behind it has none, as the first servers
    /// had none.
    pub(crate) fn parse(message: &'a [u8]) -> Head<'a> {
        if !begins_with_a_head(message) {
            return Head::default();
        }
        let searched = &message[..message.len().min(MAX_HEAD_BYTES)];
        // A response without a body may lack the empty line.
        let body_start = head_end(searched, 0).unwrap_or(searched.len());
        let first_end = memchr(b'\n', searched).map_or(searched.len(), |end| end + 1).min(body_start);
        let status = searched[..first_end]
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty())
            .nth(1)
            .and_then(|word| std::str::from_utf8(word).ok()?.parse().ok());
        Head { status, fields: fields(&searched[first_end..body_start]).collect(), body_start }
    }

    /// The values of a field, in the order they came.
    pub(crate) fn values(&self, name: &str) -> impl Iterator<Item = &'a [u8]> {
        self.fields
            .iter()
            .filter(move |(given, _)| given.eq_ignore_ascii_case(name.as_bytes()))
            .map(|(_, value)| *value)
    }

    /// The words of a field that is a list, in lower case.
    pub(crate) fn list(&self, name: &str) -> Vec<String> {
        self.values(name)
            .flat_map(|value| value.split(|&byte| byte == b','))
            .map(|word| text_of(word.trim_ascii()).to_ascii_lowercase())
            .filter(|word| !word.is_empty())
            .collect()
    }

    /// The fields as they describe the body after [`decoded_body`](super::decoded_body): without those that say how it was sent.
    pub(crate) fn headers(&self) -> Vec<(String, String)> {
        const OF_THE_TRANSFER: [&[u8]; 3] = [b"content-encoding", b"transfer-encoding", b"content-length"];
        self.fields
            .iter()
            .filter(|(name, _)| !OF_THE_TRANSFER.iter().any(|other| name.eq_ignore_ascii_case(other)))
            .map(|(name, value)| (text_of(name).into_owned(), text_of(value).into_owned()))
            .collect()
    }
}

/// By its status line; or, where that is misspelt, by a field on the second line.
fn begins_with_a_head(message: &[u8]) -> bool {
    if message.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"HTTP/")) {
        return true;
    }
    let mut lines = message[..message.len().min(1 << 10)].split(|&byte| byte == b'\n');
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte);
    let is_odd_status = lines.next().is_some_and(|line| line.starts_with(b"HTTP") && line.contains(&b'/'));
    let name =
        lines.next().and_then(|line| line.split(|&byte| byte == b':').next().filter(|name| name.len() < line.len()));
    is_odd_status && name.is_some_and(|name| !name.is_empty() && name.iter().all(is_word))
}

/// How many carriage returns stand before a line break at most.
pub(crate) const MAX_RETURNS: usize = 2;

/// The end of a head, after the empty line, looking from `from` on.
pub(crate) fn head_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut position = from;
    while let Some(found) = memchr(b'\n', bytes.get(position..)?) {
        position += found + 1;
        // More than one carriage return is what is left of a file that was copied as text.
        let rest = bytes.get(position..)?;
        let n_returns = rest.iter().take(MAX_RETURNS).take_while(|&&byte| byte == b'\r').count();
        if rest.get(n_returns) == Some(&b'\n') {
            return Some(position + n_returns + 1);
        }
    }
    None
}

/// The fields of a head without its first line. A line that begins with white space belongs to the value before it; one
/// without a colon is left out.
pub(crate) fn fields(head: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = head;
    std::iter::from_fn(move || {
        loop {
            if rest.is_empty() {
                return None;
            }
            let mut end = line_end(rest, 0);
            while end < rest.len() && matches!(rest[end], b' ' | b'\t') {
                end = line_end(rest, end);
            }
            let (line, after) = rest.split_at(end);
            rest = after;
            if let Some(colon) = memchr(b':', line) {
                return Some((line[..colon].trim_ascii(), line[colon + 1..].trim_ascii()));
            }
        }
    })
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    memchr(b'\n', &bytes[from..]).map_or(bytes.len(), |found| from + found + 1)
}

/// A name or a value as text: UTF-8, and Latin-1 where it is not. Lines that were folded are one.
pub(crate) fn text_of(value: &[u8]) -> Cow<'_, str> {
    let text = match std::str::from_utf8(value) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(value.iter().map(|&byte| char::from(byte)).collect()),
    };
    if text.contains(['\r', '\n']) {
        Cow::Owned(text.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_line_in_any_spelling() {
        let status = |line: &str| Head::parse(line.as_bytes()).status;
        assert_eq!(status("HTTP/1.1 200 OK\r\n\r\n"), Some(200));
        assert_eq!(status("http/1.0  404\n\n"), Some(404));
        assert_eq!(status("HTTP/2 301"), Some(301));
        assert_eq!(status("HTTP/1.1 ok\r\n\r\n"), None);
        assert_eq!(status("HTTP/1.1 99999 OK\r\n\r\n"), None);
        assert_eq!(status("<html>"), None);
    }

    #[test]
    fn a_message_without_a_status_line_is_a_body() {
        assert_eq!(Head::parse(b"<p>a\r\n\r\nb").body_start, 0);
        assert_eq!(Head::parse(b"").body_start, 0);
        assert_eq!(Head::parse(b"HTTP is a protocol.\nIt: is old\n\n").body_start, 0);
        assert_eq!(Head::parse(b"HTTPX/1.1 200 OK\r\nA: b\r\n\r\nbody").body_start, 26);
    }

    #[test]
    fn the_body_begins_after_the_empty_line() {
        let message = b"HTTP/1.1 200 OK\r\nA: 1\r\n\r\nbody";
        assert_eq!(&message[Head::parse(message).body_start..], b"body");
        let message = b"HTTP/1.1 200 OK\r\n\r\nA: 1\r\n\r\n";
        let head = Head::parse(message);
        assert_eq!((&message[head.body_start..], head.headers().len()), (&b"A: 1\r\n\r\n"[..], 0));
    }

    #[test]
    fn headers_of_the_transfer_do_not_describe_the_body() {
        let head = Head::parse(b"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Type: text/html\r\n\r\n");
        assert_eq!(head.headers(), [("Content-Type".to_owned(), "text/html".to_owned())]);
        assert_eq!(head.list("content-encoding"), ["br"]);
    }
}

#[cfg(test)]
mod fields_tests {
    use super::*;

    #[track_caller]
    fn check(head: &str, expect: &[(&str, &str)]) {
        let found: Vec<(String, String)> =
            fields(head.as_bytes()).map(|(name, value)| (text_of(name).into(), text_of(value).into())).collect();
        let found: Vec<(&str, &str)> = found.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(found, expect, "{head:?}");
    }

    #[test]
    fn fields_are_read_in_any_spelling() {
        check("A: 1\r\nB:2\nC :  3  \n", &[("A", "1"), ("B", "2"), ("C", "3")]);
        check("A: b: c\r\nno field\r\nD:\r\n\r\n", &[("A", "b: c"), ("D", "")]);
        check("A: one\r\n two\r\n\tthree\r\nB: 2", &[("A", "one two three"), ("B", "2")]);
        check("", &[]);
    }

    #[test]
    fn a_value_that_is_not_utf8_is_latin1() {
        assert_eq!(text_of(b"caf\xE9"), "café");
        assert_eq!(text_of("café".as_bytes()), "café");
    }

    #[test]
    fn a_head_ends_at_the_first_empty_line() {
        assert_eq!(head_end(b"a\r\n\r\nb\r\n\r\n", 0), Some(5));
        assert_eq!(head_end(b"a\n\nb", 0), Some(3));
        assert_eq!(head_end(b"a\n\r\nb", 0), Some(4));
        assert_eq!(head_end(b"a\r\nb\r\n\r", 0), None);
        assert_eq!(head_end(b"a\r\r\n\r\r\nb", 0), Some(7));
        assert_eq!(head_end(b"a\n\r\r\r\nb", 0), None);
        assert_eq!(head_end(b"", 0), None);
        assert_eq!(head_end(b"ab", 7), None);
    }
}
