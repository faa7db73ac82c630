//! The body as it was before it was sent.

use super::coding::{Undone, undo};
use super::head::Head;
use memchr::memchr;
use std::borrow::Cow;

/// More codings than any server applies, each of which could be a bomb.
const MAX_CODINGS: usize = 4;

/// The body is larger than the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLarge;

/// Chunks put together, codings undone, the last one first. What is not coded as its head says is taken as it is.
pub(crate) fn decoded_body<'a>(head: &Head<'_>, body: &'a [u8], limit: usize) -> Result<Cow<'a, [u8]>, TooLarge> {
    let codings = head.list("content-encoding").into_iter().chain(head.list("transfer-encoding"));
    undone(&codings.collect::<Vec<_>>(), body, limit)
}

/// Codings undone, the last one first. A body that has none is shared, not copied.
#[cfg(feature = "network")]
pub(crate) fn decoded(codings: &[String], body: &tamis_page::Body, limit: usize) -> Result<tamis_page::Body, TooLarge> {
    Ok(match undone(codings, body, limit)? {
        Cow::Borrowed(_) => body.clone(),
        Cow::Owned(bytes) => bytes.into(),
    })
}

fn undone<'a>(codings: &[String], body: &'a [u8], limit: usize) -> Result<Cow<'a, [u8]>, TooLarge> {
    let mut body = Cow::Borrowed(body);
    for coding in codings.iter().rev().take(MAX_CODINGS) {
        if coding == "chunked" {
            if let Some(joined) = unchunk(&body) {
                body = Cow::Owned(joined);
            }
            continue;
        }
        match undo(coding, &body, limit) {
            Some(Undone::Bytes(bytes)) => body = Cow::Owned(bytes),
            Some(Undone::TooLarge) => return Err(TooLarge),
            Some(Undone::NotCoded) | None => {}
        }
    }
    if body.len() > limit { Err(TooLarge) } else { Ok(body) }
}

/// Puts the chunks together, or `None` if the body is not chunked: many archives keep the header of a body that their crawler
/// has put together already. A body that breaks off is as long as it got.
pub(super) fn unchunk(body: &[u8]) -> Option<Vec<u8>> {
    let (mut size, mut rest) = chunk_size(body)?;
    let mut out = Vec::with_capacity(body.len());
    while size > 0 {
        let (chunk, after) = rest.split_at(size.min(rest.len()));
        out.extend_from_slice(chunk);
        let after = after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n")).unwrap_or(after);
        match chunk_size(after) {
            Some(next) => (size, rest) = next,
            None => break,
        }
    }
    Some(out)
}

/// The number on a chunk's first line, and what follows the line.
fn chunk_size(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let end = memchr(b'\n', &bytes[..bytes.len().min(1 << 10)])?;
    let line = bytes[..end].split(|&byte| byte == b';').next()?.trim_ascii();
    let digits = std::str::from_utf8(line).ok().filter(|line| line.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    Some((usize::from_str_radix(digits, 16).ok()?, &bytes[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::super::coding::tests::gzip;
    use super::*;

    fn decoded(head: &str, body: &[u8]) -> Result<Vec<u8>, TooLarge> {
        let message = [format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n").as_bytes(), body].concat();
        let head = Head::parse(&message);
        decoded_body(&head, &message[head.body_start..], 1000).map(Cow::into_owned)
    }

    #[test]
    fn chunks_and_codings_are_undone_in_turn() {
        let coded = gzip(b"hello");
        let mut body = format!("{:x}\r\n", coded.len()).into_bytes();
        body.extend_from_slice(&coded);
        body.extend_from_slice(b"\r\n0\r\n\r\n");
        let expect = Ok(b"hello".to_vec());
        assert_eq!(decoded("Transfer-Encoding: chunked\r\nContent-Encoding: gzip", &body), expect);
        assert_eq!(decoded("Transfer-Encoding: gzip, chunked", &body), expect);
        assert_eq!(decoded("Content-Encoding: gzip, gzip", &gzip(&coded)), expect);
    }

    #[test]
    fn a_body_that_is_not_what_its_head_says_is_taken_as_it_is() {
        let expect = Ok(b"<p>hello".to_vec());
        assert_eq!(decoded("Transfer-Encoding: chunked\r\nContent-Encoding: gzip", b"<p>hello"), expect);
        assert_eq!(decoded("Content-Encoding: br, utf-8", b"<p>hello"), expect);
    }

    #[test]
    fn a_body_beyond_the_limit_is_refused() {
        assert_eq!(decoded("A: b", &[b'x'; 1001]), Err(TooLarge));
        assert_eq!(decoded("Content-Encoding: gzip", &gzip(&[b'x'; 1001])), Err(TooLarge));
        assert_eq!(decoded("Content-Encoding: gzip", &gzip(&[b'x'; 1000])).map(|body| body.len()), Ok(1000));
    }
}

#[cfg(test)]
mod chunked_tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, expect: Option<&str>) {
        let found = unchunk(body.as_bytes()).map(|body| String::from_utf8(body).unwrap());
        assert_eq!(found.as_deref(), expect, "{body:?}");
    }

    #[test]
    fn chunks_are_put_together() {
        check("3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", Some("abcde"));
        check("A \nabcdefghij\n0\n\n", Some("abcdefghij"));
        check("0\r\n\r\n", Some(""));
    }

    #[test]
    fn a_body_that_breaks_off_is_as_long_as_it_got() {
        check("3\r\nabc\r\n5\r\nde", Some("abcde"));
        check("3\r\nabc\r\nwhat?", Some("abc"));
        check("ffffffffffffffff\r\nabc", Some("abc"));
    }

    #[test]
    fn a_body_that_is_not_chunked_is_left_alone() {
        check("<html>\n", None);
        check("", None);
        check("\r\nabc", None);
        check("fffffffffffffffff\r\nabc", None);
    }
}
