//! What a page needs to be laid out: its style sheets, what those import, their fonts, and images.

use std::collections::HashSet;
use tamis_page::{Capture, Document, absolute_url, image_source, names};
use url::Url;

/// The files that a page names, each once: style sheets before images.
pub(super) fn of_page(capture: &Capture) -> Vec<Url> {
    let url = capture.url.clone();
    let document = Document::parse(capture.clone().decode(None).text);
    let base = document.base_url(url.as_ref());
    let absolute = |address: &str| absolute_url(base.as_ref(), address);
    let links = document.elements_named(names::LINK).filter(|&link| {
        let relations = document.attribute(link, names::REL).unwrap_or_default();
        relations.split_ascii_whitespace().any(|relation| relation.eq_ignore_ascii_case("stylesheet"))
    });
    let sheets = links.filter_map(|link| absolute(document.attribute(link, names::HREF)?));
    let inside =
        document.elements_named(names::STYLE).flat_map(|style| of_sheet(&document.text_content(style), base.as_ref()));
    let images = document.elements_named(names::IMG).flat_map(|image| {
        // What the page shows in the end, and what a renderer without scripts asks for.
        [image_source(&document, image), document.attribute(image, names::SRC)]
    });
    let images = images.flatten().filter_map(absolute);
    each_once(sheets.chain(inside).chain(images).collect())
}

/// The files that a style sheet names and a layout depends on: other sheets, and fonts. Pictures behind the text move nothing.
pub(super) fn of_sheet(css: &str, base: Option<&Url>) -> Vec<Url> {
    let css = without_comments(css);
    let lower = css.to_ascii_lowercase();
    let mut found = Vec::new();
    for (at, _) in lower.match_indices("@import") {
        let rest = css[at + "@import".len()..].trim_start();
        let rest =
            if rest.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("url(")) { &rest[4..] } else { rest };
        found.extend(address(rest));
    }
    for (at, _) in lower.match_indices("url(") {
        let font = address(&css[at + "url(".len()..]).filter(|address| {
            let path = address.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
            [".woff2", ".woff", ".ttf", ".otf"].iter().any(|extension| path.ends_with(extension))
        });
        found.extend(font);
    }
    each_once(found.into_iter().filter_map(|address| absolute_url(base, address)).collect())
}

/// The address at the beginning of a text, with or without quotation marks.
fn address(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let found = match text.chars().next()? {
        quote @ ('"' | '\'') => text[1..].split(quote).next()?,
        _ => text.split([')', ';', ' ', '\n', '\t']).next()?,
    };
    let found = found.trim();
    (!found.is_empty()).then_some(found)
}

fn without_comments(css: &str) -> String {
    let mut kept = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    kept + rest
}

/// Those that can be fetched, in their order.
fn each_once(urls: Vec<Url>) -> Vec<Url> {
    let mut known = HashSet::new();
    let mut urls: Vec<Url> = urls.into_iter().filter(|url| matches!(url.scheme(), "http" | "https")).collect();
    for url in &mut urls {
        url.set_fragment(None);
    }
    urls.retain(|url| known.insert(url.clone()));
    urls
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Url {
        "https://shop.example/a/page".parse().expect("an address")
    }

    #[test]
    fn a_page_names_sheets_and_images() {
        let page = "<base href=/b/><link rel='preload Stylesheet' href=one.css><link rel=icon href=x.ico>\
            <style>@import 'two.css';</style><img src=lamp.png#x><img src=lamp.png><img src=data:image/gif;base64,R0 data-src=/late.jpg>";
        let found = of_page(&Capture::new(page).with_url(base()));
        let paths: Vec<&str> = found.iter().map(Url::path).collect();
        assert_eq!(paths, ["/b/one.css", "/b/two.css", "/b/lamp.png", "/late.jpg"]);
    }

    #[test]
    fn a_sheet_names_sheets_and_fonts() {
        let css = "@IMPORT url( \"one.css\" ) screen; @import two.css; /* @import 'no.css'; */ \
            @font-face { src: url(f.woff2?v=1) format('woff2'), url('F.TTF') } body { background: url(big.png) } @import";
        let found = of_sheet(css, Some(&base()));
        let paths: Vec<&str> = found.iter().map(Url::path).collect();
        assert_eq!(paths, ["/a/one.css", "/a/two.css", "/a/f.woff2", "/a/F.TTF"]);
        assert_eq!(of_sheet("@import 'file:///etc/passwd'; @import url(", Some(&base())), []);
    }
}
