//! Selectors of anything that the wanted elements have in common, for those that nothing simple tells from others.

use super::contexts::{Surroundings, nested_pairs};
use super::feature::{Feature, Reach, cost};
use super::index::KnownCompound;
use super::pattern::{Compound, Link, Pattern, compound};
use super::scopes::{Scopes, n_before};
use super::search::Goal;
use super::subjects::{self, MAX_PAIRED};
use crate::document::{Name, NodeId};
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::ops::Range;
use std::rc::Rc;

/// A candidate for the last compound, and the rows whose common rivals it lets in.
struct Subject {
    cost: u32,
    is_named: bool,
    compound: Compound,
    rows: [Rc<RivalSet>; 2],
}

impl Subject {
    /// Whether it keeps out all rivals in the row.
    fn keeps_out(&self, row: &RivalSet) -> bool {
        self.rows[0].is_disjoint_with(&self.rows[1], row)
    }
}

/// A feature that all wanted elements have.
struct CommonFeature {
    cost: u32,
    is_named: bool,
    feature: Feature,
    row: Rc<RivalSet>,
}

/// A candidate for the steps before it, with the rivals that it leads to.
struct Candidate<'s> {
    surroundings: &'s Surroundings,
    row: OnceCell<RivalSet>,
}

/// The candidates that lead to all wanted elements, the cheapest first.
fn by_cost<'s>(scopes: &Scopes<'_, '_>, goal: &Goal<'_>, surroundings: &'s [Surroundings]) -> Vec<Candidate<'s>> {
    let common = surroundings.iter().filter(|surroundings| surroundings.is_common(scopes, goal.targets));
    let mut by_cost: Vec<Candidate<'s>> =
        common.map(|surroundings| Candidate { surroundings, row: OnceCell::new() }).collect();
    by_cost.sort_by_key(|around| around.surroundings.cost);
    by_cost
}

/// The cheapest pattern, if it costs less than the best one so far.
pub(super) fn find(
    scopes: &Scopes<'_, '_>,
    goal: &Goal<'_>,
    tag: Name,
    single: &[KnownCompound],
    simple: &[Surroundings],
    best: Option<(u32, Pattern)>,
) -> Option<(u32, Pattern)> {
    let simple = by_cost(scopes, goal, simple);
    let mut search = Search::new(scopes, goal, tag);
    search.best = best;
    let mut subjects = search.known(single);
    subjects.extend(search.made(&subjects::features_of(single)));
    subjects.sort_by_key(|subject| subject.cost);
    search.try_all(&subjects, &simple);
    search.try_nested(&subjects, &simple);
    search.best
}

/// A search among candidates for elements of the same name.
struct Search<'s, 'w, 'a> {
    scopes: &'s Scopes<'w, 'a>,
    goal: &'s Goal<'s>,
    tag: Name,
    rivals: Rivals<'s, 'w, 'a>,
    /// The cheapest pattern so far.
    best: Option<(u32, Pattern)>,
}

impl<'s, 'w, 'a> Search<'s, 'w, 'a> {
    fn new(scopes: &'s Scopes<'w, 'a>, goal: &'s Goal<'s>, tag: Name) -> Search<'s, 'w, 'a> {
        Search { scopes, goal, tag, rivals: Rivals::of(scopes, goal, tag), best: None }
    }

    /// What the best pattern so far costs.
    fn limit(&self) -> u32 {
        self.best.as_ref().map_or(u32::MAX, |(cost, _)| *cost)
    }

    /// Compounds of a feature at most that all wanted elements match, the cheapest first.
    fn known(&self, single: &[KnownCompound]) -> Vec<Subject> {
        let row = |known: &KnownCompound| {
            let mut features = known.compound.features.iter();
            features.next().map_or_else(|| self.rivals.all(), |&feature| self.rivals.with(feature))
        };
        let subject = |known: &KnownCompound| {
            let row = Rc::new(row(known));
            Subject { cost: known.cost, is_named: known.is_named, compound: known.compound, rows: [row.clone(), row] }
        };
        let mut subjects: Vec<Subject> = single.iter().map(subject).collect();
        subjects.sort_by_key(|subject| subject.cost);
        subjects
    }

    fn traits(&self, features: &[Feature]) -> Vec<CommonFeature> {
        let index = self.scopes.index;
        let make = |&feature: &Feature| CommonFeature {
            cost: feature.cost(index),
            is_named: feature.is_name(index),
            row: Rc::new(self.rivals.with(feature)),
            feature,
        };
        features.iter().map(make).collect()
    }

    fn subject(&self, one: &CommonFeature, other: Option<&CommonFeature>) -> Subject {
        let features = std::iter::once(one).chain(other);
        Subject {
            cost: cost::EXTRA_TAG + features.clone().map(|it| it.cost).sum::<u32>(),
            is_named: features.clone().any(|it| it.is_named),
            rows: [one.row.clone(), other.unwrap_or(one).row.clone()],
            compound: Compound::new(Some(self.tag), features.map(|it| it.feature)),
        }
    }

    /// Compounds that also look at places among siblings, at what is below, and at what is missing, and those of two
    /// features.
    fn made(&self, own: &[Feature]) -> Vec<Subject> {
        let targets = self.goal.targets;
        let own = self.traits(&own[..own.len().min(MAX_PAIRED)]);
        let places = self.traits(&subjects::places(self.scopes, targets));
        let others = self.traits(&subjects::having_and_missing(self.scopes, targets, self.tag));
        let mut subjects = Vec::new();
        let mut add = |one: &CommonFeature, other: Option<&CommonFeature>| subjects.push(self.subject(one, other));
        let best = &own[..own.len().min(2)];
        for feature in &others {
            best.iter().chain(&places).for_each(|other| add(other, Some(feature)));
        }
        for (i, place) in places.iter().enumerate() {
            best.iter().chain(&places[i + 1..]).for_each(|other| add(other, Some(place)));
        }
        places.iter().chain(&others).for_each(|feature| add(feature, None));
        for (i, first) in own.iter().enumerate() {
            own[i + 1..].iter().for_each(|second| add(first, Some(second)));
        }
        subjects
    }

    fn row<'r>(&self, around: &'r Candidate<'_>) -> &'r RivalSet {
        around.row.get_or_init(|| self.rivals.led_to(around.surroundings))
    }

    /// Each subject in each of the surroundings; both are sorted by cost.
    fn try_all(&mut self, subjects: &[Subject], simple: &[Candidate<'_>]) {
        for subject in subjects {
            for around in simple {
                let surroundings = around.surroundings;
                if subject.cost + surroundings.cost >= self.limit() {
                    break;
                }
                if self.scopes.budget.is_spent() {
                    return;
                }
                let cost = total(subject, surroundings.cost, surroundings.is_named);
                // The label's value is looked up by name alone.
                let can_follow = surroundings.link != Link::Following || subject.compound.features.is_empty();
                if cost < self.limit() && can_follow && subject.keeps_out(self.row(around)) {
                    self.propose(cost, subject, surroundings.pattern(&subject.compound));
                }
            }
        }
    }

    /// Each subject in two containers, where each of these keeps out rivals that the other does not.
    fn try_nested(&mut self, subjects: &[Subject], simple: &[Candidate<'_>]) {
        let cheapest = subjects.first().map_or(0, |subject| subject.cost);
        for (far, near) in nested_pairs(simple, |around| around.surroundings) {
            let way = far.surroundings.cost + near.surroundings.cost;
            if way + cheapest >= self.limit() || self.scopes.budget.is_spent() {
                continue;
            }
            let row = self.row(far).and(self.row(near));
            if row == *self.row(far) || row == *self.row(near) {
                continue;
            }
            self.scopes.budget.spend(1);
            let surroundings = far.surroundings.around(near.surroundings);
            let mut leads_there = None;
            for subject in subjects {
                let cost = total(subject, way, surroundings.is_named);
                if subject.cost + way >= self.limit() {
                    break;
                }
                if cost < self.limit()
                    && subject.keeps_out(&row)
                    && *leads_there.get_or_insert_with(|| surroundings.leads_to(self.scopes, self.goal.targets))
                {
                    self.propose(cost, subject, surroundings.pattern(&subject.compound));
                }
            }
        }
    }

    /// Takes a pattern that keeps out all rivals. One whose compound has no name has others than these.
    fn propose(&mut self, cost: u32, subject: &Subject, pattern: Pattern) {
        if subject.compound.tag.is_some() || self.goal.is_reached_by(self.scopes, &pattern) {
            self.best = Some((cost, pattern));
        }
    }
}

fn total(subject: &Subject, way: u32, is_way_named: bool) -> u32 {
    subject.cost + way + if subject.is_named || is_way_named { 0 } else { cost::NAMELESS }
}

/// Elements of the same name as the wanted ones that are not to be selected.
struct Rivals<'s, 'w, 'a> {
    scopes: &'s Scopes<'w, 'a>,
    tag: Name,
    /// In document order.
    nodes: Vec<NodeId>,
}

/// One bit a rival.
#[derive(Clone, PartialEq, Eq)]
struct RivalSet(Vec<u64>);

impl RivalSet {
    pub(super) fn and(&self, other: &RivalSet) -> RivalSet {
        RivalSet(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    /// Whether no rival is in all three.
    fn is_disjoint_with(&self, second: &RivalSet, third: &RivalSet) -> bool {
        self.0.iter().zip(&second.0).zip(&third.0).all(|((one, second), third)| one & second & third == 0)
    }

    fn set(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }
}

impl<'s, 'w, 'a> Rivals<'s, 'w, 'a> {
    pub(super) fn of(scopes: &'s Scopes<'w, 'a>, goal: &Goal<'_>, tag: Name) -> Rivals<'s, 'w, 'a> {
        let mut nodes = scopes.named(tag);
        nodes.retain(|node| goal.allowed.binary_search(node).is_err());
        Rivals { scopes, tag, nodes }
    }

    /// All of them.
    pub(super) fn all(&self) -> RivalSet {
        let mut row = self.none();
        row.0.fill(u64::MAX);
        if let (Some(last), rest @ 1..) = (row.0.last_mut(), self.nodes.len() % 64) {
            *last = (1 << rest) - 1;
        }
        row
    }

    fn none(&self) -> RivalSet {
        self.scopes.budget.spend(1 + self.nodes.len() / 16);
        RivalSet(vec![0; self.nodes.len().div_ceil(64)])
    }

    /// Those that have the feature.
    pub(super) fn with(&self, feature: Feature) -> RivalSet {
        let (index, dialect) = (self.scopes.index, self.scopes.dialect);
        match feature {
            Feature::Not(inner) => {
                let all = self.all();
                let inner = index.numbered(inner).features.iter().fold(all.clone(), |row, &it| row.and(&self.with(it)));
                RivalSet(all.0.iter().zip(inner.0).map(|(all, inner)| all & !inner).collect())
            }
            Feature::Has(Reach::Child, inner) => self.among(&index.parents(inner, dialect)),
            Feature::Has(Reach::Descendant, inner) => self.above(&index.postings(&index.numbered(inner), dialect)),
            Feature::Id(_)
            | Feature::Class(_)
            | Feature::HasAttribute(_)
            | Feature::Attribute(..)
            | Feature::Prefix(..) => self.among(&index.postings(&compound(None, Some(feature)), dialect)),
            _ => self.that(|node| index.holds(feature, node, dialect)),
        }
    }

    /// Those that the steps before the last compound lead to.
    fn led_to(&self, around: &Surroundings) -> RivalSet {
        let scopes = self.scopes;
        match (around.reached(scopes), around.link) {
            (None, Link::Descendant) => self.all(),
            (None, _) => self.that(|node| scopes.document.parent(node).is_some_and(|parent| scopes.is_scope(parent))),
            (Some(reached), Link::Following) => self.among(&scopes.named_after(reached, self.tag)),
            (Some(reached), Link::Descendant) => self.inside(&reached.inside),
            (Some(reached), link) => self.that(|node| scopes.leads_to_one(reached, link, node)),
        }
    }

    fn that(&self, test: impl Fn(NodeId) -> bool) -> RivalSet {
        let mut row = self.none();
        for (place, &node) in self.nodes.iter().enumerate() {
            if test(node) {
                row.set(place);
            }
        }
        row
    }

    /// Those in the ranges, which are in order and do not overlap.
    fn inside(&self, ranges: &[Range<u32>]) -> RivalSet {
        let mut row = self.none();
        let mut place = 0;
        for range in ranges {
            place += n_before(&self.nodes[place..], range.start);
            while self.nodes.get(place).is_some_and(|node| node.0 < range.end) {
                row.set(place);
                place += 1;
            }
        }
        row
    }

    /// Those that are in the list, which is in document order.
    fn among(&self, list: &[NodeId]) -> RivalSet {
        let mut row = self.none();
        let mut rest = list;
        let mut place = 0;
        while let (Some(node), Some(other)) = (self.nodes.get(place), rest.first()) {
            match node.cmp(other) {
                Ordering::Equal => {
                    row.set(place);
                    (place, rest) = (place + 1, &rest[1..]);
                }
                Ordering::Less => place += n_before(&self.nodes[place..], other.0),
                Ordering::Greater => rest = &rest[n_before(rest, node.0)..],
            }
        }
        row
    }

    /// Those that have one of the list, which is in document order, below them.
    fn above(&self, list: &[NodeId]) -> RivalSet {
        let mut row = self.none();
        let mut rest = list;
        for (place, &node) in self.nodes.iter().enumerate() {
            rest = &rest[n_before(rest, node.0 + 1)..];
            let Some(&next) = rest.first() else { break };
            if next < self.scopes.document.subtree_end(node) {
                row.set(place);
            }
        }
        row
    }
}
