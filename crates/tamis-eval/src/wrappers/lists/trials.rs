//! Every choice of pages to learn from, and what the wrapper finds on the others.

use super::Style;
use crate::datasets::{self, PageCase};
use crate::metrics::records::{RecordCounts, TrueRecords, score};
use crate::predictions::table_rows;
use std::collections::BTreeMap;
use std::path::Path;
use tamis::{Page, Pagination, Recipe, Table, Task};
use tamis_sites::wrapper::{LearnOptions, Sample, Subject, Wrapper, learn};

/// A page with what is known and what is found.
pub struct SitePage {
    /// The name of its folder.
    pub id: String,
    /// The page.
    pub page: Page,
    /// What is true of it.
    pub truth: TrueRecords,
    /// The main table that the default method finds.
    pub table: Option<Table>,
    pagination: Pagination,
    /// How right that table is.
    pub extracted: RecordCounts,
}

/// What a wrapper learned from some pages finds on one that it has not seen.
pub struct Trial {
    /// The pages it was learned from, by their places among those of the site.
    pub learned: Vec<usize>,
    /// The page it is applied to.
    pub applied: usize,
    /// How right its rows are.
    pub counts: RecordCounts,
    /// What it finds.
    pub table: Option<Table>,
    /// The wrapper; `None` where nothing could be learned.
    pub wrapper: Option<Wrapper>,
}

/// Figures over trials.
#[derive(Clone, Copy, Default, Debug)]
pub struct TrialFigures {
    /// What extraction finds on the pages that wrappers are applied to.
    pub extracted: RecordCounts,
    /// What the wrappers find there.
    pub applied: RecordCounts,
    /// How the wrappers are written; each counts as often as it is applied.
    pub style: Style,
}

/// The pages of a data set by site, in the order of their names.
///
/// # Errors
/// If a page cannot be read.
pub fn pages_by_site(data: &Path, only: Option<&str>) -> anyhow::Result<BTreeMap<String, Vec<SitePage>>> {
    let recipe = [Recipe::default_for(Task::Records)];
    let mut sites: BTreeMap<String, Vec<SitePage>> = BTreeMap::new();
    for case in datasets::cases(data)? {
        let site = PageCase::site(&case);
        if only.is_some_and(|only| !site.contains(only)) {
            continue;
        }
        let Some(truth) = case.records()? else { continue };
        let page = case.page()?;
        let table = tamis::ask(&page, &recipe)?.into_tables().into_iter().next();
        let rows = table.as_ref().map(|table| table_rows(page.document(), table)).unwrap_or_default();
        let extracted = score(&truth, &rows);
        let pagination = page.pagination().clone();
        sites.entry(site).or_default().push(SitePage { id: case.id, page, truth, table, pagination, extracted });
    }
    Ok(sites)
}

/// Which pages a wrapper is applied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AppliedTo {
    /// Those of its site that it was not learned from.
    Others,
    /// Those that it was learned from.
    Learned,
}

/// All trials of a site with so many pages to learn from: each choice of them, applied to each of the other pages or to these.
pub fn trials(pages: &[SitePage], n_learned: usize, to: AppliedTo) -> Vec<Trial> {
    let mut found = Vec::new();
    for learned in choices(pages.len(), n_learned) {
        let wrapper = learn_from(pages, &learned);
        let compiled = wrapper.as_ref().and_then(|wrapper| wrapper.compile().ok());
        for applied in (0..pages.len()).filter(|page| learned.contains(page) == (to == AppliedTo::Learned)) {
            let document = pages[applied].page.document();
            let table = compiled.as_ref().and_then(|compiled| compiled.apply(document).table);
            let rows = table.as_ref().map(|table| table_rows(document, table)).unwrap_or_default();
            let counts = score(&pages[applied].truth, &rows);
            found.push(Trial { learned: learned.clone(), applied, counts, table, wrapper: wrapper.clone() });
        }
    }
    found
}

impl TrialFigures {
    /// The figures of these trials of a site.
    pub fn of(pages: &[SitePage], trials: &[Trial]) -> TrialFigures {
        let mut figures = TrialFigures::default();
        for trial in trials {
            figures.extracted.add(&pages[trial.applied].extracted);
            figures.applied.add(&trial.counts);
            if let Some(wrapper) = &trial.wrapper {
                figures.style.add(&Style::of(wrapper));
            }
        }
        figures
    }

    /// Adds those of other sites.
    pub fn add(&mut self, other: &TrialFigures) {
        self.extracted.add(&other.extracted);
        self.applied.add(&other.applied);
        self.style.add(&other.style);
    }

    /// Record F1 of the wrappers as a share of that of extraction.
    pub fn record_ratio(&self) -> f64 {
        ratio(self.applied.f1(), self.extracted.f1())
    }

    /// Attribute F1 of the wrappers as a share of that of extraction.
    pub fn attribute_ratio(&self) -> f64 {
        ratio(attribute_f1(&self.applied), attribute_f1(&self.extracted))
    }
}

/// F1 of the cells, zero if the truth has none.
pub(super) fn attribute_f1(counts: &RecordCounts) -> f64 {
    counts.attributes().map_or(0.0, |(_, _, f1)| f1)
}

fn ratio(one: f64, other: f64) -> f64 {
    if other > 0.0 { one / other } else { 1.0 }
}

fn learn_from(pages: &[SitePage], learned: &[usize]) -> Option<Wrapper> {
    let samples: Vec<Sample<'_>> = learned
        .iter()
        .map(|&page| &pages[page])
        .map(|page| Sample {
            document: page.page.document(),
            url: None,
            table: page.table.as_ref(),
            pagination: Some(&page.pagination),
        })
        .collect();
    let mut options = LearnOptions::default();
    options.subject = Subject::Many;
    learn(&samples, &options).ok()
}

/// All ways to take so many of the first numbers, in order.
fn choices(n: usize, n_taken: usize) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..n_taken {
        let longer = |taken: &Vec<usize>| {
            let from = taken.last().map_or(0, |last| last + 1);
            (from..n).map(|next| taken.iter().copied().chain([next]).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::choices;

    #[test]
    fn every_choice_of_pages_is_tried_once() {
        assert_eq!(choices(3, 1), [[0], [1], [2]]);
        assert_eq!(choices(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert!(choices(1, 2).is_empty());
    }
}
