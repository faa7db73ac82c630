//! A queue of bounded length between threads that may end at any moment, on either side.

use crate::locks::lock;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub(crate) struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    most: usize,
}

struct State<T> {
    items: VecDeque<T>,
    /// Nothing more is put in.
    has_ended: bool,
    /// Nobody takes anything out any more.
    is_closed: bool,
}

/// What came out of a queue.
pub(crate) enum Popped<T> {
    Item(T),
    /// There may be something later.
    Nothing,
    /// There will be nothing more.
    Over,
}

impl<T> Queue<T> {
    /// A queue that holds at most so many.
    pub(crate) fn new(most: usize) -> Queue<T> {
        let state = State { items: VecDeque::new(), has_ended: false, is_closed: false };
        Queue { state: Mutex::new(state), changed: Condvar::new(), most: most.max(1) }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        lock(&self.state)
    }

    /// Puts something in, waiting for room; says whether anybody is there to take it out.
    pub(crate) fn push(&self, item: T) -> bool {
        let state = self.lock();
        let is_full = |state: &mut State<T>| state.items.len() >= self.most && !state.is_closed;
        let mut state = self.changed.wait_while(state, is_full).unwrap_or_else(PoisonError::into_inner);
        if state.is_closed {
            return false;
        }
        state.items.push_back(item);
        self.changed.notify_all();
        true
    }

    /// Takes something out, waiting for it; `None` when there is nothing more to come.
    pub(crate) fn pop(&self) -> Option<T> {
        let state = self.lock();
        let is_waited_for = |state: &mut State<T>| state.items.is_empty() && !state.has_ended && !state.is_closed;
        let mut state = self.changed.wait_while(state, is_waited_for).unwrap_or_else(PoisonError::into_inner);
        self.take(&mut state)
    }

    /// Takes something out, waiting no longer than that.
    pub(crate) fn pop_within(&self, patience: Duration) -> Popped<T> {
        let end = Instant::now() + patience;
        let mut state = self.lock();
        loop {
            if let Some(item) = self.take(&mut state) {
                return Popped::Item(item);
            }
            if state.has_ended || state.is_closed {
                return Popped::Over;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Popped::Nothing;
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn take(&self, state: &mut State<T>) -> Option<T> {
        let item = state.items.pop_front();
        if item.is_some() {
            self.changed.notify_all();
        }
        item
    }

    /// Whether taking something out means no waiting.
    pub(crate) fn is_ready(&self) -> bool {
        let state = self.lock();
        !state.items.is_empty() || state.has_ended || state.is_closed
    }

    /// Nothing more is put in; what is there can be taken out.
    pub(crate) fn end(&self) {
        self.lock().has_ended = true;
        self.changed.notify_all();
    }

    /// Nobody takes anything out any more.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        let dropped = std::mem::take(&mut state.items);
        drop(state);
        self.changed.notify_all();
        drop(dropped);
    }

    /// Whether somebody closed it.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    /// Waits no longer than that for the end; says whether it is there.
    pub(crate) fn wait_for_end(&self, patience: Duration) -> bool {
        let state = self.lock();
        let waited = self.changed.wait_timeout_while(state, patience, |state| !state.has_ended);
        waited.unwrap_or_else(PoisonError::into_inner).0.has_ended
    }
}
