//! Where a selector is evaluated, and what it selects there, worked out on the lists of the index.

use super::budget::Budget;
use super::feature::{Dialect, Feature};
use super::index::{FastMap, KnownCompound, Number, SelectorIndex, Word};
use super::pattern::Compound;
use super::pattern::{Link, Step};
use crate::document::{Document, Name, NodeId, names};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

/// The node below which a selector is evaluated, or several such nodes.
pub(super) struct Scopes<'w, 'a> {
    pub(super) index: &'w SelectorIndex<'a>,
    pub(super) document: &'a Document,
    pub(super) dialect: Dialect,
    pub(super) budget: &'w Budget,
    /// In document order.
    tops: Vec<NodeId>,
    /// The nodes below the scopes.
    inside: Vec<Range<u32>>,
    /// The scopes and the elements above them, where these may match the first part of a selector: in CSS.
    outer: Vec<NodeId>,
    /// By number of a known compound, the elements that match it.
    containers: RefCell<FastMap<Number, Rc<Reached>>>,
}

/// The elements that the first steps of a selector lead to.
pub(super) struct Reached {
    nodes: Vec<NodeId>,
    /// The nodes below them and below the scopes.
    pub(super) inside: Vec<Range<u32>>,
}

impl<'w, 'a> Scopes<'w, 'a> {
    /// The scopes must not contain each other.
    pub(super) fn new(index: &'w SelectorIndex<'a>, scopes: &[NodeId], dialect: Dialect) -> Scopes<'w, 'a> {
        let (document, budget) = (index.document, &index.budget);
        let mut scopes = scopes.to_vec();
        scopes.sort_unstable();
        scopes.dedup();
        let inside = ranges_below(document, &scopes);
        let outer = if dialect == Dialect::Css { elements_above(document, &scopes) } else { Vec::new() };
        budget.spend(scopes.len() + outer.len());
        Scopes { index, document, dialect, budget, tops: scopes, inside, outer, containers: RefCell::default() }
    }

    /// The number of nodes below the scopes.
    pub(super) fn n_nodes(&self) -> usize {
        self.inside.iter().map(ExactSizeIterator::len).sum()
    }

    pub(super) fn are_several(&self) -> bool {
        self.tops.len() > 1
    }

    /// What `select` finds at each of the scopes.
    pub(super) fn each(&self, select: impl FnMut(NodeId) -> Vec<NodeId>) -> Vec<NodeId> {
        self.tops.iter().copied().flat_map(select).collect()
    }

    pub(super) fn is_scope(&self, node: NodeId) -> bool {
        self.tops.binary_search(&node).is_ok()
    }

    /// Whether an element above wanted ones may match a step: in XPath, below the scope only.
    pub(super) fn can_match(&self, above: NodeId) -> bool {
        self.document.is_element(above) && (self.dialect == Dialect::Css || self.is_inside(above))
    }

    /// Whether the scope is the whole page.
    pub(super) fn is_page(&self) -> bool {
        self.is_scope(NodeId::ROOT)
    }

    /// The elements of this name below the scopes.
    pub(super) fn named(&self, tag: Name) -> Vec<NodeId> {
        let mut found = Vec::new();
        let _ = for_each_within(self.index.with_tag(tag), &self.inside, &mut |slice| {
            found.extend_from_slice(slice);
            ControlFlow::Continue(())
        });
        self.budget.spend(self.inside.len() + found.len() / 4);
        found
    }

    /// The first siblings of this name after what was reached.
    pub(super) fn named_after(&self, from: &Reached, tag: Name) -> Vec<NodeId> {
        let mut following = self.following(&from.nodes, Some(tag));
        following.sort_unstable();
        following
    }

    pub(super) fn matches(&self, compound: &Compound, node: NodeId) -> bool {
        self.index.matches(compound, node, self.dialect)
    }

    /// What the steps lead to.
    pub(super) fn reached(&self, steps: &[Step]) -> Option<Reached> {
        let mut reached: Option<Reached> = None;
        for (link, compound) in steps {
            let postings = self.index.postings(compound, self.dialect);
            reached = Some(self.next(reached.as_ref(), *link, compound, &postings));
        }
        reached
    }

    /// Returns the elements that steps of known compounds lead to.
    pub(super) fn reached_by_known<'s>(
        &self,
        steps: impl Iterator<Item = &'s (Link, KnownCompound)>,
    ) -> Option<Rc<Reached>> {
        let mut reached: Option<Rc<Reached>> = None;
        for (link, known) in steps {
            let next = |from: Option<&Reached>| {
                self.next(from, *link, &known.compound, &self.index.postings_of(known, self.dialect))
            };
            reached = Some(match (&reached, link) {
                // Most selectors begin with one of few containers.
                (None, Link::Descendant) => {
                    // All selectors for the page begin with those of one page.
                    let containers =
                        if self.is_page() { &self.index.containers[self.dialect as usize] } else { &self.containers };
                    let met = containers.borrow().get(&known.number).cloned();
                    met.unwrap_or_else(|| {
                        let reached = Rc::new(next(None));
                        containers.borrow_mut().insert(known.number, reached.clone());
                        reached
                    })
                }
                (from, _) => Rc::new(next(from.as_deref())),
            });
        }
        reached
    }

    fn next(&self, from: Option<&Reached>, link: Link, compound: &Compound, postings: &[NodeId]) -> Reached {
        let mut nodes = Vec::new();
        if link == Link::Descendant {
            let ranges = from.map_or(&self.inside, |from| &from.inside);
            nodes.reserve(postings.len());
            let _ = for_each_within(postings, ranges, &mut |slice| {
                self.budget.spend(slice.len() + 1);
                nodes.extend_from_slice(slice);
                ControlFlow::Continue(())
            });
        } else {
            let _ = self.select(from, link, compound, postings, &mut |node| {
                nodes.push(node);
                ControlFlow::Continue(())
            });
        }
        let mut outer = self.outer_reached(from, link, compound);
        if matches!(link, Link::Next | Link::Following) || !outer.is_empty() {
            nodes.append(&mut outer);
            nodes.sort_unstable();
            nodes.dedup();
        }
        let inside = self.clip(ranges_below(self.document, &nodes));
        Reached { nodes, inside }
    }

    /// The elements above the scopes that a step leads to.
    fn outer_reached(&self, from: Option<&Reached>, link: Link, compound: &Compound) -> Vec<NodeId> {
        self.budget.spend(self.outer.len());
        let is_reached = |node: NodeId| match (from, link) {
            (None, Link::Descendant) => true,
            (Some(from), Link::Descendant) => {
                self.document.ancestors(node).any(|above| from.nodes.binary_search(&above).is_ok())
            }
            (Some(from), Link::Child) => {
                self.document.parent(node).is_some_and(|parent| from.nodes.binary_search(&parent).is_ok())
            }
            _ => false,
        };
        self.outer.iter().copied().filter(|&node| self.matches(compound, node) && is_reached(node)).collect()
    }

    /// Calls `found` with the elements below the scopes that a step leads to, in document order unless the link leads
    /// to siblings.
    pub(super) fn select(
        &self,
        from: Option<&Reached>,
        link: Link,
        compound: &Compound,
        postings: &[NodeId],
        found: &mut dyn FnMut(NodeId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let ranges = from.map_or(&self.inside, |from| &from.inside);
        match link {
            Link::Descendant => for_each_within(postings, ranges, &mut |slice| {
                self.budget.spend(slice.len() + 1);
                slice.iter().try_for_each(|&node| found(node))
            }),
            Link::Child => {
                let is_child = |node: NodeId| {
                    let parent = self.document.parent(node);
                    parent.is_some_and(|parent| {
                        from.map_or(&self.tops, |from| &from.nodes).binary_search(&parent).is_ok()
                    })
                };
                for_each_within(postings, ranges, &mut |slice| {
                    self.budget.spend(slice.len() + 1);
                    slice.iter().filter(|&&node| is_child(node)).try_for_each(|&node| found(node))
                })
            }
            Link::Next => {
                let Some(from) = from else { return ControlFlow::Continue(()) };
                self.budget.spend(from.nodes.len());
                let next = from.nodes.iter().filter_map(|&node| self.next_element(node));
                { next }.filter(|&node| self.is_inside(node) && self.matches(compound, node)).try_for_each(found)
            }
            Link::Following => {
                let Some(from) = from else { return ControlFlow::Continue(()) };
                let mut following = self.following(&from.nodes, compound.tag);
                following.sort_unstable();
                following.dedup();
                following.into_iter().filter(|&node| self.matches(compound, node)).try_for_each(found)
            }
        }
    }

    /// How many elements a step leads to, counted up to one more than `limit`.
    pub(super) fn count(&self, from: Option<&Reached>, link: Link, known: &KnownCompound, limit: usize) -> usize {
        let mut n_found = 0;
        let postings = &self.index.postings_of(known, self.dialect);
        if link == Link::Descendant {
            if from.is_none() && self.is_page() {
                return postings.len().min(limit + 1);
            }
            let ranges = from.map_or(&self.inside, |from| &from.inside);
            let _ = for_each_within(postings, ranges, &mut |slice| {
                self.budget.spend(1);
                n_found += slice.len();
                if n_found > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            return n_found;
        }
        let _ = self.select(from, link, &known.compound, postings, &mut |_| {
            n_found += 1;
            if n_found > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        n_found
    }

    /// Whether a step leads to this one element below the scopes.
    pub(super) fn is_selected(&self, from: Option<&Reached>, link: Link, compound: &Compound, node: NodeId) -> bool {
        let is_reached = match (from, link) {
            // It may have been met in another scope.
            (None, Link::Descendant) => self.is_inside(node),
            (None, _) => self.document.parent(node).is_some_and(|parent| self.is_scope(parent)),
            (Some(from), link) => self.leads_to(from, link, &[node]),
        };
        is_reached && self.matches(compound, node)
    }

    /// Whether the link leads from what was reached to all of the elements, which are below the scopes.
    pub(super) fn leads_to(&self, from: &Reached, link: Link, nodes: &[NodeId]) -> bool {
        self.budget.spend(nodes.len());
        if link != Link::Following {
            return nodes.iter().all(|&node| self.leads_to_one(from, link, node));
        }
        let tag = nodes.first().and_then(|&node| self.document.tag(node));
        let following = tag.map_or_else(Vec::new, |tag| self.named_after(from, tag));
        nodes.iter().all(|node| following.binary_search(node).is_ok())
    }

    /// Whether the link leads from what was reached to this element.
    pub(super) fn leads_to_one(&self, from: &Reached, link: Link, node: NodeId) -> bool {
        let start = match link {
            Link::Descendant => return is_in(&from.inside, node),
            Link::Child => self.document.parent(node),
            Link::Next | Link::Following => self.previous_element(node),
        };
        start.is_some_and(|start| from.nodes.binary_search(&start).is_ok())
    }

    /// Of each node, the first sibling after it with this name.
    fn following(&self, nodes: &[NodeId], tag: Option<Name>) -> Vec<NodeId> {
        // From the end: a walk that meets another node of the list has the same answer as that one.
        let mut answers: HashMap<NodeId, Option<NodeId>> = HashMap::new();
        for &node in nodes.iter().rev().filter(|&&node| self.is_inside(node)) {
            let mut next = self.document.next_sibling(node);
            let answer = loop {
                self.budget.spend(1);
                match next {
                    Some(sibling) if self.document.is_element(sibling) && self.document.tag(sibling) == tag => {
                        break Some(sibling);
                    }
                    Some(sibling) => match answers.get(&sibling) {
                        Some(&answer) => break answer,
                        None => next = self.document.next_sibling(sibling),
                    },
                    None => break None,
                }
            };
            answers.insert(node, answer);
        }
        nodes.iter().filter_map(|node| answers.get(node).copied().flatten()).collect()
    }

    pub(super) fn is_inside(&self, node: NodeId) -> bool {
        is_in(&self.inside, node)
    }

    /// The parts of the ranges that lie below the scopes.
    fn clip(&self, ranges: Vec<Range<u32>>) -> Vec<Range<u32>> {
        let lies_inside = |range: &Range<u32>| {
            let after = self.inside.partition_point(|inside| inside.end < range.end);
            self.inside.get(after).is_some_and(|inside| inside.start <= range.start)
        };
        if ranges.iter().all(lies_inside) {
            return ranges;
        }
        let mut clipped = Vec::new();
        let (mut one, mut other) = (0, 0);
        while let (Some(range), Some(inside)) = (ranges.get(one), self.inside.get(other)) {
            let (start, end) = (range.start.max(inside.start), range.end.min(inside.end));
            if start < end {
                clipped.push(start..end);
            }
            if range.end < inside.end { one += 1 } else { other += 1 }
        }
        self.budget.spend(one + other);
        clipped
    }

    /// The parent, if it is not a scope.
    pub(super) fn parent_within(&self, node: NodeId) -> Option<NodeId> {
        self.document.parent(node).filter(|&parent| !self.is_scope(parent) && self.document.is_element(parent))
    }

    /// The ancestors up to the scope, nearest first.
    pub(super) fn ancestors_within(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent_within(node), |&node| self.parent_within(node))
    }

    pub(super) fn previous_element(&self, node: NodeId) -> Option<NodeId> {
        let mut siblings =
            std::iter::successors(self.document.previous_sibling(node), |&node| self.document.previous_sibling(node));
        siblings.find(|&sibling| self.document.is_element(sibling))
    }

    fn next_element(&self, node: NodeId) -> Option<NodeId> {
        let mut siblings =
            std::iter::successors(self.document.next_sibling(node), |&node| self.document.next_sibling(node));
        siblings.find(|&sibling| self.document.is_element(sibling))
    }

    /// Whether the word is the whole `class` of every element below the scopes that has it.
    pub(super) fn is_sole_class(&self, class: Word) -> bool {
        if self.index.are_classes_words {
            return false;
        }
        let with_class = Compound::new(None, [Feature::Class(class)]);
        let class = self.index.spell(class);
        let postings = self.index.postings(&with_class, Dialect::XPath);
        let is_sole = |&node: &NodeId| self.document.attribute(node, names::CLASS) == Some(class);
        for_each_within(&postings, &self.inside, &mut |slice| {
            if slice.iter().all(is_sole) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .is_continue()
    }
}

/// What lies below the nodes, which are in document order: ranges that do not overlap.
fn ranges_below(document: &Document, nodes: &[NodeId]) -> Vec<Range<u32>> {
    let mut ranges: Vec<Range<u32>> = Vec::with_capacity(nodes.len());
    for &node in nodes {
        let range = node.0 + 1..document.subtree_end(node).0;
        let is_nested = ranges.last().is_some_and(|last| range.end <= last.end);
        if !range.is_empty() && !is_nested {
            ranges.push(range);
        }
    }
    ranges
}

fn is_in(ranges: &[Range<u32>], node: NodeId) -> bool {
    let after = ranges.partition_point(|range| range.end <= node.0);
    ranges.get(after).is_some_and(|range| range.start <= node.0)
}

/// Calls `found` with the parts of the list that lie in the ranges.
fn for_each_within(
    list: &[NodeId],
    ranges: &[Range<u32>],
    found: &mut dyn FnMut(&[NodeId]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if list.len() < ranges.len() {
        return list.iter().filter(|&&node| is_in(ranges, node)).try_for_each(|node| found(std::slice::from_ref(node)));
    }
    let mut rest = list;
    for range in ranges {
        rest = &rest[n_before(rest, range.start)..];
        let (here, after) = rest.split_at(n_before(rest, range.end));
        if !here.is_empty() {
            found(here)?;
        }
        rest = after;
    }
    ControlFlow::Continue(())
}

/// How many nodes at the beginning of the list come before the position. Ranges follow closely on each other, so it is
/// looked for near the beginning first.
pub(super) fn n_before(list: &[NodeId], position: u32) -> usize {
    let mut step = 1;
    while step < list.len() && list[step - 1].0 < position {
        step *= 2;
    }
    let (start, end) = (step / 2, step.min(list.len()));
    start + list[start..end].partition_point(|node| node.0 < position)
}

/// The scopes that are elements, and the elements above them, in document order.
fn elements_above(document: &Document, scopes: &[NodeId]) -> Vec<NodeId> {
    let mut above: Vec<NodeId> = Vec::new();
    let mut last_chain: Vec<NodeId> = Vec::new();
    for &scope in scopes {
        last_chain.retain(|&node| document.contains(node, scope));
        // Neighbours share what is above them.
        let chain = std::iter::once(scope).chain(document.ancestors(scope));
        let chain: Vec<NodeId> = chain.take_while(|&node| last_chain.last() != Some(&node)).collect();
        above.extend(chain.iter().copied().filter(|&node| document.is_element(node)));
        last_chain.extend(chain.into_iter().rev());
    }
    above.sort_unstable();
    above
}
