//! `Name: value` lines, as HTTP and WARC have them.

use memchr::memchr;
use std::borrow::Cow;

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
