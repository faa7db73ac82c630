//! The cheapest selector that selects exactly the wanted elements.

use super::contexts::{self, Surroundings};
use super::feature::{Dialect, Feature, cost};
use super::index::{KnownCompound, OwnFeature};
use super::pattern::{Link, Pattern};
use super::scopes::Scopes;
use super::subjects::{self, Subjects};
use super::{elaborate, path};
use crate::document::NodeId;
use std::cell::Cell;
use std::ops::{ControlFlow, Range};

/// A selector up to this cost is taken without looking for something more elaborate.
const GOOD_ENOUGH: u32 = 48;

/// Above this cost, parting the way at a container or counting the whole path may be better.
const POOR: u32 = 90;

/// How many features of the wanted elements are tried.
const MAX_FEATURES: usize = 8;

/// What a selector is to select; both in document order.
pub(super) struct Goal<'g> {
    /// All of these.
    pub(super) targets: &'g [NodeId],
    /// Nothing but these; the targets are among them.
    pub(super) allowed: &'g [NodeId],
    /// An element that is not wanted and was selected before: the next candidates are likely to select it too.
    intruder: Cell<Option<NodeId>>,
}

impl<'g> Goal<'g> {
    pub(super) fn exactly(nodes: &'g [NodeId]) -> Goal<'g> {
        Goal::within(nodes, nodes)
    }

    pub(super) fn within(targets: &'g [NodeId], allowed: &'g [NodeId]) -> Goal<'g> {
        Goal { targets, allowed, intruder: Cell::new(None) }
    }

    /// Whether the pattern selects what is wanted.
    pub(super) fn is_reached_by(&self, scopes: &Scopes<'_, '_>, pattern: &Pattern) -> bool {
        let selected = pattern.select(scopes);
        self.targets.iter().all(|target| selected.binary_search(target).is_ok())
            && selected.iter().all(|node| self.allowed.binary_search(node).is_ok())
    }

    /// Whether a subject in its surroundings selects what is wanted; all targets are known to match them.
    fn is_reached(&self, scopes: &Scopes<'_, '_>, subject: &KnownCompound, around: &Surroundings) -> bool {
        let (link, compound) = (around.link, &subject.compound);
        if let Some(intruder) = self.intruder.get() {
            let is_inside = scopes.is_inside(intruder);
            match around.leads_up_from(scopes, intruder) {
                Some(true) if is_inside && scopes.matches(compound, intruder) => return false,
                None if scopes.is_selected(around.reached(scopes), link, compound, intruder) => return false,
                _ => {}
            }
        }
        if !around.is_common(scopes, self.targets) {
            return false;
        }
        let reached = around.reached(scopes);
        let mut is_allowed = |node: NodeId| match self.allowed.binary_search(&node) {
            Ok(_) => ControlFlow::Continue(()),
            Err(_) => {
                self.intruder.set(Some(node));
                ControlFlow::Break(())
            }
        };
        // Records are small: what is tried on them is not looked up in the whole page.
        if !scopes.is_page()
            && let Some(wider) = scopes.index.wider_postings(subject, scopes.dialect)
        {
            let mut is_other = |node: NodeId| {
                if scopes.matches(compound, node) { is_allowed(node) } else { ControlFlow::Continue(()) }
            };
            return scopes.select(reached, link, compound, wider, &mut is_other).is_continue();
        }
        let n_allowed = self.allowed.len();
        if self.targets.len() == n_allowed && scopes.count(reached, link, subject, n_allowed) == n_allowed {
            return true;
        }
        let postings = &scopes.index.postings_of(subject, scopes.dialect);
        scopes.select(reached, link, compound, postings, &mut is_allowed).is_continue()
    }
}

/// Whether a selector without any chosen name pays for that.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    Preferred,
    Indifferent,
}

/// A single compound that is cheaper than two can be.
pub(super) fn find_quickly(scopes: &Scopes<'_, '_>, goal: &Goal<'_>, naming: Naming) -> Option<Pattern> {
    let (index, dialect) = (scopes.index, scopes.dialect);
    let own = index.own(*goal.targets.first()?, dialect);
    let has_tag = subjects::common_tag(scopes, goal.targets).is_some();
    let nowhere = contexts::none();
    let fits = |subject: KnownCompound| {
        scopes.budget.spend(1);
        let pattern = || nowhere.pattern(&subject.compound);
        goal.is_reached(scopes, &subject, &nowhere).then(pattern)
    };
    let tag_cost = own.tag.cost + if naming == Naming::Indifferent { 0 } else { cost::NAMELESS };
    let by_tag = || if has_tag && tag_cost <= QUICK { fits(own.tag) } else { None };
    // What one record alone has and no other is seldom a rule: an id, a number, an address.
    let needs_rule = naming == Naming::Indifferent && goal.targets.len() == 1;
    let is_rule = |own: &OwnFeature| own.cost <= cost::ROLE && !matches!(own.feature, Feature::Id(_));
    let mut is_tag_tried = false;
    for own in own.features.iter().filter(|own| own.cost < QUICK && (!needs_rule || is_rule(own))) {
        if own.cost >= tag_cost && !is_tag_tried {
            is_tag_tried = true;
            if let Some(pattern) = by_tag() {
                return Some(pattern);
            }
        }
        if !subjects::all_have(scopes, goal.targets, own.feature) {
            continue;
        }
        let stands_alone = dialect == Dialect::Css && matches!(own.feature, Feature::Id(_) | Feature::Class(_));
        let alone = if stands_alone || !has_tag { fits(own.alone(index, dialect)) } else { None };
        let found = alone.or_else(|| if has_tag { fits(own.with_tag(index, dialect)) } else { None });
        if found.is_some() {
            return found;
        }
    }
    if is_tag_tried { None } else { by_tag() }
}

/// Two compounds cost at least as much.
const QUICK: u32 = cost::ID + cost::ID + cost::DESCENT;

/// The most robust pattern that was found.
pub(super) fn find(scopes: &Scopes<'_, '_>, goal: &Goal<'_>) -> Option<Pattern> {
    if let Some(pattern) = find_quickly(scopes, goal, Naming::Preferred) {
        return Some(pattern);
    }
    let simple = SimpleCandidates::of(scopes, goal);
    if let Some((_, pattern)) = simple.find(scopes, goal) {
        return Some(pattern);
    }
    if let (true, &[target]) = (scopes.budget.is_spent(), goal.targets) {
        return Some(path::address(scopes, target)).filter(|_| !scopes.are_several());
    }
    // It bounds what the others may cost, and is there if they take too long.
    let best = path::find(scopes, goal).map(|pattern| (pattern.cost(scopes), pattern));
    let best = simple.elaborate(scopes, goal, best);
    let limit = best.as_ref().map_or(u32::MAX, |(cost, _)| *cost);
    if limit > POOR
        && !scopes.budget.is_spent()
        && let Some(pattern) = find_parted(scopes, goal).filter(|it| it.cost(scopes) < limit)
    {
        return Some(pattern);
    }
    best.map(|(_, pattern)| pattern)
}

/// Finds a pattern without a path of positions and without splitting the search at a container.
fn find_directly(scopes: &Scopes<'_, '_>, goal: &Goal<'_>) -> Option<Pattern> {
    let simple = SimpleCandidates::of(scopes, goal);
    let found = simple.find(scopes, goal).or_else(|| simple.elaborate(scopes, goal, None));
    found.map(|(_, pattern)| pattern)
}

/// Compounds of few features, and the surroundings that are tried first.
struct SimpleCandidates {
    subjects: Subjects,
    surroundings: Vec<Surroundings>,
}

impl SimpleCandidates {
    fn of(scopes: &Scopes<'_, '_>, goal: &Goal<'_>) -> SimpleCandidates {
        SimpleCandidates {
            subjects: subjects::single(scopes, goal.targets, MAX_FEATURES),
            surroundings: contexts::simple(scopes, goal.targets),
        }
    }

    /// A pattern that is good enough.
    fn find(&self, scopes: &Scopes<'_, '_>, goal: &Goal<'_>) -> Option<(u32, Pattern)> {
        cheapest(scopes, &self.subjects, &self.surroundings, goal, 0..GOOD_ENOUGH + 1, Naming::Preferred)
    }

    /// A better pattern than the best one so far, made of anything.
    fn elaborate(
        &self,
        scopes: &Scopes<'_, '_>,
        goal: &Goal<'_>,
        mut best: Option<(u32, Pattern)>,
    ) -> Option<(u32, Pattern)> {
        if scopes.budget.is_spent() {
            return best;
        }
        let (single, simple) = (&self.subjects, &self.surroundings);
        if let Some(tag) = subjects::common_tag(scopes, goal.targets) {
            return elaborate::find(scopes, goal, tag, single, simple, best);
        }
        let paired = subjects::paired(scopes, goal.targets, &subjects::features_of(single));
        for subjects in [single, &paired] {
            let limit = best.as_ref().map_or(u32::MAX, |(cost, _)| *cost);
            best = cheapest(scopes, subjects, simple, goal, 0..limit, Naming::Preferred).or(best);
        }
        best
    }
}

/// Goes through the pairs whose cost is in the range, the cheapest first; the first that fits is the answer.
pub(super) fn cheapest(
    scopes: &Scopes<'_, '_>,
    subjects: &[KnownCompound],
    surroundings: &[Surroundings],
    goal: &Goal<'_>,
    costs: Range<u32>,
    naming: Naming,
) -> Option<(u32, Pattern)> {
    let mut by_cost: Vec<(u32, u32)> = surroundings.iter().zip(0..).map(|(around, j)| (around.cost, j)).collect();
    by_cost.sort_unstable();
    let mut pairs: Vec<(u32, u32, u32)> = Vec::new();
    for (subject, i) in subjects.iter().zip(0..) {
        for &(cost, j) in &by_cost {
            if subject.cost + cost >= costs.end {
                break;
            }
            let around = &surroundings[j as usize];
            // The label's value is looked up by name alone.
            if around.link == Link::Following && !subject.compound.features.is_empty() {
                continue;
            }
            let is_named = subject.is_named || around.is_named || naming == Naming::Indifferent;
            let total = subject.cost + cost + if is_named { 0 } else { cost::NAMELESS };
            if costs.contains(&total) {
                pairs.push((total, i, j));
            }
        }
    }
    scopes.budget.spend(pairs.len() / 4);
    // No more than can be tried.
    let n_left = scopes.budget.n_left();
    if pairs.len() > n_left {
        pairs.select_nth_unstable(n_left);
        pairs.truncate(n_left);
    }
    pairs.sort_unstable();
    for (total, i, j) in pairs {
        if scopes.budget.is_spent() {
            break;
        }
        scopes.budget.spend(1);
        let (subject, around) = (&subjects[i as usize], &surroundings[j as usize]);
        if goal.is_reached(scopes, subject, around) {
            return Some((total, around.pattern(&subject.compound)));
        }
    }
    None
}

/// How many containers are tried.
const MAX_CONTAINERS: usize = 4;

/// The best pattern made of one for a container and one for the targets within.
fn find_parted(scopes: &Scopes<'_, '_>, goal: &Goal<'_>) -> Option<Pattern> {
    let (&first, &last) = (goal.targets.first()?, goal.targets.last()?);
    let index = scopes.index;
    let is_one_of_several = |node: &NodeId| index.number(*node) > 1 || index.number_from_end(*node) > 1;
    let containers = scopes
        .ancestors_within(first)
        .filter(|&container| scopes.document.contains(container, last))
        .filter(is_one_of_several)
        .take(MAX_CONTAINERS);
    let mut best: Option<Pattern> = None;
    for container in containers {
        if scopes.budget.is_spent() {
            break;
        }
        let within = Scopes::new(index, &[container], scopes.dialect);
        let Some(mut inner) = find_directly(&within, goal) else { continue };
        let are_children = goal.targets.iter().all(|&target| scopes.document.parent(target) == Some(container));
        // A bare name says little, so it is said that it is right below.
        if let (true, [(link, compound)]) = (are_children, &mut inner.steps[..])
            && compound.features.is_empty()
        {
            *link = Link::Child;
        }
        let Some(outer) = find_directly(scopes, &Goal::exactly(&[container])) else { continue };
        let pattern = Pattern { steps: outer.steps.into_iter().chain(inner.steps).collect() };
        let is_better = best.as_ref().is_none_or(|best| pattern.cost(scopes) < best.cost(scopes));
        if is_better && goal.is_reached_by(scopes, &pattern) {
            best = Some(pattern);
        }
    }
    best
}
