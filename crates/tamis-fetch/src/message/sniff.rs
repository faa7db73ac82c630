//! Is it HTML, by its first bytes? The table of the WHATWG's MIME Sniffing standard.

const TAGS: [&str; 16] = [
    "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style",
    "<title", "<b", "<body", "<br", "<p",
];

/// Whether a browser would take a body of no type for HTML.
pub(crate) fn looks_like_html(body: &[u8]) -> bool {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    let body = &body[..body.len().min(512)];
    let body = body.trim_ascii_start();
    if body.starts_with(b"<!--") || body.starts_with(b"<?xml") && body.windows(5).any(|word| word == b"<html") {
        return true;
    }
    TAGS.iter().any(|tag| {
        body.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag.as_bytes()))
            && body.get(tag.len()).is_some_and(|&next| next == b'>' || next.is_ascii_whitespace())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_html_are_known_in_any_case() {
        for yes in
            ["<!DOCTYPE html>", "  \n<HTML lang=en>", "\u{feff}<p>", "<!-- a -->", "<?xml version='1.0'?>\n<html>"]
        {
            assert!(looks_like_html(yes.as_bytes()), "{yes}");
        }
        for no in ["", "<html", "<plan>", "{\"a\": 1}", "%PDF-1.7", "<rss version='2.0'>", "<?xml version='1.0'?><rss>"]
        {
            assert!(!looks_like_html(no.as_bytes()), "{no}");
        }
    }
}
