//! The selector of a column: several are written, and each is tried on all rows.

use super::column_groups::ColumnGroup;
use super::items::{ItemLocation, ValueStep};
use super::judge::{Judged, Wanted, judge};
use super::pages::{Pages, SampleRow};
use super::robustness::{n_places, penalty};
use crate::wrapper::{WrapperColumn, reading};
use std::collections::BTreeMap;
use tamis_page::{Css, Document, InEach, NodeId, SelectorWriter, Selectors, budget};

/// A column of the wrapper with what it gives in the rows that were tried.
pub(super) struct LearnedValues {
    pub(super) column: WrapperColumn,
    pub(super) judged: Judged,
    score: f64,
}

/// So many kinds of rows that look alike have a selector written for them.
const MAX_KINDS: usize = 3;

/// So many pages have their own say in how a selector is written.
const MAX_PAGES: usize = 4;

/// A column whose selector serves fewer rows than that is noise, and the more so the more it counts.
const MIN_F1: f64 = 0.4;
const MIN_F1_A_PLACE: f64 = 0.1;

/// A selector that serves so many rows and does not count is taken without looking for others.
const GOOD_F1: f64 = 0.9;

/// Writes selectors for columns in the rows of some pages.
pub(super) struct ColumnWriter<'s, 'a> {
    pages: &'s Pages<'a>,
    writer: &'s SelectorWriter<'s>,
    rows: &'s [SampleRow<'a>],
    /// By number of the element in the record: below all rows that have it.
    in_each: BTreeMap<usize, InEach<'s, 's>>,
}

/// One way to say where a value is in a row.
struct Target {
    row: usize,
    scope: NodeId,
    holder: NodeId,
}

impl<'s, 'a> ColumnWriter<'s, 'a> {
    pub(super) fn new(
        pages: &'s Pages<'a>,
        writer: &'s SelectorWriter<'s>,
        rows: &'s [SampleRow<'a>],
    ) -> ColumnWriter<'s, 'a> {
        ColumnWriter { pages, writer, rows, in_each: BTreeMap::new() }
    }

    /// The best selector of a column; `None` if there is none that is worth it.
    pub(super) fn write(&mut self, group: &ColumnGroup<'a>) -> Option<LearnedValues> {
        let items: Vec<(usize, ItemLocation)> = self
            .rows
            .iter()
            .enumerate()
            .filter_map(|(row, sample)| Some((row, group.item(self.pages, sample)?)))
            .collect();
        let node = most_common(items.iter().map(|(_, item)| item.node))?;
        let here: Vec<&(usize, ItemLocation)> = items.iter().filter(|(_, item)| item.node == node).collect();
        let rows = self.rows;
        let wanted: Vec<Wanted<'_>> = rows
            .iter()
            .map(|row| Wanted {
                scope: row.elements.get(node).copied(),
                value: group.cell(row).map(|cell| cell.text.as_str()),
                is_known: group.by_page.contains_key(&row.page),
            })
            .collect();
        let target =
            |(row, holder): (usize, NodeId)| Some(Target { row, scope: *rows[row].elements.get(node)?, holder });
        let ways: Vec<(ValueStep, Vec<Target>)> =
            ways(&here).into_iter().map(|(step, way)| (step, way.into_iter().filter_map(target).collect())).collect();
        let mut choice =
            SelectorSearch { document: self.pages.document(), group, node, wanted, tried: Vec::new(), best: None };
        for (step, targets) in &ways {
            self.selectors(node, targets).into_iter().for_each(|selectors| choice.add(selectors, step));
        }
        if choice.is_poor() {
            for (step, targets) in &ways {
                self.near(node, targets).into_iter().for_each(|selectors| choice.add(selectors, step));
            }
        }
        choice.into_best(rows.len())
    }

    /// Short paths to these elements, by kind.
    fn near(&self, node: usize, targets: &[Target]) -> Vec<Selectors> {
        let below: Vec<&Target> = targets.iter().filter(|target| target.holder != target.scope).collect();
        let Some(in_each) = self.in_each.get(&node) else { return Vec::new() };
        let kinds = kinds(self.pages.document(), &below);
        let middle = |kind: Vec<NodeId>| kind.get(kind.len() / 2).copied();
        kinds.into_iter().filter_map(middle).flat_map(|node| in_each.near_paths(node)).collect()
    }

    /// Ways to write these elements in their records.
    fn selectors(&mut self, node: usize, targets: &[Target]) -> Vec<Selectors> {
        let document = self.pages.document();
        let mut found = Vec::new();
        if 2 * targets.iter().filter(|target| target.holder == target.scope).count() >= targets.len() {
            found.push(Selectors { css: Some(":scope".to_owned()), xpath: Some(".".to_owned()) });
        }
        let below: Vec<&Target> = targets.iter().filter(|target| target.holder != target.scope).collect();
        if below.is_empty() {
            return found;
        }
        let (rows, writer, pages) = (self.rows, self.writer, self.pages);
        let in_each = self.in_each.entry(node).or_insert_with(|| {
            writer.in_each(&rows.iter().filter_map(|row| row.elements.get(node).copied()).collect::<Vec<_>>())
        });
        let holders: Vec<NodeId> = below.iter().map(|target| target.holder).collect();
        found.extend(in_each.css_and_xpath(&holders));
        // The first thing that is selected is the value: what comes after it in the record does no harm.
        let after: Vec<NodeId> = below.iter().flat_map(|target| elements_after(document, target)).collect();
        for kind in kinds(document, &below) {
            found.extend(in_each.css_and_xpath_within(&kind, &after));
        }
        // Where a row that lacks the value cannot be told from the others, the rows that have it decide.
        let scopes: Vec<NodeId> = below.iter().map(|target| target.scope).collect();
        if scopes.len() < rows.len() {
            found.extend(writer.in_each(&scopes).css_and_xpath_within(&holders, &after));
        }
        if pages.tables.len() > 1 {
            for page in 0..pages.tables.len().min(MAX_PAGES) {
                let is_own = |row: &SampleRow<'_>| row.page == page;
                let scopes = rows.iter().filter(|row| is_own(row)).filter_map(|row| row.elements.get(node).copied());
                let scopes: Vec<NodeId> = scopes.collect();
                let own: Vec<NodeId> =
                    below.iter().filter(|target| is_own(&rows[target.row])).map(|target| target.holder).collect();
                if !own.is_empty() && own.len() < holders.len() {
                    found.extend(writer.in_each(&scopes).css_and_xpath(&own));
                }
            }
        }
        found.extend(in_each.most_common_path(&holders));
        found
    }
}

/// The best of the selectors that were tried.
struct SelectorSearch<'c, 'a> {
    document: &'c Document,
    group: &'c ColumnGroup<'a>,
    node: usize,
    wanted: Vec<Wanted<'c>>,
    tried: Vec<String>,
    best: Option<LearnedValues>,
}

impl SelectorSearch<'_, '_> {
    /// Tries a selector of elements and the step from them, and the same without steps that other parsers do not have.
    fn add(&mut self, selectors: Selectors, step: &ValueStep) {
        let loose = without_table_bodies(&selectors);
        for selectors in std::iter::once(selectors).chain(loose) {
            self.try_one(selectors, step);
        }
    }

    fn try_one(&mut self, selectors: Selectors, step: &ValueStep) {
        let Some(xpath) = selectors.xpath.as_deref().map(|xpath| step.after(xpath)) else { return };
        if self.tried.contains(&xpath) {
            return;
        }
        self.tried.push(xpath.clone());
        let Some(judged) = judge(self.document, &xpath, &self.wanted) else { return };
        let score = judged.f1 - penalty(&xpath);
        if judged.f1 < min_f1(&xpath) || self.best.as_ref().is_some_and(|best| score <= best.score + 1e-9) {
            return;
        }
        let selectors = Selectors { css: selectors.css, xpath: Some(xpath) };
        let (name, format) = (self.group.name().to_owned(), self.group.column.format.clone());
        let mut column = WrapperColumn::new(name, format, selectors);
        column.node = self.node;
        match step {
            ValueStep::Attribute(name) => column.attribute = Some(name.clone()),
            ValueStep::Text(number) => column.text = Some(*number),
            ValueStep::Here => {}
        }
        self.best = Some(LearnedValues { column, judged, score });
    }

    /// Whether the best so far counts elements or serves too few rows.
    fn is_poor(&self) -> bool {
        let xpath = |best: &LearnedValues| best.column.selectors.xpath.clone().unwrap_or_default();
        self.best.as_ref().is_none_or(|best| best.judged.f1 < GOOD_F1 || n_places(&xpath(best)) > 0)
    }

    fn into_best(self, n_rows: usize) -> Option<LearnedValues> {
        let mut best = self.best?;
        // What one record has at some place is no rule.
        let n_places = best.column.selectors.xpath.as_deref().map_or(0, n_places);
        if best.judged.n_right < 2 && n_rows > 2 && n_places > 0 {
            return None;
        }
        if !is_same_in_css(self.document, &best, &self.wanted) {
            best.column.selectors.css = None;
        }
        Some(best)
    }
}

/// How well a selector has to serve.
fn min_f1(xpath: &str) -> f64 {
    (MIN_F1 + MIN_F1_A_PLACE * n_places(xpath) as f64).min(0.9)
}

/// The steps from an element to the value that rows have, each with the elements of the rows: the innermost around the value,
/// and the outermost that has no other text.
fn ways(items: &[&(usize, ItemLocation)]) -> Vec<(ValueStep, Vec<(usize, NodeId)>)> {
    let mut steps: Vec<ValueStep> = items.iter().map(|(_, item)| item.last_step()).collect();
    steps.sort();
    steps.dedup();
    let mut ways: Vec<(ValueStep, Vec<(usize, NodeId)>)> = Vec::new();
    let mut add = |step: &ValueStep, way: Vec<(usize, NodeId)>| {
        if !way.is_empty() && !ways.iter().any(|(known, known_way)| known == step && *known_way == way) {
            ways.push((step.clone(), way));
        }
    };
    for step in &steps {
        let inner = |(row, item): &&(usize, ItemLocation)| Some((*row, *item.holders.first()?));
        if matches!(step, ValueStep::Attribute(_) | ValueStep::Text(_)) {
            add(step, items.iter().filter(|(_, item)| item.last_step() == *step).filter_map(&inner).collect());
        }
        if !matches!(step, ValueStep::Attribute(_)) {
            add(&ValueStep::Here, items.iter().filter_map(inner).collect());
            let outer = |(row, item): &&(usize, ItemLocation)| Some((*row, *item.holders.last()?));
            add(&ValueStep::Here, items.iter().filter_map(outer).collect());
        }
    }
    ways
}

/// Elements of the same name and classes, the most common kinds first, and all together before them.
fn kinds(document: &Document, targets: &[&Target]) -> Vec<Vec<NodeId>> {
    let mut kinds: Vec<(String, Vec<NodeId>)> = Vec::new();
    for target in targets {
        let mut kind = document.tag_name(target.holder).to_owned();
        document.classes(target.holder).for_each(|class| kind.extend([".", class]));
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, nodes)) => nodes.push(target.holder),
            None => kinds.push((kind, vec![target.holder])),
        }
    }
    kinds.sort_by_key(|(_, nodes)| std::cmp::Reverse(nodes.len()));
    let all = (kinds.len() > 1).then(|| targets.iter().map(|target| target.holder).collect());
    all.into_iter().chain(kinds.into_iter().take(MAX_KINDS).map(|(_, nodes)| nodes)).collect()
}

/// The elements of the record that come after the one that holds the value.
fn elements_after<'d>(document: &'d Document, target: &Target) -> impl Iterator<Item = NodeId> + 'd {
    let (start, end) = (target.holder.0 + 1, document.subtree_end(target.scope).0);
    (start..end).map(NodeId).filter(|&node| document.is_element(node))
}

/// Returns the selectors without steps through a `tbody`, which other parsers do not add.
fn without_table_bodies(selectors: &Selectors) -> Option<Selectors> {
    let xpath = selectors.xpath.as_deref().filter(|xpath| xpath.contains("/tbody"))?;
    // `.//tbody/tr` has two of them before the step already.
    let xpath = xpath.replace("/tbody[1]/", "//").replace("/tbody/", "//").replace("///", "//");
    let css = selectors.css.as_deref().map(|css| {
        css.replace(":scope > tbody:first-of-type > ", "")
            .replace(" > tbody:first-of-type > ", " ")
            .replace(" > tbody > ", " ")
    });
    Some(Selectors { css, xpath: Some(xpath) })
}

/// Whether the CSS selector leads to the same values.
fn is_same_in_css(document: &Document, learned: &LearnedValues, wanted: &[Wanted<'_>]) -> bool {
    let column = &learned.column;
    let Some(css) = column.selectors.css.as_deref() else { return false };
    let css = if css == ":scope" { None } else { Some(Css::parse(css)) };
    let Ok(css) = css.transpose() else { return false };
    let value = |scope: NodeId| {
        budget::spend(document.subtree_range(scope).len());
        reading::by_css(document, scope, css.as_ref(), column.attribute.as_deref(), column.text)
    };
    wanted.iter().zip(&learned.judged.values).all(|(wanted, expected)| wanted.scope.and_then(value) == *expected)
}

/// The value that occurs most often, the first of several.
fn most_common(values: impl Iterator<Item = usize>) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    values.for_each(|value| *counts.entry(value).or_default() += 1);
    let most = counts.values().copied().max()?;
    counts.into_iter().find(|(_, count)| *count == most).map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_through_a_table_body_are_left_out_wherever_they_are() {
        for written in [".//tbody/tr", "./tbody/tr", "./tbody[1]/tr", ".//tbody[1]/tr"] {
            let xpath = Some(written.to_owned());
            let loose = without_table_bodies(&Selectors { css: None, xpath }).and_then(|loose| loose.xpath);
            assert_eq!(loose.as_deref(), Some(".//tr"), "{written}");
        }
    }
}
