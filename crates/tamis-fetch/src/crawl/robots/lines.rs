//! A file to its fields. Nothing is an error: a line that is no field says nothing.

/// A line that means something, with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field<'a> {
    UserAgent(&'a [u8]),
    Allow(&'a [u8]),
    Disallow(&'a [u8]),
    CrawlDelay(&'a [u8]),
    Sitemap(&'a [u8]),
}

/// Makes a field of its value.
type ToField = for<'a> fn(&'a [u8]) -> Field<'a>;

/// The names of the fields, and misspellings that are common enough for search engines to read them.
const NAMES: [(&str, ToField); 15] = [
    ("user-agent", |value| Field::UserAgent(value)),
    ("useragent", |value| Field::UserAgent(value)),
    ("user agent", |value| Field::UserAgent(value)),
    ("allow", |value| Field::Allow(value)),
    ("disallow", |value| Field::Disallow(value)),
    ("dissallow", |value| Field::Disallow(value)),
    ("dissalow", |value| Field::Disallow(value)),
    ("disalow", |value| Field::Disallow(value)),
    ("diasllow", |value| Field::Disallow(value)),
    ("disallaw", |value| Field::Disallow(value)),
    ("crawl-delay", |value| Field::CrawlDelay(value)),
    ("crawldelay", |value| Field::CrawlDelay(value)),
    ("crawl delay", |value| Field::CrawlDelay(value)),
    ("sitemap", |value| Field::Sitemap(value)),
    ("site-map", |value| Field::Sitemap(value)),
];

/// The fields of a file in their order. Lines end with CR, LF or both, values at a `#`.
pub(super) fn fields(body: &[u8]) -> impl Iterator<Item = Field<'_>> {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    body.split(|byte| matches!(byte, b'\r' | b'\n' | 0)).filter_map(field)
}

fn field(line: &[u8]) -> Option<Field<'_>> {
    let line = line.split(|&byte| byte == b'#').next().unwrap_or(line).trim_ascii();
    NAMES.iter().find_map(|(name, to_field)| {
        let (start, rest) = line.split_at_checked(name.len())?;
        if !start.eq_ignore_ascii_case(name.as_bytes()) {
            return None;
        }
        let value = rest.trim_ascii_start();
        match value.strip_prefix(b":") {
            Some(value) => Some(to_field(value.trim_ascii())),
            // Some forget the colon.
            None if value.len() < rest.len() => Some(to_field(value)),
            None => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &[u8], expect: &[Field<'_>]) {
        assert_eq!(fields(body).collect::<Vec<_>>(), expect, "{}", String::from_utf8_lossy(body));
    }

    #[test]
    fn every_line_end_ends_a_line() {
        let two = [Field::Allow(b"/a"), Field::Allow(b"/b")];
        for end in ["\n", "\r", "\r\n", "\r\r\n", "\n\n", "\0"] {
            check(format!("Allow: /a{end}Allow: /b").as_bytes(), &two);
        }
    }

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        check(b"\xEF\xBB\xBFAllow: /a", &[Field::Allow(b"/a")]);
    }

    #[test]
    fn names_come_in_any_case_with_any_space_around() {
        check(b" \t aLLoW\t:\t/a \t", &[Field::Allow(b"/a")]);
        check(b"USERAGENT:x", &[Field::UserAgent(b"x")]);
        check(b"Disallow /a:b", &[Field::Disallow(b"/a:b")]);
        check(b"Disallow:", &[Field::Disallow(b"")]);
        check(b"Disallow", &[]);
        check(b"Disallowed: /a", &[]);
        check(b"Noindex: /a", &[]);
    }

    #[test]
    fn comments_end_values() {
        check(b"# Allow: /a\nAllow: /b # why\nAllow: #\n#", &[Field::Allow(b"/b"), Field::Allow(b"")]);
    }
}
