//! Selectors of anything that the wanted elements have in common, for those that nothing simple tells from others.

use super::compound::Compound;
use super::contexts::{Surroundings, nested_pairs};
use super::feature::{Feature, cost};
use super::index::Known;
use super::pattern::{Link, Pattern};
use super::rivals::{Rivals, Row};
use super::scopes::Scopes;
use super::search::Goal;
use super::subjects::{self, MAX_PAIRED};
use crate::document::Name;
use std::cell::OnceCell;
use std::rc::Rc;

/// A candidate for the last compound, and the rows whose common rivals it lets in.
struct Subject {
    cost: u32,
    is_named: bool,
    compound: Compound,
    rows: [Rc<Row>; 2],
}

impl Subject {
    /// Whether it keeps out all rivals in the row.
    fn keeps_out(&self, row: &Row) -> bool {
        self.rows[0].is_disjoint_with(&self.rows[1], row)
    }
}

/// A feature that all wanted elements have.
struct Trait {
    cost: u32,
    is_named: bool,
    feature: Feature,
    row: Rc<Row>,
}

/// A candidate for the steps before it, with the rivals that it leads to.
struct Around<'s> {
    surroundings: &'s Surroundings,
    row: OnceCell<Row>,
}

/// The candidates that lead to all wanted elements, the cheapest first.
fn by_cost<'s>(scopes: &Scopes<'_, '_>, goal: &Goal<'_>, surroundings: &'s [Surroundings]) -> Vec<Around<'s>> {
    let common = surroundings.iter().filter(|surroundings| surroundings.is_common(scopes, goal.targets));
    let mut by_cost: Vec<Around<'s>> =
        common.map(|surroundings| Around { surroundings, row: OnceCell::new() }).collect();
    by_cost.sort_by_key(|around| around.surroundings.cost);
    by_cost
}

/// The cheapest pattern, if it costs less than the best one so far.
pub(super) fn find(
    scopes: &Scopes<'_, '_>,
    goal: &Goal<'_>,
    tag: Name,
    single: &[Known],
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
    fn known(&self, single: &[Known]) -> Vec<Subject> {
        let row = |known: &Known| {
            let mut features = known.compound.features.iter();
            features.next().map_or_else(|| self.rivals.all(), |&feature| self.rivals.with(feature))
        };
        let subject = |known: &Known| {
            let row = Rc::new(row(known));
            Subject { cost: known.cost, is_named: known.is_named, compound: known.compound, rows: [row.clone(), row] }
        };
        let mut subjects: Vec<Subject> = single.iter().map(subject).collect();
        subjects.sort_by_key(|subject| subject.cost);
        subjects
    }

    fn traits(&self, features: &[Feature]) -> Vec<Trait> {
        let index = self.scopes.index;
        let make = |&feature: &Feature| Trait {
            cost: feature.cost(index),
            is_named: feature.is_name(index),
            row: Rc::new(self.rivals.with(feature)),
            feature,
        };
        features.iter().map(make).collect()
    }

    fn subject(&self, one: &Trait, other: Option<&Trait>) -> Subject {
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
        let mut add = |one: &Trait, other: Option<&Trait>| subjects.push(self.subject(one, other));
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

    fn row<'r>(&self, around: &'r Around<'_>) -> &'r Row {
        around.row.get_or_init(|| self.rivals.led_to(around.surroundings))
    }

    /// Each subject in each of the surroundings; both are sorted by cost.
    fn try_all(&mut self, subjects: &[Subject], simple: &[Around<'_>]) {
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
    fn try_nested(&mut self, subjects: &[Subject], simple: &[Around<'_>]) {
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
