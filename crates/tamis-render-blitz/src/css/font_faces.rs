//! Font rules apart from the rest of a sheet.
//!
//! They are the only rules of which the address of the sheet matters here. Without them a sheet is the same wherever it
//! comes from, and need not be read again for the next page of a site.

use std::borrow::Cow;
use url::Url;

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
