//! A budget of steps: how much work a page may cost.
//!
//! A method knows no clock, so that the same bytes give the same answer everywhere. What it can do is count: each loop
//! that is more than linear in the page, and each long walk over it, says how much it is about to do ([`spend`]). A method
//! that reads an unknown page runs [`within`] a budget. When the budget is spent, or a [`StopFlag`] is set, the work ends where it
//! is: it unwinds up to `within`, which gives its caller the reason.
//!
//! One step is about a nanosecond of work that was not measured, only counted: a cell of a matrix, a node of a walk. Outside
//! of `within`, steps are counted and nothing is stopped.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How much work may be done, and a flag that ends it earlier.
#[derive(Clone, Default, Debug)]
pub struct Budget {
    /// The most steps; 0 stops at the first [`spend`].
    pub max_steps: u64,
    /// A flag that ends the work when it is set.
    pub stop: Option<StopFlag>,
}

/// A flag by which another thread ends the work: a batch sets it when a page takes too long.
#[derive(Clone, Default, Debug)]
pub struct StopFlag(Arc<AtomicBool>);

/// Why work was ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stopped {
    /// It took more steps than its budget has.
    #[error("the work took more steps than allowed")]
    OutOfSteps,
    /// Its [`StopFlag`] was set.
    #[error("the work was asked to stop")]
    Asked,
}

/// How many steps pass between two looks at the flag; some tens of microseconds.
const SLICE: u64 = 1 << 16;

/// What one call counts at most, so that the count of a thread does not overflow in its life.
const MOST_AT_ONCE: u64 = 1 << 48;

thread_local! {
    /// The steps until the budget is looked at again. A plain cell, so that [`spend`] is a subtraction and a branch.
    static UNTIL_LOOK: Cell<u64> = const { Cell::new(SLICE) };
    /// The steps that were paid into `UNTIL_LOOK` since the thread began.
    static PAID: Cell<u64> = const { Cell::new(SLICE) };
    /// The budgets around the work, the innermost last.
    static BUDGETS: RefCell<Vec<OpenBudget>> = const { RefCell::new(Vec::new()) };
}

/// A budget that work is being done in.
struct OpenBudget {
    /// The count of [`spent`] that ends it.
    end: u64,
    stop: Option<StopFlag>,
}

/// The payload of the unwinding: the depth of the budget that ended, and why it ended.
struct Unwinding {
    depth: usize,
    why: Stopped,
}

/// Counts `n` steps of work on this thread; ends the work that [`within`] began if its budget is spent or its flag is
/// set. Call it before the work, and only where unwinding is safe.
#[inline]
pub fn spend(n: usize) {
    let n = n as u64;
    let left = UNTIL_LOOK.get();
    if n < left {
        UNTIL_LOOK.set(left - n);
    } else {
        look(n - left);
    }
}

/// The steps that this thread has counted since it began.
pub fn spent() -> u64 {
    PAID.get() - UNTIL_LOOK.get()
}

/// Runs `work`, as far as the budget goes. Budgets nest: steps count for all of them, and the one that ends first ends the
/// work that was begun within it.
///
/// Data that the work was changing when it ended may be half changed.
///
/// # Errors
/// The work was ended.
///
/// ```
/// use tamis_page::budget::{self, Budget, Stopped};
///
/// let budget = Budget { max_steps: 1_000_000, stop: None };
/// assert_eq!(budget::within(&budget, || (1..=4).inspect(|&n| budget::spend(n)).sum::<usize>()), Ok(10));
/// let endless = || loop {
///     budget::spend(1);
/// };
/// assert_eq!(budget::within(&budget, endless), Err::<(), _>(Stopped::OutOfSteps));
/// ```
pub fn within<T>(budget: &Budget, work: impl FnOnce() -> T) -> Result<T, Stopped> {
    let depth = BUDGETS.with_borrow_mut(|budgets| {
        budgets.push(OpenBudget { end: spent().saturating_add(budget.max_steps), stop: budget.stop.clone() });
        budgets.len() - 1
    });
    shorten_slice();
    let result = catch_unwind(AssertUnwindSafe(work));
    BUDGETS.with_borrow_mut(|budgets| budgets.truncate(depth));
    match result {
        Ok(value) => Ok(value),
        Err(payload) => match payload.downcast::<Unwinding>() {
            Ok(unwinding) if unwinding.depth == depth => Err(unwinding.why),
            // An outer budget ended; its own `within` handles that.
            Ok(unwinding) => resume_unwind(unwinding),
            Err(panic) => resume_unwind(panic),
        },
    }
}

impl StopFlag {
    /// Asks the work to stop.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Sets the steps until the next look, so that no budget is overdrawn before it.
fn shorten_slice() {
    let spent = spent();
    let end = BUDGETS.with_borrow(|budgets| budgets.iter().map(|open| open.end).min()).unwrap_or(u64::MAX);
    let slice = end.saturating_sub(spent).clamp(1, SLICE);
    PAID.set(spent + slice);
    UNTIL_LOOK.set(slice);
}

/// Looks at the budgets when a slice is used up and `more` steps are wanted beyond it.
#[cold]
#[inline(never)]
fn look(more: u64) {
    UNTIL_LOOK.set(0);
    PAID.set(PAID.get() + more.min(MOST_AT_ONCE));
    let spent = spent();
    let ended = BUDGETS.with_borrow(|budgets| {
        budgets.iter().enumerate().find_map(|(depth, open)| {
            let is_asked = open.stop.as_ref().is_some_and(StopFlag::is_set);
            let why = if is_asked { Stopped::Asked } else { Stopped::OutOfSteps };
            (is_asked || spent >= open.end).then_some(Unwinding { depth, why })
        })
    });
    shorten_slice();
    if let Some(ended) = ended
        && !std::thread::panicking()
    {
        resume_unwind(Box::new(ended));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(max_steps: u64) -> Budget {
        Budget { max_steps, stop: None }
    }

    /// Spends `n` steps, `each` at a time, and says how many times that was done when it ended.
    fn walk(budget: &Budget, n: usize, each: usize) -> (Result<(), Stopped>, usize) {
        let mut n_done = 0;
        let result = within(budget, || {
            for _ in 0..n / each {
                spend(each);
                n_done += 1;
            }
        });
        (result, n_done)
    }

    #[test]
    fn work_ends_at_the_same_step_whatever_was_counted_before() {
        for before in [0, 1, 7, 65_535, 1_000_003] {
            spend(before);
            assert_eq!(walk(&steps(1000), 1000, 10), (Err(Stopped::OutOfSteps), 99), "after {before}");
            assert_eq!(walk(&steps(1001), 1000, 10), (Ok(()), 100), "after {before}");
            assert_eq!(walk(&steps(300_000), 10_000_000, 1), (Err(Stopped::OutOfSteps), 299_999), "after {before}");
        }
    }

    #[test]
    fn one_large_step_is_enough() {
        assert_eq!(within(&steps(1_000_000), || spend(usize::MAX)), Err(Stopped::OutOfSteps));
        assert_eq!(within(&steps(5), || spend(0)), Ok(()));
    }

    #[test]
    fn steps_are_counted_within_and_without() {
        let before = spent();
        spend(100_000);
        let _ = within(&steps(1 << 40), || spend(23));
        assert_eq!(spent() - before, 100_023);
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a flag is for another thread")]
    fn a_flag_ends_the_work_of_another_thread() {
        let stop = StopFlag::default();
        let flag = stop.clone();
        let (began, begun) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            within(&Budget { max_steps: u64::MAX, stop: Some(flag) }, || {
                began.send(()).expect("the test waits");
                loop {
                    spend(1);
                }
            })
        });
        begun.recv().expect("it began");
        stop.stop();
        let result: Result<Result<(), Stopped>, _> = thread.join();
        assert_eq!(result.expect("no panic"), Err(Stopped::Asked));
    }

    #[test]
    fn the_budget_that_ended_gets_the_reason_and_others_go_on() {
        let inner = within(&steps(1_000_000), || {
            let inner = within(&steps(10), || spend(20));
            spend(500_000);
            inner
        });
        assert_eq!(inner, Ok(Err(Stopped::OutOfSteps)));
        let outer = within(&steps(10), || {
            let _ = within(&steps(1000), || spend(20));
            unreachable!("the outer budget is spent");
        });
        assert_eq!(outer, Err::<(), _>(Stopped::OutOfSteps));
    }

    #[test]
    fn what_work_holds_is_dropped_when_it_is_ended() {
        struct Holds<'h>(&'h Cell<bool>);
        impl Drop for Holds<'_> {
            fn drop(&mut self) {
                // Counting while unwinding must not unwind again.
                spend(1_000_000);
                self.0.set(true);
            }
        }
        let dropped = Cell::new(false);
        let result = within(&steps(10), || {
            let _held = Holds(&dropped);
            spend(11);
        });
        assert_eq!((result, dropped.get()), (Err(Stopped::OutOfSteps), true));
    }

    #[test]
    fn a_panic_stays_a_panic() {
        let caught = catch_unwind(|| within(&steps(10), || panic!("a defect")));
        assert!(caught.is_err_and(|panic| panic.downcast_ref::<&str>() == Some(&"a defect")));
        assert_eq!(walk(&steps(100), 50, 1), (Ok(()), 50), "the budget of the panic is gone");
    }
}
