//! Which bodies are pages: by their media type, or by their first bytes where that says nothing.

/// A choice of media types.
///
/// ```
/// use tamis_fetch::warc::MediaTypes;
///
/// let types = MediaTypes::parse("text/html, image/*");
/// assert!(types.accepts(Some("Image/PNG; q=1"), b""));
/// assert!(!types.accepts(Some("text/plain"), b""));
/// // What has no type is judged by its first bytes.
/// assert!(types.accepts(None, b"<!doctype html><p>"));
/// assert!(!types.accepts(None, b"%PDF-1.7"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MediaTypes {
    patterns: Vec<String>,
}

impl MediaTypes {
    /// `text/html` and `application/xhtml+xml`.
    pub fn html() -> MediaTypes {
        MediaTypes::parse("text/html, application/xhtml+xml")
    }

    /// Everything, of whatever type.
    pub fn all() -> MediaTypes {
        MediaTypes::parse("*/*")
    }

    /// Types between commas; `image/*` is all images, `*/*` everything.
    pub fn parse(list: &str) -> MediaTypes {
        let patterns = list.split(',').map(|pattern| pattern.trim().to_ascii_lowercase());
        MediaTypes { patterns: patterns.filter(|pattern| !pattern.is_empty()).collect() }
    }

    /// Whether a body is of one of the types: by its `Content-Type`, and by its first bytes if that is missing or says nothing.
    pub fn accepts(&self, content_type: Option<&str>, body: &[u8]) -> bool {
        let declared = content_type.and_then(essence);
        match declared {
            Some(declared) => self.patterns.iter().any(|pattern| matches(pattern, declared)),
            None => {
                let is_html = looks_like_html(body);
                self.patterns.iter().any(|pattern| pattern == "*/*" || is_html && matches(pattern, "text/html"))
            }
        }
    }

    /// Whether the body need not be looked at.
    pub(crate) fn decides_by(content_type: Option<&str>) -> bool {
        content_type.and_then(essence).is_some()
    }
}

/// The type without its parameters, if it is one.
fn essence(content_type: &str) -> Option<&str> {
    let essence = content_type.split([';', ',']).next()?.trim();
    let (kind, subkind) = essence.split_once('/')?;
    let is_token = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    // These are what servers and crawlers write when they do not know.
    let is_odd = ["*/*", "unknown/unknown", "application/unknown"].iter().any(|odd| essence.eq_ignore_ascii_case(odd));
    (is_token(kind) && is_token(subkind) && !is_odd).then_some(essence)
}

fn matches(pattern: &str, essence: &str) -> bool {
    match pattern.strip_suffix('*') {
        _ if pattern == "*/*" => true,
        Some(start) => essence.get(..start.len()).is_some_and(|given| given.eq_ignore_ascii_case(start)),
        None => essence.eq_ignore_ascii_case(pattern),
    }
}

/// The beginnings of HTML by the table of the WHATWG's MIME Sniffing standard.
const TAGS: [&str; 16] = [
    "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style",
    "<title", "<b", "<body", "<br", "<p",
];

/// Whether a browser would take a body of no type for HTML.
fn looks_like_html(body: &[u8]) -> bool {
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
    fn what_says_nothing_is_judged_by_its_bytes() {
        let html = MediaTypes::html();
        for odd in ["", "html", "unknown/unknown", "*/*", "text/"] {
            assert!(html.accepts(Some(odd), b"<html>"), "{odd}");
            assert!(!html.accepts(Some(odd), b"GIF89a"), "{odd}");
        }
        assert!(!html.accepts(Some("text/plain"), b"<html>"));
        assert!(html.accepts(Some("text/html, text/html"), b""));
        assert!(html.accepts(Some("application/xhtml+xml;charset=utf-8"), b""));
    }

    #[test]
    fn everything_is_everything() {
        assert!(MediaTypes::all().accepts(None, b""));
        assert!(MediaTypes::all().accepts(Some("a/b"), b""));
        assert!(!MediaTypes::parse("").accepts(Some("text/html"), b"<html>"));
    }

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
