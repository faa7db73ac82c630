//! The cheapest selector that selects exactly the wanted elements.

use super::contexts::{self, Surroundings};
use super::feature::cost;
use super::ground::Ground;
use super::path;
use super::pattern::{Link, Pattern};
use super::subjects::{self, Subject};
use crate::document::NodeId;
use crate::select::bits::Bits;

/// A selector up to this cost is taken without looking for something more elaborate.
const GOOD_ENOUGH: u32 = 48;

/// Tried at most; a bound for pages on which everything looks the same.
const MAX_TRIALS: usize = 40_000;

/// A pattern that selects all of `targets` and nothing of `outside`, the most robust that was found. `accept` has the
/// last word, it evaluates the spelt selector.
pub(super) fn find<'a>(
    ground: &Ground<'a>,
    targets: &[NodeId],
    outside: &Bits,
    accept: &dyn Fn(&str) -> bool,
) -> Option<Pattern<'a>> {
    let plain = subjects::plain(ground, targets);
    let simple = contexts::simple(ground, targets);
    let found = cheapest(ground, &plain, &simple, outside, u32::MAX, accept);
    let mut limit = found.as_ref().map_or(u32::MAX, |(cost, _)| *cost);
    if limit <= GOOD_ENOUGH {
        return found.map(|(_, pattern)| pattern);
    }
    let mut best = found.map(|(_, pattern)| pattern);
    let rich = subjects::rich(ground, targets, outside);
    let nested = contexts::nested(ground, targets, &simple);
    for (subjects, surroundings) in [(&rich, &simple), (&plain, &nested), (&rich, &nested)] {
        if let Some((cost, pattern)) = cheapest(ground, subjects, surroundings, outside, limit, accept) {
            limit = cost;
            best = Some(pattern);
        }
    }
    if limit > cost::GENERATED
        && let Some(pattern) = path::find(ground, targets, outside, accept).filter(|it| it.cost(ground) < limit)
    {
        best = Some(pattern);
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
    }
    None
}
