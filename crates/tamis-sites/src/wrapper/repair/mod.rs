//! A wrapper for pages that have changed, from the old one and a fresh extraction.
//!
//! What still works is kept: a user may have pinned it, and a selector that survived a redesign is a good one. So the records
//! are looked for where they were first, then by their own selector anywhere on the page, then among the tables that a method
//! found; of these the records are taken in which most of the old columns are found again, by their old selectors or by what
//! their values are like ([`likeness`]). Only what is broken is written anew.
//!
//! Names, types and order are the user's and stay. A column that is nowhere is left out and named.

mod assign;
mod last_step;
mod likeness;
mod records;
#[cfg(test)]
mod tests;

use super::check::{CheckOptions, DriftKind, sign_of};
use super::learned::figures::ColumnFigures;
use super::learned::{self};
use super::{
    CompiledWrapper, LearnError, LearnOptions, RecordSelectors, Sample, Subject, Wrapper, WrapperColumn, WrapperPart,
    learn,
};
use assign::{ColumnSource, assign};
use likeness::{Likeness, likeness};
use records::{PageRecords, RecordsOnPages};
use tamis_extract::records::{Row, Table};
use tamis_page::Document;

/// A repaired wrapper and what was done to it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Repair {
    /// The wrapper, with the columns that were found.
    pub wrapper: Wrapper,
    /// What became of each column of the old wrapper, in its order.
    pub matches: Vec<ColumnMatch>,
    /// Which selectors besides those of columns are others now: region, record, next.
    pub replaced: Vec<WrapperPart>,
}

/// What became of a column.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ColumnMatch {
    /// Its name in the wrapper.
    pub column: String,
    /// Whether it was found again, and how.
    pub kind: MatchKind,
    /// What the fresh extraction calls the column that takes its place.
    pub found: Option<String>,
    /// How alike the values are to those learned, from 0 to 1.
    pub score: f64,
    /// Why, for people.
    pub reason: String,
}

/// Whether a column was found again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum MatchKind {
    /// Its selectors still work.
    Kept,
    /// It has other selectors now.
    Replaced,
    /// There is no column like it.
    Missing,
}

/// The share of the cells that two columns have in common for them to be one.
const SAME_COLUMN: f64 = 0.8;

/// Repairs a wrapper by pages that it does not fit any more. Several samples may be of one page, each with another of its
/// tables: the one that the wrapper is of need not be the first.
///
/// # Errors
/// The pages have no records in which a column of the wrapper is found.
pub fn repair(wrapper: &Wrapper, samples: &[Sample<'_>], options: &LearnOptions) -> Result<Repair, LearnError> {
    let compiled = wrapper.compile().ok();
    let old = compiled.as_ref();
    if wrapper.record.is_none() {
        return of_one(wrapper, old, samples, *options);
    }
    let place = records::best(wrapper, old, samples).ok_or(LearnError::NoRecords)?;
    let tables: Vec<Option<Table>> = place.pages.iter().map(PageRecords::table).collect();
    let fresh_samples: Vec<Sample<'_>> =
        place.pages.iter().zip(&tables).map(|(page, table)| page.sample(table.as_ref())).collect();
    let fresh = learn(&fresh_samples, &LearnOptions { subject: Subject::Many, ..*options }).ok();
    let mut repaired = wrapper.clone();
    let n_nodes = wrapper.record.as_ref().map_or(1, |record| record.n_nodes);
    let n_nodes = if place.is_old { n_nodes } else { place.n_nodes() };
    place_records(&mut repaired, fresh.as_ref(), &place, n_nodes);
    let kept = kept_rows(old, &place, n_nodes);
    let matches = match_columns(wrapper, fresh.as_ref(), &kept, &place, &mut repaired);
    if repaired.columns.is_empty() && !wrapper.columns.is_empty() {
        return Err(LearnError::NoRecords);
    }
    // A record goes on as far as its columns do.
    let n_nodes = repaired.columns.iter().map(|column| column.node + 1).max();
    if let (Some(record), Some(n_nodes)) = (&mut repaired.record, n_nodes) {
        record.n_nodes = record.n_nodes.max(n_nodes);
    }
    next_link(&mut repaired, fresh.as_ref(), &place.pages);
    repaired.compile().map_err(|_| LearnError::NoRecords)?;
    Ok(finish(wrapper, repaired, matches, &fresh_samples))
}

/// The repair of a wrapper of pages about one thing.
fn of_one(
    wrapper: &Wrapper,
    old: Option<&CompiledWrapper<'_>>,
    samples: &[Sample<'_>],
    options: LearnOptions,
) -> Result<Repair, LearnError> {
    let samples = &records::one_a_page(samples);
    let fresh = learn(samples, &LearnOptions { subject: Subject::One, ..options });
    let region = |wrapper: Option<&CompiledWrapper<'_>>, document: &Document| {
        Some(wrapper?.apply(document).table?.rows.first()?.nodes.clone())
    };
    let by_fresh = fresh.as_ref().ok().and_then(|fresh| fresh.compile().ok());
    let by_old: Vec<_> = samples.iter().map(|sample| region(old, sample.document)).collect();
    let is_old = by_old.iter().all(Option::is_some);
    let pages: Vec<PageRecords<'_>> = samples
        .iter()
        .zip(by_old)
        .map(|(sample, old)| {
            let nodes = if is_old { old } else { region(by_fresh.as_ref(), sample.document) };
            PageRecords::new(sample, nodes.into_iter().collect())
        })
        .collect();
    let place = RecordsOnPages { pages, is_old };
    let mut repaired = wrapper.clone();
    if !is_old {
        repaired.region = fresh.as_ref().map_err(|error| *error)?.region.clone();
    }
    let kept = kept_rows(old, &place, 1);
    let matches = match_columns(wrapper, fresh.as_ref().ok(), &kept, &place, &mut repaired);
    if repaired.columns.is_empty() && !wrapper.columns.is_empty() {
        return Err(fresh.err().unwrap_or(LearnError::NoRecords));
    }
    Ok(finish(wrapper, repaired, matches, samples))
}

/// Gives the wrapper the selectors of the records, the old ones as far as they still select them.
fn place_records(repaired: &mut Wrapper, fresh: Option<&Wrapper>, place: &RecordsOnPages<'_>, n_nodes: usize) {
    let Some(fresh) = fresh.filter(|_| !place.is_old) else { return };
    let old_first = repaired.record.as_ref().map(|record| record.first.clone());
    let fresh_first = fresh.record.as_ref().map(|record| record.first.clone());
    let old_region = repaired.region.clone();
    let ways = [(&old_region, &fresh_first), (&fresh.region, &old_first)];
    for (region, first) in ways {
        let Some(first) = first else { continue };
        let mut tried = Wrapper::new(region.clone(), Some(RecordSelectors::new(first.clone(), n_nodes)));
        tried.language = repaired.language;
        if place.is_selected_by(&tried) {
            (repaired.region, repaired.record) = (tried.region, tried.record);
            return;
        }
    }
    repaired.region = fresh.region.clone();
    repaired.record = fresh_first.map(|first| RecordSelectors::new(first, n_nodes));
}

/// What the old columns read in the records, a page.
fn kept_rows<'a>(
    old: Option<&CompiledWrapper<'_>>,
    place: &'a RecordsOnPages<'a>,
    n_nodes: usize,
) -> Vec<(&'a Document, Vec<Row>)> {
    let Some(old) = old else { return Vec::new() };
    place.pages.iter().map(|page| (page.document, page.read(old, n_nodes))).collect()
}

/// Finds each column again, and puts those that are found into the wrapper.
fn match_columns(
    wrapper: &Wrapper,
    fresh: Option<&Wrapper>,
    kept: &[(&Document, Vec<Row>)],
    place: &RecordsOnPages<'_>,
    repaired: &mut Wrapper,
) -> Vec<ColumnMatch> {
    let rows: Vec<(&Document, &Row)> =
        kept.iter().flat_map(|(document, rows)| rows.iter().map(move |row| (*document, row))).collect();
    let options = CheckOptions::default();
    // What the old selectors read, where nothing is wrong with it.
    let kept: Vec<Option<Likeness>> = wrapper
        .columns
        .iter()
        .enumerate()
        .map(|(at, column)| {
            let n_nodes = repaired.record.as_ref().map_or(1, |record| record.n_nodes);
            let now = ColumnFigures::of(&rows, at, &column.format);
            let is_right = column.node < n_nodes && now.n_values > 0;
            let is_wrong = is_other(sign_of(wrapper, at, &now, &rows, &options));
            (is_right && !is_wrong).then(|| likeness::of_kept(column, at, &rows))
        })
        .collect();
    let fresh_rows: Vec<(&Document, Vec<Row>)> = fresh
        .and_then(|fresh| Some((fresh.compile().ok()?, fresh)))
        .map(|(compiled, fresh)| {
            let n_nodes = fresh.record.as_ref().map_or(1, |record| record.n_nodes);
            place.pages.iter().map(|page| (page.document, page.read(&compiled, n_nodes))).collect()
        })
        .unwrap_or_default();
    let fresh_rows: Vec<(&Document, &Row)> =
        fresh_rows.iter().flat_map(|(document, rows)| rows.iter().map(move |row| (*document, row))).collect();
    let fresh_columns: &[WrapperColumn] = fresh.map_or(&[], |fresh| &fresh.columns);
    let scores: Vec<Vec<Likeness>> = wrapper
        .columns
        .iter()
        .enumerate()
        .map(|(at, column)| {
            let of_fresh = |(fresh_at, candidate)| {
                let place = (at, wrapper.columns.len(), fresh_at, fresh_columns.len());
                likeness(column, candidate, place, &fresh_rows)
            };
            fresh_columns.iter().enumerate().map(of_fresh).collect()
        })
        .collect();
    let reads: Vec<Option<usize>> = (0..kept.len())
        .map(|at| (0..fresh_columns.len()).find(|&fresh_at| are_same_cells(&rows, at, &fresh_rows, fresh_at)))
        .collect();
    let chosen = assign(&kept, &scores, &reads);
    repaired.columns.clear();
    let mut matches = Vec::new();
    for (at, (column, choice)) in wrapper.columns.iter().zip(chosen).enumerate() {
        let (kind, found, score, reason) = match choice {
            ColumnSource::Kept => {
                repaired.columns.push(column.clone());
                let score = kept[at].as_ref().map_or(0.0, |kept| kept.score);
                (MatchKind::Kept, None, score, "its selectors still work".to_owned())
            }
            ColumnSource::Fresh(fresh_at, likeness) => {
                let candidate = &fresh_columns[fresh_at];
                let as_before = fresh.and_then(|fresh| last_step::like_before(column, candidate, fresh, place));
                let mut replaced = column.clone();
                let found = as_before.as_ref().unwrap_or(candidate);
                replaced.selectors = found.selectors.clone();
                (replaced.node, replaced.text) = (found.node, found.text);
                replaced.attribute.clone_from(&found.attribute);
                replaced.learned.name.clone_from(&candidate.learned.name);
                repaired.columns.push(replaced);
                (MatchKind::Replaced, Some(candidate.name.clone()), likeness.score, likeness.reason())
            }
            ColumnSource::Missing(best) => {
                let reason = best.map_or_else(
                    || "no column is left that could be it".to_owned(),
                    |(at, best)| {
                        format!("the nearest, `{}`, is too different: {}", fresh_columns[at].name, best.reason())
                    },
                );
                (MatchKind::Missing, None, 0.0, reason)
            }
        };
        matches.push(ColumnMatch { column: column.name.clone(), kind, found, score, reason });
    }
    matches
}

/// Whether what a column reads is something else by now. Fewer values of the right kind may be all that the page has.
fn is_other(sign: Option<DriftKind>) -> bool {
    !matches!(sign, None | Some(DriftKind::ColumnSparser | DriftKind::IncompleteRecords))
}

/// Whether a column of these rows and one of those are mostly the same cells: the same text at the same place. Two links of a
/// record may well have one address and be two columns.
fn are_same_cells(rows: &[(&Document, &Row)], at: usize, others: &[(&Document, &Row)], other_at: usize) -> bool {
    let (mut n_same, mut n_any) = (0, 0);
    for ((document, one), (_, other)) in rows.iter().zip(others) {
        let (one, other) =
            (one.cells.get(at).and_then(Option::as_ref), other.cells.get(other_at).and_then(Option::as_ref));
        n_any += usize::from(one.is_some() || other.is_some());
        if let (Some(one), Some(other)) = (one, other)
            && let (Some(&node), Some(&other_node)) = (one.nodes.first(), other.nodes.first())
        {
            let is_there = document.contains(node, other_node) || document.contains(other_node, node);
            n_same += usize::from(is_there && one.text == other.text);
        }
    }
    n_any > 0 && n_same as f64 >= SAME_COLUMN * n_any as f64
}

/// Keeps the link to the next page if it is on any page, else takes the fresh one.
fn next_link(repaired: &mut Wrapper, fresh: Option<&Wrapper>, pages: &[PageRecords<'_>]) {
    let Ok(compiled) = repaired.compile() else {
        // It is one that cannot be read.
        repaired.next = fresh.and_then(|fresh| fresh.next.clone());
        return;
    };
    let is_there = pages.iter().any(|page| compiled.next(page.document).is_some());
    if let Some(next) = fresh.and_then(|fresh| fresh.next.clone()).filter(|_| !is_there) {
        repaired.next = Some(next);
    }
}

/// Notes what the repaired wrapper reads on the pages.
fn finish(old: &Wrapper, mut wrapper: Wrapper, matches: Vec<ColumnMatch>, samples: &[Sample<'_>]) -> Repair {
    let names: Vec<String> = wrapper.columns.iter().map(|column| column.learned.name.clone()).collect();
    learned::describe(&mut wrapper, samples);
    for (column, name) in wrapper.columns.iter_mut().zip(names) {
        column.learned.name = name;
    }
    let parts = [
        (WrapperPart::Region, old.region != wrapper.region),
        (WrapperPart::Record, old.record != wrapper.record),
        (WrapperPart::Next, old.next != wrapper.next),
    ];
    let replaced = parts.into_iter().filter(|(_, is_other)| *is_other).map(|(part, _)| part).collect();
    Repair { wrapper, matches, replaced }
}

impl Repair {
    /// The columns that were not found.
    pub fn missing(&self) -> impl Iterator<Item = &str> {
        let missing = self.matches.iter().filter(|found| found.kind == MatchKind::Missing);
        missing.map(|found| found.column.as_str())
    }

    /// Whether a selector is another one or a column is left out.
    pub fn has_changes(&self) -> bool {
        !self.replaced.is_empty() || self.matches.iter().any(|found| found.kind != MatchKind::Kept)
    }
}

impl MatchKind {
    /// The name in exports.
    pub fn as_str(self) -> &'static str {
        match self {
            MatchKind::Kept => "kept",
            MatchKind::Replaced => "replaced",
            MatchKind::Missing => "missing",
        }
    }
}
