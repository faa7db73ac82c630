//! The link to the page that the list goes on with.
//!
//! A wrong link is worse than none: a spider that follows it goes back, or round in circles. So a selector that says where it
//! leads, by `rel`, by its label or by a class, comes before any other; and one that does not is taken only if the pages
//! show that the links back and the numbers do not have it too.

use super::Sample;
use super::next_words::{saying, says};
use super::robustness::{n_places, penalty};
use crate::wrapper::PageSet;
use crate::wrapper::spelling::{literals, ways};
use tamis_extract::pagination::{Onward, Pagination};
use tamis_page::{Css, Document, NodeId, SelectorWriter, Selectors, XPath, budget, names};

/// So many pages with the link are looked at, and so many without.
const MAX_PAGES: usize = 5;

/// Less sure links are not written down.
const MIN_CONFIDENCE: f64 = 0.5;

/// What it is worth that a selector says where it leads, or that several pages tell it from the links back: more than all that
/// its spelling can cost.
const SURE: f64 = 0.6;

/// What it is worth that there is a CSS selector too.
const IN_BOTH: f64 = 0.01;

/// What the pages show of the link.
struct Shown {
    set: PageSet,
    /// By page, the link and its copies; none on a page that the list ends with.
    links: Vec<Vec<NodeId>>,
    /// By page, the link back.
    back: Vec<Vec<NodeId>>,
    /// By page, the numbers of pages.
    numbers: Vec<Vec<NodeId>>,
    direction: Onward,
}

/// A selector, as far as the pages show how right it is.
struct Judged {
    /// The share of the pages on which the first thing that is selected is the link, or nothing where there is none.
    share: f64,
    /// Whether it says where it leads, or several pages tell it from the links back.
    is_sure: bool,
    /// Without a CSS one that selects another.
    selectors: Selectors,
}

/// Selectors of the link, on the page.
pub(super) fn find(samples: &[Sample<'_>]) -> Option<Selectors> {
    let shown = Shown::of(samples)?;
    let mut best: Option<(f64, Selectors)> = None;
    for candidate in shown.candidates() {
        let Some(Judged { share, is_sure, selectors }) = shown.judge(candidate) else { continue };
        let in_both = if selectors.css.is_some() { IN_BOTH } else { 0.0 };
        let lost = 2.0 * selectors.xpath.as_deref().map_or(1.0, penalty);
        let score = share + in_both - lost + if is_sure { SURE } else { 0.0 };
        if share > 0.5 && best.as_ref().is_none_or(|(best, _)| score > *best + 1e-9) {
            best = Some((score, selectors));
        }
    }
    best.map(|(_, selectors)| at_page(selectors))
}

impl Shown {
    /// What is seen on the pages; `None` if none has the link.
    fn of(samples: &[Sample<'_>]) -> Option<Shown> {
        let looked_for = samples.iter().filter_map(|sample| Some((sample.document, sample.pagination?)));
        let is_sure = |found: &Pagination| {
            found.onward().is_some_and(|turn| turn.confidence >= MIN_CONFIDENCE && turn.address.is_some())
        };
        let with_link: Vec<(&Document, &Pagination)> =
            looked_for.clone().filter(|(_, found)| is_sure(found)).take(MAX_PAGES).collect();
        let direction = with_link.first()?.1.onward?;
        let without = looked_for.filter(|(_, found)| found.onward().is_none()).take(MAX_PAGES);
        let pages: Vec<(&Document, &Pagination)> = with_link.into_iter().chain(without).collect();
        let set = PageSet::of(&pages.iter().map(|(document, _)| *document).collect::<Vec<_>>());
        let mut shown = Shown { set, links: Vec::new(), back: Vec::new(), numbers: Vec::new(), direction };
        for (page, (_, found)) in pages.iter().enumerate() {
            let copies =
                |nodes: &[NodeId]| -> Vec<NodeId> { nodes.iter().map(|&node| shown.set.copy_of(page, node)).collect() };
            let links = found.onward().map_or_else(Vec::new, |turn| copies(&turn.nodes));
            let back = match direction {
                Onward::Next => &found.previous,
                Onward::Previous => &found.next,
            };
            let mut back = back.as_ref().map_or_else(Vec::new, |turn| copies(&turn.nodes));
            back.retain(|node| !links.contains(node));
            let mut numbers = copies(&found.pages.iter().map(|page| page.node).collect::<Vec<_>>());
            numbers.retain(|node| !links.contains(node));
            shown.links.push(links);
            shown.back.push(back);
            shown.numbers.push(numbers);
        }
        Some(shown)
    }

    /// Ways to write the link.
    fn candidates(&self) -> Vec<Selectors> {
        let document = self.set.document();
        let writer = SelectorWriter::new(document).with_classes_as_words();
        let roots = self.set.roots();
        let mut found: Vec<Selectors> = Vec::new();
        for &link in self.links.iter().filter_map(|nodes| nodes.first()) {
            for selectors in saying(document, link, self.direction) {
                if !found.contains(&selectors) {
                    found.push(selectors);
                }
            }
        }
        if roots.len() > 1 {
            let firsts: Vec<NodeId> = self.links.iter().filter_map(|nodes| nodes.first().copied()).collect();
            found.extend(writer.in_each(roots).css_and_xpath(&self.links.concat()));
            found.extend(writer.in_each(roots).css_and_xpath(&firsts));
        }
        for (&root, nodes) in roots.iter().zip(&self.links) {
            let Some(&first) = nodes.first() else { continue };
            found.push(writer.css_and_xpath(root, nodes));
            found.push(writer.css_and_xpath(root, &[first]));
            // The label of the link is for XPath alone.
            found.push(Selectors { css: None, xpath: writer.xpath(root, &[first]) });
        }
        found
    }

    /// Tries a selector on all pages; `None` for one that may as well be that of another link.
    fn judge(&self, selectors: Selectors) -> Option<Judged> {
        let document = self.set.document();
        let text = selectors.xpath.as_deref().filter(|xpath| is_rule(xpath))?;
        let xpath = XPath::parse(text).ok()?;
        let css = selectors.css.as_deref().and_then(|css| Css::parse(css).ok());
        let (mut n_right, mut is_same_in_css) = (0, css.is_some());
        let (mut takes_others, mut n_told_apart) = (false, 0);
        for (page, &root) in self.set.roots().iter().enumerate() {
            budget::spend(document.subtree_range(root).len());
            let selected = xpath.select(document, root);
            let first = selected.first().copied();
            is_same_in_css =
                is_same_in_css && css.as_ref().is_some_and(|css| css.select_first(document, root) == first);
            let (links, back) = (&self.links[page], &self.back[page]);
            // What has no address leads nowhere: a link that is switched off.
            let leads = first.filter(|&first| document.attribute(first, names::HREF).is_some());
            let is_right =
                if links.is_empty() { leads.is_none() } else { first.is_some_and(|first| links.contains(&first)) };
            n_right += usize::from(is_right);
            takes_others |= selected.iter().any(|node| back.contains(node) || self.numbers[page].contains(node));
            n_told_apart += usize::from(is_right && !back.is_empty());
        }
        let share = n_right as f64 / self.links.len() as f64;
        let n_proofs = if takes_others || n_right < self.links.len() { 0 } else { n_told_apart };
        let says_where = says(text, self.direction);
        if n_proofs == 0 && !says_where {
            return None;
        }
        let css = selectors.css.clone().filter(|_| is_same_in_css);
        Some(Judged {
            share,
            is_sure: says_where || n_proofs > 1,
            selectors: Selectors { css, xpath: selectors.xpath },
        })
    }
}

/// Whether other pages may have it too: the number of a page, and an address, are this page's.
fn is_rule(xpath: &str) -> bool {
    let has_number = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let names_number = literals(xpath).into_iter().any(|text| has_number(text) && !text.contains(' '));
    !xpath.contains("@href") && !names_number && n_places(xpath) <= 1
}

/// An expression that starts at the element of a page, as one that starts at a page.
pub(super) fn at_page(selectors: Selectors) -> Selectors {
    let xpath = selectors.xpath.map(|xpath| {
        let ways = ways(&xpath, '|').into_iter().map(|way| way.strip_prefix('.').unwrap_or(way));
        ways.collect::<Vec<_>>().join(" | ")
    });
    let css = selectors.css.map(|css| {
        let ways = ways(&css, ',').into_iter().map(|way| way.strip_prefix(":scope > ").unwrap_or(way));
        ways.collect::<Vec<_>>().join(", ")
    });
    Selectors { css, xpath }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_quotes_stays_as_it_is() {
        let css = Some(":scope > a[title=\"Home, :scope > x\"], :scope > b".to_owned());
        let xpath = Some("./a[@title='Home | ./x'] | ./b".to_owned());
        let at_page = at_page(Selectors { css, xpath });
        assert_eq!(at_page.css.as_deref(), Some("a[title=\"Home, :scope > x\"], b"));
        assert_eq!(at_page.xpath.as_deref(), Some("/a[@title='Home | ./x'] | /b"));
    }
}
