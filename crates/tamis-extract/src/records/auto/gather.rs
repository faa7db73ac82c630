//! Records that stand apart: in another element beside the list, at another depth, with other classes.

use super::candidate::{Candidate, Span};
use super::profile::{Profile, typical};
use super::survey::Survey;
use std::collections::HashSet;
use tamis_page::budget;

/// How similar an element and the typical record must be. Among the records they share a parent, which is evidence of
/// its own; outside, there is their similarity alone.
const MIN_SIMILARITY: f64 = 0.62;
/// How many times as much text one of the two may have: a quick test before they are compared.
const MAX_RATIO: f64 = 4.0;
/// How many parents of the list are searched.
const MAX_CLIMB: usize = 2;
/// How many nodes are looked at for one list.
const MAX_NODES: usize = 6_000;

/// The candidate with the records that stand apart; `None` if there are none. Parents are climbed until one has some.
pub(super) fn gather(survey: &Survey<'_>, candidate: &Candidate) -> Option<Candidate> {
    let document = survey.document;
    let first = candidate.records.first()?;
    let tag = document.tag(first.first)?;
    if candidate.records.iter().any(|span| span.end != document.subtree_end(span.first)) {
        return None;
    }
    let typical = typical(&candidate.profiles)?;
    let n = candidate.records.len();
    let mean_chars =
        candidate.records.iter().map(|span| f64::from(survey.n_chars(span.range()))).sum::<f64>() / n as f64;
    let region = candidate.region(survey);
    let above = std::iter::once(region).chain(document.ancestors(region));
    for parent in above.take_while(|&node| node >= survey.body).take(MAX_CLIMB + 1) {
        let range = document.subtree_range(parent);
        if range.len() > MAX_NODES {
            return None;
        }
        budget::spend(8 * range.len() + candidate.records.len());
        let mut found: Vec<(Span, Profile)> = Vec::new();
        let mut texts: HashSet<u64> = candidate.records.iter().map(|span| survey.text_hash(span.range())).collect();
        let mut known = candidate.records.iter().peekable();
        let mut node = document.first_child(parent)?;
        let end = document.subtree_end(parent);
        while node < end {
            while known.next_if(|span| span.end <= node).is_some() {}
            let span = Span::of(document, node);
            if let Some(record) = known.peek().filter(|record| record.first <= node) {
                node = record.end;
                continue;
            }
            let holds_records = known.peek().is_some_and(|record| record.first < span.end);
            let chars = f64::from(survey.n_chars(span.range()));
            let may_be = !holds_records
                && document.tag(node) == Some(tag)
                && chars * MAX_RATIO >= mean_chars
                && mean_chars * MAX_RATIO >= chars;
            let profile = may_be.then(|| Profile::of(survey, span));
            if let Some(profile) = profile.filter(|profile| profile.similarity(&typical) >= MIN_SIMILARITY) {
                // A copy for another width of screen is known already.
                if texts.insert(survey.text_hash(span.range())) {
                    found.push((span, profile));
                }
                node = span.end;
            } else if survey.n_items(span.range()) == 0 {
                node = span.end;
            } else {
                node.0 += 1;
            }
        }
        if !found.is_empty() {
            // More would be another list.
            if found.len() > n {
                return None;
            }
            let mut completed = candidate.clone();
            completed.add(found);
            return Some(completed);
        }
    }
    None
}
