//! Where candidates come from. Each source knows one way in which pages write lists; all hand over the same thing.

mod groups;
mod labels;

use super::AutoOptions;
use super::candidate::{Candidate, Source, Span};
use super::survey::Survey;
use crate::compare::fingerprint::mix;
use std::collections::HashSet;

/// How many records all candidates of a page may have together: a bound for hostile pages.
const MAX_RECORDS: usize = 2_000_000;

/// Candidates of one page, each set of records once.
#[derive(Default)]
pub(super) struct Candidates {
    found: Vec<Candidate>,
    seen: HashSet<u64>,
    n_records: usize,
}

impl Candidates {
    /// Whether no more are taken.
    fn is_full(&self) -> bool {
        self.n_records >= MAX_RECORDS
    }

    fn push(&mut self, source: Source, records: Vec<Span>) {
        if !self.is_full() && self.seen.insert(fingerprint(&records)) {
            self.n_records += records.len();
            self.found.push(Candidate::new(source, records));
        }
    }
}

/// A number that tells sets of records apart.
pub(super) fn fingerprint(records: &[Span]) -> u64 {
    let step = |hash, span: &Span| mix(hash ^ (u64::from(span.first.0) << 32 | u64::from(span.end.0)));
    records.iter().fold(records.len() as u64, step)
}

/// All candidates of a page, and whether there were too many to keep.
pub(super) fn all(survey: &Survey<'_>, options: &AutoOptions) -> (Vec<Candidate>, bool) {
    let mut candidates = Candidates::default();
    labels::by_path(survey, options, &mut candidates);
    labels::anywhere(survey, options, &mut candidates);
    if options.groups {
        groups::find(survey, &mut candidates);
    }
    let is_full = candidates.is_full();
    (candidates.found, is_full)
}
