#![doc = include_str!("method.md")]

mod ads;
mod candidate;
mod context;
mod features;
mod gather;
mod nesting;
mod profile;
mod refine;
mod score;
mod sources;
mod survey;
mod tables;
mod trace;
mod weights;

pub use candidate::Source;
pub use features::Features;
pub use trace::{AutoTrace, ScoredCandidate};

use crate::records::table::Table;
use crate::view::PageView;
use candidate::{Candidate, Span};
use std::collections::HashSet;
use survey::Survey;
use tables::TableMaker;
use tamis_page::Mask;

/// How many candidates are scored, the largest first. With 96 the right list is among them on as many result pages as
/// without a limit (0.963), and on 0.967 instead of 0.984 of the lists of today; with 40 on 0.950 and 0.926.
const MAX_SCORED: usize = 96;
/// For how many records that stand apart are searched.
const MAX_GATHERED: usize = 24;
/// How many get their boundaries before that.
const MAX_REFINED: usize = 160;

/// Finds the records of a page, the main table first.
pub fn find(view: &PageView<'_>, options: &AutoOptions) -> Vec<Table> {
    run(view, None, options).tables
}

/// Finds the records in the part of a page that a mask keeps.
pub fn find_under(view: &PageView<'_>, mask: &Mask, options: &AutoOptions) -> Vec<Table> {
    run(view, Some(mask), options).tables
}

/// The records of a page, and why there are none if there are none.
///
/// # Errors
/// Nothing was found; the reason in words.
pub fn find_or_reason(view: &PageView<'_>, mask: Option<&Mask>, options: &AutoOptions) -> Result<Vec<Table>, String> {
    let Answer { tables, reason, .. } = run(view, mask, options);
    reason.map_or(Ok(tables), Err)
}

/// Finds the tables of a page, and returns all candidates with their scores.
pub fn trace(view: &PageView<'_>, options: &AutoOptions) -> AutoTrace {
    let Answer { scored, tables, reason } = run(view, None, options);
    let document = view.document();
    let candidates = scored.into_iter().map(|Scored { candidate, features, score }| ScoredCandidate {
        source: candidate.source,
        records: candidate.records.iter().map(|span| span.nodes(document).collect()).collect(),
        features,
        score,
    });
    AutoTrace { candidates: candidates.collect(), tables, reason }
}

/// A candidate with its score.
struct Scored {
    candidate: Candidate,
    features: Features,
    score: f64,
}

#[derive(Default)]
struct Answer {
    scored: Vec<Scored>,
    tables: Vec<Table>,
    reason: Option<String>,
}

fn run(view: &PageView<'_>, mask: Option<&Mask>, options: &AutoOptions) -> Answer {
    let Some(mut survey) = Survey::of(view, mask) else {
        return Answer { reason: Some("the page has no body".to_string()), ..Answer::default() };
    };
    if !options.layout {
        survey.layout = None;
    }
    let (candidates, is_full) = candidates(&survey, options);
    let scored = scored(&survey, options, candidates);
    let content = view.content_under(mask);
    let place = TableMaker { view, survey: &survey, content: &content, options };
    let (mut tables, reason) = match place.tables(&scored) {
        Ok(tables) => (tables, None),
        Err(reason) => (Vec::new(), Some(reason)),
    };
    if is_full {
        for table in &mut tables {
            table.warnings.push("the page is too large to look at all of its lists".to_string());
        }
    }
    Answer { scored, tables, reason }
}

/// The candidates that are worth a score, with their boundaries, the largest first.
fn candidates(survey: &Survey<'_>, options: &AutoOptions) -> (Vec<Candidate>, bool) {
    let (found, is_full) = sources::all(survey, options);
    let mut found = largest(survey, found, MAX_REFINED);
    for candidate in &mut found {
        refine::refine(survey, options, candidate);
    }
    let mut seen = HashSet::new();
    found.retain(|candidate| seen.insert(sources::fingerprint(&candidate.records)));
    let mut found = largest(survey, found, MAX_SCORED);
    if options.gather {
        let gathered: Vec<Candidate> =
            found.iter().take(MAX_GATHERED).filter_map(|candidate| gather::gather(survey, candidate)).collect();
        found.extend(gathered.into_iter().filter(|candidate| seen.insert(sources::fingerprint(&candidate.records))));
    }
    (found, is_full)
}

/// The largest candidates, the largest first.
fn largest(survey: &Survey<'_>, candidates: Vec<Candidate>, n: usize) -> Vec<Candidate> {
    let with_size = |candidate: Candidate| (size(survey, &candidate), candidate);
    let mut ranked: Vec<(f64, Candidate)> = candidates.into_iter().map(with_size).collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    ranked.truncate(n);
    ranked.into_iter().map(|(_, candidate)| candidate).collect()
}

/// A first guess at what a candidate is worth: its share of the text, and its number.
fn size(survey: &Survey<'_>, candidate: &Candidate) -> f64 {
    // What is hidden until a script runs is less likely, but may be the list.
    const HIDDEN: f64 = 0.25;
    const HALFWAY_RECORDS: f64 = 4.0;
    let chars = |span: &Span| {
        let totals = survey.totals(span.range());
        f64::from(totals.chars) - (1.0 - HIDDEN) * f64::from(totals.hidden_chars)
    };
    let n = candidate.records.len() as f64;
    let share = candidate.records.iter().map(chars).sum::<f64>() / f64::from(survey.page.chars.max(1));
    share.max(0.0).sqrt() * n / (n + HALFWAY_RECORDS)
}

/// The candidates with their scores, the best first.
fn scored(survey: &Survey<'_>, options: &AutoOptions, candidates: Vec<Candidate>) -> Vec<Scored> {
    let mut features: Vec<Features> = candidates.iter().map(|candidate| Features::of(survey, candidate)).collect();
    if options.nesting {
        nesting::compare(survey, &candidates, &mut features);
    }
    let has_layout = survey.layout.is_some();
    let with_score = |(candidate, features): (Candidate, Features)| {
        let score = score::score(&features, has_layout);
        Scored { candidate, features, score }
    };
    let mut scored: Vec<Scored> = candidates.into_iter().zip(features).map(with_score).collect();
    scored.sort_by(|one, other| other.score.total_cmp(&one.score));
    scored
}

crate::options! {
    /// How records are found. The sources and the steps can be switched off one by one, to see what each is good for.
    pub struct AutoOptions {
        /// A table less likely than this to be what the reader came for is no answer.
        min_confidence, with_min_confidence: f64 = 0.05, in 0.0..=1.0;

        /// The most tables.
        max_tables, with_max_tables: usize = 5, in 1..=1000;

        /// Take siblings with one tag, or one tag and class, as candidates.
        siblings, with_siblings: bool = true;

        /// Take elements with one path of tags or classes as candidates.
        tag_paths, with_tag_paths: bool = true;

        /// Take elements with one class anywhere on the page as candidates.
        classes, with_classes: bool = true;

        /// Take neighbours that repeat as a group as candidates.
        groups, with_groups: bool = true;

        /// Take items of one type in microdata as candidates.
        microdata, with_microdata: bool = true;

        /// Leave out what is unlike the typical record.
        outliers, with_outliers: bool = true;

        /// Take in what stands among the records and plays the same part.
        fill, with_fill: bool = true;

        /// Search for records that stand apart from the others.
        gather, with_gather: bool = true;

        /// Judge a candidate by those around it and inside it.
        nesting, with_nesting: bool = true;

        /// Read a list that stands there twice once.
        copies, with_copies: bool = true;

        /// Count boxes where a layout is at hand.
        layout, with_layout: bool = true;
    }
}

#[cfg(test)]
mod tests;
