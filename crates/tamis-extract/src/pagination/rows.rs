//! Rows of numbers: `1 2 3 … 9`, with the page that is shown among them.

use super::address::{self, PageAddress, Pattern, Relation};
use super::label;
use super::links::Link;
use crate::element_names::NameWords;
use crate::view::PageView;
use std::ops::Range;
use tamis_page::{Document, NodeId, NodeKind, names};

/// A row of page numbers.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Which links it consists of.
    pub(super) links: Vec<usize>,
    /// The page that is shown, if the row says so.
    pub(super) current: Option<u32>,
    /// How the addresses are made.
    pub(super) pattern: Option<Pattern>,
    /// From the first link to the last, with what may stand around them.
    pub(super) reach: Range<usize>,
    pub(super) score: f64,
    pub(super) reasons: Vec<String>,
}

/// Rows that are kept: a page has a pager above and below its list, and seldom more.
const MAX_ROWS: usize = 32;
/// Links of a row: what is longer is an index.
const MAX_LINKS: usize = 500;
/// Nodes between two numbers of one row.
const MAX_GAP: usize = 16;
/// How far around the row its other parts stand.
const MAX_REACH: usize = 32;
/// A longer text between two numbers ends a row.
const MAX_TEXT_BETWEEN: usize = 16;

/// The rows of a page that are page numbers, the best first.
pub(super) fn find(view: &PageView<'_>, links: &[Link<'_>], page: &PageAddress<'_>) -> Vec<Row> {
    let document = view.document();
    let mut runs = runs(document, links);
    runs.retain(|run| run.len() <= MAX_LINKS);
    drop_grids(document, links, &mut runs);
    let mut rows: Vec<Row> = runs.into_iter().filter_map(|run| judge(view, links, page, run)).collect();
    spare_small_pagers(&mut rows);
    rows.retain(|row| row.score >= LEAST_SCORE);
    rows.sort_by(|one, other| other.score.total_cmp(&one.score).then(one.reach.start.cmp(&other.reach.start)));
    rows.truncate(MAX_ROWS);
    rows
}

/// What a row must be worth: two good signs.
const LEAST_SCORE: f64 = 3.5;

/// Number links that follow each other, rising.
fn runs(document: &Document, links: &[Link<'_>]) -> Vec<Vec<usize>> {
    let mut runs: Vec<Vec<usize>> = Vec::new();
    for (index, link) in links.iter().enumerate() {
        let Some(number) = link.number().filter(|&number| number > 0) else { continue };
        let goes_on = runs.last().and_then(|run| run.last()).is_some_and(|&last| {
            let before = &links[last];
            before.number().is_some_and(|before| before < number)
                && links[last + 1..index].iter().all(|between| between.number().is_none())
                && are_near(document, before.node, link.node)
        });
        match runs.last_mut() {
            Some(run) if goes_on => run.push(index),
            _ => runs.push(vec![index]),
        }
    }
    runs
}

fn are_near(document: &Document, one: NodeId, other: NodeId) -> bool {
    let between = document.subtree_end(one).index()..other.index();
    between.len() <= MAX_GAP
        && between
            .map(|index| NodeId(index as u32))
            .all(|node| document.kind(node) != NodeKind::Text || document.text(node).trim().len() <= MAX_TEXT_BETWEEN)
}

fn judge(view: &PageView<'_>, links: &[Link<'_>], page: &PageAddress<'_>, run: Vec<usize>) -> Option<Row> {
    let document = view.document();
    let (first, last) = (links[run[0]].node, links[*run.last()?].node);
    let end = document.subtree_end(last).index();
    let reach = first.index().saturating_sub(MAX_REACH)..(end + MAX_REACH).min(document.len());
    let numbers: Vec<u32> = run.iter().filter_map(|&link| links[link].number()).collect();
    let around = around(view, first, last);
    let mut row = Row { current: None, pattern: None, reach, score: 0.0, reasons: Vec::new(), links: run };
    if around.has(NameWords::CALENDAR | NameWords::CAROUSEL)
        || is_calendar(document, first, last, &numbers)
        || are_years(&numbers)
    {
        return None;
    }
    row.read_pattern(links, page, &numbers);
    row.read_current(document, links, page, &numbers);
    if around.has(NameWords::PAGES) || row.links.iter().any(|&link| links[link].words.has(NameWords::PAGES)) {
        row.add(1.5, "its class or id calls it a pager");
    }
    if has_direction_beside(links, &row) {
        row.add(2.0, "a link beside it names a direction");
    }
    if numbers.len() >= 3 {
        row.score += 0.5;
    }
    Some(row)
}

impl Row {
    fn add(&mut self, score: f64, reason: impl Into<String>) {
        self.score += score;
        self.reasons.push(reason.into());
    }

    /// Finds how addresses and numbers go together, from the first pair that does.
    fn read_pattern(&mut self, links: &[Link<'_>], page: &PageAddress<'_>, numbers: &[u32]) {
        let addresses: Vec<Option<String>> = self.links.iter().map(|&link| page.absolute(links[link].href?)).collect();
        let pairs = addresses.windows(2).zip(numbers.windows(2));
        let found = pairs.take(MAX_REACH).find_map(|(addresses, numbers)| {
            let (one, other, template) = address::one_number(addresses[0].as_deref()?, addresses[1].as_deref()?)?;
            pattern(template, (numbers[0], one), (numbers[1], other))
        });
        if let Some(pattern) = found {
            let fits = |(address, &number): (&Option<String>, &u32)| {
                address.as_deref().and_then(|address| pattern.page_of(address)) == Some(number)
            };
            let n_fitting = addresses.iter().zip(numbers).filter(|&pair| fits(pair)).count();
            if n_fitting * 2 > numbers.len() {
                self.pattern = Some(pattern);
                self.add(2.0, "addresses differ in one number, which goes with the label");
            }
        } else if let ([Some(address)], Some(own)) = (&addresses[..], page.own()) {
            let found = match address::relation(own, address) {
                Relation::OneNumber(_, n) | Relation::NumberAdded(n) => Some(n),
                _ => None,
            };
            if found == Some(i64::from(numbers[0])) || found == Some(i64::from(numbers[0]) - 1) {
                self.add(2.0, "the address is this page’s but for the number");
            }
        }
        let own_page = self.pattern.as_ref().zip(page.own()).and_then(|(pattern, own)| pattern.page_of(own));
        let grows_from_own = || {
            let own = page.own()?;
            let address = addresses.iter().flatten().last()?;
            matches!(address::relation(own, address), Relation::NumberAdded(_)).then_some(())
        };
        if own_page.is_some() {
            self.current = own_page;
            self.add(2.0, "this page’s address has the same form");
        } else if self.pattern.is_some() && grows_from_own().is_some() {
            self.add(1.5, "the addresses are this page’s with a number added");
        }
    }

    /// The page that is shown: a number in the row that is no link, or a link that is marked as such.
    fn read_current(&mut self, document: &Document, links: &[Link<'_>], page: &PageAddress<'_>, numbers: &[u32]) {
        if let Some(number) = unlinked_number(document, links, &self.links, numbers) {
            self.current = Some(number);
            self.add(2.0, format!("{number} stands in it without a link"));
            return;
        }
        let marked = self.links.iter().find(|&&link| links[link].words.has(NameWords::CURRENT));
        let own = || {
            let own = page.own()?;
            self.links.iter().find(|&&link| {
                let address = links[link].href.and_then(|href| page.absolute(href));
                address.is_some_and(|address| address::relation(own, &address) == Relation::Same)
            })
        };
        if let Some(number) = marked.or_else(own).and_then(|&link| links[link].number()) {
            self.current = Some(number);
            self.add(1.5, format!("{number} is marked as the page that is shown"));
        } else if self.current.is_none() && self.pattern.is_some() && numbers[0] == 2 {
            // The row starts after the first page.
            self.current = Some(1);
        }
    }
}

/// The pattern through two pages.
fn pattern(template: String, one: (u32, i64), other: (u32, i64)) -> Option<Pattern> {
    let pages = i64::from(other.0) - i64::from(one.0);
    let apart = other.1.checked_sub(one.1)?;
    let step = apart / pages;
    if step <= 0 || step * pages != apart {
        return None;
    }
    let first = one.1.checked_sub(step.checked_mul(i64::from(one.0) - 1)?)?;
    (first >= 0).then_some(Pattern { template, first, step })
}

/// Returns a number in the row, or just before or after it, that is not a link and continues the numbers of the links.
fn unlinked_number(document: &Document, links: &[Link<'_>], run: &[usize], numbers: &[u32]) -> Option<u32> {
    let number_in = |range: Range<usize>, fits: &dyn Fn(u32) -> bool| {
        range.map(|index| NodeId(index as u32)).filter(|&node| document.kind(node) == NodeKind::Text).find_map(|node| {
            let text = document.text(node);
            // `[1]`, `1 |` and `Pages: 1` are read too.
            let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            let mut found = words.clone().filter_map(|word| word.parse::<u32>().ok()).filter(|&number| fits(number));
            found.next().filter(|_| text.len() <= 64 && words.count() <= 4 && label::read(text).words.is_none())
        })
    };
    let node = |link: usize| links[link].node.index();
    let end = |link: usize| document.subtree_end(links[link].node).index();
    for (pair, numbers) in run.windows(2).zip(numbers.windows(2)) {
        if let Some(found) = number_in(end(pair[0])..node(pair[1]), &|n| numbers[0] < n && n < numbers[1]) {
            return Some(found);
        }
    }
    let (first, last) = (numbers[0], *numbers.last()?);
    let (start, end) = (node(run[0]), end(*run.last()?));
    let before = start.saturating_sub(MAX_GAP / 2)..start;
    let after = end..(end + MAX_GAP / 2).min(document.len());
    number_in(before, &|n| n.checked_add(1) == Some(first) && !is_linked(links, run[0], n))
        .or_else(|| number_in(after, &|n| last.checked_add(1) == Some(n)))
}

/// Whether a number before a row is itself a link, of another row.
fn is_linked(links: &[Link<'_>], first: usize, number: u32) -> bool {
    first > 0 && links[first - 1].number() == Some(number)
}

/// What the page calls the elements around a row, up to the first that holds much more.
fn around(view: &PageView<'_>, first: NodeId, last: NodeId) -> NameWords {
    const LEVELS: usize = 4;
    const MAX_NODES: usize = 120;
    let document = view.document();
    let common = document.common_ancestor(first, last);
    let n_own = document.subtree_end(last).index() - first.index();
    let mut found = NameWords::default();
    for node in std::iter::once(common).chain(document.ancestors(common)).take(LEVELS) {
        if document.subtree_range(node).len() > n_own + MAX_NODES {
            break;
        }
        found |= view.name_of(node).in_class;
    }
    found
}

/// Drops runs that continue from one row of a table in the next, such as the weeks of a month.
fn drop_grids(document: &Document, links: &[Link<'_>], runs: &mut Vec<Vec<usize>>) {
    let table_of = |run: &[usize]| {
        let mut around = document.ancestors(links[run[0]].node).take(6);
        around.find(|&node| document.is_html(node, names::TABLE))
    };
    let tables: Vec<Option<NodeId>> = runs.iter().map(|run| table_of(run)).collect();
    let ends = |run: &[usize]| Some((links[run[0]].number()?, links[*run.last()?].number()?));
    let goes_on = |index: usize| {
        index > 0
            && tables[index].is_some()
            && tables[index] == tables[index - 1]
            && ends(&runs[index - 1])
                .zip(ends(&runs[index]))
                .is_some_and(|((_, last), (first, _))| last.checked_add(1) == Some(first))
    };
    let mut grids: Vec<Option<NodeId>> =
        (1..runs.len()).filter(|&index| goes_on(index)).map(|index| tables[index]).collect();
    grids.sort_unstable();
    if !grids.is_empty() {
        let mut tables = tables.iter();
        runs.retain(|_| tables.next().is_some_and(|table| table.is_none() || grids.binary_search(table).is_err()));
    }
}

/// Days of a month: numbers in several rows of a table, or all from the first to the last.
fn is_calendar(document: &Document, first: NodeId, last: NodeId, numbers: &[u32]) -> bool {
    let row_of = |node| document.ancestors(node).take(4).find(|&node| document.is_html(node, names::TR));
    let are_in_rows = row_of(first).is_some() && row_of(first) != row_of(last);
    let are_all_days = (28..=31).contains(&numbers.len()) && numbers[0] == 1;
    (are_in_rows || are_all_days) && numbers.iter().all(|&number| number <= 31)
}

/// An archive by years.
fn are_years(numbers: &[u32]) -> bool {
    numbers.iter().all(|number| (1900..2100).contains(number))
}

/// A link beside the row that names a direction.
fn has_direction_beside(links: &[Link<'_>], row: &Row) -> bool {
    let (first, last) = (row.links[0], row.links[row.links.len() - 1]);
    let beside = links[..first].iter().rev().take(4).chain(links[last + 1..].iter().take(4));
    let near = |link: &Link<'_>| row.reach.contains(&link.node.index());
    let says = |link: &Link<'_>| {
        let role = link.label.words.or(link.label.arrow.map(|arrow| arrow.role)).or(link.hint.words).or(link.rel);
        role.is_some() || link.words.has(NameWords::NEXT | NameWords::PREVIOUS)
    };
    beside.into_iter().any(|link| near(link) && link.number().is_none() && says(link))
}

/// Lowers the score of rows that lead to different lists, such as the pagers of a forum's threads, unless a row shows that
/// this page is one of its pages.
fn spare_small_pagers(rows: &mut [Row]) {
    let is_own = |row: &Row| row.reasons.iter().any(|reason| reason.contains("this page"));
    let templates: Vec<Option<String>> =
        rows.iter().map(|row| row.pattern.as_ref().map(|pattern| pattern.template.clone())).collect();
    let mut others: Vec<&str> = Vec::new();
    for template in templates.iter().flatten() {
        if !others.contains(&template.as_str()) && others.len() < 8 {
            others.push(template);
        }
    }
    if others.len() > 2 {
        for row in rows.iter_mut().filter(|row| !is_own(row) && row.current.is_none()) {
            row.score -= 2.0;
        }
    }
}
