//! Where the wanted elements are: candidates for everything before the last compound of a selector.

use super::feature::{Compound, Dialect, Feature, cost, own_features};
use super::ground::Ground;
use super::pattern::{Link, compound};
use super::subjects::{Saying, label_text};
use crate::document::NodeId;
use crate::select::bits::Bits;

/// A candidate for the steps before the last compound, and the elements it leads to.
pub(super) struct Surroundings<'a> {
    pub(super) steps: Vec<(Link, Compound<'a>)>,
    /// How the last compound hangs on them.
    pub(super) link: Link,
    pub(super) cost: u32,
    pub(super) reach: Bits,
}

/// As many levels up are considered; beyond, a container says little about what is in it.
const MAX_LEVELS: usize = 40;

/// No surroundings, the scope itself, one container, the parent, the sibling before, a label.
pub(super) fn simple<'a>(ground: &Ground<'a>, targets: &[NodeId]) -> Vec<Surroundings<'a>> {
    let wanted = ground.set_of(targets.iter().copied());
    let mut found = vec![Surroundings { steps: Vec::new(), link: Link::Descendant, cost: 0, reach: ground.all() }];
    let children = ground.children_of_scopes();
    if !ground.is_scope(NodeId::ROOT) && children.includes(&wanted) {
        found.push(Surroundings { steps: Vec::new(), link: Link::Child, cost: cost::CHILD, reach: children });
    }
    for (distance, compound) in containers(ground, targets) {
        let extent = ground.extent(&compound);
        let base = compound.cost(ground.document, ground.dialect) + (distance as u32).min(8) / 2;
        let mut add = |link: Link, reach: Bits| {
            if reach.includes(&wanted) {
                let steps = vec![(Link::Descendant, compound.clone())];
                found.push(Surroundings { steps, link, cost: base + link.cost(), reach });
            }
        };
        if distance == 0 {
            add(Link::Child, ground.children_of(&extent));
        }
        add(Link::Descendant, ground.below(&extent));
    }
    found.extend(two_levels(ground, targets, &wanted));
    found.extend(behind(ground, targets, &wanted));
    found
}

/// A container and the parent: `#results > li`'s longer form `#results .list > li`.
pub(super) fn nested<'a>(
    ground: &Ground<'a>,
    targets: &[NodeId],
    simple: &[Surroundings<'a>],
) -> Vec<Surroundings<'a>> {
    let wanted = ground.set_of(targets.iter().copied());
    let mut best: Vec<&Surroundings<'a>> = simple.iter().filter(|it| !it.steps.is_empty()).collect();
    best.sort_by_cached_key(|it| it.cost);
    let outer: Vec<&Surroundings<'a>> =
        best.iter().copied().filter(|it| it.link == Link::Descendant).take(10).collect();
    let is_inner = |it: &Surroundings| it.steps.len() == 1 && matches!(it.link, Link::Child | Link::Descendant);
    let inner = best.iter().copied().filter(|&it| is_inner(it)).take(12);
    let mut found = Vec::new();
    for near in inner {
        let Some((_, near_compound)) = near.steps.first() else { continue };
        let extent = ground.extent(near_compound);
        for far in outer.iter().filter(|far| far.steps != near.steps) {
            let mut middle = far.reach.clone();
            middle.intersect(&extent);
            let reach = match near.link {
                Link::Child => ground.children_of(&middle),
                _ => ground.below(&middle),
            };
            if reach.includes(&wanted) {
                let steps = far.steps.iter().chain(&near.steps).cloned().collect();
                found.push(Surroundings { steps, link: near.link, cost: far.cost + near.cost, reach });
            }
        }
    }
    found
}

/// `table[width="375"] > tbody > tr`: a parent without features of its own is stepped over, but not looked past.
fn two_levels<'a>(ground: &Ground<'a>, targets: &[NodeId], wanted: &Bits) -> Vec<Surroundings<'a>> {
    let document = ground.document;
    let mut above = targets.first().into_iter().flat_map(|&first| ground.ancestors_within(first));
    let (Some(parent), Some(grandparent)) = (above.next(), above.next()) else { return Vec::new() };
    let parent_step = compound(document.tag(parent), None);
    let parents = ground.extent(&parent_step);
    let mut found = Vec::new();
    for feature in own_features(document, grandparent, ground.dialect).into_iter().take(5) {
        let top = compound(document.tag(grandparent), Some(feature));
        let top_cost = top.cost(document, ground.dialect);
        let mut middle = ground.children_of(&ground.extent(&top));
        middle.intersect(&parents);
        let reach = ground.children_of(&middle);
        if top_cost < cost::GENERATED && reach.includes(wanted) {
            let steps = vec![(Link::Descendant, top), (Link::Child, parent_step.clone())];
            let cost = top_cost + 2 * Link::Child.cost() + cost::EXTRA_TAG;
            found.push(Surroundings { steps, link: Link::Child, cost, reach });
        }
    }
    found
}

/// Compounds of the ancestors of the first target, nearest first; the caller checks that all targets have them.
fn containers<'a>(ground: &Ground<'a>, targets: &[NodeId]) -> Vec<(usize, Compound<'a>)> {
    let document = ground.document;
    let Some(&first) = targets.first() else { return Vec::new() };
    let mut found: Vec<(usize, Compound<'a>)> = Vec::new();
    for (distance, ancestor) in ground.ancestors_within(first).take(MAX_LEVELS).enumerate() {
        let tag = document.tag(ancestor);
        let mut add = |compound: Compound<'a>| {
            if !found.iter().any(|(_, known)| *known == compound) {
                found.push((distance, compound));
            }
        };
        for feature in own_features(document, ancestor, ground.dialect).into_iter().take(5) {
            if feature.cost(document) >= cost::GENERATED {
                continue;
            }
            let stands_alone = ground.dialect == Dialect::Css && matches!(feature, Feature::Id(_) | Feature::Class(_));
            add(compound(if stands_alone { None } else { tag }, Some(feature)));
        }
        add(compound(tag, None));
    }
    found.sort_by_cached_key(|(distance, compound)| compound.cost(document, ground.dialect) + *distance as u32);
    found.truncate(48);
    found
}

/// What comes right before the targets: `h2.offers + ul`, and in XPath the label of a value.
fn behind<'a>(ground: &Ground<'a>, targets: &[NodeId], wanted: &Bits) -> Vec<Surroundings<'a>> {
    let document = ground.document;
    let Some(previous) = targets.first().and_then(|&first| ground.previous_element(first)) else { return Vec::new() };
    let tag = document.tag(previous);
    let mut found = Vec::new();
    let mut add = |compound: Compound<'a>, link: Link, reach: Bits| {
        if reach.includes(wanted) {
            let cost = compound.cost(document, ground.dialect) + link.cost();
            found.push(Surroundings { steps: vec![(Link::Descendant, compound)], link, cost, reach });
        }
    };
    for feature in own_features(document, previous, ground.dialect).into_iter().take(3) {
        if feature.cost(document) <= cost::DATA {
            let compound = compound(tag, Some(feature));
            let reach = ground.next_of(&ground.extent(&compound));
            add(compound, Link::Next, reach);
        }
    }
    if ground.dialect == Dialect::XPath
        && let Some(text) = label_text(ground, previous, Saying::Next)
    {
        let label = compound(tag, Some(Feature::Text(text)));
        let target_tag = targets.first().and_then(|&first| document.tag(first));
        let reach = ground.following(&ground.extent(&label), target_tag);
        add(label, Link::Following, reach);
    }
    found
}
