//! The cheapest selector that selects exactly the wanted elements.

use super::contexts::{self, Surroundings};
use super::feature::cost;
use super::ground::Ground;
use super::path;
use super::pattern::{Link, Pattern};
use super::split;
use super::subjects::{self, Subject};
use crate::document::NodeId;
use crate::select::bits::Bits;

/// A selector up to this cost is taken without looking for something more elaborate.
const GOOD_ENOUGH: u32 = 48;

/// Tried at most; a bound for pages on which everything looks the same.
const MAX_TRIALS: usize = 40_000;

/// So many selectors that should have fitted may be refused: in CSS the rest of a selector may match outside of the
/// scope, which the sets here do not know.
const MAX_REFUSALS: usize = 32;

/// Above this cost, parting the way at a container or counting the whole path may be better.
const POOR: u32 = 90;

/// A pattern that selects all of `targets` and nothing of `outside`, the most robust that was found. `accept` has the
/// last word, it evaluates the spelt selector.
pub(super) fn find<'a>(
    ground: &Ground<'a>,
    targets: &[NodeId],
    outside: &Bits,
    accept: &dyn Fn(&str) -> bool,
) -> Option<Pattern<'a>> {
    let mut best = find_directly(ground, targets, outside, accept);
    for other in [split::find, path::find] {
        let limit = best.as_ref().map_or(u32::MAX, |(cost, _)| *cost);
        if limit <= POOR {
            break;
        }
        if let Some(pattern) = other(ground, targets, outside, accept).filter(|it| it.cost(ground) < limit) {
            best = Some((pattern.cost(ground), pattern));
        }
    }
    best.map(|(_, pattern)| pattern)
}

/// Pairs of a compound and its surroundings, simple ones first.
pub(super) fn find_directly<'a>(
    ground: &Ground<'a>,
    targets: &[NodeId],
    outside: &Bits,
    accept: &dyn Fn(&str) -> bool,
) -> Option<(u32, Pattern<'a>)> {
    let plain = subjects::plain(ground, targets);
    let simple = contexts::simple(ground, targets);
    let mut best = cheapest(ground, &plain, &simple, outside, u32::MAX, accept);
    if best.as_ref().is_some_and(|(cost, _)| *cost <= GOOD_ENOUGH) {
        return best;
    }
    let rich = subjects::rich(ground, targets, outside);
    let nested = contexts::nested(ground, targets, &simple);
    for (subjects, surroundings) in [(&rich, &simple), (&plain, &nested), (&rich, &nested)] {
        let limit = best.as_ref().map_or(u32::MAX, |(cost, _)| *cost);
        best = cheapest(ground, subjects, surroundings, outside, limit, accept).or(best);
    }
    best
}

/// Goes through the pairs by rising cost; the first that fits is the answer.
fn cheapest<'a>(
    ground: &Ground<'a>,
    subjects: &[Subject<'a>],
    surroundings: &[Surroundings<'a>],
    outside: &Bits,
    limit: u32,
    accept: &dyn Fn(&str) -> bool,
) -> Option<(u32, Pattern<'a>)> {
    let mut pairs: Vec<(u32, usize, usize)> = Vec::with_capacity(subjects.len() * surroundings.len());
    for (i, subject) in subjects.iter().enumerate() {
        let subject_has_name = subject.compound.has_name();
        for (j, around) in surroundings.iter().enumerate() {
            // The label's value is looked up by name alone.
            if around.link == Link::Following && !subject.compound.features.is_empty() {
                continue;
            }
            let has_name = subject_has_name || around.steps.iter().any(|(_, compound)| compound.has_name());
            let total = subject.cost + around.cost + if has_name { 0 } else { cost::NAMELESS };
            if total < limit {
                pairs.push((total, i, j));
            }
        }
    }
    pairs.sort_unstable();
    let mut n_refusals = 0;
    for (total, i, j) in pairs.into_iter().take(MAX_TRIALS) {
        let (subject, around) = (&subjects[i], &surroundings[j]);
        if subject.extent.meets_both(&around.reach, outside) {
            continue;
        }
        let mut steps = around.steps.clone();
        steps.push((around.link, subject.compound.clone()));
        let pattern = Pattern { steps };
        if accept(&pattern.spell(ground)) {
            return Some((total, pattern));
        }
        n_refusals += 1;
        if n_refusals == MAX_REFUSALS {
            break;
        }
    }
    None
}
