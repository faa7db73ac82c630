//! Tells text from other bytes where no magic number does.
//!
//! Compressed and encrypted data has one control character in ten bytes, programs and tables have more; text has hardly any,
//! whatever its charset. Four things are text all the same:
//!
//! - UTF-16 and UTF-32 without a byte order mark, in which half or more of the bytes of markup are NUL. They are recognised by
//!   characters that are ASCII in units of two or four bytes.
//! - ISO-2022 text: its escape and shift characters do not count.
//! - A page behind rubbish, as in the entry of a cache: from its first tag on it is text.
//! - What is full of tags: a page that was damaged.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use memchr::memchr_iter;

/// How bytes can be read.
#[derive(Clone, Copy, Debug)]
pub(super) enum TextEncoding {
    /// As text, in a charset that has ASCII.
    Text,
    /// As UTF-16; of UTF-32 what has the order of its bytes, with a NUL between characters.
    Utf16(&'static Encoding),
    /// Not as text.
    NoText,
}

/// The largest share of control characters in text, in percent. Data has 10 at least; of real pages, damaged ones among them, none
/// comes near 1.
const MAX_CONTROL_PERCENT: usize = 5;

/// How many bytes are looked at in each of three places before all are counted.
const WINDOW: usize = 1024;

/// How these bytes can be read.
pub(super) fn encoding(body: &[u8]) -> TextEncoding {
    let middle = body.len() / 2;
    let windows = [0..WINDOW, middle..middle + WINDOW, body.len().saturating_sub(WINDOW)..body.len()];
    let is_plain = |window: std::ops::Range<usize>| {
        let bytes = &body[window.start.min(body.len())..window.end.min(body.len())];
        is_text(bytes)
    };
    if windows.into_iter().all(is_plain) || is_text(body) {
        return TextEncoding::Text;
    }
    if let Some(encoding) = wide_encoding(body) {
        return TextEncoding::Utf16(encoding);
    }
    if is_full_of_tags(body) || first_tag(body).is_some_and(|tag| is_text(&body[tag..])) {
        return TextEncoding::Text;
    }
    TextEncoding::NoText
}

/// Whether one byte in a hundred begins a tag: the markup of a page, whatever stands between. In data it is one in twelve hundred.
fn is_full_of_tags(body: &[u8]) -> bool {
    let is_tag = |rest: &[u8]| {
        let name = rest.strip_prefix(b"/").unwrap_or(rest);
        name.first().is_some_and(u8::is_ascii_alphabetic)
    };
    memchr_iter(b'<', body).filter(|&at| is_tag(&body[at + 1..])).count() * 100 >= body.len().max(1)
}

/// A control character that has no place in text: the "binary data byte" of the MIME Sniffing standard, less the shifts of
/// ISO-2022-KR and -CN (the escape of ISO-2022 is not among them either).
pub(super) fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=0x08 | 0x0B | 0x10..=0x1A | 0x1C..=0x1F)
}

fn is_text(bytes: &[u8]) -> bool {
    let n_controls = bytes.iter().filter(|&&byte| is_control(byte)).count();
    n_controls * 100 <= bytes.len() * MAX_CONTROL_PERCENT
}

/// How much is looked at for UTF-16 and UTF-32.
const SAMPLE: usize = 8192;

/// The byte order of UTF-16 or UTF-32 text without a byte order mark, found by its ASCII characters.
fn wide_encoding(body: &[u8]) -> Option<&'static Encoding> {
    let sample = &body[..body.len().min(SAMPLE)];
    let little =
        [is_wide(sample, |unit: [u8; 2]| u32::from(u16::from_le_bytes(unit))), is_wide(sample, u32::from_le_bytes)];
    let big =
        [is_wide(sample, |unit: [u8; 2]| u32::from(u16::from_be_bytes(unit))), is_wide(sample, u32::from_be_bytes)];
    if little.contains(&true) {
        return Some(UTF_16LE);
    }
    big.contains(&true).then_some(UTF_16BE)
}

/// Whether units of `N` bytes are text: a fifth of them ASCII letters, digits and signs, as in any markup, and at most one in
/// four what no character is: damage to one byte in fifty costs one unit of UTF-32 in twelve, and after a lost byte all are wrong.
fn is_wide<const N: usize>(sample: &[u8], value: impl Fn([u8; N]) -> u32) -> bool {
    let (mut n_units, mut n_ascii, mut n_wrong) = (0, 0, 0);
    for unit in sample.as_chunks::<N>().0 {
        let value = value(*unit);
        n_units += 1;
        n_ascii += usize::from(matches!(value, 0x09 | 0x0A | 0x0D | 0x20..=0x7E));
        let is_surrogate = N == 4 && (0xD800..0xE000).contains(&value);
        n_wrong += usize::from(value < 0x09 || (0x0E..0x20).contains(&value) || value > 0x10_FFFF || is_surrogate);
    }
    n_units > 3 && n_ascii * 5 >= n_units && n_wrong * 4 <= n_units
}

/// Where the first tag is that only HTML has.
fn first_tag(body: &[u8]) -> Option<usize> {
    // Those of more than one letter: data has all short sequences somewhere.
    const TAGS: [&[u8]; 22] = [
        b"!doctype html", b"html", b"head", b"body", b"meta", b"title", b"link", b"script", b"style", b"div", b"span",
        b"table", b"ul>", b"ul ", b"ol>", b"ol ", b"li>", b"main", b"article", b"section", b"h1", b"h2",
    ];
    memchr_iter(b'<', body).find(|&at| {
        let rest = &body[at + 1..];
        TAGS.iter().any(|tag| rest.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag)))
    })
}
