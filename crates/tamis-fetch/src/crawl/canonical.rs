//! The spelling under which a page is known.
//!
//! Two addresses become one only if servers that tell them apart are the exception. So letter case and a slash at the end
//! of a path stay, `index.html` stays, parameters stay in their order and as often as they are there, `http` is not
//! `https` and `www.` is part of the name. What goes is what never reaches the server, spellings that standards call
//! equal, and two kinds of parameters that say who asks and not what for: marks of campaigns, and session ids.

use std::fmt::Write as _;
use url::{Host, Url};

/// The address under which the page at `url` is known. Doing it twice is doing it once; the host stays the same.
///
/// A server that insists on a session id answers such an address with a redirect to one that has it. Whoever follows
/// redirects must therefore compare and ask for addresses as they were sent, and only file the page under this one.
pub(crate) fn canonical(url: &Url) -> Url {
    let mut url = url.clone();
    url.set_fragment(None);
    if !matches!(url.scheme(), "http" | "https") {
        return url;
    }
    without_root_dot(&mut url);
    let path = path(url.path());
    if path != url.path() {
        url.set_path(&path);
    }
    if let Some(query) = url.query() {
        let kept = query_of(query);
        if kept.is_empty() {
            url.set_query(None);
        } else if kept != query {
            url.set_query(Some(&kept));
        }
    }
    url
}

/// The name of the session id that [`canonical`] takes out of an address, if there is one.
pub(crate) fn session_id(url: &Url) -> Option<String> {
    let path = percent_normal(url.path());
    let in_path = path.split('/').find_map(|segment| without_session(segment).map(|(_, name)| name.to_owned()));
    in_path.or_else(|| {
        let query = percent_normal(url.query()?);
        query.split('&').find_map(|parameter| {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            is_session(name, value).then(|| name.to_owned())
        })
    })
}

/// `example.com.` is `example.com` to every name server, and web servers drop the dot before they compare.
fn without_root_dot(url: &mut Url) {
    let Some(Host::Domain(name)) = url.host() else { return };
    if let Some(name) = name.strip_suffix('.')
        && !name.is_empty()
        && !name.ends_with('.')
    {
        let name = name.to_owned();
        // A name that cannot be set stays as it was.
        let _ = url.set_host(Some(&name));
    }
}

fn path(path: &str) -> String {
    let path = percent_normal(path);
    if !path.contains([';', '(']) {
        return path;
    }
    let mut kept = String::with_capacity(path.len());
    for (i, segment) in path.split('/').enumerate() {
        let rest = without_session(segment).map_or_else(|| segment.to_owned(), |(rest, _)| rest);
        // A segment that was nothing but a session id goes with its slash, except for the last: it ends a directory.
        if rest.is_empty() && segment.starts_with('(') && kept.len() + segment.len() + 1 < path.len() {
            continue;
        }
        if i > 0 {
            kept.push('/');
        }
        kept.push_str(&rest);
    }
    kept
}

/// A segment of a path without its session id, and the name of it: `;jsessionid=…` as Java servers write it, or a whole
/// segment `(S(…))` as ASP.NET does.
fn without_session(segment: &str) -> Option<(String, &str)> {
    let mut name_found = None;
    let mut kept: Vec<&str> = Vec::new();
    for part in segment.split(';') {
        let name = part.split_once('=').map_or(part, |(name, _)| name);
        if !kept.is_empty() && is_session_name(name) {
            name_found = Some(name);
        } else {
            kept.push(part);
        }
    }
    if let [whole] = kept[..]
        && is_session_segment(whole)
    {
        return Some((String::new(), "S"));
    }
    name_found.map(|name| (kept.join(";"), name))
}

fn is_session_segment(segment: &str) -> bool {
    let inner = segment.strip_prefix('(').and_then(|segment| segment.strip_suffix("))"));
    let id = inner.and_then(|inner| inner.rsplit_once("S(")).map(|(_, id)| id);
    id.is_some_and(|id| id.len() == 24 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

fn query_of(query: &str) -> String {
    let query = percent_normal(query);
    let is_kept = |parameter: &&str| {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        !is_tracking(name) && !is_session(name, value)
    };
    query.split('&').filter(is_kept).collect::<Vec<_>>().join("&")
}

/// Parameters that advertising and mailing systems add to other people's addresses to follow who clicked what. None of
/// them is known to choose what a page shows. Names that sites use for things of their own (`ref`, `source`, `cid`) are
/// not here.
const TRACKING: [&str; 38] = [
    "_ga", "_gl", "_hsenc", "_hsmi", "_openstat", "__hsfp", "__hssc", "__hstc", "dclid", "epik", "fb_action_ids",
    "fb_action_types", "fbclid", "gad_campaignid", "gad_source", "gbraid", "gclid", "gclsrc", "hsctatracking", "igsh",
    "igshid", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "msclkid", "oly_anon_id", "oly_enc_id", "pk_campaign",
    "pk_kwd", "srsltid", "ttclid", "twclid", "vero_id", "wbraid", "wickedid", "yclid", "ysclid",
];

/// How the names of other tracking parameters begin.
const TRACKING_PREFIXES: [&str; 2] = ["utm_", "mtm_"];

fn is_tracking(name: &str) -> bool {
    let starts = |prefix: &str| name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    TRACKING.iter().any(|known| known.eq_ignore_ascii_case(name))
        || TRACKING_PREFIXES.iter().any(|prefix| starts(prefix))
}

/// Names that web frameworks give to session ids, and nobody to anything else.
const SESSION_NAMES: [&str; 7] = ["jsessionid", "phpsessid", "phpsessionid", "oscsid", "zenid", "cfid", "cftoken"];

/// Names that are also those of a section, a story or the session of a conference: the value decides.
const MAYBE_SESSION_NAMES: [&str; 8] =
    ["sid", "sess", "session", "sessid", "sessionid", "session_id", "sessid_id", "s"];

fn is_session_name(name: &str) -> bool {
    let is_asp = name.get(..12).is_some_and(|start| start.eq_ignore_ascii_case("aspsessionid"));
    is_asp || SESSION_NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn is_session(name: &str, value: &str) -> bool {
    is_session_name(name)
        || MAYBE_SESSION_NAMES.iter().any(|known| known.eq_ignore_ascii_case(name)) && looks_random(value)
}

/// Whether a value looks drawn by lot: a UUID, or at least 16 letters and digits that take turns, more than once in five
/// characters. Of 32 random hexadecimal digits 998 in 1,000 do; words with a number in them do not.
pub(super) fn looks_random(value: &str) -> bool {
    let is_uuid = value.len() == 36
        && value.bytes().enumerate().all(|(i, byte)| match i {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        });
    if is_uuid {
        return true;
    }
    let bytes = value.as_bytes();
    bytes.len() >= 16
        && bytes.iter().all(u8::is_ascii_alphanumeric)
        && bytes.windows(2).filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit()).count()
            > bytes.len() / 5
}

/// The octet that the two hexadecimal digits after a `%` stand for, and what comes after them.
pub(super) fn code(text: &[u8]) -> Option<(u8, &[u8])> {
    let (digits, after) = text.split_at_checked(2)?;
    let digit = |byte: u8| char::from(byte).to_digit(16);
    Some(((digit(digits[0])? * 16 + digit(digits[1])?) as u8, after))
}

/// Writes an octet as its code, with upper-case digits.
pub(super) fn push_code(output: &mut String, byte: u8) {
    write!(output, "%{byte:02X}").expect("invariant: writing to a string does not fail");
}

/// Characters that mean the same with and without their code everywhere in an address (RFC 3986, section 2.3).
pub(super) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// A part of an address with codes only where they are needed, in upper case (RFC 3986, section 6.2.2).
pub(super) fn percent_normal(text: &str) -> String {
    let mut output = String::with_capacity(text.len());
    let mut pieces = text.split('%');
    output.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        match code(piece.as_bytes()) {
            Some((byte, _)) => {
                if is_unreserved(byte) {
                    output.push(char::from(byte));
                } else {
                    push_code(&mut output, byte);
                }
                output.push_str(&piece[2..]);
            }
            None => {
                output.push('%');
                output.push_str(piece);
            }
        }
    }
    output
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(url: &str, expect: &str) {
        let found = canonical(&Url::parse(url).unwrap());
        assert_eq!(found.as_str(), expect, "{url}");
        assert_eq!(canonical(&found), found, "twice is once");
    }

    #[track_caller]
    fn check_kept(url: &str) {
        check(url, url);
    }

    #[test]
    fn spellings_of_one_address_become_one() {
        check("HTTP://Example.COM:80/a/./b/../c#d", "http://example.com/a/c");
        check("https://example.com:443", "https://example.com/");
        check("https://example.com./a", "https://example.com/a");
        check("https://example.com/a?", "https://example.com/a");
        check("https://example.com/%7euser/%61%2fb%c3%a9", "https://example.com/~user/a%2Fb%C3%A9");
        check("https://example.com/é?q=é%41", "https://example.com/%C3%A9?q=%C3%A9A");
        check("https://example.com/a%2e%2e/b%2Ehtml", "https://example.com/a../b.html");
        check("https://bücher.example/", "https://xn--bcher-kva.example/");
        check("https://example.com/#!/page", "https://example.com/");
    }

    #[test]
    fn what_servers_tell_apart_stays() {
        for url in [
            "https://example.com/A",
            "https://example.com/a/",
            "https://example.com//a",
            "https://example.com/index.html",
            "https://www.example.com/",
            "http://example.com:8080/",
            "https://example.com/?b=2&a=1&a=1",
            "https://example.com/?a&b=&=c&&d",
            "https://example.com/?q=a+b%20c",
            "https://example.com/?q=%26%3D%2B",
            "https://example.com/100%/%zz",
            "https://example.com/a;v=1/b;x",
            "https://user:secret@example.com/",
            "https://example.com/?ref=home&source=x&id=5",
        ] {
            check_kept(url);
        }
    }

    #[test]
    fn marks_of_campaigns_go() {
        check("https://example.com/a?utm_source=x&id=5&UTM_Medium=y&fbclid=z", "https://example.com/a?id=5");
        check("https://example.com/a?gclid=1&mc_eid=2", "https://example.com/a");
        check("https://example.com/a?%75tm_source=x", "https://example.com/a");
        check_kept("https://example.com/a?futm_source=x&utm=y&gclid2=z");
    }

    #[test]
    fn session_ids_go() {
        for (url, expect, name) in [
            ("/a;jsessionid=0A1B?x=1", "/a?x=1", "jsessionid"),
            ("/a;JSESSIONID=x!1!2;v=2/b", "/a;v=2/b", "JSESSIONID"),
            ("/;jsessionid=1", "/", "jsessionid"),
            ("/a?PHPSESSID=abc&x=1", "/a?x=1", "PHPSESSID"),
            ("/a?x=1&sid=9f86d081884c7d659a2feaa0c55ad015", "/a?x=1", "sid"),
            ("/a?session_id=123e4567-e89b-12d3-a456-426614174000", "/a", "session_id"),
            ("/(S(lit3py55t21z5v55vlm25s55))/orders.aspx", "/orders.aspx", "S"),
            ("/a?ASPSESSIONIDQQABCDEF=NOPQ", "/a", "ASPSESSIONIDQQABCDEF"),
        ] {
            let url = Url::parse("https://example.com").unwrap().join(url).unwrap();
            check(url.as_str(), &format!("https://example.com{expect}"));
            assert_eq!(session_id(&url).as_deref(), Some(name), "{url}");
        }
    }

    #[test]
    fn what_only_looks_like_a_session_stays() {
        for path in [
            "/talks?session_id=42",
            "/story?sid=2024/05/12/1234",
            "/?s=search+words",
            "/?s=internationalization2024",
            "/a;v=jsessionid/b",
            "/jsessionid=5/",
            "/wiki/Mercury_(planet)",
            "/f(S(x))",
            "/?id=9f86d081884c7d659a2feaa0c55ad015",
            "/?session=0000000000000000000042",
        ] {
            let url = format!("https://example.com{path}");
            check_kept(&url);
            assert_eq!(session_id(&Url::parse(&url).unwrap()), None, "{path}");
        }
    }

    #[test]
    fn random_values_are_told_from_words() {
        for value in ["9f86d081884c7d65", "0k9u1pmk8rvhi8ojp7bk6dfl12", "123e4567-e89b-12d3-a456-426614174000"] {
            assert!(looks_random(value), "{value}");
        }
        for value in [
            "",
            "2024",
            "12345678901234567890",
            "internationalization",
            "iphone-15-pro-max-256gb",
            "Windows10Pro64BitKey",
        ] {
            assert!(!looks_random(value), "{value}");
        }
    }

    /// Pieces of which addresses are made, the odd ones more often than in life.
    fn address() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(vec![
            "/",
            "/",
            "a",
            "B",
            ".",
            "..",
            "%2e",
            "%2F",
            "%",
            "%zz",
            "%C3%A9",
            "é",
            "?",
            "&",
            "=",
            ";",
            ";jsessionid=",
            "#",
            "utm_x=1",
            "sid=9f86d081884c7d659a2feaa0c55ad015",
            "PHPSESSID",
            "(S(lit3py55t21z5v55vlm25s55))",
            "+",
            " ",
            "\\",
            "'",
            "\"",
            "*",
            ":",
            "@",
            "//",
            "x=1",
            "%3b",
            "%26",
        ]);
        let host = prop::sample::select(vec![
            "a.example", "a.example.", "a..", "1.2.3.4", "[::1]", "localhost:8080", "u:p@é.example",
        ]);
        (host, prop::collection::vec(piece, 0..12))
            .prop_map(|(host, pieces)| format!("http://{host}/{}", pieces.concat()))
    }

    proptest! {
        #[test]
        fn it_is_idempotent_and_stays_on_its_host(text in address()) {
            if let Ok(url) = Url::parse(&text) {
                let once = canonical(&url);
                prop_assert_eq!(&canonical(&once), &once);
                let host = |url: &Url| url.host_str().map(|host| host.trim_end_matches('.').to_owned());
                prop_assert_eq!(host(&once), host(&url));
                prop_assert_eq!((once.scheme(), once.port()), (url.scheme(), url.port()));
                prop_assert_eq!(once.fragment(), None);
                prop_assert_eq!(Url::parse(once.as_str()), Ok(once.clone()));
                prop_assert_eq!(session_id(&once), None);
            }
        }

        #[test]
        fn any_text_that_is_an_address_has_one(text in "(https?|ftp|data):.{0,60}") {
            if let Ok(url) = Url::parse(&text) {
                let once = canonical(&url);
                prop_assert_eq!(canonical(&once), once);
            }
        }
    }
}
