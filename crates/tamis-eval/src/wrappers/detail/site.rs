//! One site: learn, choose the columns, score them.

use super::score::{Figures, Match, normalised};
use crate::datasets::PageCase;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tamis::Page;
use tamis_sites::wrapper::{LearnError, LearnOptions, Sample, Subject, Wrapper, learn};

/// What a wrapper is worth on a site.
#[derive(Clone, PartialEq, Debug)]
pub struct SiteScore {
    /// The wrapper.
    pub wrapper: Wrapper,
    /// By attribute.
    pub attributes: Vec<AttributeScore>,
    /// How long learning took.
    pub learning: Duration,
    /// How long it took to apply the wrapper to all other pages, and how many they are.
    pub applying: (Duration, usize),
}

/// What a wrapper is worth for an attribute.
#[derive(Clone, PartialEq, Debug)]
pub struct AttributeScore {
    /// Its name in the truth.
    pub name: String,
    /// The column that agrees best on the pages that were learned from.
    pub column: Option<usize>,
    /// What this column is worth on the others, by [`Match::ALL`].
    pub figures: [Figures; 3],
    /// The column that agrees best on the others, and what it is worth there, compared by value.
    pub best: Option<(usize, Figures)>,
    /// The pages on which the column is wrong, by number, with what it says.
    pub wrong: Vec<(usize, Option<String>)>,
}

/// The cells of a page, by column.
type Cells = Vec<Option<String>>;

/// Learns on some of the pages and applies the wrapper to the others.
///
/// # Errors
/// There is nothing to learn, or a page cannot be read.
pub fn measure(cases: &[PageCase], n_learned: usize) -> anyhow::Result<Result<SiteScore, LearnError>> {
    let pages: Vec<Page> = cases.iter().map(PageCase::page).collect::<anyhow::Result<_>>()?;
    let step = cases.len() / n_learned.max(1);
    let is_learned = |page: usize| page.is_multiple_of(step.max(1)) && page / step.max(1) < n_learned;
    let learned: Vec<usize> = (0..pages.len()).filter(|&page| is_learned(page)).collect();
    let others: Vec<usize> = (0..pages.len()).filter(|&page| !is_learned(page)).collect();
    let sample = |&page: &usize| Sample { document: pages[page].document(), url: None, table: None, pagination: None };
    let samples: Vec<Sample<'_>> = learned.iter().map(sample).collect();
    let mut options = LearnOptions::default();
    options.subject = Subject::One;
    let begun = Instant::now();
    let wrapper = match learn(&samples, &options) {
        Ok(wrapper) => wrapper,
        Err(error) => return Ok(Err(error)),
    };
    let learning = begun.elapsed();
    let compiled = wrapper.compile()?;
    let cells = |page: usize| -> Cells {
        let table = compiled.apply(pages[page].document()).table;
        let row = table.and_then(|table| table.rows.into_iter().next());
        row.map_or_else(
            || vec![None; wrapper.columns.len()],
            |row| row.cells.into_iter().map(|cell| cell.map(|cell| normalised(&cell.text))).collect(),
        )
    };
    let on_learned: Vec<Cells> = learned.iter().map(|&page| cells(page)).collect();
    let begun = Instant::now();
    let on_others: Vec<Cells> = others.iter().map(|&page| cells(page)).collect();
    let applying = (begun.elapsed(), others.len());
    let truths: Vec<BTreeMap<String, Vec<String>>> = cases.iter().map(truth).collect();
    // An attribute without a value on any page cannot be found.
    let have_values = truths.iter().flatten().filter(|(_, values)| !values.is_empty());
    let mut names: Vec<&String> = have_values.map(|(name, _)| name).collect();
    names.sort_unstable();
    names.dedup();
    let attributes = names.into_iter().map(|name| {
        let of = |pages: &[usize]| -> Vec<Vec<String>> {
            pages.iter().map(|&page| truths[page].get(name).cloned().unwrap_or_default()).collect()
        };
        let (learned_truth, other_truth) = (of(&learned), of(&others));
        let column = best_column(&on_learned, &learned_truth).map(|(column, _)| column);
        let figures = Match::ALL.map(|how| {
            column.map_or_else(
                || Figures {
                    n_true: other_truth.iter().filter(|truth| !truth.is_empty()).count(),
                    ..Figures::default()
                },
                |column| figures(&on_others, &other_truth, column, how),
            )
        });
        let wrong = others.iter().zip(on_others.iter().zip(&other_truth)).filter_map(|(&page, (cells, truth))| {
            let value = cells[column?].clone();
            let is_right = value.as_ref().map_or(truth.is_empty(), |value| Match::Value.holds(value, truth));
            (!is_right).then_some((page, value))
        });
        let wrong = wrong.collect();
        AttributeScore { name: name.clone(), column, figures, best: best_column(&on_others, &other_truth), wrong }
    });
    Ok(Ok(SiteScore { attributes: attributes.collect(), learning, applying, wrapper: wrapper.clone() }))
}

/// The true values of a page, by attribute.
fn truth(case: &PageCase) -> BTreeMap<String, Vec<String>> {
    let attributes = case.attributes();
    let normal = |values: Vec<&str>| values.into_iter().map(normalised).filter(|value| !value.is_empty()).collect();
    attributes.into_iter().map(|(name, values)| (name.to_owned(), normal(values))).collect()
}

/// The column that agrees best with the truth, the first of several; `None` if none ever does.
fn best_column(cells: &[Cells], truth: &[Vec<String>]) -> Option<(usize, Figures)> {
    let n_columns = cells.first().map_or(0, Vec::len);
    let score = |column: usize| {
        let [equal, value, contains] = Match::ALL.map(|how| figures(cells, truth, column, how));
        (value, [value.f1(), equal.f1(), contains.f1()])
    };
    let mut best: Option<(usize, Figures, [f64; 3])> = None;
    for column in 0..n_columns {
        let (value, order) = score(column);
        if order.iter().any(|&f1| f1 > 0.0) && best.as_ref().is_none_or(|(_, _, best)| order > *best) {
            best = Some((column, value, order));
        }
    }
    best.map(|(column, value, _)| (column, value))
}

fn figures(cells: &[Cells], truth: &[Vec<String>], column: usize, how: Match) -> Figures {
    let mut figures = Figures::default();
    for (cells, truth) in cells.iter().zip(truth) {
        figures.add(how, cells[column].as_deref(), truth);
    }
    figures
}
