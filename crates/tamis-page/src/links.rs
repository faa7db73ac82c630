//! Addresses: absolute ones for links, and the real one for images that load late.

use crate::document::names::{
    BASE, CLASS, HREF, IMG, NOSCRIPT, PICTURE, POSTER, SOURCE, SRC, SRCSET, TEMPLATE, VIDEO, XLINK_HREF,
};
use crate::document::{Document, NodeId, NodeKind};
use url::Url;

impl Document {
    /// The address that the page's relative addresses start from: that of its first `<base href>`, itself relative to
    /// `page`, or else `page`.
    ///
    /// ```
    /// use tamis_page::{Document, absolute_url};
    /// use url::Url;
    ///
    /// let page = Url::parse("https://shop.example/lamps/").unwrap();
    /// let document = Document::parse("<base href='/eu/'><a href='desk?id=1'>Desk lamp</a>");
    /// let base = document.base_url(Some(&page));
    /// assert_eq!(absolute_url(base.as_ref(), "desk?id=1").unwrap().as_str(), "https://shop.example/eu/desk?id=1");
    /// ```
    pub fn base_url(&self, page: Option<&Url>) -> Option<Url> {
        let of_base = self.first_base().and_then(|href| absolute_url(page, href));
        // The standard passes over these two.
        of_base.filter(|url| !matches!(url.scheme(), "data" | "javascript")).or_else(|| page.cloned())
    }

    /// The address in the first `base` element that has one; those of templates and frames are not the page's.
    fn first_base(&self) -> Option<&str> {
        let mut node = NodeId::ROOT;
        while node.index() < self.len() {
            if self.is_html(node, BASE)
                && let Some(href) = self.attribute(node, HREF)
            {
                return Some(href);
            }
            let is_elsewhere = self.is_html(node, TEMPLATE) || self.is_inlined_frame(node);
            node = if is_elsewhere { self.subtree_end(node) } else { NodeId(node.0 + 1) };
        }
        None
    }
}

/// `href` as an absolute URL; `None` if it cannot be parsed, is relative without a base, or is a script.
/// An address that lacks only its scheme (`//cdn.example/x`) gets the one of the base, or `https`.
pub fn absolute_url(base: Option<&Url>, href: &str) -> Option<Url> {
    let href = href.trim_matches(|character: char| character <= ' ');
    let url = match base {
        Some(base) => base.join(href).ok()?,
        None if href.starts_with("//") => Url::parse(&format!("https:{href}")).ok()?,
        None => Url::parse(href).ok()?,
    };
    (!matches!(url.scheme(), "javascript" | "vbscript")).then_some(url)
}

/// The address of the picture that an element shows in the end, as it stands in the page.
///
/// Pages that load images late keep the address in another attribute, and a placeholder or nothing in `src`. Such an
/// attribute counts only if its value looks like the address of an image, and only if `src` is missing or looks like a
/// placeholder, or the element says that it is lazy: beside a real `src` it may be anything, a larger version, a video,
/// an identifier. The next places are `srcset` (the largest candidate), the `source` elements of the `picture`, and the
/// copy in a `noscript` after the image.
///
/// ```
/// use tamis_page::{Document, image_source, names};
///
/// let document = Document::parse("<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' data-src='/lamp.jpg'>");
/// let image = document.elements_named(names::IMG).next().unwrap();
/// assert_eq!(image_source(&document, image), Some("/lamp.jpg"));
/// ```
pub fn image_source(document: &Document, node: NodeId) -> Option<&str> {
    let own = own_source(document, node);
    let real = own.filter(|source| !is_placeholder(source));
    if let Some(real) = real
        && !says_lazy(document, node)
    {
        return Some(real);
    }
    lazy_source(document, node)
        .or(real)
        .or_else(|| srcset_of(document, node))
        .or_else(|| picture_source(document, node))
        .or_else(|| noscript_source(document, node))
        .or(own)
}

/// What the element itself says: `src`, or its like on elements that are no `img`.
fn own_source(document: &Document, node: NodeId) -> Option<&str> {
    let attribute = |name| document.attribute(node, name).map(str::trim_ascii).filter(|value| !value.is_empty());
    if document.is_html(node, VIDEO) {
        return attribute(POSTER);
    }
    attribute(SRC).or_else(|| match document.tag_name(node) {
        "image" => attribute(HREF).or_else(|| attribute(XLINK_HREF)),
        _ => None,
    })
}

/// Attributes that late-loading scripts read, the most common first.
const LAZY_ATTRIBUTES: [&str; 17] = [
    "data-src", "data-original", "data-lazy-src", "data-lazy", "data-actualsrc", "data-original-src", "data-lazyload",
    "data-lazyload-src", "data-lazy-original", "data-img-src", "data-image-src", "data-image", "data-img", "data-echo",
    "data-url", "data-hi-res-src", "data-full-src",
];

/// Attributes that hold a set of candidates.
const LAZY_SETS: [&str; 3] = ["data-srcset", "data-lazy-srcset", "data-original-set"];

fn lazy_source(document: &Document, node: NodeId) -> Option<&str> {
    let mut best: Option<(usize, &str)> = None;
    for attribute in document.attributes(node) {
        if !attribute.local_name.starts_with("data-") {
            continue;
        }
        let value = attribute.value.trim_ascii();
        let rank_in = |names: &[&str]| names.iter().position(|&name| name == attribute.local_name);
        let found = if let Some(rank) = rank_in(&LAZY_ATTRIBUTES) {
            Some((rank, value)).filter(|(_, value)| looks_like_image(value))
        } else {
            rank_in(&LAZY_SETS).and_then(|rank| Some((LAZY_ATTRIBUTES.len() + rank, largest_in_srcset(value)?)))
        };
        if let Some(found) = found
            && best.is_none_or(|(rank, _)| found.0 < rank)
        {
            best = Some(found);
        }
    }
    best.map(|(_, value)| value)
}

fn srcset_of(document: &Document, node: NodeId) -> Option<&str> {
    largest_in_srcset(document.attribute(node, SRCSET)?)
}

/// The first `source` of the `picture` around an image that names one.
fn picture_source(document: &Document, node: NodeId) -> Option<&str> {
    let picture = document.parent(node).filter(|&parent| document.is_html(parent, PICTURE))?;
    let sources = document.children(picture).filter(|&child| document.is_html(child, SOURCE));
    // A bound, as every image of a picture asks.
    sources.take(16).find_map(|source| srcset_of(document, source).or_else(|| lazy_source(document, source)))
}

/// The image in the `noscript` right after an image.
fn noscript_source(document: &Document, node: NodeId) -> Option<&str> {
    let mut next = document.next_sibling(node)?;
    if document.kind(next) == NodeKind::Text && document.is_blank_text(next) {
        next = document.next_sibling(next)?;
    }
    if !document.is_html(next, NOSCRIPT) {
        return None;
    }
    let image = document.children(next).take(4).find(|&child| document.is_html(child, IMG))?;
    own_source(document, image).filter(|source| !is_placeholder(source))
}

fn says_lazy(document: &Document, node: NodeId) -> bool {
    document.attribute(node, CLASS).is_some_and(|class| {
        class.split_ascii_whitespace().any(|word| word.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("lazy")))
    })
}

/// File names that stand for "nothing yet".
const PLACEHOLDERS: [&str; 16] = [
    "blank", "spacer", "placeholder", "pixel", "transparent", "loading", "loader", "lazy", "lazyload", "1x1", "1px",
    "grey", "gray", "clear", "default-image", "preload",
];

/// Words in file names that do so anywhere in them.
const PLACEHOLDER_WORDS: [&str; 3] = ["placeholder", "1x1", "spacer"];

/// Whether an address stands for "nothing yet": an image of a few bytes in the page itself, or a file named so.
fn is_placeholder(source: &str) -> bool {
    if let Some(data) = strip_prefix_ignoring_case(source, "data:") {
        // The smallest drawings that mean something, icons in SVG, are larger than the blank ones.
        return data.len() < 512 || !data.starts_with("image/");
    }
    if strip_prefix_ignoring_case(source, "about:").is_some() || source == "#" {
        return true;
    }
    let path = source.split(['?', '#']).next().unwrap_or(source);
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.split('.').next().unwrap_or(file);
    let is_one_of = |names: &[&str], word: &str| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    is_one_of(&PLACEHOLDERS, stem) || stem.split(['-', '_']).any(|word| is_one_of(&PLACEHOLDER_WORDS, word))
}

/// Whether a value is likely the address of an image: one word, with the end of an image file or at least a path.
fn looks_like_image(value: &str) -> bool {
    if value.len() < 4
        || value.len() > 4096
        || value.bytes().any(|byte| byte <= b' ' || matches!(byte, b'{' | b'<' | b'"'))
    {
        return false;
    }
    if strip_prefix_ignoring_case(value, "data:").is_some() {
        return value.len() >= 512 && value[5..].starts_with("image/");
    }
    let is_absolute =
        ["http://", "https://", "//"].iter().any(|start| strip_prefix_ignoring_case(value, start).is_some());
    let path = value.split(['?', '#']).next().unwrap_or(value);
    let file = path.rsplit('/').next().unwrap_or(path);
    match file.rsplit_once('.') {
        Some((_, extension)) if is_image_extension(extension) => true,
        // A page, a script or a video.
        Some((_, extension)) if is_other_extension(extension) => false,
        // Image services have addresses without an extension; a bare word is no address.
        _ => is_absolute || value.starts_with('/') && value.len() > 1,
    }
}

fn is_image_extension(extension: &str) -> bool {
    const IMAGES: [&str; 11] = ["jpg", "jpeg", "png", "gif", "webp", "avif", "svg", "bmp", "ico", "jfif", "tiff"];
    IMAGES.iter().any(|image| extension.eq_ignore_ascii_case(image))
}

fn is_other_extension(extension: &str) -> bool {
    const OTHERS: [&str; 12] = ["html", "htm", "js", "css", "json", "xml", "mp4", "webm", "m3u8", "mp3", "pdf", "zip"];
    OTHERS.iter().any(|other| extension.eq_ignore_ascii_case(other))
}

/// The candidate of a `srcset` with the largest width or density that is no placeholder; of equals the first.
///
/// ```
/// use tamis_page::largest_in_srcset;
///
/// assert_eq!(largest_in_srcset("small.jpg 320w, large.jpg 1280w, middle.jpg 640w"), Some("large.jpg"));
/// ```
pub fn largest_in_srcset(srcset: &str) -> Option<&str> {
    let mut best: Option<(f64, &str)> = None;
    for (address, descriptor) in candidates(srcset) {
        let number = descriptor.trim_end_matches(['w', 'x', 'h']).parse::<f64>();
        let size = number.ok().filter(|size| size.is_finite()).unwrap_or(1.0);
        if !is_placeholder(address) && best.is_none_or(|(largest, _)| size > largest) {
            best = Some((size, address));
        }
    }
    best.map(|(_, address)| address)
}

/// The addresses of a `srcset` and the first descriptor of each, as the standard parses them: a comma ends a candidate
/// only after white space, after a descriptor or at the end of an address.
fn candidates(srcset: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = srcset;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|character: char| character.is_ascii_whitespace() || character == ',');
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(|character: char| character.is_ascii_whitespace()).unwrap_or(rest.len());
        let address = &rest[..end];
        rest = &rest[end..];
        let trimmed = address.trim_end_matches(',');
        if trimmed.len() < address.len() {
            return Some((trimmed, ""));
        }
        let end = rest.find(',').unwrap_or(rest.len());
        let descriptor = rest[..end].split_ascii_whitespace().next().unwrap_or("");
        rest = &rest[end..];
        Some((address, descriptor))
    })
}

fn strip_prefix_ignoring_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let start = text.get(..prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_base(html: &str, page: Option<&str>, expect: Option<&str>) {
        let page = page.map(|page| Url::parse(page).expect("a URL"));
        let base = Document::parse(html).base_url(page.as_ref());
        assert_eq!(base.as_ref().map(Url::as_str), expect, "{html}");
    }

    #[track_caller]
    fn check_absolute(base: Option<&str>, href: &str, expect: Option<&str>) {
        let base = base.map(|base| Url::parse(base).expect("a URL"));
        assert_eq!(absolute_url(base.as_ref(), href).as_ref().map(Url::as_str), expect, "{href}");
    }

    #[track_caller]
    fn check_image(html: &str, expect: Option<&str>) {
        let document = Document::parse(html);
        let image = document.elements_named(IMG).next().expect("an image");
        assert_eq!(image_source(&document, image), expect, "{html}");
    }

    #[test]
    fn the_first_base_with_an_address_counts_and_is_relative_to_the_page() {
        let page = Some("https://a.example/x/y");
        check_base("<p>", page, page);
        check_base("<p>", None, None);
        check_base("<base target=_top><base href=z/><base href=w>", page, Some("https://a.example/x/z/"));
        check_base("<base href=//b.example/>", page, Some("https://b.example/"));
        check_base("<base href=https://b.example/q>", None, Some("https://b.example/q"));
        check_base("<base href=rel>", None, None);
        check_base("<base href=data:x>", page, page);
        check_base("<base href='http://['>", page, page);
        check_base("<template><base href=/t></template><p>", page, page);
    }

    #[test]
    fn addresses_become_absolute() {
        let base = Some("https://a.example/x/y?q#f");
        check_absolute(base, "z", Some("https://a.example/x/z"));
        check_absolute(base, "//b.example", Some("https://b.example/"));
        check_absolute(base, " \n/z ", Some("https://a.example/z"));
        check_absolute(base, "?p=2", Some("https://a.example/x/y?p=2"));
        check_absolute(base, "#top", Some("https://a.example/x/y?q#top"));
        check_absolute(base, "mailto:a@b.example", Some("mailto:a@b.example"));
        check_absolute(base, "javascript:void(0)", None);
        check_absolute(base, "http://[", None);
        check_absolute(None, "z", None);
        check_absolute(None, "//b.example/z", Some("https://b.example/z"));
        check_absolute(None, "http://b.example", Some("http://b.example/"));
    }

    #[test]
    fn a_placeholder_loses_to_a_lazy_attribute() {
        check_image("<img src=blank.gif data-original=/a.jpg>", Some("/a.jpg"));
        check_image("<img data-lazy-src=https://i.example/a>", Some("https://i.example/a"));
        check_image("<img src=/img/placeholder-small.png data-src=a.webp>", Some("a.webp"));
        check_image("<img class='w-full lazyload' src=low.jpg data-src=high.jpg>", Some("high.jpg"));
        check_image("<img src=about:blank data-srcset='a.jpg 1x, b.jpg 2x'>", Some("b.jpg"));
        check_image("<img src=1x1.gif data-image=c.png data-src=a.png>", Some("a.png"));
    }

    #[test]
    fn a_real_source_stays() {
        check_image("<img src=a.jpg data-src=b.jpg>", Some("a.jpg"));
        check_image("<img src=a.jpg srcset='b.jpg 2x'>", Some("a.jpg"));
        check_image("<img src=' a.jpg '>", Some("a.jpg"));
        check_image("<img>", None);
        check_image("<img src=''>", None);
    }

    #[test]
    fn what_does_not_look_like_an_image_is_not_taken() {
        for value in ["true", "123", "lazy", "{\"a\":\"b.jpg\"}", "hero image.jpg", "/page.html", "video.mp4", "x"] {
            check_image(&format!("<img src=blank.gif data-src='{value}'>"), Some("blank.gif"));
        }
    }

    #[test]
    fn the_picture_and_the_noscript_are_asked_last() {
        check_image("<picture><source srcset='a.webp 1x,b.webp 2x'><img src=blank.gif></picture>", Some("b.webp"));
        check_image("<div><img src=blank.gif> <noscript><img src=a.jpg></noscript></div>", Some("a.jpg"));
        check_image("<div><img src=blank.gif><p><noscript><img src=a.jpg></noscript></div>", Some("blank.gif"));
    }

    #[test]
    fn commas_inside_addresses_do_not_end_them() {
        let parsed: Vec<_> = candidates("a,b.jpg 1x, data:image/png;base64,xx 2x ,c.jpg,").collect();
        assert_eq!(parsed, [("a,b.jpg", "1x"), ("data:image/png;base64,xx", "2x"), ("c.jpg", "")]);
        assert_eq!(largest_in_srcset(""), None);
        assert_eq!(largest_in_srcset("a.jpg, b.jpg"), Some("a.jpg"));
        assert_eq!(largest_in_srcset("a.jpg 1e999w, b.jpg 2w"), Some("b.jpg"));
    }
}
