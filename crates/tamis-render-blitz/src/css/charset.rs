//! Bytes of a style sheet to text. The engine reads UTF-8 alone and drops what is not.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use tamis_page::Resource;

/// The text of a style sheet, by byte order mark, else by the charset it was sent with, else by its `@charset`, else in
/// the charset of the page.
pub(crate) fn decode(resource: &Resource, page_charset: &'static Encoding) -> String {
    let sent = || resource.media_type.as_deref().and_then(charset_parameter);
    let encoding = sent().or_else(|| at_charset(&resource.body)).unwrap_or(page_charset);
    encoding.decode(&resource.body).0.into_owned()
}

fn charset_parameter(media_type: &str) -> Option<&'static Encoding> {
    media_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let label = value.trim().trim_matches('"');
        name.trim().eq_ignore_ascii_case("charset").then(|| Encoding::for_label(label.as_bytes())).flatten()
    })
}

/// The rule counts only at the very start, in this spelling, and never as UTF-16: it could not be read then.
fn at_charset(body: &[u8]) -> Option<&'static Encoding> {
    let rest = body.strip_prefix(b"@charset \"")?;
    let end = rest.iter().take(64).position(|&byte| byte == b'"')?;
    if rest.get(end + 1) != Some(&b';') {
        return None;
    }
    let encoding = Encoding::for_label(&rest[..end])?;
    Some(if encoding == UTF_16BE || encoding == UTF_16LE { UTF_8 } else { encoding })
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{SHIFT_JIS, WINDOWS_1252};

    #[track_caller]
    fn check(media_type: Option<&str>, body: &[u8], page: &'static Encoding, expect: &str) {
        let resource = Resource { media_type: media_type.map(str::to_owned), body: body.into() };
        assert_eq!(decode(&resource, page), expect);
    }

    #[test]
    fn the_charset_is_looked_for_in_four_places() {
        check(None, b"\xEF\xBB\xBFp{}/*\xC3\xA9*/", WINDOWS_1252, "p{}/*é*/");
        check(Some("text/css; Charset=\"latin1\""), b"/*\xE9*/", UTF_8, "/*é*/");
        check(None, b"@charset \"shift_jis\";/*\x83A*/", UTF_8, "@charset \"shift_jis\";/*ア*/");
        check(None, b"/*\x83A*/", SHIFT_JIS, "/*ア*/");
        check(Some("text/css"), b"/*\xC3\xA9*/", UTF_8, "/*é*/");
    }

    #[test]
    fn a_charset_rule_that_is_not_one_is_passed_over() {
        check(None, b"@charset 'latin1';/*\xC3\xA9*/", UTF_8, "@charset 'latin1';/*é*/");
        check(None, b"@charset \"utf-16\";/*\xC3\xA9*/", WINDOWS_1252, "@charset \"utf-16\";/*é*/");
        check(None, b"@charset \"nonsense\";/*\xE9*/", WINDOWS_1252, "@charset \"nonsense\";/*é*/");
    }
}
