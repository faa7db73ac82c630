//! The address of a page that came without one: what the page itself says, or the path of its file.
//!
//! A file has no address, and without one the links of a page stay relative. Most pages say where they are from. In this order,
//! unless another is asked for:
//!
//! 1. `saved-from`: what wrote the file. Browsers, `SingleFile`, `HTTrack` and monolith leave a comment at its top, Save Page WE a
//!    `<meta>`, `WebScrapBook` an attribute. This is the address that the page was really read from.
//! 2. `canonical`: `<link rel=canonical>` in the head, or `og:url` where there is none. The site's own word for the page, often
//!    without the query; it may name a page of another site that has the same text.
//! 3. `base`: `<base href>`. Not the page itself, but what its links are relative to.
//!
//! Each counts only if it is a whole http or https address. Only where it is asked for, because names of directories may look
//! like hosts:
//!
//! - `path`: the path of a mirror, `example.org/lamps/index.html` as wget and `HTTrack` write it; see [`PathUrls`].
//!
//! What the page's links start from is not decided here: a `<base>` comes before any address, as the HTML standard says.

use std::path::{Component, Path};
use tamis_page::{Document, NodeKind, names};
use url::Url;

/// Who says the address of a page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UrlSource {
    /// Whoever handed the page over: a user, a server, an archive.
    Given,
    /// The tool that saved the page.
    SavedFrom,
    /// `<link rel=canonical>` or `og:url`.
    Canonical,
    /// `<base href>`.
    Base,
    /// The path of the file.
    Path,
}

impl UrlSource {
    /// Whom a page without an address is asked for it, one after the other, unless another order is wanted.
    pub const DEFAULT: &[UrlSource] = &[UrlSource::SavedFrom, UrlSource::Canonical, UrlSource::Base];

    /// All that can be asked for.
    pub const ALL: &[UrlSource] = &[UrlSource::SavedFrom, UrlSource::Canonical, UrlSource::Base, UrlSource::Path];

    /// The word for it, in output and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            UrlSource::Given => "given",
            UrlSource::SavedFrom => "saved-from",
            UrlSource::Canonical => "canonical",
            UrlSource::Base => "base",
            UrlSource::Path => "path",
        }
    }

    /// What it is, for people.
    pub fn summary(self) -> &'static str {
        match self {
            UrlSource::Given => "whoever handed the page over",
            UrlSource::SavedFrom => "the note of the browser or tool that saved the page",
            UrlSource::Canonical => "<link rel=canonical>, or og:url where there is none",
            UrlSource::Base => "<base href>",
            UrlSource::Path => "the path of a mirror, as in example.org/lamps/index.html, or below --url",
        }
    }

    /// The one with this name, of [all that can be asked for](UrlSource::ALL).
    pub fn named(name: &str) -> Option<UrlSource> {
        UrlSource::ALL.iter().copied().find(|source| source.as_str() == name)
    }
}

/// The first address that is known, in this order.
pub(crate) fn find(document: &Document, order: &[UrlSource], of_path: Option<&Url>) -> Option<(Url, UrlSource)> {
    order.iter().find_map(|&source| {
        let url = match source {
            UrlSource::Given => None,
            UrlSource::SavedFrom => saved_from(document),
            UrlSource::Canonical => canonical(document),
            UrlSource::Base => document.base_url(None).and_then(|url| web_address(url.as_str())),
            UrlSource::Path => of_path.cloned(),
        };
        Some((url?, source))
    })
}

/// A whole address of the web, without credentials: it will stand in the output.
fn web_address(text: &str) -> Option<Url> {
    let mut url = Url::parse(text.trim_matches(|character: char| character <= ' ')).ok().filter(is_web)?;
    let _ = url.set_username("");
    let _ = url.set_password(None);
    Some(url)
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}

/// The nodes before the body: what readers write stands in it.
fn head(document: &Document) -> impl Iterator<Item = tamis_page::NodeId> {
    document.nodes().take_while(|&node| !document.is_html(node, names::BODY))
}

fn canonical(document: &Document) -> Option<Url> {
    let is_canonical =
        |relations: &str| relations.split_ascii_whitespace().any(|one| one.eq_ignore_ascii_case("canonical"));
    let mut links = head(document).filter(|&node| document.is_html(node, names::LINK));
    let link = links.find(|&node| document.attribute(node, names::REL).is_some_and(is_canonical));
    let link = link.and_then(|node| web_address(document.attribute(node, names::HREF)?));
    link.or_else(|| meta(document, "property", "og:url").and_then(web_address))
}

/// The content of the first `<meta>` in the head with this attribute.
fn meta<'d>(document: &'d Document, attribute: &str, value: &str) -> Option<&'d str> {
    let attribute = document.find_name(attribute)?;
    let mut metas = head(document).filter(|&node| document.is_html(node, names::META));
    let found = metas
        .find(|&node| document.attribute(node, attribute).is_some_and(|name| name.trim().eq_ignore_ascii_case(value)));
    document.attribute(found?, names::CONTENT)
}

fn saved_from(document: &Document) -> Option<Url> {
    let mut comments = head(document).filter(|&node| document.kind(node) == NodeKind::Comment);
    let in_comment = comments.find_map(|node| in_comment(document.text(node)));
    in_comment.or_else(|| meta(document, "name", "savepage-url").and_then(web_address)).or_else(|| {
        let attribute = document.find_name("data-scrapbook-source")?;
        let root = document.nodes().find(|&node| document.is_html(node, names::HTML))?;
        web_address(document.attribute(root, attribute)?)
    })
}

/// The address in the comment of a tool that saves pages.
fn in_comment(comment: &str) -> Option<Url> {
    let text = comment.trim();
    let first_word = |text: &str| text.split_ascii_whitespace().next().map(str::to_owned);
    let after = |start: &str| {
        let found = text.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start));
        found.then(|| &text[start.len()..])
    };
    // Browsers: `saved from url=(0023)https://example.org/`, with the length of the address.
    if let Some(rest) = after("saved from url=(") {
        return web_address(&first_word(rest.split_once(')')?.1)?);
    }
    // monolith: `Saved from https://example.org/ at 2026-01-01T00:00:00Z using monolith v2.8.1`.
    if let Some(rest) = after("saved from ") {
        return web_address(&first_word(rest)?);
    }
    // HTTrack: `Mirrored from example.org/lamps/index.html by HTTrack Website Copier/3.x …`. It writes no scheme.
    if let Some(rest) = after("mirrored from ") {
        let address = first_word(rest.split_once(" by HTTrack")?.0)?;
        return web_address(&address).or_else(|| web_address(&format!("https://{address}")));
    }
    // SingleFile: `Page saved with SingleFile`, then a line `url: https://example.org/`.
    if after("page saved with singlefile").is_some() {
        let line = text.lines().find_map(|line| line.trim().strip_prefix("url:"))?;
        return web_address(&first_word(line)?);
    }
    None
}

/// Whether the paths of files are addresses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum PathUrls {
    /// They are not.
    #[default]
    No,
    /// They begin with the name of a host, as in a mirror of several sites.
    OfHosts,
    /// They are relative to this address.
    Below(Url),
}

/// The address that the path of a file in a mirror stands for. Below an address it is the path as it is; else a directory in it has
/// to be named like a host, as wget and `HTTrack` name them, and the scheme is https. What `index.html` is of is
/// its directory, and what comes after a `?` is the query.
pub(crate) fn of_path(path: &Path, place: &Path, urls: &PathUrls) -> Option<Url> {
    let names = |path: &Path| -> Vec<String> {
        let named = path.components().filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
            _ => None,
        });
        named.collect()
    };
    match urls {
        PathUrls::No => None,
        PathUrls::Below(base) => below(base, &names(place)),
        PathUrls::OfHosts => {
            // The path below what was named comes first: a directory above it may be anything.
            let places = [names(place), names(path)];
            places.iter().find_map(|names| {
                let directories = names.len().saturating_sub(1);
                let host = names[..directories].iter().position(|name| is_host(name))?;
                below(&Url::parse(&format!("https://{}/", names[host])).ok()?, &names[host + 1..])
            })
        }
    }
}

/// The address of a file below another address.
fn below(base: &Url, names: &[String]) -> Option<Url> {
    let (name, directories) = names.split_last()?;
    let name = name.strip_suffix(".gz").unwrap_or(name);
    let (name, query) = name.split_once('?').map_or((name, None), |(name, query)| (name, Some(query)));
    let is_index = ["index.html", "index.htm"].contains(&name);
    let mut url = base.clone();
    url.path_segments_mut().ok()?.pop_if_empty().extend(directories).push(if is_index { "" } else { name });
    url.set_query(query);
    url.set_fragment(None);
    Some(url)
}

/// Whether a name is one of a host: labels with dots between, the last of letters alone.
pub(crate) fn is_host(name: &str) -> bool {
    let name = name.split_once(':').map_or(name, |(name, port)| if port.parse::<u16>().is_ok() { name } else { "" });
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || !byte.is_ascii())
            && !label.starts_with('-')
    };
    let Some((_, last)) = name.rsplit_once('.') else { return false };
    name.split('.').all(is_label)
        && last.len() > 1
        && (last.bytes().all(|byte| byte.is_ascii_alphabetic()) || last.starts_with("xn--"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expect: Option<(&str, UrlSource)>) {
        let found = find(&Document::parse(html), UrlSource::DEFAULT, None);
        assert_eq!(found.as_ref().map(|(url, source)| (url.as_str(), *source)), expect, "{html}");
    }

    #[test]
    fn tools_that_save_pages_say_where_they_were() {
        let saved = |url| Some((url, UrlSource::SavedFrom));
        check(
            "<!DOCTYPE html>\n<!-- saved from url=(0025)https://a.example/x?y=1&z -->\n<html><p>x",
            saved("https://a.example/x?y=1&z"),
        );
        check(
            "<html lang=en><!--\n Page saved with SingleFile \n url: https://a.example/x \n saved date: Mon Nov 16 2026\n-->",
            saved("https://a.example/x"),
        );
        check(
            "<html>\n<!-- Mirrored from a.example/x/index.html by HTTrack Website Copier/3.x [XR&CO'2014], Mon -->",
            saved("https://a.example/x/index.html"),
        );
        check(
            "<!-- Saved from http://a.example/ at 2026-01-01T00:00:00Z using monolith v2.8.1 --><html>",
            saved("http://a.example/"),
        );
        check("<head><meta name=savepage-url content=https://a.example/x>", saved("https://a.example/x"));
        check("<html data-scrapbook-source=https://a.example/x>", saved("https://a.example/x"));
        check("<!-- saved from url=(0014)about:internet --><p>x", None);
        check("<!-- saved from url=(0023)file:///tmp/x.html --><p>x", None);
        check("<!-- saved from the flood --><p>x", None);
        check("<p>Words<!-- saved from url=(0018)https://b.example/ -->", None);
    }

    #[test]
    fn the_page_says_its_own_address_if_that_is_whole() {
        let canonical = |url| Some((url, UrlSource::Canonical));
        check("<link rel='x Canonical' href=' https://a.example/x '>", canonical("https://a.example/x"));
        check(
            "<link rel=canonical href=/x><meta property=og:url content=http://a.example/y>",
            canonical("http://a.example/y"),
        );
        check("<link rel=canonical href=https://me:secret@a.example/x>", canonical("https://a.example/x"));
        check("<meta property=og:url content=/y>", None);
        check("<link rel=canonical href=//a.example/x>", None);
        check("<link rel=canonical href=mailto:me@a.example>", None);
        check("<p>Words<link rel=canonical href=https://b.example/>", None);
        check("<base href=https://a.example/x/>", Some(("https://a.example/x/", UrlSource::Base)));
        check("<base href=/x/>", None);
        check("<base href=file:///tmp/>", None);
        let all = "<!-- saved from url=(0018)https://a.example/ --><base href=https://c.example/><link rel=canonical href=https://b.example/>";
        check(all, Some(("https://a.example/", UrlSource::SavedFrom)));
        let order = [UrlSource::Path, UrlSource::Base];
        let found =
            |of_path: Option<&Url>| find(&Document::parse(all), &order, of_path).map(|(url, _)| url.to_string());
        assert_eq!(found(None).as_deref(), Some("https://c.example/"));
        let mirrored = Url::parse("https://d.example/").expect("an address");
        assert_eq!(found(Some(&mirrored)).as_deref(), Some("https://d.example/"));
        assert_eq!(find(&Document::parse(all), &[], None), None);
    }

    #[test]
    fn the_path_of_a_mirror_is_an_address() {
        let check = |path: &str, place: &str, base: Option<&str>, expect: Option<&str>| {
            let below = |base: &str| PathUrls::Below(Url::parse(base).expect("an address"));
            let url = of_path(Path::new(path), Path::new(place), &base.map_or(PathUrls::OfHosts, below));
            assert_eq!(url.as_ref().map(Url::as_str), expect, "{path}");
        };
        check("m/a.example/x/index.html", "a.example/x/index.html", None, Some("https://a.example/x/"));
        check("m/a.example/x/y.html", "x/y.html", None, Some("https://a.example/x/y.html"));
        check(
            "a.example:8080/list?page=2&x=a b",
            "list?page=2&x=a b",
            None,
            Some("https://a.example:8080/list?page=2&x=a%20b"),
        );
        check(
            "m/a.example/50%25 off.html.gz",
            "a.example/50%25 off.html.gz",
            None,
            Some("https://a.example/50%2525%20off.html"),
        );
        check("pages/x/y.html", "x/y.html", None, None);
        check("a.example", "a.example", None, None);
        check("/v1.2/../x.html", "x.html", None, None);
        check("m/x/index.htm", "x/index.htm", Some("https://a.example/shop"), Some("https://a.example/shop/x/"));
        check("m/x.html", "x.html", Some("https://a.example/?q#f"), Some("https://a.example/x.html"));
    }

    #[test]
    fn hosts_are_known_by_their_names() {
        for host in ["a.example", "www.shop.co.uk", "xn--bcher-kva.example", "a-b.example:8080", "bücher.example"] {
            assert!(is_host(host), "{host}");
        }
        for other in ["example", "v1.2", "a..b", ".hidden", "a b.example", "example.", "a.b", "C:", "a.example:x"] {
            assert!(!is_host(other), "{other}");
        }
    }
}
