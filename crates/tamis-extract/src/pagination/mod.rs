//! Pagination: where the list goes on.
//!
//! # What it decides
//! Which link leads to the next page of the list and which to the previous one, which links are page numbers, how the
//! addresses of the pages are made, and which control loads more. Each answer has a confidence and its reasons.
//!
//! # Steps
//! 1. One walk over the page collects the links and buttons that say something about pages (`links`): words in many
//!    languages and arrows (`label`, `words`), `rel`, `class` and `id` (`element_names`).
//! 2. Number links that follow each other become `rows`. A row is a row of pages by what confirms it: a number that
//!    is no link, addresses that differ in one number (`address`) from each other and from the page’s own, a name.
//!    Calendars, years and the small pagers of a forum’s threads are not.
//! 3. What speaks for each link is added up (`choose`); what slides, other articles, other sites and labels that stand
//!    in every record count against it. The page that the head names, or the number after this page’s, is taken where
//!    no link says it.
//!
//! # Labels and the way on
//! `next` is what the page itself calls next. Many blogs call their older entries *previous*, so that a reader who
//! starts at the newest has to go back to go on: [`Pagination::onward`] says which of the two leads to the pages that
//! come after this one.
//!
//! # Example
//! ```
//! use tamis_extract::{PageView, pagination};
//! use tamis_page::Document;
//!
//! let page = "<ul><li>A<li>B</ul><div class=pages><b>1</b> <a href='?p=2'>2</a> <a href='?p=3'>3</a> <a href='?p=2'>›</a></div>";
//! let document = Document::parse(page);
//! let url = "https://shop.example/lamps".parse().unwrap();
//! let found = pagination::find(&PageView::of(&document), Some(&url));
//! assert_eq!(found.next.unwrap().address.as_deref(), Some("https://shop.example/lamps?p=2"));
//! assert_eq!(found.pattern.unwrap().template, "https://shop.example/lamps?p={n}");
//! assert_eq!(found.current, Some(1));
//! ```

mod address;
mod choose;
mod label;
mod links;
mod rows;
mod words;

#[cfg(test)]
mod tests;

pub use address::Pattern;

use crate::element_names::NameWords;
use crate::view::PageView;
use address::PageAddress;
use choose::{Evidence, PaginationLink};
use rows::Row;
use tamis_page::{Document, NodeId, SelectorWriter, budget};
use url::Url;

/// Where the list of a page goes on. Nothing found is all empty.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Pagination {
    /// The page that the page itself calls next.
    pub next: Option<PageTurn>,
    /// The page that it calls previous.
    pub previous: Option<PageTurn>,
    /// The numbered links, by number, each page once.
    pub pages: Vec<PageLink>,
    /// How likely `pages` are pages of the list, from 0 to 1; 0 if it is empty.
    pub pages_confidence: f64,
    /// Why they are taken for pages of the list.
    pub pages_reason: String,
    /// The number of the page that is shown, if that is known.
    pub current: Option<u32>,
    /// How the addresses of the pages are made.
    pub pattern: Option<Pattern>,
    /// What brings more of the list without another page.
    pub load_more: Option<PageTurn>,
    /// Which of the two leads to pages that come after this one.
    pub onward: Option<Onward>,
}

/// A link or control that turns the page.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PageTurn {
    /// Where it leads, absolute where that can be known, without a fragment; `None` for a button or a script.
    pub address: Option<String>,
    /// The element, and its copies above and below the list.
    pub nodes: Vec<NodeId>,
    /// How sure it is, from 0 to 1.
    pub confidence: f64,
    /// What speaks for it.
    pub reason: String,
}

/// A numbered link.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PageLink {
    /// The number it is called by.
    pub number: u32,
    /// Where it leads; `None` for a script.
    pub address: Option<String>,
    /// The link.
    pub node: NodeId,
}

/// The way on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Onward {
    /// The page called next.
    Next,
    /// The page called previous: older entries of a blog.
    Previous,
}

impl Onward {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Onward::Next => "next",
            Onward::Previous => "prev",
        }
    }
}

impl Pagination {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.next.is_none() && self.previous.is_none() && self.pages.is_empty() && self.load_more.is_none()
    }

    /// The link or control that leads to more of the list.
    pub fn onward(&self) -> Option<&PageTurn> {
        match self.onward? {
            Onward::Next => self.next.as_ref(),
            Onward::Previous => self.previous.as_ref(),
        }
    }
}

impl PageTurn {
    /// A CSS selector of the element and its copies, to be used on other pages of the site.
    pub fn css(&self, writer: &SelectorWriter<'_>) -> Option<String> {
        writer.css(writer.document().root(), &self.nodes)
    }

    fn of(choice: PaginationLink) -> PageTurn {
        let PaginationLink { nodes, address, score, reasons } = choice;
        PageTurn { address, nodes, confidence: confidence(score), reason: reasons.join("; ") }
    }
}

/// Finds where the list of a page goes on. The address of the page makes links absolute and is evidence itself.
pub fn find(view: &PageView<'_>, url: Option<&Url>) -> Pagination {
    let document = view.document();
    budget::spend(document.len());
    let (links, head) = links::collect(view);
    if links.is_empty() && head.is_empty() {
        return Pagination::default();
    }
    let page = PageAddress::of(document.base_url(url), url);
    let rows = rows::find(view, &links, &page);
    let evidence = Evidence { view, links: &links, head: &head, rows: &rows, page: &page };
    let (next, previous) = choose::choose(&evidence);
    let mut found = Pagination {
        next: next.map(PageTurn::of),
        previous: previous.map(PageTurn::of),
        load_more: choose::load_more(view, &links, &page).map(PageTurn::of),
        ..Pagination::default()
    };
    found.drop_home_page();
    if let Some(row) = rows.first() {
        found.add_pages(&rows, &links, &page);
        found.add_neighbours(row);
    }
    found.onward = found.way_on(&head, &page);
    found
}

impl Pagination {
    /// The home page of a site is not the page before one of a list that stands elsewhere: it is what a link leads to
    /// that is switched off.
    fn drop_home_page(&mut self) {
        let address = |turn: &Option<PageTurn>| turn.as_ref().and_then(|turn| turn.address.clone());
        let (Some(next), Some(previous)) = (address(&self.next), address(&self.previous)) else { return };
        if address::is_home(&previous) && !address::is_page_of_home(&next) {
            self.previous = None;
        }
    }

    /// The page links of the best row and of its copies.
    fn add_pages(&mut self, rows: &[Row], links: &[links::Link<'_>], page: &PageAddress<'_>) {
        let best = &rows[0];
        let template = |row: &Row| row.pattern.as_ref().map(|pattern| pattern.template.clone());
        let is_copy = |row: &&Row| template(row).is_some() && template(row) == template(best);
        for row in std::iter::once(best).chain(rows[1..].iter().filter(is_copy)) {
            for link in row.links.iter().map(|&link| &links[link]) {
                let Some(number) = link.number() else { continue };
                let address = link.href.and_then(|href| page.absolute(href));
                self.pages.push(PageLink { number, address, node: link.node });
            }
        }
        self.pages.sort_by_key(|page| (page.number, page.node));
        self.pages.dedup_by_key(|page| page.number);
        self.pages_confidence = confidence(best.score);
        self.pages_reason = best.reasons.join("; ");
        self.current = best.current;
        self.pattern.clone_from(&best.pattern);
    }

    /// The numbers before and after this page’s, where no link names the direction.
    fn add_neighbours(&mut self, row: &Row) {
        let Some(current) = row.current else { return };
        let neighbour = |number: Option<u32>| {
            let page = self.pages.iter().find(|page| Some(page.number) == number)?;
            Some(PageTurn {
                address: page.address.clone(),
                nodes: vec![page.node],
                confidence: rounded(confidence(row.score) * 0.9),
                reason: format!("it is page {} of the page numbers, and this is page {current}", page.number),
            })
        };
        if self.next.is_none() {
            self.next = neighbour(current.checked_add(1));
        }
        if self.previous.is_none() {
            self.previous = neighbour(current.checked_sub(1));
        }
    }

    /// Which direction leads to later pages: the one that the head calls next, or whose number is the larger.
    fn way_on(&self, head: &[links::HeadLink<'_>], page: &PageAddress<'_>) -> Option<Onward> {
        let previous = self.previous.as_ref().and_then(|turn| turn.address.as_deref());
        let leads_on = previous.is_some_and(|address| {
            let by_head = head
                .iter()
                .any(|head| head.role == label::Role::Next && page.absolute(head.href).as_deref() == Some(address));
            let by_number = match page.own().map(|own| address::relation(own, address)) {
                Some(address::Relation::OneNumber(own, other)) => other > own,
                Some(address::Relation::NumberAdded(number)) => number > 1,
                _ => false,
            };
            by_head || by_number
        });
        match (leads_on, &self.next) {
            (true, _) => Some(Onward::Previous),
            (false, Some(_)) => Some(Onward::Next),
            (false, None) => None,
        }
    }
}

/// Which way words point that stand on a link, or in its `class`, `id` or `rel`; `None` if they point nowhere, or both ways.
///
/// ```
/// use tamis_extract::pagination::{Onward, direction};
///
/// assert_eq!(direction("pager-next"), Some(Onward::Next));
/// assert_eq!(direction("« Vorherige Seite"), Some(Onward::Previous));
/// assert_eq!(direction("pager"), None);
/// ```
pub fn direction(words: &str) -> Option<Onward> {
    let (name, label) = (NameWords::of(words), label::read(words));
    let says = |role: label::Role| label.words == Some(role) || label.arrow.is_some_and(|arrow| arrow.role == role);
    let leads_on = name.has(NameWords::NEXT | NameWords::ARROW_RIGHT) || says(label::Role::Next);
    let leads_back = name.has(NameWords::PREVIOUS | NameWords::ARROW_LEFT) || says(label::Role::Previous);
    match (leads_on, leads_back) {
        (true, false) => Some(Onward::Next),
        (false, true) => Some(Onward::Previous),
        _ => None,
    }
}

/// Of a sum of evidence: two good signs are worth a little more than even, many are worth almost all.
fn confidence(score: f64) -> f64 {
    rounded(1.0 - 6.0 / (score * score).max(6.0))
}

fn rounded(confidence: f64) -> f64 {
    (confidence * 100.0).round() / 100.0
}

/// Selectors of the page links.
pub fn pages_css(document: &Document, pages: &[PageLink], writer: &SelectorWriter<'_>) -> Option<String> {
    let nodes: Vec<NodeId> = pages.iter().map(|page| page.node).collect();
    writer.css(document.root(), &nodes)
}
