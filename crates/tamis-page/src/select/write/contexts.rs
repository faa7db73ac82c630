//! Where the wanted elements are: candidates for everything before the last compound of a selector.

use super::feature::{Compound, Dialect, Feature, cost};
use super::label::{Saying, label_text};
use super::pattern::{Link, Step, compound};
use super::scopes::{Reached, Scopes};
use crate::document::NodeId;
use std::cell::OnceCell;

/// A candidate for the steps before the last compound: they lead to all wanted elements.
pub(super) struct Surroundings<'a> {
    pub(super) steps: Vec<Step<'a>>,
    /// How the last compound hangs on them.
    pub(super) link: Link,
    pub(super) cost: u32,
    /// What the steps lead to, made when it is first needed.
    reached: OnceCell<Option<Reached>>,
}

impl<'a> Surroundings<'a> {
    pub(super) fn new(steps: Vec<Step<'a>>, link: Link, cost: u32) -> Surroundings<'a> {
        Surroundings { steps, link, cost, reached: OnceCell::new() }
    }

    /// What the steps lead to; `None` for no step.
    pub(super) fn reached(&self, scopes: &Scopes<'_, 'a>) -> Option<&Reached> {
        self.reached.get_or_init(|| scopes.reached(&self.steps)).as_ref()
    }

    fn leads_to(&self, scopes: &Scopes<'_, 'a>, targets: &[NodeId]) -> bool {
        self.reached(scopes).is_some_and(|reached| scopes.leads_to(reached, self.link, targets))
    }
}

/// As many levels up are considered; beyond, a container says little about what is in it.
const MAX_LEVELS: usize = 40;

/// No surroundings, the scope itself, one container, the parent, the sibling before, a label.
pub(super) fn simple<'a>(scopes: &Scopes<'_, 'a>, targets: &[NodeId]) -> Vec<Surroundings<'a>> {
    let mut found = vec![none()];
    found.extend(scope_itself(scopes, targets));
    found.extend(containers(scopes, targets));
    found.extend(two_levels(scopes, targets));
    found.extend(behind(scopes, targets));
    found
}

/// Anywhere below the scope.
pub(super) fn none<'a>() -> Surroundings<'a> {
    Surroundings::new(Vec::new(), Link::Descendant, 0)
}

/// Right below the scope.
pub(super) fn scope_itself<'a>(scopes: &Scopes<'_, 'a>, targets: &[NodeId]) -> Option<Surroundings<'a>> {
    let is_child = |&node: &NodeId| scopes.document.parent(node).is_some_and(|parent| scopes.is_scope(parent));
    let are_children = !scopes.is_page() && targets.iter().all(is_child);
    are_children.then(|| Surroundings::new(Vec::new(), Link::Child, cost::CHILD))
}

/// Below one element, or right below it.
pub(super) fn containers<'a>(scopes: &Scopes<'_, 'a>, targets: &[NodeId]) -> Vec<Surroundings<'a>> {
    let mut found = Vec::new();
    for Container { ancestor, distance, compound } in container_compounds(scopes, targets) {
        let base = compound.cost(scopes.index, scopes.dialect) + (distance as u32).min(8) / 2;
        let links: &[Link] = if distance == 0 { &[Link::Child, Link::Descendant] } else { &[Link::Descendant] };
        for &link in links {
            let steps = vec![(Link::Descendant, compound.clone())];
            let surroundings = Surroundings::new(steps, link, base + link.cost());
            let is_certain = match link {
                Link::Child => targets.iter().all(|&target| scopes.document.parent(target) == Some(ancestor)),
                _ => targets.last().is_some_and(|&last| scopes.document.contains(ancestor, last)),
            };
            if is_certain || surroundings.leads_to(scopes, targets) {
                found.push(surroundings);
            }
        }
    }
    found
}

/// A container and the parent: `#results > li`'s longer form `#results .list > li`.
pub(super) fn nested<'a>(
    scopes: &Scopes<'_, 'a>,
    targets: &[NodeId],
    simple: &[Surroundings<'a>],
    limit: u32,
) -> Vec<Surroundings<'a>> {
    let mut best: Vec<&Surroundings<'a>> = simple.iter().filter(|it| !it.steps.is_empty()).collect();
    best.sort_by_cached_key(|it| it.cost);
    let outer: Vec<&Surroundings<'a>> =
        best.iter().copied().filter(|it| it.link == Link::Descendant).take(10).collect();
    let is_inner = |it: &Surroundings| it.steps.len() == 1 && matches!(it.link, Link::Child | Link::Descendant);
    let inner = best.iter().copied().filter(|&it| is_inner(it)).take(12);
    let mut found = Vec::new();
    for near in inner {
        for far in outer.iter().filter(|far| far.steps != near.steps && far.cost + near.cost < limit) {
            if scopes.budget.is_spent() {
                return found;
            }
            let steps = far.steps.iter().chain(&near.steps).cloned().collect();
            let surroundings = Surroundings::new(steps, near.link, far.cost + near.cost);
            if surroundings.leads_to(scopes, targets) {
                found.push(surroundings);
            }
        }
    }
    found
}

/// `table[width="375"] > tbody > tr`: a parent without features of its own is stepped over, but not looked past.
fn two_levels<'a>(scopes: &Scopes<'_, 'a>, targets: &[NodeId]) -> Vec<Surroundings<'a>> {
    let (document, index) = (scopes.document, scopes.index);
    let mut above = targets.first().into_iter().flat_map(|&first| scopes.ancestors_within(first));
    let (Some(parent), Some(grandparent)) = (above.next(), above.next()) else { return Vec::new() };
    let parent_step = compound(document.tag(parent), None);
    let is_certain = targets.iter().all(|&target| document.parent(target) == Some(parent));
    let mut found = Vec::new();
    for feature in index.own_features(grandparent, scopes.dialect).iter().take(5) {
        let top = compound(document.tag(grandparent), Some(feature.clone()));
        let top_cost = top.cost(index, scopes.dialect);
        if top_cost >= cost::GENERATED {
            continue;
        }
        let steps = vec![(Link::Descendant, top), (Link::Child, parent_step.clone())];
        let cost = top_cost + 2 * Link::Child.cost() + cost::EXTRA_TAG;
        let surroundings = Surroundings::new(steps, Link::Child, cost);
        if is_certain || surroundings.leads_to(scopes, targets) {
            found.push(surroundings);
        }
    }
    found
}

struct Container<'a> {
    ancestor: NodeId,
    /// Levels between it and the first target.
    distance: usize,
    compound: Compound<'a>,
}

/// Compounds of the ancestors of the first target, best first; the caller checks that all targets have them.
fn container_compounds<'a>(scopes: &Scopes<'_, 'a>, targets: &[NodeId]) -> Vec<Container<'a>> {
    let (document, index) = (scopes.document, scopes.index);
    let Some(&first) = targets.first() else { return Vec::new() };
    let mut found: Vec<Container<'a>> = Vec::new();
    for (distance, ancestor) in scopes.ancestors_within(first).take(MAX_LEVELS).enumerate() {
        let tag = document.tag(ancestor);
        let mut add = |compound: Compound<'a>| {
            if !found.iter().any(|known| known.compound == compound) {
                found.push(Container { ancestor, distance, compound });
            }
        };
        for feature in index.own_features(ancestor, scopes.dialect).iter().take(5) {
            if feature.cost(index) >= cost::GENERATED {
                continue;
            }
            let stands_alone = scopes.dialect == Dialect::Css && matches!(feature, Feature::Id(_) | Feature::Class(_));
            add(compound(if stands_alone { None } else { tag }, Some(feature.clone())));
        }
        add(compound(tag, None));
    }
    found.sort_by_cached_key(|it| it.compound.cost(index, scopes.dialect) + it.distance as u32);
    found.truncate(48);
    found
}

/// What comes right before the targets: `h2.offers + ul`, and in XPath the label of a value.
fn behind<'a>(scopes: &Scopes<'_, 'a>, targets: &[NodeId]) -> Vec<Surroundings<'a>> {
    let (document, index) = (scopes.document, scopes.index);
    let Some(previous) = targets.first().and_then(|&first| scopes.previous_element(first)) else { return Vec::new() };
    let tag = document.tag(previous);
    let mut found = Vec::new();
    let mut add = |compound: Compound<'a>, link: Link| {
        let cost = compound.cost(index, scopes.dialect) + link.cost();
        let surroundings = Surroundings::new(vec![(Link::Descendant, compound)], link, cost);
        if targets.len() == 1 || surroundings.leads_to(scopes, targets) {
            found.push(surroundings);
        }
    };
    for feature in index.own_features(previous, scopes.dialect).iter().take(3) {
        if feature.cost(index) <= cost::DATA {
            add(compound(tag, Some(feature.clone())), Link::Next);
        }
    }
    if scopes.dialect == Dialect::XPath
        && let Some(text) = label_text(index, previous, Saying::Next)
    {
        add(compound(tag, Some(Feature::Text(text))), Link::Following);
    }
    found
}
