//! Where the records are: the selector of the region and, in it, that of the records.

use super::pages::Pages;
use super::robustness::penalty_of_records;
use crate::wrapper::spelling::is_css_name;
use std::collections::BTreeMap;
use tamis_page::predicate::has_class;
use tamis_page::{Css, Document, NodeId, SelectorWriter, Selectors, XPath, budget, is_chosen_name};

/// Selectors of the region and of the records, and the pages that they serve.
pub(super) struct ListSelectors {
    /// At the element of a page.
    pub(super) region: Selectors,
    pub(super) record: Selectors,
    /// The pages whose records they find.
    pub(super) pages: Vec<usize>,
    /// The first elements of the records that they find, in document order.
    pub(super) selected: Vec<NodeId>,
}

/// So many pages have their own say in how a selector is written; all of them are tried.
const MAX_PAGES: usize = 5;

/// So many elements around the region are tried in its place.
const MAX_LEVELS: usize = 2;

/// What it costs to look for the records further out: little where they have a name of their own.
const FURTHER_OUT: f64 = 0.003;
const FURTHER_OUT_NAMELESS: f64 = 0.02;

/// What records on a page are worth whose table is of another list: more than none.
const OTHER_LIST: f64 = 0.1;

/// A page of whose records fewer are found has another list, or none.
const MIN_FOUND: f64 = 0.3;

/// Selectors that find the records of most pages.
pub(super) fn find(pages: &Pages<'_>, writer: &SelectorWriter<'_>) -> Option<ListSelectors> {
    let document = pages.document();
    let firsts: Vec<Vec<NodeId>> = (0..pages.tables.len()).map(|page| pages.firsts(page)).collect();
    let mut best: Option<(f64, ListSelectors)> = None;
    for (level, region) in regions(pages, writer) {
        let places: Vec<Option<NodeId>> = select_one(document, &region, pages);
        let found: Vec<NodeId> = places.iter().copied().flatten().collect();
        for record in records(writer, document, &found, &firsts) {
            let Some(Judged { scores, record, selected }) = judge(document, &record, &places, &firsts) else {
                continue;
            };
            let mean = scores.iter().sum::<f64>() / scores.len() as f64;
            let lost =
                [&region, &record].iter().filter_map(|it| it.xpath.as_deref()).map(penalty_of_records).sum::<f64>();
            let is_named = record.xpath.as_deref().is_some_and(|xpath| xpath.contains('@'));
            let score = mean - lost - level as f64 * if is_named { FURTHER_OUT } else { FURTHER_OUT_NAMELESS };
            if best.as_ref().is_none_or(|(best, _)| score > *best + 1e-9) {
                let pages = (0..scores.len()).filter(|&page| scores[page] >= MIN_FOUND).collect();
                best = Some((score, ListSelectors { region: region.clone(), record, pages, selected }));
            }
        }
    }
    best.map(|(_, place)| place).filter(|place| !place.pages.is_empty())
}

/// Ways to write the region, from all pages and from each, and then the elements around it, with their distance.
fn regions(pages: &Pages<'_>, writer: &SelectorWriter<'_>) -> Vec<(usize, Selectors)> {
    let (document, roots) = (pages.document(), pages.set.roots());
    let mut here: Vec<NodeId> =
        pages.tables.iter().enumerate().map(|(page, it)| pages.set.copy_of(page, it.region)).collect();
    let mut found: Vec<(usize, Selectors)> = Vec::new();
    for level in 0..=MAX_LEVELS {
        let mut written = Vec::new();
        if roots.len() > 1 {
            written.extend(writer.in_each(roots).css_and_xpath(&here));
        }
        if level == 0 || roots.len() == 1 {
            let each = roots.iter().zip(&here).take(MAX_PAGES);
            written.extend(each.map(|(&root, &region)| writer.css_and_xpath(root, &[region])));
        }
        for selectors in written.into_iter().filter(|it| it.xpath.is_some()) {
            if !found.iter().any(|(_, known)| known.xpath == selectors.xpath) {
                found.push((level, selectors));
            }
        }
        // Below the page itself there is no region to tell a page of the template by.
        let parents = here.iter().filter_map(|&region| document.parent(region));
        here = parents.filter(|&parent| document.is_element(parent) && !is_whole_page(document, parent)).collect();
        if here.len() < roots.len() {
            break;
        }
    }
    found
}

fn is_whole_page(document: &Document, element: NodeId) -> bool {
    matches!(document.tag_name(element), "page" | "html" | "body")
}

/// Ways to write the records below these regions.
fn records(
    writer: &SelectorWriter<'_>,
    document: &Document,
    regions: &[NodeId],
    firsts: &[Vec<NodeId>],
) -> Vec<Selectors> {
    let mut regions = regions.to_vec();
    regions.sort_unstable();
    regions.dedup();
    let is_inside = |node: NodeId| regions.iter().any(|&region| region != node && document.contains(region, node));
    let all: Vec<NodeId> = firsts.iter().flatten().copied().filter(|&node| is_inside(node)).collect();
    let mut found = Vec::new();
    if regions.len() > 1 && !nested(document, &regions) {
        found.extend(writer.in_each(&regions).css_and_xpath(&all));
    }
    for &region in regions.iter().take(MAX_PAGES) {
        let own: Vec<NodeId> =
            all.iter().copied().filter(|&node| node != region && document.contains(region, node)).collect();
        found.push(writer.css_and_xpath(region, &own));
    }
    found.extend(plain(document, &regions, &all));
    without_same(found)
}

/// A name, or a name and a class that most records have: what an author would try first.
fn plain(document: &Document, regions: &[NodeId], firsts: &[NodeId]) -> Vec<Selectors> {
    let mut tags: BTreeMap<&str, usize> = BTreeMap::new();
    let mut classes: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for &node in firsts {
        let tag = document.tag_name(node);
        *tags.entry(tag).or_default() += 1;
        for class in document.classes(node).filter(|class| is_css_name(class) && is_chosen_name(class)) {
            *classes.entry((tag, class)).or_default() += 1;
        }
    }
    let are_children = firsts.iter().all(|&node| document.parent(node).is_some_and(|parent| regions.contains(&parent)));
    // A method that errs on every third record still shows what the others are.
    let is_common = |n_nodes: usize| 2 * n_nodes >= firsts.len();
    let mut found = Vec::new();
    for (tag, class) in classes.iter().filter(|(_, n)| is_common(**n)).map(|(names, _)| *names) {
        let xpath = format!(".//{tag}[{}]", has_class(class));
        found.push(Selectors { css: Some(format!("{tag}.{class}")), xpath: Some(xpath) });
    }
    for tag in tags.iter().filter(|(tag, n)| is_common(**n) && is_css_name(tag)).map(|(tag, _)| *tag) {
        if are_children {
            found.push(Selectors { css: Some(format!(":scope > {tag}")), xpath: Some(format!("./{tag}")) });
        }
        found.push(Selectors { css: Some(tag.to_owned()), xpath: Some(format!(".//{tag}")) });
    }
    found
}

/// The one element that a selector selects on each page.
fn select_one(document: &Document, selectors: &Selectors, pages: &Pages<'_>) -> Vec<Option<NodeId>> {
    let xpath = selectors.xpath.as_deref().and_then(|xpath| XPath::parse(xpath).ok());
    let one = |&root: &NodeId| {
        budget::spend(document.subtree_range(root).len());
        match xpath.as_ref()?.select(document, root)[..] {
            [one] => Some(one),
            _ => None,
        }
    };
    pages.set.roots().iter().map(one).collect()
}

struct Judged {
    /// How right the records are on each page, from 0 to 1.
    scores: Vec<f64>,
    /// The selectors, without a CSS one that selects others.
    record: Selectors,
    selected: Vec<NodeId>,
}

fn judge(
    document: &Document,
    record: &Selectors,
    regions: &[Option<NodeId>],
    firsts: &[Vec<NodeId>],
) -> Option<Judged> {
    let xpath = XPath::parse(record.xpath.as_deref()?).ok()?;
    let css = record.css.as_deref().and_then(|css| Css::parse(css).ok());
    let mut is_same_in_css = css.is_some();
    let mut scores = Vec::with_capacity(firsts.len());
    let mut all = Vec::new();
    for (region, firsts) in regions.iter().zip(firsts) {
        let Some(region) = *region else {
            scores.push(0.0);
            continue;
        };
        budget::spend(document.subtree_range(region).len());
        let selected = xpath.select(document, region);
        is_same_in_css = is_same_in_css && css.as_ref().is_some_and(|css| css.select(document, region) == selected);
        let n_right = selected.iter().filter(|node| firsts.binary_search(node).is_ok()).count();
        let f1 = 2.0 * n_right as f64 / (selected.len() + firsts.len()).max(1) as f64;
        scores.push(if selected.len() > 1 { f1.max(OTHER_LIST) } else { f1 });
        all.extend(selected);
    }
    let css = record.css.clone().filter(|_| is_same_in_css);
    all.sort_unstable();
    Some(Judged { scores, record: Selectors { css, xpath: record.xpath.clone() }, selected: all })
}

/// Whether one of the nodes, which are in document order, lies in another.
fn nested(document: &Document, nodes: &[NodeId]) -> bool {
    nodes.windows(2).any(|pair| document.contains(pair[0], pair[1]))
}

fn without_same(selectors: Vec<Selectors>) -> Vec<Selectors> {
    let mut kept: Vec<Selectors> = Vec::new();
    for selectors in selectors.into_iter().filter(|it| it.xpath.is_some()) {
        if !kept.iter().any(|known| known.xpath == selectors.xpath) {
            kept.push(selectors);
        }
    }
    kept
}
