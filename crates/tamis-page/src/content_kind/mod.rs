//! Recognises what bytes are: a page, or another file that came where a page was expected.
//!
//! Every byte sequence can be parsed as HTML, and a picture parsed so is a page of nonsense. So before a page is read its bytes
//! are asked what they are, in this order:
//!
//! 1. What begins with a tag is markup. Its root says whether it is a feed, a sitemap or other XML (`markup`); all else is a page,
//!    whatever comes after: a page with rubbish in its middle is still one.
//! 2. What begins as JSON and goes on so is JSON (`json`).
//! 3. A magic number says the format (`magic`), or the head of a letter that it is one (`magic`).
//! 4. The rest is text unless its share of control characters says otherwise (`text_share`). Text is a page: it is read as HTML
//!    without tags, and so are style sheets, scripts and other languages.
//!
//! There is no crate behind this. `infer`, the usual one (MIT, no dependencies without its default features), takes two or three
//! letters for proof: to it a text that begins with "BMW" is a picture, one with "MZ" a program, one with "GIF" a picture again. It
//! knows neither feeds from sitemaps nor text from bytes without a magic number. Here a wrong alarm costs a page, so a magic number
//! that could be the beginning of a text counts only with bytes that no text has.

mod json;
mod magic;
mod markup;
mod text_share;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use std::borrow::Cow;
use std::fmt::{self, Display};

/// The type of a file. Where a type has many formats, the format has a name.
///
/// ```
/// use tamis_page::ContentKind;
///
/// assert_eq!(ContentKind::of(b"<p>Hello"), ContentKind::Html);
/// let picture = ContentKind::of(b"\x89PNG\r\n\x1a\n");
/// assert_eq!(picture, ContentKind::Image("PNG"));
/// assert_eq!(picture.to_string(), "a PNG image");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ContentKind {
    /// HTML, XHTML, or text that can be read as such.
    Html,
    /// An RSS or Atom feed.
    Feed,
    /// A list of the pages of a site, or of such lists.
    Sitemap,
    /// Any other XML document.
    Xml,
    /// JSON, one value or one a line.
    Json,
    /// A PDF document.
    Pdf,
    /// A document of an office program or a typesetter.
    Document(&'static str),
    /// A picture, SVG among them.
    Image(&'static str),
    /// Sound.
    Audio(&'static str),
    /// Film.
    Video(&'static str),
    /// A font.
    Font(&'static str),
    /// Several files in one, or a compressed one.
    Archive(&'static str),
    /// A program, or a part of one.
    Executable(&'static str),
    /// A database, or a table of data.
    Database(&'static str),
    /// Binary data of an unknown format.
    Binary,
}

impl ContentKind {
    /// Recognises the type of these bytes. Looks at the beginning, and at all of them where the beginning is odd.
    pub fn of(body: &[u8]) -> ContentKind {
        if let Some((encoding, length)) = Encoding::for_bom(body).filter(|(encoding, _)| is_utf_16(encoding)) {
            // A byte order mark of two bytes is nothing that other formats begin with.
            return of_text(&start_as_text(&body[length..], encoding)).unwrap_or(ContentKind::Html);
        }
        let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body).trim_ascii_start();
        if begins_tag(body) {
            return markup::kind(body);
        }
        // Scripts that write a picture often write the line ends of their own file before it.
        json::kind(body).or_else(|| magic::kind(body)).or_else(|| magic::letter(body)).unwrap_or_else(|| {
            match text_share::encoding(body) {
                text_share::TextEncoding::Text => ContentKind::Html,
                text_share::TextEncoding::Utf16(encoding) => {
                    of_text(&start_as_text(body, encoding)).unwrap_or(ContentKind::Html)
                }
                text_share::TextEncoding::NoText => ContentKind::Binary,
            }
        })
    }

    /// Whether a page can be read from it.
    pub fn is_page(self) -> bool {
        self == ContentKind::Html
    }

    /// What to do with such a file instead, for users.
    pub fn hint(self) -> Option<&'static str> {
        Some(match self {
            ContentKind::Html => return None,
            ContentKind::Feed | ContentKind::Sitemap => {
                "name its address, or its file under a name that ends with .xml: the pages that it lists are fetched"
            }
            ContentKind::Xml => "tamis reads HTML: convert it first, for example with xsltproc",
            ContentKind::Json => "tamis reads HTML: take the page out first, for example with `jq -r .html`",
            ContentKind::Pdf => "tamis reads HTML: convert it first, for example with `pdftotext -htmlmeta`",
            ContentKind::Document(_) => "tamis reads HTML: convert it first, for example with pandoc or LibreOffice",
            ContentKind::Image(_) => "tamis reads HTML: read the words of a picture with a tool such as tesseract",
            ContentKind::Archive(magic::MHTML) => {
                "tamis reads HTML and web archives: open it in a browser, and save it as a complete page"
            }
            ContentKind::Archive(_) => "tamis reads HTML and web archives: unpack it first, and name the directory",
            ContentKind::Audio(_)
            | ContentKind::Video(_)
            | ContentKind::Font(_)
            | ContentKind::Executable(_)
            | ContentKind::Database(_)
            | ContentKind::Binary => {
                "tamis reads HTML: check that this is the file you meant; `file` says more about it"
            }
        })
    }
}

/// As in "this is …".
impl Display for ContentKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (format, kind) = match *self {
            ContentKind::Html => return out.write_str("a page"),
            ContentKind::Feed => return out.write_str("a feed"),
            ContentKind::Sitemap => return out.write_str("a sitemap"),
            ContentKind::Xml => return out.write_str("an XML document"),
            ContentKind::Json => return out.write_str("JSON"),
            ContentKind::Pdf => return out.write_str("a PDF document"),
            ContentKind::Binary => return out.write_str("binary data"),
            ContentKind::Document(format) => (format, "document"),
            ContentKind::Image(format) => (format, "image"),
            ContentKind::Audio(format) => (format, "sound file"),
            ContentKind::Video(format) => (format, "video"),
            ContentKind::Font(format) => (format, "font"),
            ContentKind::Archive(format) => (format, "archive"),
            ContentKind::Executable(format) => (format, "program"),
            ContentKind::Database(format) => (format, "file of data"),
        };
        write!(out, "{} {format} {kind}", article(format))
    }
}

/// The article before the name of a format. Capitals are spelled out, but for the names that are spoken as words.
fn article(format: &str) -> &'static str {
    let vowels = match format {
        "FLAC" | "HEIF" | "LHA" | "RAR" => "",
        "xz" => "x",
        _ if format.bytes().any(|byte| byte.is_ascii_lowercase()) => "AEIOaeio",
        _ => "AEFHILMNORSX",
    };
    if format.starts_with(|letter| vowels.contains(letter)) { "an" } else { "a" }
}

fn is_utf_16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// What text is, where that can be told from its beginning.
fn of_text(start: &str) -> Option<ContentKind> {
    let start = start.trim_ascii_start().as_bytes();
    if begins_tag(start) { Some(markup::kind(start)) } else { json::kind(start) }
}

/// Enough of a text to tell a root element or JSON.
fn start_as_text(body: &[u8], encoding: &'static Encoding) -> String {
    let start = &body[..body.len().min(2 * markup::HEAD_BYTES)];
    let (text, _): (Cow<'_, str>, bool) = encoding.decode_without_bom_handling(start);
    text.into_owned()
}

/// Whether a tag, a comment, a doctype or a processing instruction stands at the beginning.
fn begins_tag(body: &[u8]) -> bool {
    matches!(body, [b'<', b'!' | b'?' | b'/' | b'a'..=b'z' | b'A'..=b'Z', ..])
}

#[cfg(test)]
mod tests;
