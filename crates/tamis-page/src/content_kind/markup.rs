//! Markup by its root element: pages, feeds, sitemaps, other XML.

use super::ContentKind;
use memchr::{memchr, memmem};

/// How far the root element is looked for, and a page in a document of another root.
pub(super) const HEAD_BYTES: usize = 4096;

/// What begins with a tag. Without an XML declaration only what is known to be something else is not a page: fragments of
/// HTML begin with any element.
pub(super) fn kind(body: &[u8]) -> ContentKind {
    let is_declared = body.starts_with(b"<?xml");
    let RootElement { name, tag, has_html_doctype } = root(body);
    let local = name.rsplit(|&byte| byte == b':').next().unwrap_or(name);
    let mentions = |text: &[u8]| memmem::find(tag, text).is_some();
    match local {
        b"rss" if is_declared || mentions(b"version") => ContentKind::Feed,
        b"feed" if is_declared || mentions(b"Atom") => ContentKind::Feed,
        b"RDF" if mentions(b"purl.org/rss/") || mentions(b"my.netscape.com/rdf") => ContentKind::Feed,
        b"urlset" | b"sitemapindex" if is_declared || mentions(b"sitemap") => ContentKind::Sitemap,
        // Pages that lost their head begin with the drawings of their icons, and go on after them.
        b"svg" if is_declared || mentions(b"http://www.w3.org/2000/svg") && ends_with_svg(body) => {
            ContentKind::Image("SVG")
        }
        b"" => ContentKind::Html,
        _ if is_declared && !has_html_doctype && !is_page_root(local) && !holds_page(body, tag) => ContentKind::Xml,
        _ => ContentKind::Html,
    }
}

/// The first element of a document.
struct RootElement<'a> {
    /// Its name; empty if there is none.
    name: &'a [u8],
    /// All of its tag.
    tag: &'a [u8],
    /// Whether the document says before it that it is HTML.
    has_html_doctype: bool,
}

/// Passes over the declaration, comments, the doctype and what else comes before the root. A declaration of entities inside a
/// doctype ends the search early; the document then counts as a page.
fn root(body: &[u8]) -> RootElement<'_> {
    let none = |has_html_doctype| RootElement { name: b"", tag: b"", has_html_doctype };
    let (mut rest, mut has_html_doctype) = (body, false);
    loop {
        let Some(start) = memchr(b'<', rest) else { return none(has_html_doctype) };
        rest = &rest[start..];
        let end = match rest {
            [b'<', b'!', b'-', b'-', ..] => memmem::find(&rest[2..], b"-->").map(|end| end + 5),
            [b'<', b'?', ..] => memchr(b'>', rest).map(|end| end + 1),
            [b'<', b'!', ..] => {
                let doctype = &rest[..rest.len().min(64)].to_ascii_lowercase();
                has_html_doctype |= doctype.strip_prefix(b"<!doctype").is_some_and(|name| {
                    let name = name.trim_ascii_start();
                    name.starts_with(b"html") || name.starts_with(b"wml")
                });
                doctype_end(rest)
            }
            _ => {
                let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b":-_.".contains(byte) || !byte.is_ascii();
                let name = &rest[1..];
                let name = &name[..name.iter().position(|byte| !is_name(byte)).unwrap_or(name.len())];
                let tag =
                    &rest[..memchr(b'>', &rest[..rest.len().min(HEAD_BYTES)]).unwrap_or(rest.len().min(HEAD_BYTES))];
                return RootElement { name, tag, has_html_doctype };
            }
        };
        let Some(end) = end else { return none(has_html_doctype) };
        rest = &rest[end..];
    }
}

/// Behind the doctype, and behind its own declarations if it has some.
fn doctype_end(doctype: &[u8]) -> Option<usize> {
    let end = memchr(b'>', doctype)? + 1;
    match memchr(b'[', &doctype[..end]) {
        Some(_) => memmem::find(doctype, b"]>").map(|end| end + 2),
        None => Some(end),
    }
}

/// Whether XML with this root is a page. Its writers left out `<html>`, or wrote for old phones. The elements of HTML whose
/// names other languages give their roots (`data`, `object`, `map`, `menu`, `source`, `address`, `template`, `select`, …) are not
/// among them.
fn is_page_root(name: &[u8]) -> bool {
    const ROOTS: [&[u8]; 82] = [
        b"a", b"abbr", b"acronym", b"article", b"aside", b"b", b"big", b"blockquote", b"body", b"br", b"canvas",
        b"caption", b"center", b"cite", b"colgroup", b"dd", b"del", b"div", b"dl", b"dt", b"em", b"fieldset",
        b"figcaption", b"font", b"footer", b"form", b"frameset", b"h1", b"h2", b"h3", b"h4", b"h5", b"h6", b"head",
        b"header", b"hgroup", b"hr", b"html", b"i", b"iframe", b"img", b"ins", b"kbd", b"legend", b"li", b"link",
        b"main", b"mark", b"marquee", b"meta", b"nav", b"nobr", b"noscript", b"ol", b"p", b"picture", b"pre", b"q",
        b"s", b"samp", b"script", b"section", b"small", b"span", b"strike", b"strong", b"style", b"sub", b"sup",
        b"table", b"tbody", b"td", b"textarea", b"tfoot", b"th", b"thead", b"title", b"tr", b"tt", b"u", b"ul", b"wml",
    ];
    ROOTS.iter().any(|root| root.eq_ignore_ascii_case(name))
}

/// Whether a page stands inside of the root.
fn holds_page(body: &[u8], root: &[u8]) -> bool {
    let head = body[..body.len().min(HEAD_BYTES)].to_ascii_lowercase();
    memmem::find(root, b"http://www.w3.org/1999/xhtml").is_some()
        || [&b"<html"[..], b"<!doctype html", b"<body"].iter().any(|tag| memmem::find(&head, tag).is_some())
}

fn ends_with_svg(body: &[u8]) -> bool {
    body.trim_ascii_end().ends_with(b"</svg>")
}
