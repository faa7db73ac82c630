//! The title.

use super::Sourced;
use super::clean_text::{folded, line_of, plain, words};
use super::linked_data::LinkedData;
use super::survey::Survey;
use super::title_parts::{SiteWords, without_site};
use crate::structured::Value;
use std::collections::BTreeSet;
use tamis_page::{Document, NodeId, absolute_url, names};
use url::Url;

/// Names of `meta` elements that hold the title of an article, not of a page: they come without the site's name.
const ARTICLE_TITLES: [&str; 7] =
    ["citation_title", "parsely-title", "headline", "dc.title", "dcterms.title", "sailthru.title", "cxenseparse:title"];
const CARD_TITLES: [&str; 3] = ["og:title", "twitter:title", "twitter:text:title"];

pub(super) fn choose(
    document: &Document,
    survey: &Survey<'_>,
    linked: &LinkedData,
    site_name: Option<&Sourced<String>>,
    address: Option<&Url>,
) -> Option<Sourced<String>> {
    let known =
        site_name.iter().map(|name| name.value.as_str()).chain(survey.meta(&["og:site_name", "application-name"]));
    let site = SiteWords::of(known, address);
    let of_head = survey.title.and_then(|title| plain(&document.text_content(title)));
    let headline = headline(document, survey, of_head.as_deref(), &site, address);
    let shown = headline.as_ref().map(|(_, text)| text.as_str());
    let strip = |title: String, source| Sourced::new(without_site(&title, &site, shown), source);

    let object = linked.of_work("headline").or_else(|| linked.of_work("name")).and_then(Value::as_text).and_then(plain);
    let object = object.map(|title| strip(title, "json-ld"));
    let card = survey.meta(&CARD_TITLES).find_map(plain).map(|title| strip(title, "meta"));
    let article = survey.meta(&ARTICLE_TITLES).find_map(plain).map(|title| strip(title, "meta"));
    let head = of_head.map(|title| strip(title, "title"));

    let said = [&object, &card, &article, &head];
    if let Some((_, shown)) = &headline {
        // A heading may hold a line above the title, and what is written for machines the title alone.
        let below =
            said.into_iter().flatten().find(|said| words(&said.value).len() >= 3 && is_end_of(&said.value, shown));
        if let Some(below) = below {
            return Some(below.clone());
        }
        // What the reader sees, if something that was written for machines says much the same.
        let agrees = said.iter().any(|said| said.as_ref().is_some_and(|said| are_alike(&said.value, shown)));
        if agrees {
            return Some(Sourced::new(shown.clone(), "h1"));
        }
    }
    // A card that is only the site's name is of no use.
    let is_title = |said: &Sourced<String>| !site.is_site(&said.value) || words(&said.value).len() > 4;
    let chosen = [article, card, object, head.clone()].into_iter().flatten().find(is_title);
    chosen.or_else(|| headline.map(|(_, shown)| Sourced::new(shown, "h1"))).or(head)
}

/// The heading that names the page, and its text: of the `h1`, the one most like the title in the head; if there is but
/// one, that; and an `h2` only if it says the same.
fn headline(
    document: &Document,
    survey: &Survey<'_>,
    title: Option<&str>,
    site: &SiteWords,
    address: Option<&Url>,
) -> Option<(NodeId, String)> {
    let mut best: Option<(f64, NodeId, String)> = None;
    for &node in survey.headings.iter().take(20) {
        let Some(text) = line_of(document, node).filter(|text| text.len() < 400) else { continue };
        // The mark of a link to the heading itself.
        let text = text.trim_end_matches(['¶', '#', '§']).trim_end().to_owned();
        let is_first_rank = document.is_html(node, names::H1);
        let likeness = title.map_or(0.0, |title| share_of(&text, title));
        let is_logo = site.is_site(&text) && words(&text).len() < 4
            || site.is_name(&text)
            || leads_upwards(document, node, address);
        if is_logo || (!is_first_rank && likeness < 0.9) {
            continue;
        }
        let rank = if is_first_rank { likeness + 0.1 } else { likeness };
        if best.as_ref().is_none_or(|(known, ..)| rank > *known) {
            best = Some((rank, node, text));
        }
    }
    best.map(|(_, node, text)| (node, text))
}

/// Returns the element of the heading that names the page: authors and dates are looked for near it.
pub(super) fn headline_node(document: &Document, survey: &Survey<'_>) -> Option<NodeId> {
    let title = survey.title.and_then(|title| plain(&document.text_content(title)));
    let site = SiteWords::of([], None);
    headline(document, survey, title.as_deref(), &site, None).map(|(node, _)| node)
}

/// Whether a heading is a link to a page above this one: the name of the site, a section or a blog.
fn leads_upwards(document: &Document, heading: NodeId, address: Option<&Url>) -> bool {
    let around = document.parent(heading).filter(|&parent| document.is_html(parent, names::A));
    let inside = document.descendants(heading).take(20).find(|&node| document.is_html(node, names::A));
    let Some(href) = around.or(inside).and_then(|link| document.attribute(link, names::HREF)) else { return false };
    let Some(address) = address else { return matches!(href, "/" | "./" | "index.html" | "/index.html") };
    let Some(target) = absolute_url(Some(address), href) else { return false };
    let (target, own) = (target.as_str().trim_end_matches('/'), address.as_str().trim_end_matches('/'));
    own.len() > target.len() && own.starts_with(target)
}

/// Whether a text ends with a title, and says something else before it.
fn is_end_of(title: &str, text: &str) -> bool {
    let (title, text) = (words(title), words(text));
    text.len() > title.len() && text.ends_with(&title)
}

/// The share of a text's words that another has too.
fn share_of(text: &str, other: &str) -> f64 {
    let (text, other) = (words(text), words(other));
    let other: BTreeSet<&String> = other.iter().collect();
    let n_common = text.iter().filter(|word| other.contains(word)).count();
    if text.is_empty() { 0.0 } else { n_common as f64 / text.len() as f64 }
}

/// Whether two titles are of the same thing: most words of each are in the other. In scripts without blanks a title is a
/// word or two, so one may also hold the other.
fn are_alike(one: &str, other: &str) -> bool {
    const ALIKE: f64 = 0.6;
    let (short, long) = (share_of(one, other), share_of(other, one));
    if short >= ALIKE && long >= ALIKE {
        return true;
    }
    if words(one).len().min(words(other).len()) > 2 {
        return false;
    }
    let (one, other) = (folded(one), folded(other));
    let (n_one, n_other) = (one.chars().count(), other.chars().count());
    n_one.min(n_other) * 2 >= n_one.max(n_other)
        && n_one.min(n_other) > 3
        && (one.contains(&other) || other.contains(&one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::PageView;

    #[track_caller]
    fn check(html: &str, expect: &str, source: &str) {
        let document = Document::parse(html);
        let survey = Survey::of(&PageView::of(&document));
        let linked = LinkedData::of(&document, &survey, None);
        let found = choose(&document, &survey, &linked, None, None).expect("it has a title");
        assert_eq!((found.value.as_str(), found.source), (expect, source), "{html}");
    }

    #[test]
    fn the_heading_counts_where_the_head_says_the_same() {
        check("<title>Big news - The Paper</title><h1>Big news</h1>", "Big news", "h1");
        check("<title>Big news of today | P</title><h1>The Paper</h1><h1>Big news today</h1>", "Big news today", "h1");
        check("<title>大きなニュース｜新聞</title><h1>大きなニュース</h1>", "大きなニュース", "h1");
    }

    #[test]
    fn the_card_counts_where_the_heading_is_something_else() {
        check(
            "<title>x</title><meta property=og:title content='Big news here'><h1>Welcome</h1>",
            "Big news here",
            "meta",
        );
        check("<title>Big news</title><h2>Other</h2>", "Big news", "title");
        check("<h1>Alone</h1>", "Alone", "h1");
    }

    #[test]
    fn a_line_above_the_title_is_not_part_of_it() {
        check(
            "<title>The big news today | P</title><h1><small>Sports</small> The big news today</h1>",
            "The big news today",
            "title",
        );
    }

    #[test]
    fn a_heading_that_leads_to_the_start_page_is_no_title() {
        check(
            "<title>Big news | My very own blog of things</title><h1><a href=/>My very own blog of things</a></h1><h2>Big news</h2>",
            "Big news",
            "h1",
        );
    }

    #[test]
    fn the_sites_name_goes() {
        check(
            "<title>The whole story | Daily Paper</title><meta property=og:site_name content='Daily Paper'>",
            "The whole story",
            "title",
        );
    }
}
