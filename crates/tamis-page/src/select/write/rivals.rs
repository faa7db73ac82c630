//! The elements that a selector has to keep out, and which of them each part of it lets in. Rows of bits, so that many
//! combinations can be tried.

use super::contexts::Surroundings;
use super::feature::{Feature, Reach};
use super::pattern::{Link, compound};
use super::scopes::{Scopes, n_before};
use super::search::Goal;
use crate::document::{Name, NodeId};
use std::cmp::Ordering;
use std::ops::Range;

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

    /// Whether no rival is in all three.
    pub(super) fn is_disjoint_with(&self, second: &Row, third: &Row) -> bool {
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
    pub(super) fn led_to(&self, around: &Surroundings) -> Row {
        let scopes = self.scopes;
        match (around.reached(scopes), around.link) {
            (None, Link::Descendant) => self.all(),
            (None, _) => self.that(|node| scopes.document.parent(node).is_some_and(|parent| scopes.is_scope(parent))),
            (Some(reached), Link::Following) => self.among(&scopes.named_after(reached, self.tag)),
            (Some(reached), Link::Descendant) => self.inside(&reached.inside),
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

    /// Those in the ranges, which are in order and do not overlap.
    fn inside(&self, ranges: &[Range<u32>]) -> Row {
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
    fn among(&self, list: &[NodeId]) -> Row {
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
    fn above(&self, list: &[NodeId]) -> Row {
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
