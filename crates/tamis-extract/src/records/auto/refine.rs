//! The one way in which every candidate gets its boundaries: what stands among the records and plays the same part is
//! taken in, what is unlike the others is left out, and what stands there twice is read once.

use super::candidate::{Candidate, Span};
use super::options::AutoOptions;
use super::profile::{Profile, typical};
use super::survey::Survey;
use std::collections::HashMap;

/// A record less similar than this to the typical one is an outlier. Adverts and headings are mostly below it, records
/// that lack half of their items above.
const MIN_SIMILARITY: f64 = 0.38;
/// What has another tag or class must be more similar than that to be taken in.
const MIN_SIMILARITY_TAKEN_IN: f64 = 0.5;
/// Records with so many characters that say the same are one, shown twice: for two widths of screen, or in a carousel
/// above the list. Short ones may be equal by chance, and what comes again at once is meant to.
const MIN_COPIED: u32 = 40;
const MIN_DISTANCE: usize = 3;

pub(super) fn refine(survey: &Survey<'_>, options: &AutoOptions, candidate: &mut Candidate) {
    let Some(typical) = typical(survey, candidate) else { return };
    if options.fill {
        take_in(survey, candidate, &typical);
    }
    if options.outliers {
        let is_like = |span: &Span| Profile::of(survey, *span).similarity(&typical) >= MIN_SIMILARITY;
        leave_out(candidate, "is unlike the other records", is_like);
    }
    if options.copies {
        let mut seen: HashMap<u64, usize> = HashMap::new();
        let mut position = 0;
        let is_first = |span: &Span| {
            position += 1;
            let before = seen.insert(survey.text_hash(span.range()), position);
            let is_copy = before.is_some_and(|before| position - before >= MIN_DISTANCE);
            !is_copy || survey.n_chars(span.range()) < MIN_COPIED
        };
        leave_out(candidate, "says the same as a record before it", is_first);
    }
}

/// Drops the records that are none, unless fewer than two are left.
fn leave_out(candidate: &mut Candidate, reason: &'static str, mut is_record: impl FnMut(&Span) -> bool) {
    let (kept, dropped): (Vec<Span>, Vec<Span>) = candidate.records.iter().partition(|span| is_record(span));
    if kept.len() >= 2 {
        candidate.records = kept;
        candidate.rejected.extend(dropped.into_iter().map(|span| (span, reason)));
    }
}

/// Takes in the elements between two records of one parent that play the same part.
fn take_in(survey: &Survey<'_>, candidate: &mut Candidate, typical: &Profile) {
    let document = survey.document;
    let mut more: Vec<Span> = Vec::new();
    for pair in candidate.records.windows(2) {
        if pair[0].end == pair[1].first || document.parent(pair[0].first) != document.parent(pair[1].first) {
            continue;
        }
        let between = Span { first: pair[0].end, end: pair[1].first };
        for node in between.nodes(document).filter(|&node| document.is_element(node)) {
            let span = Span::of(document, node);
            if survey.n_items(span.range()) > 0
                && Profile::of(survey, span).similarity(typical) >= MIN_SIMILARITY_TAKEN_IN
            {
                more.push(span);
            }
        }
    }
    if !more.is_empty() {
        candidate.records.extend(more);
        candidate.records.sort_unstable();
    }
}
