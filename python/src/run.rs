//! Work on a page, with the interpreter released: other threads of Python go on, Ctrl-C ends it, and neither a page that
//! takes too long nor a defect of ours takes the interpreter with it.

use crate::errors;
use crate::locks::lock;
use crate::readers;
use crate::settings::Settings;
use pyo3::prelude::*;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tamis::PageReader;
use tamis::batch::budget::{self, Budget, StopFlag, Stopped};
use tamis::batch::{JobError, MAX_STEPS};

/// How often the caller looks whether somebody pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// A page of more bytes gets a thread of its own, so that Ctrl-C can end it: a smaller one is done before anybody could
/// press it.
const MAX_IN_PLACE: usize = 1 << 20;

/// Where work is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Where {
    /// On the thread of the caller.
    InPlace,
    /// On a thread of its own, which can be left behind.
    OnThread,
}

impl Where {
    /// The cheapest place from which a page of this size, `None` if that is not known, cannot keep its caller.
    pub(crate) fn for_page(settings: &Settings, n_bytes: Option<usize>, may_render: bool) -> Where {
        let is_small = n_bytes.is_some_and(|n_bytes| n_bytes <= MAX_IN_PLACE);
        let is_bounded = settings.max_steps <= MAX_STEPS;
        let is_quick = is_small && is_bounded && !may_render;
        if is_quick && settings.timeout.is_none() { Where::InPlace } else { Where::OnThread }
    }
}

/// Runs `work` with a reader of these settings.
pub(crate) fn with_reader<T: Send + 'static>(
    py: Python<'_>,
    settings: &Settings,
    place: Where,
    work: impl FnOnce(&mut PageReader) -> Result<T, tamis::Error> + Send + 'static,
) -> PyResult<T> {
    attempt(py, settings, place, work)?.map_err(|failed| errors::of(py, failed))
}

/// Runs `work` on one page of many with a reader of these settings: a failure is a result, and only Ctrl-C is an exception.
pub(crate) fn attempt<T: Send + 'static>(
    py: Python<'_>,
    settings: &Settings,
    place: Where,
    work: impl FnOnce(&mut PageReader) -> Result<T, tamis::Error> + Send + 'static,
) -> PyResult<Result<T, tamis::Error>> {
    let stop = StopFlag::default();
    let bounded = {
        let (settings, stop) = (settings.clone(), stop.clone());
        move || {
            let mut reader = readers::take(&settings);
            let result = bounded(&settings, stop, || work(&mut reader));
            // A reader that was stopped may be in the middle of something.
            if !matches!(result, Err(tamis::Error::Job(_))) {
                readers::give_back(&settings, reader);
            }
            result
        }
    };
    at(py, settings, place, &stop, bounded)
}

/// Runs work on a page of this many bytes that was read already, bounded as reading it was.
pub(crate) fn over_page<T: Send + 'static>(
    py: Python<'_>,
    settings: &Settings,
    n_bytes: usize,
    work: impl FnOnce() -> Result<T, tamis::Error> + Send + 'static,
) -> PyResult<T> {
    let stop = StopFlag::default();
    let bounded = {
        let (settings, stop) = (settings.clone(), stop.clone());
        move || bounded(&settings, stop, work)
    };
    let place = Where::for_page(settings, Some(n_bytes), false);
    at(py, settings, place, &stop, bounded)?.map_err(|failed| errors::of(py, failed))
}

/// Runs the work at its place. A panic is an error also where it is outside of the budget, as while a reader is made.
fn at<T: Send + 'static>(
    py: Python<'_>,
    settings: &Settings,
    place: Where,
    stop: &StopFlag,
    work: impl FnOnce() -> Result<T, tamis::Error> + Send + 'static,
) -> PyResult<Result<T, tamis::Error>> {
    let caught = move || {
        wait_while_held();
        panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(defect(&*panic)))
    };
    match place {
        Where::InPlace => Ok(py.detach(caught)),
        Where::OnThread => on_thread(py, settings, stop, caught),
    }
}

/// Runs work that takes no reader and cannot fail, with the interpreter released; a defect of ours is an exception.
pub(crate) fn guarded<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let caught = py.detach(|| panic::catch_unwind(AssertUnwindSafe(work)));
    caught.map_err(|panic| errors::of(py, defect(&*panic)))
}

/// Runs the work within its budget; a panic is an error.
pub(crate) fn bounded<T>(
    settings: &Settings,
    stop: StopFlag,
    work: impl FnOnce() -> Result<T, tamis::Error>,
) -> Result<T, tamis::Error> {
    let limit = settings.max_steps;
    let budget = Budget { max_steps: limit, stop: Some(stop) };
    let caught = panic::catch_unwind(AssertUnwindSafe(|| budget::within(&budget, work)));
    match caught {
        Ok(Ok(result)) => result,
        Ok(Err(Stopped::OutOfSteps)) => Err(JobError::OutOfSteps { limit }.into()),
        Ok(Err(Stopped::Asked)) => Err(JobError::TimedOut { limit: settings.timeout.unwrap_or_default() }.into()),
        Err(panic) => Err(defect(&*panic)),
    }
}

/// Runs the work on a thread of its own and waits for it, for Ctrl-C and for the end of its time.
fn on_thread<T: Send + 'static>(
    py: Python<'_>,
    settings: &Settings,
    stop: &StopFlag,
    work: impl FnOnce() -> Result<T, tamis::Error> + Send + 'static,
) -> PyResult<Result<T, tamis::Error>> {
    let (sender, receiver) = mpsc::channel();
    let spawned = thread::Builder::new().name("page-0".to_owned()).spawn(move || sender.send(work()));
    if let Err(refused) = spawned {
        return Ok(Err(JobError::Panicked { message: format!("no thread could be started: {refused}") }.into()));
    }
    let end = settings.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    // Only this thread waits; that it is moved in and out of the closure is how the interpreter is released.
    let receiver = Mutex::new(receiver);
    loop {
        let left = end.map(|end| end.saturating_duration_since(Instant::now()));
        let patience = left.map_or(LOOK, |left| left.min(LOOK));
        let received = py.detach(|| lock(&receiver).recv_timeout(patience));
        match received {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Disconnected) => {
                return Ok(Err(JobError::Panicked { message: "its thread ended".to_owned() }.into()));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(interrupted) = py.check_signals() {
            stop.stop();
            return Err(interrupted);
        }
        if let (Some(timeout), Some(end)) = (settings.timeout, end)
            && Instant::now() >= end
        {
            stop.stop();
            return Ok(Err(JobError::TimedOut { limit: timeout }.into()));
        }
    }
}

/// Keeps panics from being written on standard error: each becomes an exception that says as much. Every extension has a
/// hook of its own, so no other one is touched.
pub(crate) fn silence_panics() {
    panic::set_hook(Box::new(|_| {}));
}

/// Fails as a defect of ours would, for the test that it becomes an exception: "guarded", or where pages are worked on,
/// "in-place" and "on-thread".
#[pyfunction]
pub(crate) fn _panic(py: Python<'_>, message: String, place: &str) -> PyResult<()> {
    let place = match place {
        "in-place" => Where::InPlace,
        "on-thread" => Where::OnThread,
        _ => return guarded(py, || panic::panic_any(message)),
    };
    let failed: Result<(), _> =
        at(py, &Settings::default(), place, &StopFlag::default(), || panic::panic_any(message))?;
    failed.map_err(|failed| errors::of(py, failed))
}

/// Whether a test holds back all work on pages, see [`_hold`].
static IS_HELD: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());

/// Holds back all work on pages until it is called with `false`, for tests of what happens while a page is worked on: they
/// need no page that takes long.
#[pyfunction]
pub(crate) fn _hold(is_held: bool) {
    *lock(&IS_HELD.0) = is_held;
    IS_HELD.1.notify_all();
}

fn wait_while_held() {
    let is_held = IS_HELD.1.wait_while(lock(&IS_HELD.0), |is_held| *is_held);
    drop(is_held.unwrap_or_else(PoisonError::into_inner));
}

/// The failure that a panic is.
fn defect(panic: &(dyn std::any::Any + Send)) -> tamis::Error {
    JobError::Panicked { message: message_of(panic) }.into()
}

/// What a panic said.
pub(crate) fn message_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("it did not say why").to_owned()
}
