//! The selector of one item in every record of a list. There are many columns and records are small, so fewer kinds of
//! selectors are tried than for a region of a page.

use super::contexts::{self, Surroundings};
use super::feature::{Feature, cost};
use super::index::KnownCompound;
use super::path;
use super::pattern::Compound;
use super::pattern::{Link, Pattern};
use super::scopes::Scopes;
use super::search::{Goal, Naming, cheapest, find_quickly};
use super::subjects::{self, Subjects};
use crate::document::NodeId;

/// A selector up to this cost is taken without looking for something more elaborate.
const GOOD_ENOUGH: u32 = 48;

/// Above this cost, counting the whole path may be better.
const POOR: u32 = 90;

/// The most robust pattern that was found.
pub(super) fn find(scopes: &Scopes<'_, '_>, goal: &Goal<'_>) -> Option<Pattern> {
    if let Some(pattern) = find_quickly(scopes, goal, Naming::Indifferent) {
        return Some(pattern);
    }
    let targets = goal.targets;
    let by_positions = || most_common_path(scopes, targets).filter(|path| leads_to_exactly(scopes, path, goal));
    if targets.len() == 1 {
        let tag = [scopes.index.own(targets[0], scopes.dialect).tag];
        let containers: Vec<Surroundings> =
            contexts::containers(scopes, targets).into_iter().filter(Surroundings::is_rule).collect();
        let found = cheapest(scopes, &tag, &containers, goal, 0..POOR, Naming::Indifferent);
        return found.map(|(_, pattern)| pattern).or_else(by_positions);
    }
    // Other attributes hold values that differ from page to page, or say how something looks.
    let mut single = subjects::single(scopes, targets, MAX_FEATURES);
    let is_class = |feature: &Feature| matches!(feature, Feature::Class(_));
    single.retain(|known| {
        let limit = if known.compound.features.iter().all(is_class) { cost::GENERATED } else { cost::OTHER };
        known.cost < limit
    });
    let below = contexts::scope_itself(scopes, targets);
    let are_children = below.is_some();
    let mut around: Vec<Surroundings> = below.into_iter().chain([contexts::none()]).collect();
    let try_all = |subjects: &[KnownCompound], around: &[Surroundings], best: Option<(u32, Pattern)>| {
        let limit = best.as_ref().map_or(u32::MAX, |(cost, _)| *cost);
        cheapest(scopes, subjects, around, goal, 0..limit, Naming::Indifferent).or(best)
    };
    let is_done = |best: &Option<(u32, Pattern)>| best.as_ref().is_some_and(|(cost, _)| *cost <= GOOD_ENOUGH);
    let mut best = try_all(&single, &around, None);
    if is_done(&best) {
        return best.map(|(_, pattern)| pattern);
    }
    let containers = contexts::containers(scopes, targets);
    best = try_all(&single, &containers, best);
    if !is_done(&best) && !scopes.budget.is_spent() {
        let counted = counted(scopes, targets, &subjects::features_of(&single));
        // Positions are those of the record's own children, not of something further down.
        best = try_all(&counted, &around[..1], best);
        if !are_children {
            around.extend(counted_containers(scopes, targets));
            for (subjects, around) in [(&counted, &around), (&counted, &containers), (&single, &around)] {
                best = try_all(subjects, around, best);
            }
        }
    }
    let limit = best.as_ref().map_or(u32::MAX, |(cost, _)| *cost);
    if limit <= POOR {
        return best.map(|(_, pattern)| pattern);
    }
    // A shortened path may begin above the records; the whole one begins at them.
    let shortened = if scopes.budget.is_spent() { None } else { path::find(scopes, goal) };
    let by_path = shortened.or_else(by_positions);
    by_path.filter(|path| path.cost(scopes) < limit).or(best.map(|(_, pattern)| pattern))
}

/// How many features of the wanted elements are tried.
const MAX_FEATURES: usize = 3;

/// `td:nth-of-type(2)`, `p.note:last-of-type`.
fn counted(scopes: &Scopes<'_, '_>, targets: &[NodeId], features: &[Feature]) -> Subjects {
    let Some(tag) = subjects::common_tag(scopes, targets) else { return Vec::new() };
    let mut subjects = Vec::new();
    // The second cell of two is the second one to its reader, not the last.
    for place in subjects::places(scopes, targets).into_iter().take(1) {
        let own = features.iter().take(2).map(|&feature| Compound::new(Some(tag), [feature, place]));
        for compound in std::iter::once(Compound::new(Some(tag), [place])).chain(own) {
            subjects.push(scopes.index.know(compound, scopes.dialect));
        }
    }
    subjects
}

/// `td:nth-of-type(2) a`: containers that are told from others by their places.
fn counted_containers(scopes: &Scopes<'_, '_>, targets: &[NodeId]) -> Vec<Surroundings> {
    let mut found = Vec::new();
    let mut level: Vec<NodeId> = targets.to_vec();
    // Levels further up seldom tell items of a record apart.
    for distance in 0..4 {
        let parents: Vec<NodeId> = level.iter().filter_map(|&node| scopes.parent_within(node)).collect();
        let (true, Some(tag)) = (parents.len() == level.len(), subjects::common_tag(scopes, &parents)) else { break };
        for place in subjects::places(scopes, &parents) {
            let container = scopes.index.know(Compound::new(Some(tag), [place]), scopes.dialect);
            let cost = container.cost + distance / 2;
            for link in [Link::Descendant, Link::Child] {
                // The container itself may be one of several below the record, or right below it.
                let is_top = parents.iter().all(|&parent| scopes.parent_within(parent).is_none());
                if link == Link::Child && !is_top {
                    continue;
                }
                let way = if link == Link::Child { link.cost() } else { 0 };
                found.push(Surroundings::new(
                    [Some((link, container)), None],
                    Link::Descendant,
                    cost + way + Link::Descendant.cost(),
                ));
            }
        }
        level = parents;
    }
    found
}

/// The path of names and positions that most of the elements have in their scopes.
pub(super) fn most_common_path(scopes: &Scopes<'_, '_>, nodes: &[NodeId]) -> Option<Pattern> {
    let path = |node: NodeId| {
        let mut line: Vec<NodeId> = std::iter::once(node).chain(scopes.ancestors_within(node)).collect();
        line.reverse();
        let step = |node: NodeId| {
            let number = Feature::Nth(scopes.index.number(node));
            (Link::Child, Compound::new(scopes.document.tag(node), [number]))
        };
        Pattern { steps: line.into_iter().map(step).collect() }
    };
    let mut paths: Vec<(Pattern, usize)> = Vec::new();
    for &node in nodes.iter().take(MAX_PATHS) {
        let path = path(node);
        match paths.iter_mut().find(|(known, _)| *known == path) {
            Some((_, n_nodes)) => *n_nodes += 1,
            None => paths.push((path, 1)),
        }
    }
    // The first of equally common ones: `max_by_key` takes the last.
    paths.into_iter().rev().max_by_key(|(_, n_nodes)| *n_nodes).map(|(path, _)| path)
}

/// Short paths that end at the element: each step by a class if it has one that an author chose, else by its place where it has
/// siblings of the same name.
pub(super) fn near_paths(scopes: &Scopes<'_, '_>, node: NodeId) -> Vec<Pattern> {
    let index = scopes.index;
    let line: Vec<NodeId> = std::iter::once(node).chain(scopes.ancestors_within(node)).take(MAX_NEAR + 1).collect();
    let place = |node: NodeId| {
        let is_only = index.number(node) == 1 && index.number_from_end(node) == 1;
        (!is_only).then(|| Feature::Nth(index.number(node)))
    };
    let class = |node: NodeId| {
        let own = index.own(node, scopes.dialect);
        let is_good = |cost: u32, feature: Feature| matches!(feature, Feature::Class(_)) && cost <= cost::DATA;
        own.features.iter().find(|own| is_good(own.cost, own.feature)).map(|own| own.feature)
    };
    let step = |node: NodeId, features: Vec<Feature>| (Link::Child, Compound::new(scopes.document.tag(node), features));
    let named = |node: NodeId| step(node, class(node).or_else(|| place(node)).into_iter().collect());
    let mut ends: Vec<Vec<Feature>> = vec![class(node).into_iter().collect(), place(node).into_iter().collect()];
    ends.push(class(node).into_iter().chain(place(node)).collect());
    ends.dedup();
    let mut found = Vec::new();
    for length in 0..line.len().min(MAX_NEAR) {
        for end in &ends {
            let above = line[1..=length].iter().rev().map(|&above| named(above));
            let mut steps: Vec<_> = above.chain([step(node, end.clone())]).collect();
            steps[0].0 = Link::Descendant;
            found.push(Pattern { steps });
        }
    }
    scopes.budget.spend(found.len() * MAX_NEAR);
    found
}

/// The most steps of a short path.
const MAX_NEAR: usize = 3;

/// Whether a path of names and positions leads to what is wanted: to one element at most in each scope.
fn leads_to_exactly(scopes: &Scopes<'_, '_>, path: &Pattern, goal: &Goal<'_>) -> bool {
    let document = scopes.document;
    let found = scopes.each(|scope| {
        let mut here = Some(scope);
        for (_, compound) in &path.steps {
            let is_at = |&child: &NodeId| scopes.matches(compound, child);
            here = here.and_then(|node| document.child_elements(node).take(MAX_CHILDREN).find(is_at));
        }
        here.into_iter().collect()
    });
    scopes.budget.spend(found.len() * path.steps.len());
    let is_wanted = |node: &NodeId| goal.allowed.binary_search(node).is_ok();
    found.iter().all(is_wanted) && goal.targets.iter().all(|target| found.binary_search(target).is_ok())
}

/// How many children of an element are looked at for the one at a position.
const MAX_CHILDREN: usize = 4000;

/// How many elements have a say in which path is the most common.
const MAX_PATHS: usize = 64;
