//! The cheapest selector that selects exactly the wanted elements.

use super::contexts::{self, Surroundings};
use super::feature::cost;
use super::path;
use super::pattern::{Link, Pattern};
use super::scopes::Scopes;
use super::split;
use super::subjects::{self, Subject};
use crate::document::NodeId;
use std::ops::ControlFlow;

/// A selector up to this cost is taken without looking for something more elaborate.
const GOOD_ENOUGH: u32 = 48;

/// Above this cost, parting the way at a container or counting the whole path may be better.
const POOR: u32 = 90;

/// What a selector is to select; both in document order.
#[derive(Clone, Copy)]
pub(super) struct Goal<'g> {
    /// All of these.
    pub(super) targets: &'g [NodeId],
    /// Nothing but these; the targets are among them.
    pub(super) allowed: &'g [NodeId],
}

impl<'g> Goal<'g> {
    pub(super) fn exactly(nodes: &'g [NodeId]) -> Goal<'g> {
        Goal { targets: nodes, allowed: nodes }
    }

    /// Whether the pattern selects what is wanted.
    pub(super) fn is_reached_by<'a>(&self, scopes: &Scopes<'_, 'a>, pattern: &Pattern<'a>) -> bool {
        let selected = pattern.select(scopes);
        self.targets.iter().all(|target| selected.binary_search(target).is_ok())
            && selected.iter().all(|node| self.allowed.binary_search(node).is_ok())
    }

    /// The same for a subject and surroundings that all targets are known to match.
    fn is_reached<'a>(&self, scopes: &Scopes<'_, 'a>, subject: &Subject<'a>, around: &Surroundings<'a>) -> bool {
        let reached = around.reached(scopes);
        let (link, compound, n_allowed) = (around.link, &subject.compound, self.allowed.len());
        if self.targets.len() == n_allowed {
            return scopes.count(reached, link, compound, n_allowed) == n_allowed;
        }
        let is_allowed = |node: NodeId| match self.allowed.binary_search(&node) {
            Ok(_) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        scopes.select(reached, link, compound, &mut { is_allowed }).is_continue()
    }
}

/// Whether a selector without any name that somebody gave pays for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    Preferred,
    Indifferent,
}

/// The most robust pattern that was found.
pub(super) fn find<'a>(scopes: &Scopes<'_, 'a>, goal: &Goal<'_>) -> Option<Pattern<'a>> {
    let mut best = find_directly(scopes, goal);
    for other in [split::find, path::find] {
        let limit = best.as_ref().map_or(u32::MAX, |(cost, _)| *cost);
        if limit <= POOR || scopes.budget.is_spent() {
            break;
        }
        if let Some(pattern) = other(scopes, goal).filter(|it| it.cost(scopes) < limit) {
            best = Some((pattern.cost(scopes), pattern));
        }
    }
    best.map(|(_, pattern)| pattern)
}

/// Pairs of a compound and its surroundings, simple ones first.
pub(super) fn find_directly<'a>(scopes: &Scopes<'_, 'a>, goal: &Goal<'_>) -> Option<(u32, Pattern<'a>)> {
    let features = subjects::common_features(scopes, goal.targets);
    let mut plain = subjects::single(scopes, goal.targets, &features);
    plain.extend(subjects::paired(scopes, goal.targets, &features));
    let simple = contexts::simple(scopes, goal.targets);
    let mut best = cheapest(scopes, &plain, &simple, goal, u32::MAX, Naming::Preferred);
    let limit = |best: &Option<(u32, Pattern<'a>)>| best.as_ref().map_or(u32::MAX, |(cost, _)| *cost);
    if limit(&best) <= GOOD_ENOUGH || scopes.budget.is_spent() {
        return best;
    }
    let rich = subjects::rich(scopes, goal.targets, &features);
    best = cheapest(scopes, &rich, &simple, goal, limit(&best), Naming::Preferred).or(best);
    let nested = contexts::nested(scopes, goal.targets, &simple, limit(&best));
    for subjects in [&plain, &rich] {
        best = cheapest(scopes, subjects, &nested, goal, limit(&best), Naming::Preferred).or(best);
    }
    best
}

/// Goes through the pairs by rising cost; the first that fits is the answer.
pub(super) fn cheapest<'a>(
    scopes: &Scopes<'_, 'a>,
    subjects: &[Subject<'a>],
    surroundings: &[Surroundings<'a>],
    goal: &Goal<'_>,
    limit: u32,
    naming: Naming,
) -> Option<(u32, Pattern<'a>)> {
    let index = scopes.index;
    let are_named: Vec<bool> = surroundings
        .iter()
        .map(|around| around.steps.iter().any(|(_, compound)| compound.has_name(index)))
        .collect();
    let mut pairs: Vec<(u32, u32, u32)> = Vec::new();
    for (i, subject) in subjects.iter().enumerate() {
        let is_named = subject.compound.has_name(index);
        for (j, around) in surroundings.iter().enumerate() {
            // The label's value is looked up by name alone.
            if around.link == Link::Following && !subject.compound.features.is_empty() {
                continue;
            }
            let nameless = if is_named || are_named[j] || naming == Naming::Indifferent { 0 } else { cost::NAMELESS };
            let total = subject.cost + around.cost + nameless;
            if total < limit {
                pairs.push((total, i as u32, j as u32));
            }
        }
    }
    scopes.budget.spend(pairs.len());
    pairs.sort_unstable();
    for (total, i, j) in pairs {
        if scopes.budget.is_spent() {
            break;
        }
        let (subject, around) = (&subjects[i as usize], &surroundings[j as usize]);
        if goal.is_reached(scopes, subject, around) {
            let mut steps = around.steps.clone();
            steps.push((around.link, subject.compound.clone()));
            return Some((total, Pattern { steps }));
        }
    }
    None
}
