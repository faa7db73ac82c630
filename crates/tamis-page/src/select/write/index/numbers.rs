//! Which of its siblings of the same name an element is.

use super::SelectorIndex;
use crate::document::{Document, Name, NodeId};
use std::cell::{Cell, OnceCell, RefCell};

/// Numbers among siblings of the same name, from the start and from the end. The children of a node are numbered
/// together, when one of them is first asked for.
#[derive(Default)]
pub(super) struct Numbers {
    /// By number of the node; 0 for one that has none yet.
    numbers: OnceCell<Vec<Cell<(u32, u32)>>>,
    /// By number of the name, how many siblings had it so far; emptied after each parent.
    counts: RefCell<Vec<u32>>,
}

impl Numbers {
    #[inline]
    fn of(&self, document: &Document, node: NodeId) -> (u32, u32) {
        match self.numbers.get().map(|numbers| numbers[node.index()].get()) {
            Some(known) if known.0 > 0 => known,
            _ => self.number(document, node),
        }
    }

    #[cold]
    fn number(&self, document: &Document, node: NodeId) -> (u32, u32) {
        let numbers = self.numbers.get_or_init(|| vec![Cell::new((0, 0)); document.len()]);
        match document.parent(node) {
            Some(parent) => self.number_children(document, parent, numbers),
            None => numbers[node.index()].set((1, 1)),
        }
        numbers[node.index()].get()
    }

    fn number_children(&self, document: &Document, parent: NodeId, numbers: &[Cell<(u32, u32)>]) {
        let mut counts = self.counts.borrow_mut();
        let tag = |child: NodeId| document.tag(child).map(Name::index);
        for child in document.children(parent) {
            let Some(tag) = tag(child) else {
                numbers[child.index()].set((1, 1));
                continue;
            };
            if tag >= counts.len() {
                counts.resize(tag + 1, 0);
            }
            counts[tag] += 1;
            numbers[child.index()].set((counts[tag], 0));
        }
        for child in document.child_elements(parent) {
            let Some(tag) = tag(child) else { continue };
            let number = numbers[child.index()].get().0;
            numbers[child.index()].set((number, counts[tag] - number + 1));
        }
        for child in document.child_elements(parent) {
            if let Some(tag) = tag(child) {
                counts[tag] = 0;
            }
        }
    }
}

impl SelectorIndex<'_> {
    /// The place among siblings of the same name.
    #[inline]
    pub(in super::super) fn number(&self, node: NodeId) -> u32 {
        self.numbers.of(self.document, node).0
    }

    pub(in super::super) fn number_from_end(&self, node: NodeId) -> u32 {
        self.numbers.of(self.document, node).1
    }
}
