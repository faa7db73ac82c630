//! Bytes to text, by the encoding sniffing of the HTML standard.
//!
//! In this order: a byte order mark; an encoding the user insists on; the `charset` of the transport; a `<meta>` in the
//! first 1024 bytes ([`prescan`]); then detection from the bytes. What was used and why is part of the answer. Nothing
//! fails: bytes that mean nothing in the encoding become U+FFFD, and the answer says that there were some.
//!
//! ```
//! use tamis_page::{CharsetHints, CharsetSource, decode};
//!
//! let decoded = decode(b"<meta charset=shift_jis>\x82\xB1\x82\xF1".to_vec(), &CharsetHints::default());
//! assert_eq!(decoded.text, "<meta charset=shift_jis>こん");
//! assert_eq!((decoded.charset.used, decoded.charset.source), ("shift_jis", CharsetSource::Meta));
//! ```

mod detect;
mod prescan;

use crate::body::{Body, SharedText};
use encoding_rs::{Encoding, UTF_8};

/// What is known about the encoding of a page besides its bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct CharsetHints {
    /// A label that the user insists on; beaten only by a byte order mark.
    pub explicit: Option<String>,
    /// The label in the Content-Type header.
    pub transport: Option<String>,
    /// The last part of the host name, a hint for the detection of pages that declare nothing.
    pub top_level_domain: Option<String>,
}

crate::setters! { CharsetHints;
    with_explicit explicit: impl Into<String> = Some(explicit.into()), "Insists on an encoding.";
    with_transport transport: impl Into<String> = Some(transport.into()), "Gives the label of the Content-Type header.";
    with_top_level_domain top_level_domain: impl Into<String> = Some(top_level_domain.into()), "Gives the last part of the host name.";
}

/// The text of a page and how it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: SharedText,
    /// The encoding.
    pub charset: Charset,
    /// The bytes, where they are not those of the text: the page is in another encoding than UTF-8, or damaged. A
    /// byte order mark is no part of them.
    pub original: Option<Body>,
}

/// The encoding a page was read in, and why that one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Charset {
    /// The name in the Encoding standard, in lower case.
    pub used: &'static str,
    /// How it was found.
    pub source: CharsetSource,
    /// Whether some bytes meant nothing in the encoding and became U+FFFD.
    pub had_errors: bool,
}

/// How an encoding was found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CharsetSource {
    /// A byte order mark.
    Bom,
    /// The user.
    Override,
    /// The Content-Type header.
    Transport,
    /// A `<meta>` or the XML declaration.
    Meta,
    /// The bytes themselves.
    Detected,
    /// Nothing: all bytes are ASCII, and any encoding reads them the same.
    Default,
}

impl CharsetSource {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            CharsetSource::Bom => "bom",
            CharsetSource::Override => "override",
            CharsetSource::Transport => "transport",
            CharsetSource::Meta => "meta",
            CharsetSource::Detected => "detected",
            CharsetSource::Default => "default",
        }
    }
}

impl std::fmt::Display for CharsetSource {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// The text of `body`. UTF-8 is taken over without a copy.
pub fn decode(body: impl Into<Body>, hints: &CharsetHints) -> Decoded {
    let body = body.into();
    if let Some((encoding, length)) = Encoding::for_bom(&body) {
        return decode_as(body.without_start(length), encoding, CharsetSource::Bom);
    }
    let declared = labelled(hints.explicit.as_deref())
        .map(|encoding| (encoding, CharsetSource::Override))
        .or_else(|| labelled(hints.transport.as_deref()).map(|encoding| (encoding, CharsetSource::Transport)))
        .or_else(|| prescan::prescan(&body).map(|encoding| (encoding, CharsetSource::Meta)));
    match declared {
        Some((encoding, source)) => decode_as(body, encoding, source),
        None => detect::decode_undeclared(body, hints.top_level_domain.as_deref()),
    }
}

/// The encoding that the first 1024 bytes declare in a `<meta>` or an XML declaration, in lower case: the standard's
/// "prescan a byte stream to determine its encoding".
pub fn prescan(body: &[u8]) -> Option<&'static str> {
    prescan::prescan(body).map(name_of)
}

/// The lower-case name of the encoding that `label` stands for in the Encoding standard, `None` if for none.
///
/// ```
/// use tamis_page::charset_named;
///
/// assert_eq!(charset_named(" Latin1"), Some("windows-1252"));
/// assert_eq!(charset_named("klingon"), None);
/// ```
pub fn charset_named(label: &str) -> Option<&'static str> {
    labelled(Some(label)).map(name_of)
}

fn labelled(label: Option<&str>) -> Option<&'static Encoding> {
    Encoding::for_label(label?.as_bytes())
}

fn decode_as(body: Body, encoding: &'static Encoding, source: CharsetSource) -> Decoded {
    if encoding == UTF_8 {
        return match body.into_utf8() {
            Ok(text) => decoded(text, UTF_8, source, false),
            Err(body) => decode_lossy(body, UTF_8, source),
        };
    }
    decode_lossy(body, encoding, source)
}

fn decode_lossy(body: Body, encoding: &'static Encoding, source: CharsetSource) -> Decoded {
    let (text, had_errors) = encoding.decode_without_bom_handling(&body);
    let text = text.into_owned().into();
    Decoded { original: Some(body), ..decoded(text, encoding, source, had_errors) }
}

fn decoded(text: SharedText, encoding: &'static Encoding, source: CharsetSource, had_errors: bool) -> Decoded {
    Decoded { text, charset: Charset { used: name_of(encoding), source, had_errors }, original: None }
}

/// The encodings of the standard in lower case; the library spells them as the standard does, in mixed case.
const NAMES: [&str; 40] = [
    "utf-8", "ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7",
    "iso-8859-8", "iso-8859-8-i", "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r",
    "koi8-u", "macintosh", "windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253",
    "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic", "gbk", "gb18030",
    "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr", "replacement", "utf-16be", "utf-16le", "x-user-defined",
];

fn name_of(encoding: &'static Encoding) -> &'static str {
    let name = encoding.name();
    NAMES.iter().find(|lower| lower.eq_ignore_ascii_case(name)).copied().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use CharsetSource::{Bom, Default, Detected, Meta, Override, Transport};

    #[track_caller]
    fn check(body: &[u8], hints: &CharsetHints, text: &str, used: &str, source: CharsetSource) -> Charset {
        let decoded = decode(body.to_vec(), hints);
        assert_eq!((decoded.text.as_str(), decoded.charset.used, decoded.charset.source), (text, used, source));
        decoded.charset
    }

    fn hints() -> CharsetHints {
        CharsetHints::default()
    }

    #[test]
    fn every_name_is_a_label_of_itself() {
        for name in NAMES {
            assert_eq!(charset_named(name), Some(name));
        }
    }

    #[test]
    fn a_byte_order_mark_beats_everything_and_is_taken_off() {
        let all = hints().with_explicit("gbk").with_transport("big5");
        check(b"\xEF\xBB\xBF<meta charset=koi8-r>\xC3\xA9", &all, "<meta charset=koi8-r>é", "utf-8", Bom);
        check(b"\xFF\xFEh\0i\0", &all, "hi", "utf-16le", Bom);
        check(b"\xFE\xFF\0h\0i", &all, "hi", "utf-16be", Bom);
    }

    #[test]
    fn the_user_beats_the_transport_and_the_transport_beats_the_page() {
        let page = b"<meta charset=koi8-r>\xE9";
        let both = hints().with_explicit("latin1").with_transport("windows-1251");
        check(page, &both, "<meta charset=koi8-r>é", "windows-1252", Override);
        check(page, &hints().with_transport("windows-1251"), "<meta charset=koi8-r>й", "windows-1251", Transport);
        check(page, &hints(), "<meta charset=koi8-r>И", "koi8-r", Meta);
    }

    #[test]
    fn a_label_that_means_nothing_is_passed_over() {
        let both = hints().with_explicit("klingon").with_transport("none");
        check(b"<meta charset=koi8-r>\xE9", &both, "<meta charset=koi8-r>И", "koi8-r", Meta);
    }

    #[test]
    fn undeclared_utf_8_is_utf_8_and_plain_ascii_needs_no_reason() {
        check("grüße".as_bytes(), &hints(), "grüße", "utf-8", Detected);
        check(b"greetings", &hints(), "greetings", "utf-8", Default);
        check(b"", &hints(), "", "utf-8", Default);
    }

    #[test]
    fn undeclared_utf_8_with_a_damaged_character_is_utf_8() {
        let text = "Привет, мир. ".repeat(20);
        let charset = check(&[text.as_bytes(), b"\xD0"].concat(), &hints(), &(text + "\u{FFFD}"), "utf-8", Detected);
        assert!(charset.had_errors);
    }

    #[test]
    fn a_late_meta_counts_on_pages_that_are_not_utf_8() {
        let late = [" ".repeat(2000).as_bytes(), b"<meta charset=koi8-r>\xE9"].concat();
        assert_eq!(decode(late, &hints()).charset, Charset { used: "koi8-r", source: Meta, had_errors: false });
    }

    #[test]
    fn legacy_text_is_recognised() {
        let (windows_1251, _, _) = encoding_rs::WINDOWS_1251.encode("Съешь же ещё этих мягких французских булок");
        check(&windows_1251, &hints(), "Съешь же ещё этих мягких французских булок", "windows-1251", Detected);
        let (shift_jis, _, _) = encoding_rs::SHIFT_JIS.encode("こんにちは、世界。今日は良い天気ですね。");
        check(&shift_jis, &hints(), "こんにちは、世界。今日は良い天気ですね。", "shift_jis", Detected);
        let (iso_2022_jp, _, _) = encoding_rs::ISO_2022_JP.encode("こんにちは");
        check(&iso_2022_jp, &hints(), "こんにちは", "iso-2022-jp", Detected);
    }

    #[test]
    fn a_few_bytes_of_an_unknown_host_are_western() {
        check(b"only \xA312.99 \xA9", &hints(), "only £12.99 ©", "windows-1252", Detected);
    }

    #[test]
    fn the_top_level_domain_helps_where_the_bytes_do_not_and_may_be_anything() {
        for domain in ["jp", "JP", "", "co.jp", "日本", "xn--p1ai"] {
            let decoded = decode(b"\xE9t\xE9".to_vec(), &hints().with_top_level_domain(domain));
            assert_eq!(decoded.charset.source, Detected);
        }
    }

    #[test]
    fn malformed_bytes_become_replacement_characters_and_are_recorded() {
        let charset = check(b"a\xFFb", &hints().with_transport("utf-8"), "a\u{FFFD}b", "utf-8", Transport);
        assert!(charset.had_errors);
        let charset = check(b"abc", &hints().with_transport("utf-8"), "abc", "utf-8", Transport);
        assert!(!charset.had_errors);
    }
}
