//! Patterns of paths: `*` for any characters, `$` for the end.

use crate::crawl::canonical::{code, is_unreserved, push_code};
use memchr::memmem;

/// A pattern in the spelling in which addresses are compared with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    /// With `*` where any characters may stand; every other star or dollar sign is percent-encoded.
    text: String,
    is_anchored: bool,
}

impl Pattern {
    /// Reads the value of an `Allow` or `Disallow` line.
    pub(super) fn new(value: &[u8]) -> Pattern {
        let (value, is_anchored) = match value.strip_suffix(b"$") {
            Some(value) => (value, true),
            None => (value, false),
        };
        let mut text = String::with_capacity(value.len() + 1);
        if !value.starts_with(b"/") && !value.starts_with(b"*") {
            text.push('/');
        }
        normalize(value, true, &mut text);
        Pattern { text, is_anchored }
    }

    /// The octets of the pattern: of two that match, the longer one is more specific.
    pub(super) fn len(&self) -> usize {
        self.text.len() + usize::from(self.is_anchored)
    }

    /// Whether the pattern matches an address in its [normal spelling](normal_address).
    ///
    /// What stands between two stars is looked for from left to right and taken where it is found first, which leaves the
    /// most to the rest: each byte of the address is looked at once, whatever the number of stars.
    pub(super) fn matches(&self, address: &str) -> bool {
        let mut pieces = self.text.split('*');
        let first = pieces.next().unwrap_or_default();
        let Some(mut rest) = address.strip_prefix(first) else { return false };
        let Some(last) = pieces.next_back() else { return !self.is_anchored || rest.is_empty() };
        for piece in pieces.filter(|piece| !piece.is_empty()) {
            match memmem::find(rest.as_bytes(), piece.as_bytes()) {
                Some(place) => rest = &rest[place + piece.len()..],
                None => return false,
            }
        }
        if self.is_anchored { rest.ends_with(last) } else { memmem::find(rest.as_bytes(), last.as_bytes()).is_some() }
    }
}

/// The path and query of an address in the spelling of patterns.
pub(super) fn normal_address(path_and_query: &str) -> String {
    let mut text = String::with_capacity(path_and_query.len());
    normalize(path_and_query.as_bytes(), false, &mut text);
    text
}

/// One spelling for what means the same: characters that never need a code are written as they are, those with a meaning
/// keep the spelling they have, everything else is percent-encoded with upper-case digits. Stars and dollar signs of an
/// address, and codes of them in a pattern (`%2A`), mean themselves and get the code.
fn normalize(text: &[u8], is_pattern: bool, output: &mut String) {
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'%'
            && let Some((decoded, after)) = code(after)
        {
            rest = after;
            if is_unreserved(decoded) {
                output.push(char::from(decoded));
            } else {
                push_code(output, decoded);
            }
        } else if is_unreserved(byte) || is_kept(byte) || (is_pattern && byte == b'*') {
            output.push(char::from(byte));
        } else {
            push_code(output, byte);
        }
    }
}

/// Characters with a meaning in addresses, which differ from their codes. A percent sign without digits stands for
/// itself. The apostrophe is not among them: it is written with its code in queries and without it in paths.
fn is_kept(byte: u8) -> bool {
    matches!(
        byte,
        b'/' | b'?' | b'&' | b'=' | b':' | b';' | b',' | b'@' | b'!' | b'(' | b')' | b'+' | b'[' | b']' | b'%'
    )
}
