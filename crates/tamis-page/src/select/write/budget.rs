//! How much work may go into selectors.

use std::cell::Cell;

/// What every selector may take when the page's steps are used up: enough for one that is easily found.
const MIN_STEPS: u64 = 256;

/// Steps, each about a node or 64 bits of a set looked at, that are left for a page and for the selector in hand.
pub(super) struct Budget {
    left: Cell<u64>,
    left_for_selector: Cell<u64>,
    n_spent: Cell<u64>,
}

impl Budget {
    pub(super) fn new(max_steps: u64) -> Budget {
        Budget { left: Cell::new(max_steps), left_for_selector: Cell::new(max_steps), n_spent: Cell::new(0) }
    }

    /// Starts a new selector, which may take `max_steps`, but always the least that every selector may take.
    pub(super) fn begin(&self, max_steps: u64) {
        self.left_for_selector.set(self.left.get().min(max_steps).max(MIN_STEPS));
    }

    pub(super) fn spend(&self, n_steps: usize) {
        crate::budget::spend(n_steps);
        let n_steps = n_steps as u64;
        self.n_spent.set(self.n_spent.get() + n_steps);
        self.left.set(self.left.get().saturating_sub(n_steps));
        self.left_for_selector.set(self.left_for_selector.get().saturating_sub(n_steps));
    }

    /// Whether what is in hand has to be finished with what is known.
    pub(super) fn is_spent(&self) -> bool {
        self.left_for_selector.get() == 0
    }

    /// The steps that are left for the selector in hand.
    pub(super) fn n_left(&self) -> usize {
        usize::try_from(self.left_for_selector.get()).unwrap_or(usize::MAX)
    }

    pub(super) fn n_spent(&self) -> u64 {
        self.n_spent.get()
    }
}
