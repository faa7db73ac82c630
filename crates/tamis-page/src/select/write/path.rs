//! Paths of names and positions, from an element that can be recognised down to the wanted ones: what is left when
//! nothing else tells them apart.

use super::feature::{Dialect, Feature};
use super::pattern::{Compound, Features};
use super::pattern::{Link, Pattern, Step};
use super::scopes::Scopes;
use super::search::Goal;
use super::subjects;
use crate::document::NodeId;

/// The shortest path with the fewest positions that still selects all targets and nothing that is not wanted; `None` if
/// the targets lie at different paths or others lie between them.
pub(super) fn find(scopes: &Scopes<'_, '_>, goal: &Goal<'_>) -> Option<Pattern> {
    let full = full_path(scopes, goal.targets)?;
    let unwanted = Unwanted::of(scopes, goal, &full)?;
    scopes.budget.spend(unwanted.len() / 2);
    let mut best: Option<Pattern> = None;
    for mut pattern in anchored(scopes, goal.targets, &full) {
        scopes.budget.spend(unwanted.len() / 16 + goal.targets.len());
        if !goal.targets.iter().all(|&target| is_at(scopes, &pattern, target)) {
            continue;
        }
        let Some(n_needed) = n_needed_steps(scopes, &pattern, &unwanted) else { continue };
        keep_last(&mut pattern, n_needed);
        drop_positions(scopes, &mut pattern, &unwanted);
        let is_better = best.as_ref().is_none_or(|best| pattern.cost(scopes) < best.cost(scopes));
        // Above a scope, CSS finds more than what was asked of the elements.
        let is_sure = scopes.is_page() || scopes.dialect == Dialect::XPath;
        if is_better && (is_sure || goal.is_reached_by(scopes, &pattern)) {
            best = Some(pattern);
        }
    }
    best
}

/// An element that is not wanted and has the name that the path ends with. Every step is a child's, so it is asked by
/// walking up from it, once for all paths.
struct Unwanted {
    node: NodeId,
    /// How many of the last steps of the full path fit it and those above it.
    n_fitting: usize,
    /// Whether the steps that fit reach up to the scope.
    is_at_scope: bool,
}

/// How many levels are walked up, on average over the nodes below the scopes.
const MAX_WALK: usize = 24;

impl Unwanted {
    /// All that there are; `None` on pages so deep that walking up takes too long.
    fn of(scopes: &Scopes<'_, '_>, goal: &Goal<'_>, full: &[Compound]) -> Option<Vec<Unwanted>> {
        let named = scopes.named(full.last()?.tag?);
        let mut n_left = 4096 + MAX_WALK * scopes.n_nodes();
        let mut all = Vec::with_capacity(named.len());
        for node in named.into_iter().filter(|node| goal.allowed.binary_search(node).is_err()) {
            let mut unwanted = Unwanted { node, n_fitting: 0, is_at_scope: false };
            let mut here = Some(node);
            for compound in full.iter().rev() {
                let Some(node) = here.filter(|&node| scopes.matches(compound, node)) else { break };
                here = scopes.parent_within(node);
                unwanted.n_fitting += 1;
                unwanted.is_at_scope = here.is_none();
            }
            n_left = n_left.checked_sub(unwanted.n_fitting + 1)?;
            all.push(unwanted);
        }
        Some(all)
    }
}

/// The path to one element from the nearest container with a unique name, or from the scope. Only the names of containers
/// have to be compared.
pub(super) fn address(scopes: &Scopes<'_, '_>, node: NodeId) -> Pattern {
    let (index, document) = (scopes.index, scopes.document);
    let mut steps: Vec<Step> = Vec::new();
    for (distance, here) in std::iter::once(node).chain(scopes.ancestors_within(node)).enumerate() {
        let own = (distance < MAX_LEVELS).then(|| index.own(here, scopes.dialect));
        let named = own.iter().flat_map(|own| own.features.iter().take(2).filter(|own| own.is_named));
        let mut anchors = named.map(|own| own.with_tag(index, scopes.dialect));
        if let Some(anchor) = anchors.find(|anchor| scopes.count(None, Link::Descendant, anchor, 1) == 1) {
            steps.push((Link::Descendant, anchor.compound));
            break;
        }
        let is_only = index.number(here) == 1 && index.number_from_end(here) == 1;
        let place = (!is_only).then(|| Feature::Nth(index.number(here)));
        steps.push((Link::Child, Compound::new(document.tag(here), place)));
    }
    steps.reverse();
    Pattern { steps }
}

/// Whether the path of child steps ends at the node.
fn is_at(scopes: &Scopes<'_, '_>, pattern: &Pattern, node: NodeId) -> bool {
    let mut here = Some(node);
    for (_, compound) in pattern.steps.iter().rev() {
        let Some(node) = here.filter(|&node| scopes.matches(compound, node)) else { return false };
        here = scopes.parent_within(node);
    }
    // A path from the scope has come to its end there.
    here.is_none() || is_anchored(pattern)
}

fn is_anchored(pattern: &Pattern) -> bool {
    pattern.steps.first().is_some_and(|(link, _)| *link == Link::Descendant)
}

/// Name and place at each level from the scope to the targets; `None` if their names or depths differ.
fn full_path(scopes: &Scopes<'_, '_>, targets: &[NodeId]) -> Option<Vec<Compound>> {
    let mut path = Vec::new();
    let mut level = targets.to_vec();
    loop {
        let tag = subjects::common_tag(scopes, &level)?;
        let number = scopes.index.number(*level.first()?);
        let mut features = Features::default();
        if level.iter().all(|&node| scopes.index.number(node) == number) {
            features.push(Feature::Nth(number));
        } else {
            let least = |number: &dyn Fn(NodeId) -> u32| level.iter().map(|&node| number(node)).min().unwrap_or(1);
            let (from, until) =
                (least(&|node| scopes.index.number(node)), least(&|node| scopes.index.number_from_end(node)));
            features = { (from > 1).then_some(Feature::From(from)) }
                .into_iter()
                .chain((until > 1).then_some(Feature::Until(until)))
                .collect();
        }
        path.push(Compound { tag: Some(tag), features });
        let mut parents: Vec<NodeId> = level.iter().filter_map(|&node| scopes.parent_within(node)).collect();
        if parents.is_empty() {
            path.reverse();
            return Some(path);
        }
        if parents.len() < level.len() {
            return None;
        }
        parents.dedup();
        level = parents;
    }
}

/// The path from the scope, and from each container on the way whose id or class is its own.
fn anchored(scopes: &Scopes<'_, '_>, targets: &[NodeId], full: &[Compound]) -> Vec<Pattern> {
    let from = |level: usize, anchor: Option<Compound>| {
        let mut steps: Vec<Step> = full[level..].iter().map(|it| (Link::Child, *it)).collect();
        if let (Some(anchor), Some(first)) = (anchor, steps.first_mut()) {
            *first = (Link::Descendant, anchor);
        }
        Pattern { steps }
    };
    let mut patterns = vec![from(0, None)];
    let Some(&first) = targets.first() else { return patterns };
    for (distance, ancestor) in scopes.ancestors_within(first).enumerate().take(MAX_LEVELS) {
        let level = full.len() - 2 - distance;
        let own = scopes.index.own(ancestor, scopes.dialect);
        for own in own.features.iter().take(2).filter(|own| own.is_named) {
            let anchor = own.with_tag(scopes.index, scopes.dialect);
            if scopes.count(None, Link::Descendant, &anchor, MAX_SAME) <= MAX_SAME {
                patterns.push(from(level, Some(anchor.compound)));
            }
        }
        if patterns.len() > MAX_ANCHORS {
            break;
        }
    }
    patterns
}

/// How many levels up a container is looked for.
const MAX_LEVELS: usize = 24;

/// How many anchors are tried, the nearest ones, and how many elements may look like one.
const MAX_ANCHORS: usize = 3;
const MAX_SAME: usize = 4;

/// How many of the last steps are needed to exclude all unwanted elements; `None` if all of them do not suffice.
fn n_needed_steps(scopes: &Scopes<'_, '_>, pattern: &Pattern, unwanted: &[Unwanted]) -> Option<usize> {
    let n_steps = pattern.steps.len();
    if is_anchored(pattern) {
        // All but the anchor are steps of the full path. An anchor was put there on purpose.
        let is_let_in = |it: &&Unwanted| it.n_fitting + 1 >= n_steps && is_at(scopes, pattern, it.node);
        return unwanted.iter().find(is_let_in).is_none().then_some(n_steps);
    }
    if unwanted.iter().any(|it| it.n_fitting == n_steps && it.is_at_scope) {
        return None;
    }
    let n_fitting = unwanted.iter().map(|it| it.n_fitting).max().unwrap_or(0);
    Some((n_fitting + 1).min(n_steps))
}

/// Drops the other steps from the front.
fn keep_last(pattern: &mut Pattern, n_steps: usize) {
    let n_dropped = pattern.steps.len() - n_steps;
    pattern.steps.drain(..n_dropped);
    if let (1.., Some((link, _))) = (n_dropped, pattern.steps.first_mut()) {
        *link = Link::Descendant;
    }
}

/// Drops each position that is not needed, from the scope downwards.
fn drop_positions(scopes: &Scopes<'_, '_>, pattern: &mut Pattern, unwanted: &[Unwanted]) {
    // Names stay, so only those that have them all on their way matter.
    let obstacles = unwanted.iter().filter_map(|it| obstacles(scopes, pattern, it.node));
    let rivals: Vec<u128> = obstacles.collect();
    scopes.budget.spend(unwanted.len() / 16 + rivals.len());
    let mut dropped: u128 = 0;
    let mut number = 0;
    for level in 0..pattern.steps.len() {
        let mut i = 0;
        while i < pattern.steps[level].1.features.len() {
            let bit = bit(number);
            number += 1;
            if pattern.steps[level].1.features[i].is_position() && bit != LAST_BIT {
                scopes.budget.spend(1 + rivals.len() / 64);
                if rivals.iter().all(|obstacles| obstacles & !(dropped | bit) != 0) {
                    dropped |= bit;
                    pattern.steps[level].1.features.remove(i);
                    continue;
                }
            }
            i += 1;
        }
    }
}

/// Features are numbered from the scope downwards; those of very long paths share the last bit and stay.
fn bit(number: usize) -> u128 {
    1 << number.min(127)
}

const LAST_BIT: u128 = 1 << 127;

/// The features on the path that the element or those above it lack; `None` if their names or their number keep it out.
fn obstacles(scopes: &Scopes<'_, '_>, pattern: &Pattern, node: NodeId) -> Option<u128> {
    let mut here = Some(node);
    let has_name = |(_, compound): &Step| {
        let is_named = here.is_some_and(|node| scopes.document.tag(node) == compound.tag);
        here = here.and_then(|node| scopes.parent_within(node));
        is_named
    };
    if !pattern.steps.iter().rev().all(has_name) || here.is_some() && !is_anchored(pattern) {
        return None;
    }
    let mut number: usize = pattern.steps.iter().map(|(_, compound)| compound.features.len()).sum();
    let mut obstacles = 0;
    let mut here = Some(node);
    for (_, compound) in pattern.steps.iter().rev() {
        let node = here?;
        number -= compound.features.len();
        for (i, &feature) in compound.features.iter().enumerate() {
            if !scopes.index.holds(feature, node, scopes.dialect) {
                obstacles |= bit(number + i);
            }
        }
        here = scopes.parent_within(node);
    }
    Some(obstacles)
}
