//! The one way in which every candidate gets its boundaries: what stands among the records and plays the same part is
//! taken in, what is unlike the others is left out, and what stands there twice is read once.

use super::AutoOptions;
use super::candidate::{Candidate, Span};
use super::profile::{Profile, typical};
use super::survey::Survey;
use std::collections::HashMap;
use tamis_page::budget;

/// A record less similar than this to the typical one is an outlier. Adverts and headings are mostly below it, records
/// that lack half of their items above.
const MIN_SIMILARITY: f64 = 0.38;
/// What has another tag or class must be more similar than that to be taken in.
const MIN_SIMILARITY_TAKEN_IN: f64 = 0.5;
/// Records with so many characters that say the same are one, shown twice: for two widths of screen, or in a carousel
/// above the list. Short ones may be equal by chance, and what comes again at once is meant to.
const MIN_COPIED: u32 = 40;
const MIN_DISTANCE: usize = 3;

/// What a record costs to be profiled and compared.
const STEPS_A_RECORD: usize = 64;

pub(super) fn refine(survey: &Survey<'_>, options: &AutoOptions, candidate: &mut Candidate) {
    budget::spend(STEPS_A_RECORD * candidate.records.len());
    candidate.profiles = candidate.records.iter().map(|&span| Profile::of(survey, span)).collect();
    let Some(typical) = typical(&candidate.profiles) else { return };
    if options.fill {
        take_in(survey, candidate, &typical);
    }
    if options.outliers {
        let profiles = candidate.profiles.iter();
        let is_like: Vec<bool> = profiles.map(|profile| profile.similarity(&typical) >= MIN_SIMILARITY).collect();
        leave_out(candidate, "is unlike the other records", &is_like);
    }
    if options.copies {
        let mut seen: HashMap<u64, usize> = HashMap::new();
        let is_first = candidate.records.iter().enumerate().map(|(position, span)| {
            let before = seen.insert(survey.text_hash(span.range()), position);
            let is_copy = before.is_some_and(|before| position - before >= MIN_DISTANCE);
            !is_copy || survey.n_chars(span.range()) < MIN_COPIED
        });
        let is_first: Vec<bool> = is_first.collect();
        leave_out(candidate, "says the same as a record before it", &is_first);
    }
}

/// Drops the records that are none, unless fewer than two are left.
fn leave_out(candidate: &mut Candidate, reason: &'static str, is_record: &[bool]) {
    let n_kept = is_record.iter().filter(|is_record| **is_record).count();
    if n_kept < 2 || n_kept == is_record.len() {
        return;
    }
    let dropped = candidate.records.iter().zip(is_record).filter(|(_, is_record)| !**is_record);
    candidate.rejected.extend(dropped.map(|(&span, _)| (span, reason)));
    let mut keeps = is_record.iter();
    candidate.records.retain(|_| keeps.next().is_none_or(|keeps| *keeps));
    let mut keeps = is_record.iter();
    candidate.profiles.retain(|_| keeps.next().is_none_or(|keeps| *keeps));
}

/// Takes in the elements between two records of one parent that play the same part.
fn take_in(survey: &Survey<'_>, candidate: &mut Candidate, typical: &Profile) {
    let document = survey.document;
    let mut more: Vec<(Span, Profile)> = Vec::new();
    for pair in candidate.records.windows(2) {
        if pair[0].end == pair[1].first || document.parent(pair[0].first) != document.parent(pair[1].first) {
            continue;
        }
        let between = Span { first: pair[0].end, end: pair[1].first };
        for node in between.nodes(document).filter(|&node| document.is_element(node)) {
            let span = Span::of(document, node);
            if survey.n_items(span.range()) > 0 {
                let profile = Profile::of(survey, span);
                if profile.similarity(typical) >= MIN_SIMILARITY_TAKEN_IN {
                    more.push((span, profile));
                }
            }
        }
    }
    if !more.is_empty() {
        candidate.add(more);
    }
}
