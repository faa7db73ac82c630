//! Credentials that stand in an address.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use url::Url;

/// The value of the `Authorization` header for the credentials in an address; a proxy has the same in a header of its own.
pub(crate) fn authorization(url: &Url) -> Option<String> {
    if url.username().is_empty() && url.password().is_none() {
        return None;
    }
    Some(basic(&percent_decoded(url.username()), &percent_decoded(url.password().unwrap_or_default())))
}

/// A name and a password as a header has them.
pub(super) fn basic(name: &[u8], password: &[u8]) -> String {
    format!("Basic {}", BASE64.encode([name, b":", password].concat()))
}

/// The target of a redirect or of a link with the credentials of where it comes from, if it is of the same origin and has none.
pub fn carried_over(from: &Url, mut to: Url) -> Url {
    if from.origin() == to.origin() && authorization(&to).is_none() {
        // An http address has a host, so that it can have credentials.
        let _ = to.set_username(from.username());
        let _ = to.set_password(from.password());
    }
    to
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let digit = |place: usize| bytes.get(place).and_then(|&byte| char::from(byte).to_digit(16));
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut place = 0;
    while place < bytes.len() {
        match (bytes[place], digit(place + 1), digit(place + 2)) {
            (b'%', Some(high), Some(low)) => {
                decoded.push((high * 16 + low) as u8);
                place += 3;
            }
            (byte, ..) => {
                decoded.push(byte);
                place += 1;
            }
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(url: &str, expect: Option<&str>) {
        assert_eq!(authorization(&Url::parse(url).unwrap()).as_deref(), expect, "{url}");
    }

    #[test]
    fn credentials_become_a_header() {
        // The example of RFC 7617.
        check("https://Aladdin:open%20sesame@lamps.example/", Some("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="));
        check("https://a:b@lamps.example/", Some("Basic YTpi"));
        check("https://user@lamps.example/", Some("Basic dXNlcjo="));
        check("https://:secret@lamps.example/", Some("Basic OnNlY3JldA=="));
        check("https://caf%C3%A9:50%@lamps.example/", Some("Basic Y2Fmw6k6NTAl"));
        check("https://lamps.example/", None);
        check("https://@lamps.example/", None);
    }

    #[test]
    fn credentials_stay_with_their_origin() {
        let from = Url::parse("https://a:b@lamps.example/").unwrap();
        let to = |to: &str| carried_over(&from, Url::parse(to).unwrap()).to_string();
        assert_eq!(to("https://lamps.example:443/x"), "https://a:b@lamps.example/x");
        assert_eq!(to("https://c:d@lamps.example/x"), "https://c:d@lamps.example/x");
        for other in [
            "http://lamps.example/",
            "https://lamps.example:8443/",
            "https://www.lamps.example/",
            "https://lamps.example.evil.example/",
            "https://evil.example/",
        ] {
            assert_eq!(to(other), other);
        }
    }
}
