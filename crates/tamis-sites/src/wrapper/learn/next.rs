//! The link to the page that the list goes on with.

use super::Sample;
use super::robustness::{n_places, penalty};
use crate::wrapper::PageSet;
use tamis_page::{Css, Document, NodeId, SelectorWriter, Selectors, XPath, budget};

/// So many pages are looked at.
const MAX_PAGES: usize = 5;

/// Less sure links are not written down.
const MIN_CONFIDENCE: f64 = 0.5;

/// Selectors of the link, on the page.
pub(super) fn find(samples: &[Sample<'_>]) -> Option<Selectors> {
    let turn = |sample: &Sample<'_>| {
        let turn = sample.pagination?.onward()?;
        (turn.confidence >= MIN_CONFIDENCE && turn.address.is_some()).then(|| turn.nodes.clone())
    };
    let with_link: Vec<(&Document, Vec<NodeId>)> =
        samples.iter().filter_map(|sample| Some((sample.document, turn(sample)?))).take(MAX_PAGES).collect();
    let documents: Vec<&Document> = with_link.iter().map(|(document, _)| *document).collect();
    let set = PageSet::of(&documents);
    let links: Vec<Vec<NodeId>> = with_link
        .iter()
        .enumerate()
        .map(|(page, (_, nodes))| nodes.iter().map(|&node| set.copy_of(page, node)).collect())
        .collect();
    let writer = SelectorWriter::new(set.document()).with_classes_as_words();
    let mut candidates: Vec<Selectors> = Vec::new();
    if set.roots().len() > 1 {
        let firsts: Vec<NodeId> = links.iter().filter_map(|nodes| nodes.first().copied()).collect();
        candidates.extend(writer.in_each(set.roots()).css_and_xpath(&links.concat()));
        candidates.extend(writer.in_each(set.roots()).css_and_xpath(&firsts));
    }
    for (&root, nodes) in set.roots().iter().zip(&links) {
        candidates.push(writer.css_and_xpath(root, nodes));
        for &node in nodes.iter().take(1) {
            candidates.push(writer.css_and_xpath(root, &[node]));
            // The label of the link is for XPath alone.
            candidates.push(Selectors { css: None, xpath: writer.xpath(root, &[node]) });
        }
    }
    let mut best: Option<(f64, Selectors)> = None;
    for candidate in candidates {
        let Some((share, candidate)) = judge(set.document(), &set, &links, candidate) else { continue };
        let score = share - 2.0 * candidate.xpath.as_deref().map_or(1.0, penalty);
        if share > 0.5 && best.as_ref().is_none_or(|(best, _)| score > *best + 1e-9) {
            best = Some((score, candidate));
        }
    }
    best.map(|(_, selectors)| at_page(selectors))
}

/// On which share of the pages the first thing that is selected is the link.
fn judge(document: &Document, set: &PageSet, links: &[Vec<NodeId>], selectors: Selectors) -> Option<(f64, Selectors)> {
    let xpath = selectors.xpath.as_deref().filter(|xpath| is_rule(xpath))?;
    let xpath = XPath::parse(xpath).ok()?;
    let css = selectors.css.as_deref().and_then(|css| Css::parse(css).ok());
    let (mut n_right, mut is_same_in_css) = (0, css.is_some());
    for (&root, nodes) in set.roots().iter().zip(links) {
        budget::spend(document.subtree_range(root).len());
        let first = xpath.select(document, root).first().copied();
        is_same_in_css = is_same_in_css && css.as_ref().is_some_and(|css| css.select_first(document, root) == first);
        n_right += usize::from(first.is_some_and(|first| nodes.contains(&first)));
    }
    let css = selectors.css.clone().filter(|_| is_same_in_css);
    Some((n_right as f64 / links.len().max(1) as f64, Selectors { css, xpath: selectors.xpath }))
}

/// Whether other pages may have it too: the number of a page, and an address, are this page's.
fn is_rule(xpath: &str) -> bool {
    let has_number = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let names_number = xpath.split('\'').skip(1).step_by(2).any(|text| has_number(text) && !text.contains(' '));
    !xpath.contains("@href") && !names_number && n_places(xpath) <= 1
}

/// An expression that starts at the element of a page, as one that starts at a page.
pub(super) fn at_page(selectors: Selectors) -> Selectors {
    let xpath = selectors.xpath.map(|xpath| {
        let ways: Vec<&str> = xpath.split(" | ").map(|way| way.strip_prefix('.').unwrap_or(way)).collect();
        ways.join(" | ")
    });
    let css = selectors.css.map(|css| {
        let ways: Vec<&str> = css.split(", ").map(|way| way.strip_prefix(":scope > ").unwrap_or(way)).collect();
        ways.join(", ")
    });
    Selectors { css, xpath }
}
