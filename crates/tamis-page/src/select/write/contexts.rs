//! Where the wanted elements are: candidates for everything before the last compound of a selector.

use super::feature::{Dialect, Feature, cost};
use super::index::{KnownCompound, Number};
use super::label::{LabelUse, label_text};
use super::pattern::Compound;
use super::pattern::{Link, Pattern, compound};
use super::scopes::{Reached, Scopes};
use crate::document::NodeId;
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

/// A candidate for the steps before the last compound: they lead to all wanted elements.
pub(super) struct Surroundings {
    /// Two at most.
    steps: [Option<(Link, KnownCompound)>; 2],
    /// How the last compound hangs on them.
    pub(super) link: Link,
    pub(super) cost: u32,
    /// Whether they have a name that an author chose.
    pub(super) is_named: bool,
    /// What the steps lead to, made when it is first needed.
    reached: OnceCell<Option<Rc<Reached>>>,
    /// Whether they lead to all wanted elements, looked at when they are first tried.
    is_common: Cell<Option<bool>>,
}

impl Surroundings {
    pub(super) fn new(steps: [Option<(Link, KnownCompound)>; 2], link: Link, cost: u32) -> Surroundings {
        let is_named = steps.iter().flatten().any(|(_, known)| known.is_named);
        Surroundings { steps, link, cost, is_named, reached: OnceCell::new(), is_common: Cell::new(Some(true)) }
    }

    /// Marks the surroundings as not yet known to lead to all wanted elements.
    fn unsure(self) -> Surroundings {
        self.is_common.set(None);
        self
    }

    /// Whether they lead to all of the wanted elements.
    pub(super) fn is_common(&self, scopes: &Scopes<'_, '_>, targets: &[NodeId]) -> bool {
        self.is_common.get().unwrap_or_else(|| {
            scopes.budget.spend(targets.len());
            let mut ways = targets.iter().map(|&target| self.leads_up_from(scopes, target));
            // Seen from the elements where that can be told; otherwise by what the steps lead to.
            let is_common = match ways.find(|way| *way != Some(true)) {
                Some(Some(_)) => false,
                None => true,
                Some(None) => self.leads_to(scopes, targets),
            };
            self.is_common.set(Some(is_common));
            is_common
        })
    }

    /// Whether they lead to the element, by walking up from it; `None` where that does not tell.
    pub(super) fn leads_up_from(&self, scopes: &Scopes<'_, '_>, node: NodeId) -> Option<bool> {
        let [Some((Link::Descendant, known)), None] = &self.steps else { return None };
        let compound = &known.compound;
        match self.link {
            Link::Child => {
                let parent = scopes.document.parent(node).filter(|&parent| scopes.can_match(parent));
                Some(parent.is_some_and(|parent| scopes.matches(compound, parent)))
            }
            Link::Descendant => {
                let mut above = scopes.document.ancestors(node).take_while(|&above| scopes.can_match(above));
                let is_found = above.by_ref().take(MAX_LEVELS).any(|above| scopes.matches(compound, above));
                if !is_found && above.next().is_some() { None } else { Some(is_found) }
            }
            Link::Next | Link::Following => None,
        }
    }

    fn n_steps(&self) -> usize {
        self.steps.iter().flatten().count()
    }

    /// What the steps lead to; `None` for no step.
    pub(super) fn reached(&self, scopes: &Scopes<'_, '_>) -> Option<&Reached> {
        self.reached.get_or_init(|| scopes.reached_by_known(self.steps.iter().flatten())).as_deref()
    }

    pub(super) fn leads_to(&self, scopes: &Scopes<'_, '_>, targets: &[NodeId]) -> bool {
        self.reached(scopes).is_some_and(|reached| scopes.leads_to(reached, self.link, targets))
    }

    pub(super) fn pattern(&self, subject: &Compound) -> Pattern {
        let steps = self.steps.iter().flatten().map(|(link, known)| (*link, known.compound));
        Pattern { steps: steps.chain(std::iter::once((self.link, *subject))).collect() }
    }

    /// Whether they are such that other records may have them too: names and classes, no ids and no values.
    pub(super) fn is_rule(&self) -> bool {
        let is_id = |feature: &Feature| matches!(feature, Feature::Id(_));
        let is_rule =
            |known: &KnownCompound| known.cost <= cost::PLAIN_TAG && !known.compound.features.iter().any(is_id);
        self.steps.iter().flatten().all(|(_, known)| is_rule(known))
    }

    /// The step of the near ones after the step of these; both have one.
    pub(super) fn around(&self, near: &Surroundings) -> Surroundings {
        Surroundings::new([self.steps[0], near.steps[0]], near.link, self.cost + near.cost)
    }

    fn is_same_way(&self, other: &Surroundings) -> bool {
        let numbers = |it: &Surroundings| it.steps.map(|step| step.map(|(link, known)| (link, known.number)));
        numbers(self) == numbers(other)
    }
}

/// How many levels up are considered; further up, a container says little about what is in it.
const MAX_LEVELS: usize = 40;

/// No surroundings, the scope itself, one container, the parent, the sibling before, a label.
pub(super) fn simple(scopes: &Scopes<'_, '_>, targets: &[NodeId]) -> Vec<Surroundings> {
    let mut found = vec![none()];
    found.extend(scope_itself(scopes, targets));
    found.extend(containers(scopes, targets));
    found.extend(two_levels(scopes, targets));
    found.extend(behind(scopes, targets));
    found
}

/// Anywhere below the scope.
pub(super) fn none() -> Surroundings {
    Surroundings::new([None; 2], Link::Descendant, 0)
}

/// Right below the scope.
pub(super) fn scope_itself(scopes: &Scopes<'_, '_>, targets: &[NodeId]) -> Option<Surroundings> {
    let is_child = |&node: &NodeId| scopes.document.parent(node).is_some_and(|parent| scopes.is_scope(parent));
    let are_children = !scopes.is_page() && targets.iter().all(is_child);
    are_children.then(|| Surroundings::new([None; 2], Link::Child, cost::CHILD))
}

/// Below one element, or right below it.
pub(super) fn containers(scopes: &Scopes<'_, '_>, targets: &[NodeId]) -> Vec<Surroundings> {
    let compounds = container_compounds(scopes, targets);
    let mut found = Vec::with_capacity(compounds.len() + 8);
    for Container { ancestor, distance, known } in compounds {
        let base = known.cost + (distance as u32).min(8) / 2;
        let links: &[Link] = if distance == 0 { &[Link::Child, Link::Descendant] } else { &[Link::Descendant] };
        for &link in links {
            let steps = [Some((Link::Descendant, known)), None];
            let surroundings = Surroundings::new(steps, link, base + link.cost());
            let is_certain = match link {
                Link::Child => targets.iter().all(|&target| scopes.document.parent(target) == Some(ancestor)),
                _ => targets.last().is_some_and(|&last| scopes.document.contains(ancestor, last)),
            };
            found.push(if is_certain { surroundings } else { surroundings.unsure() });
        }
    }
    found
}

/// A container and the parent, for `#results > li`'s longer form `#results .list > li`: the pairs of far and near that
/// are worth a try. The candidates are sorted by cost.
pub(super) fn nested_pairs<T>(simple: &[T], surroundings: impl Fn(&T) -> &Surroundings) -> Vec<(&T, &T)> {
    let it = &surroundings;
    let best = || simple.iter().filter(|around| it(around).n_steps() > 0);
    let outer: Vec<&T> =
        best().filter(|around| it(around).link == Link::Descendant && it(around).n_steps() == 1).take(10).collect();
    let is_inner = |it: &Surroundings| it.n_steps() == 1 && matches!(it.link, Link::Child | Link::Descendant);
    let mut pairs = Vec::new();
    for near in best().filter(|around| is_inner(it(around))).take(12) {
        pairs.extend(outer.iter().filter(|far| !it(far).is_same_way(it(near))).map(|far| (*far, near)));
    }
    pairs
}

/// `table[width="375"] > tbody > tr`: a parent without features of its own is stepped over, but not looked past.
fn two_levels(scopes: &Scopes<'_, '_>, targets: &[NodeId]) -> Vec<Surroundings> {
    let (document, index, dialect) = (scopes.document, scopes.index, scopes.dialect);
    let mut above = targets.first().into_iter().flat_map(|&first| scopes.ancestors_within(first));
    let (Some(parent), Some(grandparent)) = (above.next(), above.next()) else { return Vec::new() };
    let is_certain = targets.iter().all(|&target| document.parent(target) == Some(parent));
    let mut found = Vec::new();
    for own in index.own(grandparent, dialect).features.iter().take(5) {
        let top = own.with_tag(index, dialect);
        if top.cost >= cost::GENERATED {
            continue;
        }
        let cost = top.cost + 2 * Link::Child.cost() + cost::EXTRA_TAG;
        let steps = [Some((Link::Descendant, top)), Some((Link::Child, index.own(parent, dialect).tag))];
        let surroundings = Surroundings::new(steps, Link::Child, cost);
        found.push(if is_certain { surroundings } else { surroundings.unsure() });
    }
    found
}

struct Container {
    ancestor: NodeId,
    /// Levels between it and the first target.
    distance: usize,
    known: KnownCompound,
}

/// Compounds of the ancestors of the first target, best first; the caller checks that all targets have them.
fn container_compounds(scopes: &Scopes<'_, '_>, targets: &[NodeId]) -> Vec<Container> {
    let (index, dialect) = (scopes.index, scopes.dialect);
    let Some(&first) = targets.first() else { return Vec::new() };
    let mut found: Vec<Container> = Vec::with_capacity(32);
    let mut seen: Vec<Number> = Vec::with_capacity(32);
    for (distance, ancestor) in scopes.ancestors_within(first).take(MAX_LEVELS).enumerate() {
        let mut add = |known: KnownCompound| {
            if !seen.contains(&known.number) {
                seen.push(known.number);
                found.push(Container { ancestor, distance, known });
            }
        };
        let own = index.own(ancestor, dialect);
        for own in own.features.iter().take(5).filter(|own| own.cost < cost::GENERATED) {
            let stands_alone = dialect == Dialect::Css && matches!(own.feature, Feature::Id(_) | Feature::Class(_));
            add(if stands_alone { own.alone(index, dialect) } else { own.with_tag(index, dialect) });
        }
        add(own.tag);
    }
    found.sort_by_key(|it| it.known.cost + it.distance as u32);
    found.truncate(48);
    found
}

/// What comes right before the targets: `h2.offers + ul`, and in XPath the label of a value.
fn behind(scopes: &Scopes<'_, '_>, targets: &[NodeId]) -> Vec<Surroundings> {
    let (document, index, dialect) = (scopes.document, scopes.index, scopes.dialect);
    let Some(previous) = targets.first().and_then(|&first| scopes.previous_element(first)) else { return Vec::new() };
    let mut found = Vec::new();
    let mut add = |known: KnownCompound, link: Link| {
        let cost = known.cost + link.cost();
        let surroundings = Surroundings::new([Some((Link::Descendant, known)), None], link, cost);
        found.push(if targets.len() == 1 { surroundings } else { surroundings.unsure() });
    };
    for own in index.own(previous, dialect).features.iter().take(3).filter(|own| own.cost <= cost::DATA) {
        add(own.with_tag(index, dialect), Link::Next);
    }
    if dialect == Dialect::XPath
        && let Some(text) = label_text(index, previous, LabelUse::Next)
    {
        add(
            index.know(compound(document.tag(previous), Some(Feature::Text(index.label(&text)))), dialect),
            Link::Following,
        );
    }
    found
}
