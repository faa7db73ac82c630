//! A page as a source hands it over: URL, headers and bytes.

use crate::body::{Body, SharedText};
use crate::budget;
use crate::decode::{self, Charset, CharsetHints, Decoded};
use crate::document::Document;
use crate::document::parse::{ParseOptions, Parser};
use crate::resources::Resources;
use url::Url;

/// One page as it came from a file, an archive or the network. The body is what the headers describe, already inflated.
///
/// ```
/// use tamis_page::Capture;
///
/// let capture = Capture::new(b"<p>caf\xE9".to_vec()).with_header("Content-Type", "text/html; charset=latin1");
/// assert_eq!(capture.charset_hint(), Some("latin1"));
/// assert_eq!(capture.decode(None).text, "<p>café");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Capture {
    /// Where the page was found.
    pub url: Option<Url>,
    /// The URL that the path of its file suggests, as in a mirror of a site. Only a guess.
    pub path_url: Option<Url>,
    /// Names and values in the order they came; a name may come more than once.
    pub headers: Vec<(String, String)>,
    /// The bytes of the page. A clone of the capture shares them.
    pub body: Body,
    /// The page's style sheets and images, as far as they are available.
    pub resources: Resources,
}

impl Capture {
    /// A page without URL or headers.
    pub fn new(body: impl Into<Body>) -> Capture {
        Capture { url: None, path_url: None, headers: Vec::new(), body: body.into(), resources: Resources::none() }
    }

    /// Adds a header.
    #[must_use]
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Capture {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// The values of a header in the order they came; names are compared without regard to case.
    pub fn header_values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.headers.iter().filter(move |(given, _)| given.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The first value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(given, _)| given.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The type of the body, `text/html` and the like, in the spelling of the header.
    pub fn media_type(&self) -> Option<&str> {
        self.content_type().map(|content_type| content_type.essence)
    }

    /// The `charset` of the Content-Type header.
    pub fn charset_hint(&self) -> Option<&str> {
        self.content_type().and_then(|content_type| content_type.charset)
    }

    /// What the capture tells about its character encoding, besides the body.
    pub fn charset_hints(&self) -> CharsetHints {
        let top_level_domain = self.url.as_ref().and_then(|url| {
            let (_, last) = url.domain()?.trim_end_matches('.').rsplit_once('.')?;
            Some(last.to_owned())
        });
        CharsetHints { explicit: None, transport: self.charset_hint().map(str::to_owned), top_level_domain }
    }

    /// The page as text; `charset` is an encoding the user insists on.
    pub fn decode(self, charset: Option<&str>) -> DecodedPage {
        let mut hints = self.charset_hints();
        hints.explicit = charset.map(str::to_owned);
        let Decoded { text, charset, original } = decode::decode(self.body, &hints);
        DecodedPage { url: self.url, text, charset, resources: self.resources, original }
    }

    /// The Content-Type as the Fetch standard reads it when the header came more than once, or as a list: the last
    /// valid one counts, and inherits the charset of the one before it if both are of the same type.
    fn content_type(&self) -> Option<ContentType<'_>> {
        let mut found: Option<ContentType<'_>> = None;
        for value in self.header_values("content-type") {
            for part in split_outside_quotes(value, b',') {
                let Some(mut content_type) = ContentType::parse(part) else { continue };
                if let Some(before) = &found
                    && content_type.charset.is_none()
                    && content_type.essence.eq_ignore_ascii_case(before.essence)
                {
                    content_type.charset = before.charset;
                }
                found = Some(content_type);
            }
        }
        found
    }
}

crate::setters! { Capture;
    with_url url: Url = Some(url), "Sets the URL of the page.";
    with_path_url path_url: Option<Url> = path_url, "Sets the URL that the path of its file suggests.";
    with_resources resources: Resources = resources, "Sets the source of its style sheets and images.";
}

/// One page as text: what is parsed and rendered. Its charset is known.
///
/// ```
/// use tamis_page::Capture;
///
/// let page = Capture::new(b"<meta charset=latin1>caf\xE9".to_vec()).decode(None);
/// assert_eq!((page.charset.used, page.text.as_str()), ("windows-1252", "<meta charset=latin1>café"));
/// assert!(page.bytes().ends_with(b"caf\xE9"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodedPage {
    /// Where the page was found.
    pub url: Option<Url>,
    /// The text of the page.
    pub text: SharedText,
    /// The encoding that the page was in. Style sheets that declare none are in the same.
    pub charset: Charset,
    /// The page's style sheets and images, as far as they are available.
    pub resources: Resources,
    /// See [`Decoded::original`].
    original: Option<Body>,
}

impl DecodedPage {
    /// The page in its [`charset`](DecodedPage::charset), as it came but for a byte order mark.
    pub fn bytes(&self) -> &[u8] {
        self.original.as_deref().unwrap_or(self.text.as_bytes())
    }

    /// What the page's links start from if the page itself does not say: the address of its resources, else its own.
    pub fn base_url(&self) -> Option<&Url> {
        self.resources.base().or(self.url.as_ref())
    }

    /// The text alone; everything else is given up.
    pub fn into_text(self) -> SharedText {
        self.text
    }
}

/// One page as a document, for readers who parse with the same options.
#[derive(Clone, Debug)]
pub struct ParsedPage {
    /// The document.
    pub document: Document,
    /// The charset of the page and how it was found out.
    pub charset: Charset,
    /// How it was parsed.
    pub options: ParseOptions,
    /// How many [steps](budget) that took.
    pub n_steps: u64,
}

impl ParsedPage {
    /// Decodes and parses a page.
    pub fn of(capture: Capture, options: &ParseOptions) -> ParsedPage {
        let before = budget::spent();
        let DecodedPage { text, charset, .. } = capture.decode(None);
        let document = Parser::new(options.clone()).parse(text);
        ParsedPage { document, charset, options: options.clone(), n_steps: budget::spent() - before }
    }
}

/// The parts of a Content-Type header that matter here.
#[derive(Clone, Copy)]
struct ContentType<'a> {
    essence: &'a str,
    charset: Option<&'a str>,
}

impl<'a> ContentType<'a> {
    fn parse(value: &'a str) -> Option<ContentType<'a>> {
        let mut parts = split_outside_quotes(value, b';');
        let essence = parts.next()?.trim();
        let (kind, subkind) = essence.split_once('/')?;
        let is_token = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        // `*/*` stands for "any type" in other headers and is no type in this one.
        if !is_token(kind) || !is_token(subkind) || essence == "*/*" {
            return None;
        }
        let charset = parts.find_map(|parameter| {
            let (name, value) = parameter.split_once('=')?;
            let value = value.trim();
            let value = value.strip_prefix('"').map_or(value, |quoted| quoted.split('"').next().unwrap_or(quoted));
            (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then_some(value)
        });
        Some(ContentType { essence, charset })
    }
}

/// The pieces of a header value between separators that stand outside quotation marks.
fn split_outside_quotes(value: &str, separator: u8) -> impl Iterator<Item = &str> {
    let mut rest = Some(value);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut quoted = false;
        let mut escaped = false;
        let end = text.bytes().position(|byte| {
            let was_escaped = escaped;
            escaped = quoted && !was_escaped && byte == b'\\';
            if byte == b'"' && !was_escaped {
                quoted = !quoted;
            }
            byte == separator && !quoted
        });
        let (piece, after) = match end {
            Some(end) => (&text[..end], Some(&text[end + 1..])),
            None => (text, None),
        };
        rest = after;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(headers: &[&str], expect: Option<&str>) {
        let mut capture = Capture::new([]);
        for header in headers {
            capture = capture.with_header("content-type", *header);
        }
        assert_eq!(capture.charset_hint(), expect);
    }

    #[test]
    fn the_charset_parameter_is_found_in_any_spelling() {
        check(&["text/html; charset=utf-8"], Some("utf-8"));
        check(&["text/html;CHARSET=\"Shift_JIS\""], Some("Shift_JIS"));
        check(&["text/html; boundary=\"a;charset=x\"; charset = gbk ; charset=big5"], Some("gbk"));
        check(&["text/html"], None);
        check(&["text/html; charset="], None);
        check(&["charset=utf-8"], None);
        check(&[], None);
    }

    #[test]
    fn the_last_content_type_counts_and_inherits_the_charset_of_its_like() {
        check(&["text/html; charset=gbk", "text/html"], Some("gbk"));
        check(&["text/html; charset=gbk, text/plain"], None);
        check(&["text/html; charset=gbk", "text/html; charset=utf-8"], Some("utf-8"));
        check(&["text/html; charset=gbk", "*/*", ""], Some("gbk"));
    }

    #[test]
    fn an_escaped_quotation_mark_does_not_end_a_quoted_value() {
        check(&[r#"text/html; a="\";charset=x"; charset=gbk"#], Some("gbk"));
    }

    #[test]
    fn the_address_gives_the_top_level_domain() {
        let at =
            |url: &str| Capture::new([]).with_url(Url::parse(url).expect("a URL")).charset_hints().top_level_domain;
        assert_eq!(at("https://www.example.JP./x").as_deref(), Some("jp"));
        assert_eq!(at("http://localhost/"), None);
        assert_eq!(at("http://10.0.0.1/"), None);
    }
}
