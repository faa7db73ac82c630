//! Bodies that were sent in chunks.

use memchr::memchr;

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
