//! `:nth-child()` and its relatives: the number of an element among its siblings.
//!
//! The first few siblings are counted on the spot. Past that, all children of the parent are numbered at once and the
//! numbers kept, so that a list of 100,000 items is counted once and not 100,000 times.

use super::matching::Matcher;
use super::syntax::{Among, CountFrom, Nth};
use crate::document::{Name, Namespace, NodeId};
use std::collections::HashMap;

/// How many siblings are counted on the spot: fewer memory accesses than one lookup.
const COUNTED_ON_THE_SPOT: u32 = 24;

/// The numbers of siblings that were counted in bulk; zero for a sibling that does not count.
#[derive(Default)]
pub(super) struct SiblingIndex {
    numbers: HashMap<(usize, NodeId), u32>,
}

/// Under which key numbers are kept: the plain ways of counting share theirs through the whole selector.
fn key(nth: &Nth) -> usize {
    let from_end = usize::from(nth.from == CountFrom::End);
    match &nth.among {
        Among::All => from_end,
        Among::SameType => 2 + from_end,
        Among::Matching(_, slot) => 4 + slot,
    }
}

impl<'a> Matcher<'a> {
    pub(super) fn is_nth(&mut self, nth: &'a Nth, node: NodeId) -> bool {
        let number = match self.sibling_index.numbers.get(&(key(nth), node)) {
            Some(&number) => Some(number),
            None => self.count_on_the_spot(nth, node),
        };
        let number = number.unwrap_or_else(|| self.count_in_bulk(nth, node));
        number > 0 && is_reached(nth.step, nth.offset, number)
    }

    /// The number of `node`, `None` if there are too many siblings before it to count each time.
    fn count_on_the_spot(&mut self, nth: &'a Nth, node: NodeId) -> Option<u32> {
        if !self.counts(nth, node, node) {
            return Some(0);
        }
        let mut number = 1;
        let mut current = node;
        for _ in 0..COUNTED_ON_THE_SPOT {
            let next = match nth.from {
                CountFrom::Start => self.previous_element(current),
                CountFrom::End => self.next_element(current),
            };
            let Some(sibling) = next else { return Some(number) };
            number += u32::from(self.counts(nth, sibling, node));
            current = sibling;
        }
        None
    }

    fn count_in_bulk(&mut self, nth: &'a Nth, node: NodeId) -> u32 {
        let document = self.document;
        let Some(parent) = document.parent(node) else { return 0 };
        let mut siblings: Vec<NodeId> = document.child_elements(parent).collect();
        if nth.from == CountFrom::End {
            siblings.reverse();
        }
        self.memo.count_steps(siblings.len());
        let mut by_type: HashMap<(Option<Name>, Namespace), u32> = HashMap::new();
        let mut all = 0;
        for sibling in siblings {
            let number = match &nth.among {
                Among::SameType => by_type.entry((document.tag(sibling), document.namespace(sibling))).or_insert(0),
                Among::All => &mut all,
                Among::Matching(nested, _) => {
                    if !self.matches_nested(nested, sibling) {
                        self.sibling_index.numbers.insert((key(nth), sibling), 0);
                        continue;
                    }
                    &mut all
                }
            };
            *number += 1;
            self.sibling_index.numbers.insert((key(nth), sibling), *number);
        }
        self.sibling_index.numbers.get(&(key(nth), node)).copied().unwrap_or(0)
    }

    /// Whether `sibling` is one of those among which `node` is numbered.
    fn counts(&mut self, nth: &'a Nth, sibling: NodeId, node: NodeId) -> bool {
        let document = self.document;
        match &nth.among {
            Among::All => true,
            Among::SameType => {
                document.tag(sibling) == document.tag(node) && document.namespace(sibling) == document.namespace(node)
            }
            Among::Matching(nested, _) => self.matches_nested(nested, sibling),
        }
    }
}

/// Whether `step * n + offset` is `number` for some `n` from 0 on.
fn is_reached(step: i32, offset: i32, number: u32) -> bool {
    let (step, distance) = (i64::from(step), i64::from(number) - i64::from(offset));
    if step == 0 { distance == 0 } else { distance % step == 0 && distance / step >= 0 }
}
