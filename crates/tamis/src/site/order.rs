//! Pages in their order: who is that far, and whose turn it is.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tamis_sites::Fingerprint;

/// How far the pages of a run are. Pages have numbers from zero on.
#[derive(Default, Debug)]
pub(super) struct Order {
    pages: Mutex<Pages>,
    changed: Condvar,
}

#[derive(Default, Debug)]
struct Pages {
    /// The number of the first page that is not decided: it is its turn.
    first: usize,
    /// The pages from there on.
    stages: VecDeque<Stage>,
    is_over: bool,
}

#[derive(Clone, Default, Debug)]
enum Stage {
    #[default]
    NotRead,
    Read(Arc<FingerprintedPage>),
    Decided,
}

/// What a page looks like.
#[derive(Debug)]
pub(super) struct FingerprintedPage {
    pub(super) site: String,
    pub(super) fingerprint: Fingerprint,
}

/// The run is over, or the page was answered for: nobody waits for what comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooLate;

/// The turn of a page; it ends when this goes, whatever became of the page.
pub(super) struct Turn<'o> {
    order: &'o Order,
    number: usize,
}

impl Order {
    /// The turn of a page, which may be yet to come.
    pub(super) fn turn(&self, number: usize) -> Turn<'_> {
        Turn { order: self, number }
    }

    /// Passes the turn of a page on; of a page that did so already, nothing.
    pub(super) fn pass(&self, number: usize) {
        let mut pages = self.lock();
        pages.set(number, Stage::Decided);
        while let Some(Stage::Decided) = pages.stages.front() {
            pages.stages.pop_front();
            pages.first += 1;
        }
        self.changed.notify_all();
    }

    /// Nobody waits any longer.
    pub(super) fn end(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Pages> {
        // Nothing can panic while it holds the lock.
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn<'_> {
    /// Says what the page looks like, and waits until that is known of all pages before it; gives those that are not
    /// decided.
    pub(super) fn read(&self, seen: Arc<FingerprintedPage>) -> Result<Vec<Arc<FingerprintedPage>>, TooLate> {
        let mut pages = self.order.lock();
        pages.set(self.number, Stage::Read(seen));
        self.order.changed.notify_all();
        let pages = self.order.changed.wait_while(pages, |pages| {
            let n_before = self.number.saturating_sub(pages.first);
            !pages.is_over && pages.stages.iter().take(n_before).any(|stage| matches!(stage, Stage::NotRead))
        });
        let pages = pages.unwrap_or_else(PoisonError::into_inner);
        if pages.is_over || self.number < pages.first {
            return Err(TooLate);
        }
        let before = pages.stages.iter().take(self.number - pages.first);
        let undecided = before.filter_map(|stage| match stage {
            Stage::Read(seen) => Some(Arc::clone(seen)),
            Stage::NotRead | Stage::Decided => None,
        });
        Ok(undecided.collect())
    }

    /// Waits until all pages before this one are decided.
    pub(super) fn wait(&self) -> Result<(), TooLate> {
        let pages = self.order.lock();
        let pages = self.order.changed.wait_while(pages, |pages| !pages.is_over && pages.first < self.number);
        drop(pages.unwrap_or_else(PoisonError::into_inner));
        self.check()
    }

    /// Whether it still is the turn of the page: it may have taken too long.
    pub(super) fn check(&self) -> Result<(), TooLate> {
        let pages = self.order.lock();
        if pages.is_over || pages.first != self.number { Err(TooLate) } else { Ok(()) }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.order.pass(self.number);
    }
}

impl Pages {
    fn set(&mut self, number: usize, stage: Stage) {
        let Some(place) = number.checked_sub(self.first) else { return };
        if place >= self.stages.len() {
            self.stages.resize(place + 1, Stage::NotRead);
        }
        if !matches!(self.stages[place], Stage::Decided) {
            self.stages[place] = stage;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(site: &str) -> Arc<FingerprintedPage> {
        Arc::new(FingerprintedPage { site: site.to_owned(), fingerprint: Fingerprint::default() })
    }

    #[test]
    fn a_page_sees_those_before_it_that_are_not_decided() {
        let order = Order::default();
        let turns = [0, 1, 2].map(|number| order.turn(number));
        assert_eq!(turns[0].read(seen("a")).map(|before| before.len()), Ok(0));
        order.pass(1);
        let sites = turns[2].read(seen("c")).map(|before| before.iter().map(|seen| seen.site.clone()).collect());
        assert_eq!(sites, Ok(vec!["a".to_owned()]));
        assert_eq!((turns[0].check(), turns[2].check()), (Ok(()), Err(TooLate)));
        order.pass(0);
        assert_eq!((turns[0].check(), turns[2].wait()), (Err(TooLate), Ok(())));
    }

    #[test]
    fn turns_may_be_passed_on_in_any_order_and_more_than_once() {
        let order = Order::default();
        for number in [2, 1, 1, 3, 0, 2] {
            order.pass(number);
        }
        assert_eq!(order.turn(4).wait(), Ok(()));
    }

    #[test]
    fn nobody_waits_after_the_end() {
        let order = Order::default();
        order.end();
        assert_eq!(order.turn(7).wait(), Err(TooLate));
        assert_eq!(order.turn(7).read(seen("a")).map(|before| before.len()), Err(TooLate));
    }
}
