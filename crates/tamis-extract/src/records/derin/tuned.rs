//! Our steps: every candidate is read as records, and the records choose the region.

use super::candidates::{self, Boxes, ReadingSummary, Verdict};
use super::elsewhere;
use super::options::DerinOptions;
use super::outliers::Outliers;
use super::places::Budget;
use super::reading::{self, Reading};
use super::region::Region;
use super::tables::Aligned;
use super::trace::Trace;
use super::view::View;
use crate::records::table::Rejected;
use tamis_page::layout::Rect;
use tamis_page::{Document, NodeId, NodeKind};

/// How many nodes all readings of a page may look at, and the search for records elsewhere. The largest of 361 result
/// pages needs a tenth.
const MAX_READ: usize = 6_000_000;
const MAX_SEARCHED: usize = 1_000_000;
/// How many readings are completed with records from elsewhere, the best first.
const MAX_COMPLETED: usize = 16;

pub(super) fn run(view: &View<'_, '_>, options: &DerinOptions, trace: &mut Trace) {
    let document = view.document();
    let is_measured = trace.body.is_some();
    if is_measured {
        trace.candidates = candidates::find(view, &filters_of_groups(options), Boxes::OrAroundChildren);
    } else {
        trace.candidates = candidates::unmeasured(document, options.min_children);
        trace.warnings.push("the page has no layout: the amount of text stands for room on the page".to_string());
    }
    let whole = trace.body.map_or_else(|| n_chars(view, document) as f64, Rect::area);
    let Some((chosen, reading)) = choose(view, options, whole, trace) else {
        trace.reason = Some(if trace.candidates.is_empty() {
            format!("no element has {} children", options.min_children)
        } else {
            "no candidate has two children that are alike".to_string()
        });
        return;
    };
    trace.candidates[chosen].verdict = Verdict::Chosen;
    let summary = summarise(&reading, whole);
    let mut reasons = vec![format!(
        "{} records fill {:.0} % of the body, with {:.0} characters each; they are alike to {:.2}",
        summary.n_records,
        100.0 * summary.area,
        summary.chars_a_record,
        summary.similarity
    )];
    if let Some(pattern) = &reading.pattern {
        let (n_nodes, n_times) = (pattern.concepts.len(), pattern.n_occurrences);
        reasons.push(format!("a pattern of {n_nodes} neighbours repeats {n_times} times"));
    }
    if reading.n_climbed > 0 {
        reasons.push(format!("some of the records stand apart, {} levels up", reading.n_climbed));
    }
    note(&reading, document, options, trace);
    let rejected =
        reading.rejected.iter().map(|&(node, _)| Rejected { node, reason: "is unlike the other records".into() });
    let rejected = rejected.collect();
    let aligned = Aligned::of(view, reading.records, options);
    let cohesion = aligned.cohesion();
    trace.cohesion = cohesion.index;
    trace.note_attributes(&aligned.units, &aligned.concepts);
    let table = aligned.into_table(document, reading.element, &cohesion.means, rejected);
    trace.answer(table, reasons);
}

/// The filters for one of several groups of records, such as a row of a grid: the region that they make up together is
/// several times as large.
fn filters_of_groups(options: &DerinOptions) -> DerinOptions {
    const SHARE: f64 = 0.25;
    const SHARE_OF_WIDTH: f64 = 2.0 / 3.0;
    DerinOptions {
        min_area: SHARE * options.min_area,
        min_height: SHARE * options.min_height,
        min_width: SHARE_OF_WIDTH * options.min_width,
        ..options.clone()
    }
}

/// The best reading of all candidates and the candidate that it is of.
fn choose(view: &View<'_, '_>, options: &DerinOptions, whole: f64, trace: &mut Trace) -> Option<(usize, Reading)> {
    let is_measured = trace.body.is_some();
    let mut budget = Budget { n_nodes: MAX_READ };
    let mut readings: Vec<(f64, usize, Reading)> = Vec::new();
    for (index, candidate) in trace.candidates.iter_mut().enumerate() {
        if candidate.verdict == Verdict::Passed
            && let Some(reading) = reading::read(view, candidate.node, is_measured, options, &mut budget)
        {
            let summary = summarise(&reading, whole);
            candidate.reading = Some(summary);
            readings.push((summary.score, index, reading));
        }
    }
    readings.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    readings.truncate(MAX_COMPLETED);
    let mut search_budget = Budget { n_nodes: MAX_SEARCHED };
    for (score, index, reading) in &mut readings {
        elsewhere::gather(view, reading, options.max_climb, is_measured, &mut search_budget);
        let summary = summarise(reading, whole);
        trace.candidates[*index].reading = Some(summary);
        *score = summary.score;
    }
    readings.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    if budget.n_nodes == 0 || search_budget.n_nodes == 0 {
        trace.warnings.push("the page is too large to read all candidates".to_string());
    }
    let document = view.document();
    let mut best = 0;
    for index in 1..readings.len() {
        if is_finer(document, &readings[index].2, &readings[best].2) {
            best = index;
        }
    }
    (!readings.is_empty()).then(|| readings.swap_remove(best)).map(|(_, index, reading)| (index, reading))
}

/// Whether one reading cuts the records of another into records of their own: rows of a grid into cards. The pieces fill
/// the whole, are alike, and are more than fields.
fn is_finer(document: &Document, fine: &Reading, coarse: &Reading) -> bool {
    const MIN_AREA: f64 = 0.8;
    const MIN_SIMILARITY: f64 = 0.8;
    const MIN_PLACES: usize = 3;
    let is_inside = |record: &Vec<NodeId>| {
        let after = coarse.records.partition_point(|outer| outer[0] <= record[0]);
        after.checked_sub(1).is_some_and(|before| {
            let outer = coarse.records[before][0];
            outer != record[0] && document.contains(outer, record[0])
        })
    };
    fine.records.len() >= 2 * coarse.records.len()
        && fine.typical.places.len() >= MIN_PLACES
        && fine.area >= MIN_AREA * coarse.area
        && fine.mean_similarity() >= MIN_SIMILARITY
        && fine.records.iter().all(is_inside)
}

/// What a reading is ranked by: the room that its records fill, as the paper does for their parent, times how sure it is
/// that they are records. Two or three parts of a page are alike by chance more often than ten items, hence the number;
/// entries of a menu say less than records, hence the text. Both factors are a half at the value given and level off.
/// On two sets of result pages F1 rose from 2 to 6 records and did not move from 4 to 6 on newer pages.
fn summarise(reading: &Reading, whole: f64) -> ReadingSummary {
    const HALFWAY_RECORDS: f64 = 6.0;
    const HALFWAY_CHARS: f64 = 20.0;
    let n = reading.records.len() as f64;
    let chars_a_record = reading.n_chars as f64 / n.max(1.0);
    let area = if whole > 0.0 { (reading.area / whole).min(1.0) } else { 0.0 };
    let similarity = reading.mean_similarity();
    let evidence = n / (n + HALFWAY_RECORDS) * chars_a_record / (chars_a_record + HALFWAY_CHARS);
    ReadingSummary {
        n_records: reading.records.len(),
        similarity,
        area,
        chars_a_record,
        score: area * similarity * evidence,
    }
}

/// The text that the page shows.
fn n_chars(view: &View<'_, '_>, document: &Document) -> usize {
    let is_shown = |&node: &NodeId| document.kind(node) == NodeKind::Text && view.mask.keeps(node);
    document.nodes().filter(is_shown).map(|node| document.text(node).trim().chars().count()).sum()
}

fn note(reading: &Reading, document: &Document, options: &DerinOptions, trace: &mut Trace) {
    let first_nodes = reading.records.iter().filter_map(|record| record.first().copied());
    trace.initial_records = first_nodes.collect();
    let mut groups: Vec<NodeId> = trace.initial_records.iter().filter_map(|&record| document.parent(record)).collect();
    groups.sort_unstable();
    groups.dedup();
    trace.region = Some(Region { node: reading.element, groups, n_climbed: reading.n_climbed });
    trace.ngrams.clone_from(&reading.ranking);
    trace.applied = reading.pattern.iter().cloned().collect();
    if options.outliers {
        let kept = trace.initial_records.iter().zip(&reading.similarities).map(|(&node, &value)| (node, value, false));
        let removed = reading.rejected.iter().map(|&(node, value)| (node, value, true));
        let mut all: Vec<(NodeId, f64, bool)> = kept.chain(removed).collect();
        all.sort_by_key(|&(node, _, _)| node);
        trace.outliers = Outliers {
            records: all.iter().map(|&(node, _, _)| node).collect(),
            similarities: all.iter().map(|&(_, similarity, _)| similarity).collect(),
            quartiles: None,
            fence: Some(reading::MIN_SIMILARITY),
            removed: (0..all.len()).filter(|&index| all[index].2).collect(),
        };
    }
}
