//! What of an archive is a page.

/// What is read from an archive, and how much of it is held.
///
/// ```
/// use tamis_fetch::warc::{MediaTypes, ReadOptions};
///
/// let options = ReadOptions::default().with_max_bytes(1 << 20).with_media_types(MediaTypes::parse("text/*, image/png"));
/// assert_eq!(options.max_bytes, 1 << 20);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The largest record that is read, and the largest body after its codings are undone, in bytes. Default 32 MiB. What is
    /// larger is counted and left out. An archive is read in a few times this much memory at most, and 128 MiB for Zstandard, whatever is in it.
    pub max_bytes: usize,
    /// Which bodies are pages. Default HTML.
    pub media_types: MediaTypes,
    /// Which records are read besides responses and revisits of them. Default none.
    pub others: Others,
    /// How many records are remembered when a style sheet, an image or the original of a revisit has to be found, each with
    /// 72 bytes. Default a million. What comes after them in the archive is not found.
    pub max_indexed: usize,
}

/// Records that are pages besides responses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Others {
    /// None.
    #[default]
    None,
    /// `resource` records: files that came without a protocol.
    Resources,
    /// `resource` and `conversion` records: also what was made of another record.
    ResourcesAndConversions,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            max_bytes: 32 << 20,
            media_types: MediaTypes::html(),
            others: Others::None,
            max_indexed: 1_000_000,
        }
    }
}

impl ReadOptions {
    /// Sets the largest record and body.
    #[must_use]
    pub fn with_max_bytes(mut self, max_bytes: usize) -> ReadOptions {
        self.max_bytes = max_bytes;
        self
    }

    /// Sets which bodies are pages.
    #[must_use]
    pub fn with_media_types(mut self, media_types: MediaTypes) -> ReadOptions {
        self.media_types = media_types;
        self
    }

    /// Sets which records are read besides responses.
    #[must_use]
    pub fn with_others(mut self, others: Others) -> ReadOptions {
        self.others = others;
        self
    }

    /// Sets how many records are remembered.
    #[must_use]
    pub fn with_max_indexed(mut self, max_indexed: usize) -> ReadOptions {
        self.max_indexed = max_indexed;
        self
    }
}

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
                let is_html = crate::message::looks_like_html(body);
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
}
