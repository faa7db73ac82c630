//! A list of addresses that a user made.

use super::addresses::{Address, address_alone};
use crate::address::shown;
use std::fmt;
use tamis_page::{CharsetHints, decode};
use url::Url;

/// A line of a list that is no address.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BadLine {
    /// Its number, from 1.
    pub number: usize,
    /// What it says, shortened, and without credentials.
    pub text: String,
    /// What is wrong with it.
    pub kind: BadLineKind,
}

/// What is wrong with a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BadLineKind {
    /// It is no whole address.
    NotAnAddress,
    /// It is the address of something that is not fetched.
    OtherScheme,
}

impl fmt::Display for BadLine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = match self.kind {
            BadLineKind::NotAnAddress => "is no address",
            BadLineKind::OtherScheme => "is neither http nor https",
        };
        write!(formatter, "line {}: {:?} {problem}", self.number, self.text)
    }
}

/// Reads one address a line, in the order of the list. Empty lines and lines that begin with `#` are passed over.
///
/// ```
/// use tamis_fetch::discover::read_list;
///
/// let (urls, bad) = read_list(b"# shops\nhttps://shop.example/\n\nshop.example/lamps\n");
/// assert_eq!(urls[0].as_str(), "https://shop.example/");
/// assert_eq!(bad[0].to_string(), r#"line 4: "shop.example/lamps" is no address"#);
/// ```
pub fn read_list(text: &[u8]) -> (Vec<Url>, Vec<BadLine>) {
    let text = decode(text, &CharsetHints::default()).text;
    let mut urls = Vec::new();
    let mut bad_lines = Vec::new();
    for (line_idx, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let kind = match address_alone(line) {
            Address::Page(url) => {
                urls.push(url);
                continue;
            }
            Address::OtherScheme => BadLineKind::OtherScheme,
            Address::None => BadLineKind::NotAnAddress,
        };
        bad_lines.push(BadLine { number: line_idx + 1, text: shortened(line), kind });
    }
    (urls, bad_lines)
}

/// A line as it may be shown.
fn shortened(line: &str) -> String {
    const MOST_CHARACTERS: usize = 100;
    let mut shown = shown(line);
    if let Some((end, _)) = shown.char_indices().nth(MOST_CHARACTERS) {
        shown.truncate(end);
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &[u8], urls: &[&str], bad_lines: &[&str]) {
        let (found, bad) = read_list(text);
        assert_eq!(found.iter().map(Url::as_str).collect::<Vec<_>>(), urls);
        assert_eq!(bad.iter().map(ToString::to_string).collect::<Vec<_>>(), bad_lines);
    }

    #[test]
    fn a_list_is_read_in_its_order() {
        check(
            b"\xEF\xBB\xBFhttps://b.example/x\r\n\r\n  # no: https://c.example/\r\n\thttp://a.example#f \r\nhttps://b.example/x",
            &["https://b.example/x", "http://a.example/#f", "https://b.example/x"],
            &[],
        );
        check(b"\xFF\xFEh\0t\0t\0p\0:\0/\0/\0a\0/\0\n\0", &["http://a/"], &[]);
        check(b"", &[], &[]);
    }

    #[test]
    fn lines_that_are_no_addresses_are_told() {
        check(
            b"shop.example\nftp://anna:s3cret@shop.example/a\nhttps://a.example/ and more\nhttps://anna:s3cret@",
            &[],
            &[
                "line 1: \"shop.example\" is no address",
                "line 2: \"ftp://shop.example/a\" is neither http nor https",
                "line 3: \"https://a.example/ and more\" is no address",
                "line 4: \"https://\" is no address",
            ],
        );
        let (_, bad) = read_list("ü".repeat(1000).as_bytes());
        assert_eq!(bad[0].text.chars().count(), 101);
    }
}
