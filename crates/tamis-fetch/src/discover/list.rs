//! Lists of addresses, one a line, and the addresses in listings.

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

/// What was found in the place of an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Address {
    /// An address that can be asked.
    Page(Url),
    /// `mailto:`, `ftp:`, `javascript:` and the like.
    OtherScheme,
    /// None.
    None,
}

/// No server takes a longer one. One that is multiplied by the entries of a listing would fill any memory.
pub(super) const MAX_ADDRESS_BYTES: usize = 8 << 10;

/// Reads an address, relative to `base` if there is one.
pub(super) fn address(text: &str, base: Option<&Url>) -> Address {
    let text = text.trim();
    // Nothing is not the address of the listing itself.
    if text.is_empty() || text.len() > MAX_ADDRESS_BYTES {
        return Address::None;
    }
    let is_long = |base: &Url| base.as_str().len() > MAX_ADDRESS_BYTES;
    if base.is_some_and(is_long) && !text.starts_with('/') && !text.contains("://") {
        return Address::None;
    }
    match Url::options().base_url(base).parse(text) {
        Ok(url) if !matches!(url.scheme(), "http" | "https") => Address::OtherScheme,
        Ok(url) if url.has_host() && url.as_str().len() <= MAX_ADDRESS_BYTES => Address::Page(url),
        _ => Address::None,
    }
}

/// Reads a line that is an address and nothing else.
pub(super) fn address_alone(line: &str) -> Address {
    // The standard takes almost anything for an address: `note:see` is one, and `http:a b` another.
    if line.contains("://") && !line.contains(char::is_whitespace) { address(line, None) } else { Address::None }
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

#[cfg(test)]
mod addresses_tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_browsers_read_it() {
        let base = Url::parse("https://shop.example/maps/all.xml").unwrap();
        let page = |text: &str| match address(text, Some(&base)) {
            Address::Page(url) => url.to_string(),
            Address::OtherScheme => "other".into(),
            Address::None => "none".into(),
        };
        assert_eq!(page(" \n/a b\n"), "https://shop.example/a%20b");
        assert_eq!(page("b?c=d"), "https://shop.example/maps/b?c=d");
        assert_eq!(page("//other.example"), "https://other.example/");
        assert_eq!(page("http://ümlaut.example/"), "http://xn--mlaut-jva.example/");
        assert_eq!(page("mailto:a@shop.example"), "other");
        assert_eq!(page("file:///etc/passwd"), "other");
        assert_eq!(page("http://"), "none");
        assert_eq!(page("  "), "none");
    }

    #[test]
    fn a_line_of_prose_is_no_address() {
        assert_ne!(address_alone("https://shop.example/a"), Address::None);
        assert_eq!(address_alone("ftp://shop.example/a"), Address::OtherScheme);
        for line in ["", "shop.example", "note:see", "see https://shop.example/", "https://", "https:// ", "://a", "/a"]
        {
            assert_eq!(address_alone(line), Address::None, "{line}");
        }
    }
}
