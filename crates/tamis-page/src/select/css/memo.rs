//! Answers kept during one run, so that no question is asked twice of a node once a run has become expensive.

use super::syntax::Slot;
use crate::document::{Document, NodeId};

/// Two bits a node and slot: is the answer known, and what is it.
pub(super) struct Memo {
    n_nodes: usize,
    slots: Vec<Option<Box<[u64]>>>,
    /// Nodes looked at beside the ones under test.
    steps: usize,
}

impl Memo {
    pub(super) fn new(document: &Document, n_slots: usize) -> Memo {
        Memo { n_nodes: document.len(), slots: vec![None; n_slots], steps: 0 }
    }

    /// Counts work. Tables cost time in proportion to the page, so they are made only when a run has already taken
    /// that much: a query inside one small record of a large page stays small.
    #[inline]
    pub(super) fn count_steps(&mut self, steps: usize) {
        self.steps += steps;
    }

    /// Whether the run has become long enough to keep answers.
    #[inline]
    pub(super) fn is_on(&self) -> bool {
        self.steps > 256 + self.n_nodes / 4
    }

    pub(super) fn get(&self, slot: Slot, node: NodeId) -> Option<bool> {
        let words = self.slots[slot].as_ref()?;
        let bits = words[node.index() / 32] >> (node.index() % 32 * 2);
        (bits & 1 == 1).then_some(bits & 2 == 2)
    }

    pub(super) fn set(&mut self, slot: Slot, node: NodeId, answer: bool) {
        if !self.is_on() {
            return;
        }
        let n_words = self.n_nodes.div_ceil(32);
        let words = self.slots[slot].get_or_insert_with(|| vec![0; n_words].into());
        let bits = 1 | u64::from(answer) << 1;
        words[node.index() / 32] |= bits << (node.index() % 32 * 2);
    }
}
