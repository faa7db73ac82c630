//! Our steps: every candidate is read as records, and the records choose the region.

mod distant;
mod parts;
mod record_list;

use super::DerinOptions;
use super::attributes::alignment::Aligned;
use super::attributes::ngrams::RankedNgram;
use super::candidates::{self, Boxes, Region, Verdict};
use super::screen::Screen;
use super::trace::{DerinTrace, Steps};
use parts::Budget;
use record_list::RecordList;
use tamis_extract::records::Rejected;
use tamis_page::{Document, NodeId, NodeKind, Rect};

/// What our steps saw.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct TunedTrace {
    /// By candidate: its children as records; `None` if it was dropped or its children are no records.
    pub lists: Vec<Option<ListSummary>>,
    /// N-grams of the kinds of children as they were ranked, the best first. Empty where the children are of one kind.
    pub patterns: Vec<RankedNgram>,
    /// The one that a record is.
    pub pattern: Option<RankedNgram>,
    /// How similar each record and each outlier is to the typical record, in page order; empty if outliers are kept.
    pub compared: Vec<Compared>,
    /// What is less similar than this is an outlier.
    pub min_similarity: f64,
}

/// A record or an outlier, and how similar it is to the typical record.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Compared {
    /// Its first node.
    pub node: NodeId,
    /// The similarity, 0 to 1.
    pub similarity: f64,
    /// Whether it is no record.
    pub is_outlier: bool,
}

/// What the children of a candidate are as records.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct ListSummary {
    /// How many records they are.
    pub n_records: usize,
    /// How similar these are to the most typical of them, on average.
    pub similarity: f64,
    /// The share of the body's area that can be seen of them together.
    pub area: f64,
    /// Characters of text in a record, on average.
    pub chars_a_record: f64,
    /// What the candidates are ranked by.
    pub score: f64,
}

/// How many nodes all lists of a page may look at, and the search for distant records. The largest of 361 result
/// pages needs a tenth.
const MAX_READ: usize = 6_000_000;
const MAX_SEARCHED: usize = 1_000_000;
/// How many lists are completed with distant records, the best first.
const MAX_COMPLETED: usize = 16;

pub(super) fn run(view: &Screen<'_, '_>, options: &DerinOptions, trace: &mut DerinTrace) {
    let mut steps = TunedTrace { min_similarity: record_list::MIN_SIMILARITY, ..TunedTrace::default() };
    let document = view.document();
    let is_measured = trace.body.is_some();
    if is_measured {
        trace.candidates = candidates::find(view, options.min_children, Boxes::OrAroundChildren);
    } else {
        trace.candidates = candidates::unmeasured(document, options.min_children);
        trace.warnings.push("the page has no layout: the amount of text stands for room on the page".to_string());
    }
    let whole = trace.body.map_or_else(|| n_chars(view, document) as f64, Rect::area);
    let chosen = choose(view, options, whole, trace, &mut steps);
    let Some((chosen, list)) = chosen else {
        trace.steps = Steps::Tuned(steps);
        trace.reason = Some(if trace.candidates.is_empty() {
            format!("no element has {} children", options.min_children)
        } else {
            "no candidate has two children that are similar".to_string()
        });
        return;
    };
    trace.candidates[chosen].verdict = Verdict::Chosen;
    let summary = summarise(&list, whole);
    let mut reasons = vec![format!(
        "{} records fill {:.0} % of the body, with {:.0} characters each; their similarity is {:.2}",
        summary.n_records,
        100.0 * summary.area,
        summary.chars_a_record,
        summary.similarity
    )];
    if let Some(pattern) = &list.pattern {
        let (n_nodes, n_times) = (pattern.concepts.len(), pattern.n_occurrences);
        reasons.push(format!("a pattern of {n_nodes} neighbours repeats {n_times} times"));
    }
    if list.n_climbed > 0 {
        reasons.push(format!("some of the records stand apart, {} levels up", list.n_climbed));
    }
    note(&list, document, options, trace, &mut steps);
    trace.steps = Steps::Tuned(steps);
    let rejected = list.rejected.iter().map(|&(node, _)| Rejected::new(node, "is unlike the other records"));
    let rejected = rejected.collect();
    let aligned = Aligned::of(view, list.records, options);
    let cohesion = aligned.cohesion();
    trace.cohesion = cohesion.index;
    trace.note_attributes(&aligned.units, &aligned.concepts);
    let table = aligned.into_table(document, list.element, &cohesion.means, rejected);
    trace.answer(table, reasons);
}

/// The best list of all candidates and the candidate that it is of.
fn choose(
    view: &Screen<'_, '_>,
    options: &DerinOptions,
    whole: f64,
    trace: &mut DerinTrace,
    steps: &mut TunedTrace,
) -> Option<(usize, RecordList)> {
    let is_measured = trace.body.is_some();
    steps.lists = vec![None; trace.candidates.len()];
    let mut budget = Budget { n_nodes: MAX_READ };
    let mut lists: Vec<(f64, usize, RecordList)> = Vec::new();
    for (index, candidate) in trace.candidates.iter().enumerate() {
        if candidate.verdict == Verdict::Passed
            && let Some(list) = record_list::read(view, candidate.node, is_measured, options, &mut budget)
        {
            let summary = summarise(&list, whole);
            steps.lists[index] = Some(summary);
            lists.push((summary.score, index, list));
        }
    }
    lists.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    lists.truncate(MAX_COMPLETED);
    let mut search_budget = Budget { n_nodes: MAX_SEARCHED };
    for (score, index, list) in &mut lists {
        distant::gather(view, list, options.max_climb, is_measured, &mut search_budget);
        let summary = summarise(list, whole);
        steps.lists[*index] = Some(summary);
        *score = summary.score;
    }
    lists.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    if budget.n_nodes == 0 || search_budget.n_nodes == 0 {
        trace.warnings.push("the page is too large to read all candidates".to_string());
    }
    let document = view.document();
    let mut best = 0;
    for index in 1..lists.len() {
        if is_finer(document, &lists[index].2, &lists[best].2) {
            best = index;
        }
    }
    (!lists.is_empty()).then(|| lists.swap_remove(best)).map(|(_, index, list)| (index, list))
}

/// Whether one list cuts the records of another into records of their own: rows of a grid into cards. The pieces fill
/// the whole, are similar, and are more than fields.
fn is_finer(document: &Document, fine: &RecordList, coarse: &RecordList) -> bool {
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

/// What a list is ranked by: the room that its records fill, as the paper does for their parent, times how sure it is
/// that they are records. The frame of a page, its columns and its bars, is always larger than the list in it: the square
/// root makes that matter less than what the records are like. Two or three parts of a page are similar by chance more often than ten items, hence the number;
/// entries of a menu say less than records, hence the text; the paragraphs of an article are similar and say much, but have
/// one thing in them where a record has several, hence the places. These factors are a half at the value given and level off.
/// On two sets of result pages F1 rose from 2 to 6 records and did not move from 4 to 6 on newer pages.
fn summarise(list: &RecordList, whole: f64) -> ListSummary {
    const HALFWAY_RECORDS: f64 = 6.0;
    const HALFWAY_CHARS: f64 = 20.0;
    const HALFWAY_PLACES: f64 = 1.0;
    let n = list.records.len() as f64;
    let chars_a_record = list.n_chars as f64 / n.max(1.0);
    // A body may be shorter than what is in it.
    let share = if whole > 0.0 { list.area / whole } else { 0.0 };
    let similarity = list.mean_similarity();
    let n_places = list.typical.places.len() as f64;
    let so_many = |n: f64, halfway: f64| n / (n + halfway);
    let evidence =
        so_many(n, HALFWAY_RECORDS) * so_many(chars_a_record, HALFWAY_CHARS) * so_many(n_places, HALFWAY_PLACES);
    let score = share.sqrt() * similarity * evidence;
    ListSummary { n_records: list.records.len(), similarity, area: share.min(1.0), chars_a_record, score }
}

/// The text that the page shows.
fn n_chars(view: &Screen<'_, '_>, document: &Document) -> usize {
    let is_shown = |&node: &NodeId| document.kind(node) == NodeKind::Text && view.mask.keeps(node);
    document.nodes().filter(is_shown).map(|node| document.text(node).trim().chars().count()).sum()
}

fn note(
    list: &RecordList,
    document: &Document,
    options: &DerinOptions,
    trace: &mut DerinTrace,
    steps: &mut TunedTrace,
) {
    let first_nodes = list.records.iter().filter_map(|record| record.first().copied());
    trace.initial_records = first_nodes.collect();
    let mut groups: Vec<NodeId> = trace.initial_records.iter().filter_map(|&record| document.parent(record)).collect();
    groups.sort_unstable();
    groups.dedup();
    trace.region = Some(Region { node: list.element, groups, n_climbed: list.n_climbed });
    steps.patterns.clone_from(&list.ranking);
    steps.pattern.clone_from(&list.pattern);
    if options.outliers {
        let kept = trace.initial_records.iter().zip(&list.similarities);
        let kept = kept.map(|(&node, &similarity)| Compared { node, similarity, is_outlier: false });
        let outliers = list.rejected.iter();
        let outliers = outliers.map(|&(node, similarity)| Compared { node, similarity, is_outlier: true });
        steps.compared = kept.chain(outliers).collect();
        steps.compared.sort_by_key(|compared| compared.node);
    }
}
