//! A style sheet before the engine reads it: bytes to text, and font rules apart from the rest.
//!
//! The engine reads UTF-8 alone and drops what is not. Font rules are the only ones for which the address of the sheet matters:
//! without them a sheet is the same wherever it comes from, and need not be read again for the next page of a site.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;
use tamis_page::Resource;
use url::Url;

/// The text of a style sheet, by byte order mark, else by the charset it was sent with, else by its `@charset`, else in
/// the charset of the page.
pub(super) fn decode_sheet(resource: &Resource, page_charset: &'static Encoding) -> String {
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

/// A sheet without its `@font-face` rules. The rules are appended to `faces`, their addresses made absolute.
pub(super) fn take_font_faces<'a>(css: &'a str, base: &Url, faces: &mut String) -> Cow<'a, str> {
    let mut rest: Option<String> = None;
    let mut done = 0;
    while let Some(start) = find_rule(css, done) {
        let Some(end) = css[start..].find('}').map(|end| start + end + 1) else { break };
        rest.get_or_insert_default().push_str(&css[done..start]);
        push_absolute(&css[start..end], base, faces);
        done = end;
    }
    match rest {
        Some(mut rest) => {
            rest.push_str(&css[done..]);
            Cow::Owned(rest)
        }
        None => Cow::Borrowed(css),
    }
}

const RULE: &[u8] = b"@font-face";

fn find_rule(css: &str, from: usize) -> Option<usize> {
    let candidates = css[from..].match_indices('@').map(|(at, _)| from + at);
    let is_rule =
        |&at: &usize| css.as_bytes().get(at..at + RULE.len()).is_some_and(|word| word.eq_ignore_ascii_case(RULE));
    candidates.into_iter().find(is_rule)
}

/// The rule with every `url(…)` that can be resolved in its absolute form.
fn push_absolute(rule: &str, base: &Url, faces: &mut String) {
    let mut done = 0;
    while let Some(open) = rule[done..].find("url(").map(|at| done + at + 4) {
        let Some(close) = rule[open..].find(')').map(|at| open + at) else { break };
        let address = rule[open..close].trim().trim_matches(['"', '\'']);
        faces.push_str(&rule[done..open]);
        match base.join(address) {
            Ok(url) if !url.as_str().contains(['"', '\\']) => faces.push_str(&format!("\"{url}\"")),
            _ => faces.push_str("\"\""),
        }
        done = close;
    }
    faces.push_str(&rule[done..]);
    faces.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{SHIFT_JIS, WINDOWS_1252};

    #[track_caller]
    fn check(media_type: Option<&str>, body: &[u8], page: &'static Encoding, expect: &str) {
        let resource = Resource { media_type: media_type.map(str::to_owned), body: body.into() };
        assert_eq!(decode_sheet(&resource, page), expect);
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

#[cfg(test)]
mod font_faces_tests {
    use super::*;

    #[track_caller]
    fn check(css: &str, expect_rest: &str, expect_faces: &str) {
        let base = Url::parse("http://a.example/css/x.css").expect("an address");
        let mut faces = String::new();
        assert_eq!(take_font_faces(css, &base, &mut faces), expect_rest);
        assert_eq!(faces, expect_faces);
    }

    #[test]
    fn font_rules_are_taken_out_with_absolute_addresses() {
        check(
            "p{} @Font-Face { font-family: x; src: url( 'f.woff' ), url(../g.ttf) } b{}",
            "p{}  b{}",
            "@Font-Face { font-family: x; src: url(\"http://a.example/css/f.woff\"), url(\"http://a.example/g.ttf\") }\n",
        );
    }

    #[test]
    fn a_sheet_without_them_or_with_half_of_one_stays_as_it_is() {
        check("p{} @media all{}", "p{} @media all{}", "");
        check("p{} @font-face { src: url(x", "p{} @font-face { src: url(x", "");
    }
}
