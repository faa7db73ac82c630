//! Which pattern a node of another page has.

use super::pattern::{Labels, Likeness};
use super::{CellNodes, RecordPosition, StoredTable};
use crate::mapping::{MatchKind, Mode, Pair, SkeletonId};
use std::collections::BTreeSet;
use tamis_extract::records::Cell;
use tamis_extract::{ValueFormat, ValueType};
use tamis_page::{Document, Mask, NodeId};

/// After so many nodes of patterns were compared on a page, a node is compared with the pattern at its place alone.
const MAX_COMPARED: usize = 4_000_000;
/// How many patterns that are equally similar are told apart further.
const MAX_ALIKE: usize = 8;
/// A node of a page that stands where the template has a record or something among them.
pub(super) struct Candidate {
    pub(super) pair: Pair,
    /// The pattern at this place in the template.
    own: usize,
    /// The patterns that it is most similar to.
    alike: Vec<(usize, Likeness)>,
    /// Whether it was compared with the pattern at this place alone, because it looks just like that.
    is_own: bool,
}

/// Compares nodes with the patterns of a table.
pub(super) struct Chooser<'a> {
    document: &'a Document,
    stored: &'a StoredTable,
    mode: Mode,
    /// What can be read; `None` for all.
    pub(super) room: Option<&'a Mask>,
    /// Of each node of the skeleton its parent.
    parents: &'a [SkeletonId],
    /// The patterns that occur below each parent.
    below: BTreeSet<(SkeletonId, usize)>,
    /// Which pattern follows which.
    follows: BTreeSet<(usize, usize)>,
    n_compared: usize,
}

impl<'a> Chooser<'a> {
    pub(super) fn new(
        document: &'a Document,
        stored: &'a StoredTable,
        room: Option<&'a Mask>,
        parents: &'a [SkeletonId],
        mode: Mode,
    ) -> Chooser<'a> {
        let patterns = || stored.parts.iter().map(|&(_, pattern)| pattern as usize);
        let below = stored.parts.iter().zip(patterns()).map(|(&(node, _), pattern)| (parents[node.index()], pattern));
        let (below, follows) = (below.collect(), patterns().zip(patterns().skip(1)).collect());
        Chooser { document, stored, mode, room, parents, below, follows, n_compared: 0 }
    }

    /// The patterns that a node is most similar to. What looks just like what is at its place in the template is compared
    /// with nothing else yet: on most pages nothing else is needed.
    pub(super) fn compare(&mut self, pair: Pair, own: usize) -> Candidate {
        if self.mode == Mode::Robust && pair.kind == MatchKind::Same {
            let pattern = &self.stored.patterns[own];
            let mut labels = Labels::of(self.document, pair.page);
            let is_known = pattern.place != RecordPosition::Unknown
                && labels.get(self.document, pair.page).tag == pattern.tree.label(SkeletonId::ROOT).tag;
            if is_known {
                let likeness = pattern.likeness(self.document, &mut labels, self.mode);
                if likeness.similarity >= 1.0 {
                    return Candidate { pair, own, alike: vec![(own, likeness)], is_own: true };
                }
            }
        }
        self.compare_all(pair, own)
    }

    fn compare_all(&mut self, pair: Pair, own: usize) -> Candidate {
        let (document, patterns) = (self.document, &self.stored.patterns);
        let mut labels = Labels::of(document, pair.page);
        if self.mode == Mode::Strict {
            let alike = vec![(own, patterns[own].likeness(document, &mut labels, self.mode))];
            return Candidate { pair, own, alike, is_own: false };
        }
        let tag = labels.get(document, pair.page).tag;
        let mut alike: Vec<(usize, Likeness)> = Vec::new();
        // The one at this place comes first: most often it is the one, and it is to be among the ones that are kept.
        let others = (0..patterns.len()).filter(|&number| number != own);
        for number in std::iter::once(own).chain(others) {
            let pattern = &patterns[number];
            let is_tried = self.n_compared <= MAX_COMPARED || number == own;
            if !is_tried || pattern.place == RecordPosition::Unknown || pattern.tree.label(SkeletonId::ROOT).tag != tag
            {
                continue;
            }
            self.n_compared += pattern.tree.len();
            let likeness = pattern.likeness(document, &mut labels, self.mode);
            let most = alike.first().map_or(0.0, |(_, most)| most.similarity);
            if likeness.similarity > most {
                alike.clear();
            }
            if likeness.similarity >= most && alike.len() < MAX_ALIKE {
                alike.push((number, likeness));
            }
        }
        Candidate { pair, own, alike, is_own: false }
    }

    /// Of each candidate of a table its pattern. Where all look like what is at their place in the template, they are that.
    /// Otherwise, of several patterns that a node is equally similar to, it has the one with most nodes; of several again,
    /// as where an optional part looks like another, the one that the template has in this element, whose cells hold
    /// values of the right type, or that followed the last one in the template.
    pub(super) fn settle(&mut self, candidates: Vec<Candidate>) -> Vec<(Pair, usize, Likeness)> {
        let patterns = &self.stored.patterns;
        let is_unknown = |own: usize| patterns[own].place == RecordPosition::Unknown;
        let is_own = |candidate: &Candidate| {
            let has_own_pattern = if is_unknown(candidate.own) {
                // Something that is more like a record than what was none may be one.
                let most = patterns[candidate.own].percent;
                candidate.alike.first().is_none_or(|(_, likeness)| likeness.percent() <= most)
            } else {
                candidate.alike.iter().any(|&(number, _)| number == candidate.own)
            };
            candidate.pair.kind == MatchKind::Same && has_own_pattern
        };
        let are_all_own = candidates.len() == self.stored.parts.len() && candidates.iter().all(is_own);
        let mut last = None;
        let mut settled = Vec::with_capacity(candidates.len());
        for Candidate { pair, own, mut alike, is_own } in candidates {
            if are_all_own && is_unknown(own) {
                continue;
            }
            if is_own && !are_all_own && patterns.len() > 1 {
                alike = self.compare_all(pair, own).alike;
            }
            let best = if alike.len() < 2 {
                0
            } else if are_all_own {
                alike.iter().position(|&(number, _)| number == own).unwrap_or(0)
            } else {
                let evidence: Vec<_> = alike.iter().map(|one| self.evidence(pair, own, last, one)).collect();
                (0..alike.len()).rev().max_by_key(|&idx| evidence[idx]).unwrap_or(0)
            };
            if best < alike.len() {
                let (number, likeness) = alike.swap_remove(best);
                last = Some(number);
                settled.push((pair, number, likeness));
            }
        }
        settled
    }

    /// Adds the cells that only other patterns of the same place know.
    pub(super) fn add_missing(&mut self, root: NodeId, chosen: usize, likeness: &Likeness, cells: &mut CellNodes) {
        let (document, patterns) = (self.document, &self.stored.patterns);
        let known = patterns[chosen].known(document, likeness);
        let mut labels = Labels::of(document, root);
        for (number, pattern) in patterns.iter().enumerate() {
            let is_other = number != chosen && pattern.place == patterns[chosen].place;
            if !is_other || self.n_compared > MAX_COMPARED {
                continue;
            }
            self.n_compared += pattern.tree.len();
            let likeness = pattern.likeness(document, &mut labels, self.mode);
            pattern.add_missing(document, &likeness, &known, self.room, cells);
        }
    }

    /// What speaks for a pattern, the strongest first.
    fn evidence(
        &self,
        pair: Pair,
        own: usize,
        last: Option<usize>,
        (number, likeness): &(usize, Likeness),
    ) -> (usize, bool, i64, bool, bool) {
        let n_nodes = self.stored.patterns[*number].tree.len();
        let is_here = self.below.contains(&(self.parents[pair.skeleton.index()], *number));
        let follows = last.is_some_and(|last| self.follows.contains(&(last, *number)));
        (n_nodes, is_here, self.n_right_values(*number, likeness), follows, *number == own)
    }

    /// How many cells hold a value of their column's type, less those that hold another.
    fn n_right_values(&self, pattern: usize, likeness: &Likeness) -> i64 {
        let mut cells: CellNodes = vec![Vec::new(); self.stored.columns.len()];
        self.stored.patterns[pattern].add_cells(self.document, likeness, self.room, &mut cells);
        let mut n_right = 0;
        for (column, nodes) in self.stored.columns.iter().zip(cells) {
            if column.attribute.is_some() || nodes.is_empty() {
                continue;
            }
            let cell = Cell::read(self.document, nodes, None);
            let value_type = ValueFormat::of_column([cell.text.as_str()]).value_type;
            n_right += match column.format.value_type {
                ValueType::Text if value_type == ValueType::Text => 0,
                expected if value_type == expected => 1,
                _ => -1,
            };
        }
        n_right
    }
}
