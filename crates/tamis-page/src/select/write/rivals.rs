//! The elements that a selector has to keep out, and which of them each part of it lets in. Rows of bits, so that many
//! combinations can be tried.

use super::contexts::Surroundings;
use super::feature::{Feature, Reach};
use super::pattern::{Link, compound};
use super::scopes::Scopes;
use super::search::Goal;
use crate::document::{Name, NodeId};

/// Elements of the same name as the wanted ones that are not to be selected.
pub(super) struct Rivals<'s, 'w, 'a> {
    scopes: &'s Scopes<'w, 'a>,
    tag: Name,
    /// In document order.
    nodes: Vec<NodeId>,
}

/// One bit a rival.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Row(Vec<u64>);

impl Row {
    pub(super) fn and(&self, other: &Row) -> Row {
        Row(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    /// Whether no rival is in both.
    pub(super) fn is_disjoint(&self, other: &Row) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & other == 0)
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
    pub(super) fn all(&self) -> Row {
        let mut row = self.none();
        row.0.fill(u64::MAX);
        if let (Some(last), rest @ 1..) = (row.0.last_mut(), self.nodes.len() % 64) {
            *last = (1 << rest) - 1;
        }
        row
    }

    fn none(&self) -> Row {
        self.scopes.budget.spend(1 + self.nodes.len() / 16);
        Row(vec![0; self.nodes.len().div_ceil(64)])
    }

    /// Those that have the feature.
    pub(super) fn with(&self, feature: Feature) -> Row {
        let (index, dialect) = (self.scopes.index, self.scopes.dialect);
        match feature {
            Feature::Not(inner) => {
                let all = self.all();
                let inner = index.numbered(inner).features.iter().fold(all.clone(), |row, &it| row.and(&self.with(it)));
                Row(all.0.iter().zip(inner.0).map(|(all, inner)| all & !inner).collect())
            }
            Feature::Has(Reach::Child, inner) => self.among(&index.parents(inner, dialect)),
            Feature::Has(Reach::Descendant, inner) => {
                let partners = index.postings(&index.numbered(inner), dialect);
                self.that(|node| index.has_below(node, &partners))
            }
            Feature::Id(_)
            | Feature::Class(_)
            | Feature::HasAttribute(_)
            | Feature::Attribute(..)
            | Feature::Prefix(..) => self.among(&index.postings(&compound(None, Some(feature)), dialect)),
            _ => self.that(|node| index.holds(feature, node, dialect)),
        }
    }

    /// Those that the steps before the last compound lead to.
    pub(super) fn led_to(&self, around: &Surroundings) -> Row {
        let scopes = self.scopes;
        match (around.reached(scopes), around.link) {
            (None, Link::Descendant) => self.all(),
            (None, _) => self.that(|node| scopes.document.parent(node).is_some_and(|parent| scopes.is_scope(parent))),
            (Some(reached), Link::Following) => self.among(&scopes.named_after(reached, self.tag)),
            (Some(reached), link) => self.that(|node| scopes.leads_to_one(reached, link, node)),
        }
    }

    fn that(&self, test: impl Fn(NodeId) -> bool) -> Row {
        let mut row = self.none();
        for (place, &node) in self.nodes.iter().enumerate() {
            if test(node) {
                row.set(place);
            }
        }
        row
    }

    /// Those that are in the list, which is in document order.
    fn among(&self, list: &[NodeId]) -> Row {
        if list.len() > self.nodes.len() {
            return self.that(|node| list.binary_search(&node).is_ok());
        }
        let mut row = self.none();
        for node in list {
            if let Ok(place) = self.nodes.binary_search(node) {
                row.set(place);
            }
        }
        row
    }
}
