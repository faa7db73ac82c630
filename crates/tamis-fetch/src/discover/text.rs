//! The text of a listing: its compression undone, and its charset found.

use crate::message::gunzip_up_to;
use std::borrow::Cow;
use tamis_page::{Capture, charset_named};

/// The text of a file of XML or of lines. XML without a word about its charset is UTF-8; the pages' way of looking for a
/// `<meta>` would find the one in a description.
pub(super) fn decoded(body: &[u8], content_type: Option<&str>) -> String {
    // Blank lines before the declaration are not allowed, and common. Two bytes a character have no blank lines of one.
    let trimmed = body.trim_ascii_start();
    let body = if trimmed.first() == Some(&0) { body } else { trimmed };
    let mut capture = Capture::new(body);
    if let Some(content_type) = content_type {
        capture = capture.with_header("Content-Type", content_type);
    }
    let of_transport = capture.charset_hint().and_then(charset_named);
    let charset = of_transport.or_else(|| declared(body)).or_else(|| is_utf8_to_its_end(body).then_some("utf-8"));
    let mut text = capture.decode(charset).into_text().into_string();
    let n_marks = text.len() - text.trim_start_matches('\u{FEFF}').len();
    text.drain(..n_marks);
    text
}

/// The charset in the XML declaration. One of two bytes a character is not what these bytes are in.
fn declared(body: &[u8]) -> Option<&'static str> {
    const LONGEST: usize = 256;
    let declaration = body.strip_prefix(b"<?xml")?;
    let declaration = &declaration[..declaration.len().min(LONGEST)];
    let end = declaration.iter().position(|&byte| byte == b'>')?;
    let declaration = std::str::from_utf8(&declaration[..end]).ok()?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let (label, _) = value[1..].split_once(quote)?;
    charset_named(label).map(|name| if name.starts_with("utf-16") { "utf-8" } else { name })
}

/// Whether all is UTF-8 but for a last character that is cut off.
fn is_utf8_to_its_end(body: &[u8]) -> bool {
    let is_wide = body.iter().take(4).any(|&byte| byte == 0);
    !is_wide && !std::str::from_utf8(body).is_err_and(|error| error.error_len().is_some())
}

/// Some servers compress what is compressed already.
const MAX_ROUNDS: usize = 2;

/// The body without its compression, and whether it was cut off: by its end, by damage, or by the limit.
pub(super) fn gunzip(body: &[u8], limit: usize) -> (Cow<'_, [u8]>, bool) {
    let mut body = Cow::Borrowed(body);
    let mut is_cut_off = false;
    for _ in 0..MAX_ROUNDS {
        if !body.starts_with(&[0x1f, 0x8b]) {
            break;
        }
        // Zeros behind the last member fill up a block.
        let (inflated, is_whole) = gunzip_up_to(&body, limit);
        is_cut_off |= !is_whole;
        body = Cow::Owned(inflated);
    }
    if body.len() > limit {
        is_cut_off = true;
        match &mut body {
            Cow::Borrowed(bytes) => *bytes = &bytes[..limit],
            Cow::Owned(bytes) => bytes.truncate(limit),
        }
    }
    (body, is_cut_off)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &[u8], content_type: Option<&str>, expect: &str) {
        let text = decoded(body, content_type);
        assert!(text.ends_with(expect), "{text:?} does not end in {expect:?}");
    }

    #[test]
    fn the_charset_is_that_of_the_header_of_the_declaration_or_utf_8() {
        check(b"<?xml version='1.0' encoding = 'koi8-r'?><a>\xE9", None, "<a>И");
        check(b"\n\n <?xml version='1.0' encoding=\"windows-1251\"?><a>\xE9", Some("text/xml"), "<a>й");
        check(b"<?xml version='1.0' encoding='koi8-r'?><a>\xE9", Some("text/xml; charset=latin1"), "<a>é");
        check(b"<?xml version='1.0' encoding='klingon'?><a>\xC3\xA9", None, "<a>é");
        check(b"<?xml version='1.0' encoding='utf-16'?><a>\xC3\xA9", None, "<a>é");
        check(b"<rss><!-- <meta charset=koi8-r> -->\xC3\xA9", None, "é");
        check(b"<rss>\xC3\xA9\xC3", None, "<rss>é\u{FFFD}");
    }

    #[test]
    fn byte_order_marks_beat_all_and_are_gone() {
        let expect = "<rss>é";
        assert_eq!(decoded(b"\xEF\xBB\xBF<rss>\xC3\xA9", Some("text/xml; charset=koi8-r")), expect);
        assert_eq!(decoded(b"\n\xEF\xBB\xBF\xEF\xBB\xBF<rss>\xC3\xA9", None), expect);
        assert_eq!(decoded(b"\xFF\xFE<\0r\0s\0s\0>\0\xE9\0", None), expect);
        assert_eq!(decoded(b"\n\0<\0?\0x\0m\0l\0", Some("text/xml; charset=utf-16le")), "\n<?xml");
        assert_eq!(decoded(b"<\0?\0x\0m\0l\0?\0>\0", None), "<?xml?>");
    }
}

#[cfg(test)]
pub(super) mod gunzip_tests {
    use super::*;
    use libdeflater::{CompressionLvl, Compressor};

    pub(in crate::discover) fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut compressor = Compressor::new(CompressionLvl::default());
        let mut out = vec![0; compressor.gzip_compress_bound(bytes.len())];
        let n_bytes = compressor.gzip_compress(bytes, &mut out).unwrap();
        out.truncate(n_bytes);
        out
    }

    #[test]
    fn compression_is_undone_by_its_mark() {
        let (once, twice) = (gzip(b"hello"), gzip(&gzip(b"hello")));
        for body in [b"hello".as_slice(), &once, &twice, &[gzip(b"hel"), gzip(b"lo"), vec![0; 9]].concat()] {
            assert_eq!(gunzip(body, 100), (Cow::Borrowed(&b"hello"[..]), false));
        }
        assert!(gunzip(&gzip(&twice), 100).0.starts_with(&[0x1f, 0x8b]));
    }

    #[test]
    fn what_is_whole_is_kept_and_a_bomb_ends_at_the_limit() {
        let text: Vec<u8> = (0..20_000u32).flat_map(u32::to_le_bytes).collect();
        let coded = gzip(&text);
        for end in (2..coded.len()).step_by(97) {
            let (found, is_cut_off) = gunzip(&coded[..end], 1 << 20);
            assert!(text.starts_with(&found) && is_cut_off, "{end}");
        }
        let bomb = gzip(&vec![b' '; 50 << 20]);
        assert_eq!(gunzip(&bomb, 1 << 20), (Cow::Owned(vec![b' '; 1 << 20]), true));
        assert_eq!(gunzip(b"hello", 4), (Cow::Borrowed(&b"hell"[..]), true));
        assert_eq!(gunzip(&gzip(b"hello"), 5), (Cow::Owned(b"hello".to_vec()), false));
    }
}
