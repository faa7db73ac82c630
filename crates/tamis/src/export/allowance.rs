//! Bounds on output that can be much longer than its page: paths are as long as the page is deep, absolute URLs as long as
//! its address. A page of a hundred thousand deep nodes could make a list a thousand times its own size; what is beyond
//! the allowance is left out.

use crate::page::Page;
use std::cell::Cell;

/// How many bytes are left.
pub(super) struct Allowance(Cell<usize>);

impl Allowance {
    /// The allowance for the paths of a page.
    pub(super) fn for_paths(page: &Page) -> Allowance {
        Allowance(Cell::new(page.max_output() / 4))
    }

    /// The allowance for what its addresses grow by when they are made absolute.
    pub(super) fn for_addresses(page: &Page) -> Allowance {
        Allowance(Cell::new(page.max_output() / 8))
    }

    /// The allowance for what the page says for machines, if that is asked for; besides that of the others.
    pub(super) fn for_structured(page: &Page) -> Allowance {
        Allowance(Cell::new(page.max_output() / 4))
    }

    /// Whether so many bytes fit; if they do not, nothing does from then on.
    pub(super) fn take(&self, n_bytes: usize) -> bool {
        let left = self.0.get().checked_sub(n_bytes);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Whether there is any left.
    pub(super) fn is_left(&self) -> bool {
        self.0.get() > 0
    }
}
