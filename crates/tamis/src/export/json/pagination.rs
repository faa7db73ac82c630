//! Where the list goes on.

use super::schema::{LoadMoreObject, PageLinkObject, PaginationObject};
use crate::findings::Findings;
use crate::page::Page;
use crate::wrapper::Wrapper;
use tamis_extract::pagination::{Onward, PageTurn, Pagination, pages_css};
use tamis_page::{SelectorWriter, absolute_url, names};

/// The object of findings: what their wrapper says, or what is found on the page.
pub(super) fn of_findings(findings: &Findings) -> Option<PaginationObject> {
    match findings.tables().and_then(|tables| tables.provenance.wrapper()) {
        Some(ready) => of_wrapper(findings, ready.wrapper()),
        None => pagination(findings.page()),
    }
}

/// Where a list goes on, and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct PageTurns {
    /// The address of the next page.
    pub next: Option<String>,
    /// The address of the page before.
    pub previous: Option<String>,
}

/// The next and the previous page, as JSON has them; none where no records were asked for.
pub fn page_turns(findings: &Findings) -> PageTurns {
    let Some(tables) = findings.tables() else { return PageTurns::default() };
    if tables.provenance.wrapper().is_some() {
        return PageTurns { next: next_of_wrapper(findings), previous: None };
    }
    let found = findings.page().pagination();
    let address = |turn: &Option<PageTurn>| turn.as_ref()?.address.clone();
    PageTurns { next: address(&found.next), previous: address(&found.previous) }
}

/// The address of the link that a wrapper selects, if it is on the page.
fn next_of_wrapper(findings: &Findings) -> Option<String> {
    let (link, page) = (findings.next()?, findings.page());
    let written = page.document().attribute(link, names::HREF)?.trim();
    let absolute = absolute_url(page.base_url().as_ref(), written).map(String::from);
    Some(absolute.unwrap_or_else(|| written.to_owned()))
}

/// The link that a wrapper selects, if it is on the page.
fn of_wrapper(findings: &Findings, wrapper: &Wrapper) -> Option<PaginationObject> {
    Some(PaginationObject {
        next: Some(next_of_wrapper(findings)?),
        prev: None,
        onward: Some(Onward::Next.as_str()),
        css: wrapper.next.as_ref().and_then(|next| next.css.clone()),
        confidence: 1.0,
        prev_css: None,
        prev_confidence: None,
        current: None,
        pages: Vec::new(),
        pages_css: None,
        pages_confidence: None,
        pattern: None,
        pattern_first: None,
        pattern_step: None,
        load_more: None,
        reasons: vec!["next: the wrapper says so".to_owned()],
    })
}

/// The object of a page that has something of the kind.
fn pagination(page: &Page) -> Option<PaginationObject> {
    let found = page.pagination();
    if found.is_empty() {
        return None;
    }
    let document = page.document();
    let writer = SelectorWriter::new(document);
    let css = |turn: &Option<PageTurn>| turn.as_ref()?.css(&writer);
    let address = |turn: &Option<PageTurn>| turn.as_ref()?.address.clone();
    let has_pages = !found.pages.is_empty();
    let reasons = reasons(found);
    let confidence = [&found.next, &found.previous].into_iter().flatten().map(|turn| turn.confidence).next();
    Some(PaginationObject {
        next: address(&found.next),
        prev: address(&found.previous),
        onward: found.onward.map(Onward::as_str),
        css: css(&found.next),
        confidence: confidence.unwrap_or_else(|| {
            let of_more = found.load_more.as_ref().map_or(0.0, |more| more.confidence);
            if has_pages { found.pages_confidence } else { of_more }
        }),
        prev_css: css(&found.previous),
        prev_confidence: found.previous.as_ref().map(|turn| turn.confidence),
        current: found.current,
        pages_css: has_pages.then(|| pages_css(document, &found.pages, &writer)).flatten(),
        pages_confidence: has_pages.then_some(found.pages_confidence),
        pattern_first: found.pattern.as_ref().map(|pattern| pattern.first),
        pattern_step: found.pattern.as_ref().map(|pattern| pattern.step),
        pattern: found.pattern.as_ref().map(|pattern| pattern.template.clone()),
        load_more: found.load_more.as_ref().map(|more| LoadMoreObject {
            css: more.css(&writer),
            confidence: more.confidence,
            url: more.address.clone(),
        }),
        pages: page_links(found),
        reasons,
    })
}

fn page_links(found: &Pagination) -> Vec<PageLinkObject> {
    found.pages.iter().map(|link| PageLinkObject { number: link.number, url: link.address.clone() }).collect()
}

fn reasons(found: &Pagination) -> Vec<String> {
    let turns = [("next", &found.next), ("prev", &found.previous), ("load_more", &found.load_more)];
    let turns = turns.into_iter().filter_map(|(name, turn)| Some(format!("{name}: {}", turn.as_ref()?.reason)));
    let pages = (!found.pages.is_empty()).then(|| format!("pages: {}", found.pages_reason));
    turns.chain(pages).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_selectors_and_the_way_on() {
        let html =
            "<ul><li>a<li>b</ul><p class=pager><b>1</b> <a href='?p=2'>2</a> <a rel=next href='?p=2'>Next</a></p>";
        let page = Page::parse(html).with_url("https://a.example/l".parse().unwrap());
        let object = serde_json::to_value(pagination(&page)).unwrap();
        assert_eq!(object["next"], "https://a.example/l?p=2");
        assert_eq!(object["css"], "a[rel=\"next\"]");
        assert_eq!(object["onward"], "next");
        assert_eq!(object["pages"], serde_json::json!([{"number": 2, "url": "https://a.example/l?p=2"}]));
        assert!(object["confidence"].as_f64().is_some_and(|sure| sure > 0.8));
        assert!(pagination(&Page::parse("<p>Nothing")).is_none());
    }
}
