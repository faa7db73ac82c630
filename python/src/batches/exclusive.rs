//! A value that one caller at a time works on.

use crate::errors::{ErrorClass, error};
use pyo3::prelude::*;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A value that one caller at a time works on, step by step. A step that raised an exception may have lost a part of it, so every later
/// step is refused: an iterator that was interrupted must not look like one that is at its end.
pub(super) struct Exclusive<T>(Mutex<State<T>>);

enum State<T> {
    Here(T),
    InUse,
    Interrupted,
    Ended,
}

impl<T> Exclusive<T> {
    pub(super) fn new(value: T) -> Exclusive<T> {
        Exclusive(Mutex::new(State::Here(value)))
    }

    /// Does the next step; `None` is the end.
    pub(super) fn go_on<R>(
        &self,
        py: Python<'_>,
        step: impl FnOnce(&mut T) -> PyResult<Option<R>>,
    ) -> PyResult<Option<R>> {
        let refused = |message: &str, hint: &str| Err(error(py, ErrorClass::Value, message, Some(hint)));
        let taken = mem::replace(&mut *self.lock(), State::InUse);
        let mut held = match taken {
            State::Here(held) => held,
            State::InUse => {
                return refused("another thread is at these batches", "give each thread batches of its own");
            }
            State::Interrupted => {
                *self.lock() = State::Interrupted;
                return refused("it was interrupted, and pages are missing", "begin anew");
            }
            State::Ended => {
                *self.lock() = State::Ended;
                return Ok(None);
            }
        };
        let result = step(&mut held);
        *self.lock() = match &result {
            Ok(Some(_)) => State::Here(held),
            Ok(None) => State::Ended,
            Err(_) => State::Interrupted,
        };
        result
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
