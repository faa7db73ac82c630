//! Paths of names and positions, from an element that can be recognised down to the wanted ones: what is left when
//! nothing else tells them apart.

use super::compound::{Compound, Features};
use super::feature::Feature;
use super::pattern::{Link, Pattern, Step};
use super::scopes::Scopes;
use super::search::Goal;
use super::subjects;
use crate::document::NodeId;

/// The shortest path with the fewest positions that still selects all targets and nothing that is not wanted; `None` if
/// the targets lie at different paths or others lie between them.
pub(super) fn find(scopes: &Scopes<'_, '_>, goal: &Goal<'_>) -> Option<Pattern> {
    let full = full_path(scopes, goal.targets)?;
    // Every step is a child's, so an element is asked by walking up from it; few get past their own name.
    let mut unwanted = scopes.named(full.last()?.tag?);
    unwanted.retain(|node| goal.allowed.binary_search(node).is_err());
    let mut best: Option<Pattern> = None;
    for mut pattern in anchored(scopes, goal.targets, &full) {
        if best.is_some() && scopes.budget.is_spent() {
            break;
        }
        scopes.budget.spend(unwanted.len() / 2 + goal.targets.len());
        if !goal.targets.iter().all(|&target| is_at(scopes, &pattern, target)) {
            continue;
        }
        let Some(n_needed) = n_needed_steps(scopes, &pattern, &unwanted) else { continue };
        keep_last(&mut pattern, n_needed);
        drop_positions(scopes, &mut pattern, &unwanted);
        let is_better = best.as_ref().is_none_or(|best| pattern.cost(scopes) < best.cost(scopes));
        if is_better && goal.is_reached_by(scopes, &pattern) {
            best = Some(pattern);
        }
    }
    best
}

/// The path to one element from the nearest container with a name of its own, or from the scope. Nothing has to be
/// compared for it but the container's names.
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
    let (n_matched, above) = walk_up(scopes, pattern, node, |compound, node| scopes.matches(compound, node));
    // A path from the scope has come to its end there.
    n_matched == pattern.steps.len() && (above.is_none() || is_anchored(pattern))
}

/// How many of the last steps fit the node and those above it, and what comes above these.
fn walk_up(
    scopes: &Scopes<'_, '_>,
    pattern: &Pattern,
    node: NodeId,
    fits: impl Fn(&Compound, NodeId) -> bool,
) -> (usize, Option<NodeId>) {
    let mut here = Some(node);
    for (n_matched, (_, compound)) in pattern.steps.iter().rev().enumerate() {
        match here.filter(|&node| fits(compound, node)) {
            Some(node) => here = scopes.parent_within(node),
            None => return (n_matched, here),
        }
    }
    (pattern.steps.len(), here)
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

/// As many levels up a container is looked for.
const MAX_LEVELS: usize = 24;

/// As many anchors are tried, the nearest ones, and as many elements may look like one.
const MAX_ANCHORS: usize = 3;
const MAX_SAME: usize = 4;

/// How many of the last steps keep out what is not wanted; `None` if all together do not.
fn n_needed_steps(scopes: &Scopes<'_, '_>, pattern: &Pattern, unwanted: &[NodeId]) -> Option<usize> {
    let n_steps = pattern.steps.len();
    let mut n_needed = 1;
    for &node in unwanted {
        let (n_matched, above) = walk_up(scopes, pattern, node, |compound, node| scopes.matches(compound, node));
        if n_matched == n_steps && (above.is_none() || is_anchored(pattern)) {
            return None;
        }
        n_needed = n_needed.max(n_matched + 1);
    }
    // An anchor was put there on purpose.
    Some(if is_anchored(pattern) { n_steps } else { n_needed.min(n_steps) })
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
fn drop_positions(scopes: &Scopes<'_, '_>, pattern: &mut Pattern, unwanted: &[NodeId]) {
    // Names stay, so only those that have them all on their way matter.
    let is_named = |compound: &Compound, node: NodeId| compound.tag == scopes.document.tag(node);
    let has_names = |node: &NodeId| walk_up(scopes, pattern, *node, is_named).0 == pattern.steps.len();
    let rivals: Vec<NodeId> = unwanted.iter().copied().filter(has_names).collect();
    for level in 0..pattern.steps.len() {
        let mut i = 0;
        while i < pattern.steps[level].1.features.len() {
            if pattern.steps[level].1.features[i].is_position() && !scopes.budget.is_spent() {
                scopes.budget.spend(1 + rivals.len());
                let all = pattern.steps[level].1.features;
                pattern.steps[level].1.features.remove(i);
                if !rivals.iter().any(|&node| is_at(scopes, pattern, node)) {
                    continue;
                }
                pattern.steps[level].1.features = all;
            }
            i += 1;
        }
    }
}
