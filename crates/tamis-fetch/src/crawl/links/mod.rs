//! Where a page leads, and what it says about itself to crawlers.

mod directives;
#[cfg(test)]
mod tests;

use super::robots::product_token;
use directives::Directives;
use std::collections::HashMap;
use tamis_page::names::{
    A, AREA, CONTENT, FRAME, HREF, HTTP_EQUIV, IFRAME, LINK, META, NAME, REL, SRC, TEMPLATE, XLINK_HREF,
};
use tamis_page::{Capture, Document, NodeId, absolute_url};
use url::Url;

/// More addresses than this are not taken from one page. Site maps for people and link farms have thousands; what has more
/// is an attempt to fill a queue.
pub(crate) const MAX_LINKS: usize = 10_000;

/// What a crawler wants to know of a page.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_field_names, reason = "the links among what is said about links")]
pub(crate) struct Links {
    /// In document order, each address once, `http` and `https` only, without fragments.
    pub(crate) links: Vec<Link>,
    /// How many more addresses there were than [`MAX_LINKS`].
    pub(crate) n_over_limit: usize,
    /// The page asks that none of its links be followed.
    pub(crate) is_nofollow: bool,
    /// The page asks not to be listed.
    pub(crate) is_noindex: bool,
    /// The address that the page gives as its own. Two that differ are none.
    pub(crate) canonical: Option<Url>,
    /// Where the page sends its reader on; one of the links too.
    pub(crate) refresh: Option<Url>,
}

/// One address that a page links to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    /// Where it leads.
    pub(crate) url: Url,
    /// Every link of the page to this address has `rel=nofollow`, `ugc` or `sponsored`. What the page says about all of
    /// its links is [`Links::is_nofollow`].
    pub(crate) is_nofollow: bool,
}

/// Reads the links of a page: `a` and `area`, frames, `link rel=next` and `prev`, and where it refreshes to. `agent` is how
/// we present ourselves; pages and headers may address it by its first word.
pub(crate) fn links(capture: &Capture, document: &Document, agent: &str) -> Links {
    let agent = product_token(agent);
    let base = document.base_url(capture.url.as_ref());
    let mut found =
        LinkCollector { base: base.as_ref(), links: Links::default(), places: HashMap::new(), canonicals: Vec::new() };

    let mut directives = Directives::default();
    for value in capture.header_values("x-robots-tag") {
        directives.read_header(value, agent);
    }
    if let Some(value) = capture.header("refresh") {
        found.refresh(value, capture.url.as_ref());
    }

    let mut node = NodeId::ROOT;
    while node.index() < document.len() {
        // What is in a template is not in the page, and a frame of its own text has a base of its own.
        let is_elsewhere = document.is_html(node, TEMPLATE) && !document.is_shadow_root(node);
        if document.is_html(node, META) {
            meta(document, node, agent, &mut directives, &mut found);
        } else {
            found.element(document, node);
        }
        let is_skipped = is_elsewhere || document.is_inlined_frame(node);
        node = if is_skipped { document.subtree_end(node) } else { NodeId(node.0 + 1) };
    }

    if found.canonicals.is_empty() {
        let own = capture.header_values("link").flat_map(directives::canonicals);
        found.canonicals.extend(own.filter_map(|address| web_address(capture.url.as_ref(), address)));
    }
    found.canonicals.dedup();
    let mut links = found.links;
    links.canonical = found.canonicals.pop().filter(|_| found.canonicals.is_empty());
    links.is_nofollow = directives.is_nofollow;
    links.is_noindex = directives.is_noindex;
    links
}

fn meta(document: &Document, node: NodeId, agent: &str, directives: &mut Directives, found: &mut LinkCollector<'_>) {
    let Some(content) = document.attribute(node, CONTENT) else { return };
    let name = document.attribute(node, NAME).unwrap_or_default().trim();
    if name.eq_ignore_ascii_case("robots") || !agent.is_empty() && name.eq_ignore_ascii_case(agent) {
        directives.read_list(content);
    }
    if document.attribute(node, HTTP_EQUIV).is_some_and(|value| value.trim().eq_ignore_ascii_case("refresh")) {
        found.refresh(content, found.base);
    }
}

/// What was found so far.
struct LinkCollector<'a> {
    base: Option<&'a Url>,
    links: Links,
    /// Where each address stands in the list.
    places: HashMap<Url, usize>,
    canonicals: Vec<Url>,
}

impl LinkCollector<'_> {
    fn element(&mut self, document: &Document, node: NodeId) {
        let Some(tag) = document.tag(node) else { return };
        let rel = || document.attribute(node, REL).unwrap_or_default();
        let has = |words: &[&str]| {
            rel().split_ascii_whitespace().any(|word| words.iter().any(|given| word.eq_ignore_ascii_case(given)))
        };
        if tag == A || tag == AREA {
            let href = document.attribute(node, HREF).or_else(|| document.attribute(node, XLINK_HREF));
            self.link(href, has(&["nofollow", "ugc", "sponsored"]));
        } else if tag == FRAME || tag == IFRAME {
            self.link(document.attribute(node, SRC), false);
        } else if tag == LINK {
            let href = document.attribute(node, HREF);
            if has(&["next", "prev", "previous"]) {
                self.link(href, has(&["nofollow", "ugc", "sponsored"]));
            }
            if has(&["canonical"]) {
                self.canonicals.extend(href.and_then(|href| web_address(self.base, href)));
            }
        }
    }

    fn link(&mut self, href: Option<&str>, is_nofollow: bool) {
        if let Some(url) = href.and_then(|href| web_address(self.base, href)) {
            self.add(url, is_nofollow);
        }
    }

    fn add(&mut self, url: Url, is_nofollow: bool) {
        if let Some(&place) = self.places.get(&url) {
            self.links.links[place].is_nofollow &= is_nofollow;
        } else if self.links.links.len() < MAX_LINKS {
            self.places.insert(url.clone(), self.links.links.len());
            self.links.links.push(Link { url, is_nofollow });
        } else {
            self.links.n_over_limit += 1;
        }
    }

    /// The first address counts.
    fn refresh(&mut self, content: &str, base: Option<&Url>) {
        if self.links.refresh.is_none()
            && let Some(url) = directives::refresh_address(content).and_then(|address| web_address(base, address))
        {
            self.add(url.clone(), false);
            self.links.refresh = Some(url);
        }
    }
}

/// An address of the web, absolute and without its fragment. One that is empty means the page itself, which is here.
fn web_address(base: Option<&Url>, href: &str) -> Option<Url> {
    let href = href.trim_matches(|character: char| character <= ' ');
    if href.is_empty() || href.starts_with('#') {
        return None;
    }
    let mut url = absolute_url(base, href)?;
    url.set_fragment(None);
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}
