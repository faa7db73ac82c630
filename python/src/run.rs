//! Work on a page, with the interpreter released: other threads of Python go on, Ctrl-C ends it, and neither a page that
//! takes too long nor a defect of ours takes the interpreter with it.

use crate::errors;
use crate::readers;
use crate::settings::Settings;
use pyo3::prelude::*;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use tamis::PageReader;
use tamis::batch::JobError;
use tamis::batch::budget::{self, Budget, StopFlag, Stopped};
use tamis::errors::FindingsError;

/// How often the caller looks whether somebody pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// A page of more bytes gets a thread of its own, so that Ctrl-C can end it: a smaller one is done before anybody could
/// press it.
const MAX_IN_PLACE: usize = 256 << 10;

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
        if is_small && !may_render && settings.timeout.is_none() { Where::InPlace } else { Where::OnThread }
    }
}

/// Runs `work` with a reader of these settings.
pub(crate) fn with_reader<T: Send + 'static>(
    py: Python<'_>,
    settings: &Settings,
    place: Where,
    work: impl FnOnce(&mut PageReader) -> Result<T, FindingsError> + Send + 'static,
) -> PyResult<T> {
    let stop = StopFlag::default();
    let bounded = {
        let (settings, stop) = (settings.clone(), stop.clone());
        move || {
            let mut reader = readers::take(&settings);
            let result = bounded(&settings, stop, || work(&mut reader));
            // A reader that was stopped may be in the middle of something.
            if !matches!(
                result,
                Err(JobError::Panicked { .. } | JobError::OutOfSteps { .. } | JobError::TimedOut { .. })
            ) {
                readers::give_back(&settings, reader);
            }
            result
        }
    };
    let result = match place {
        Where::InPlace => py.detach(bounded),
        Where::OnThread => on_thread(py, settings, &stop, bounded)?,
    };
    result.map_err(|failed| errors::of_job(py, &failed))
}

/// Runs the work within its budget; a panic is an error.
fn bounded<T>(
    settings: &Settings,
    stop: StopFlag,
    work: impl FnOnce() -> Result<T, FindingsError>,
) -> Result<T, JobError<FindingsError>> {
    let limit = settings.max_steps;
    let budget = Budget { max_steps: limit, stop: Some(stop) };
    let caught = panic::catch_unwind(AssertUnwindSafe(|| budget::within(&budget, work)));
    match caught {
        Ok(Ok(result)) => result.map_err(JobError::Failed),
        Ok(Err(Stopped::OutOfSteps)) => Err(JobError::OutOfSteps { limit }),
        Ok(Err(Stopped::Asked)) => Err(JobError::TimedOut { limit: settings.timeout.unwrap_or_default() }),
        Err(panic) => Err(JobError::Panicked { message: message_of(&*panic) }),
    }
}

/// Runs the work on a thread of its own and waits for it, for Ctrl-C and for the end of its time.
fn on_thread<T: Send + 'static>(
    py: Python<'_>,
    settings: &Settings,
    stop: &StopFlag,
    work: impl FnOnce() -> Result<T, JobError<FindingsError>> + Send + 'static,
) -> PyResult<Result<T, JobError<FindingsError>>> {
    let (sender, receiver) = mpsc::channel();
    let spawned = thread::Builder::new().name("page-0".to_owned()).spawn(move || sender.send(work()));
    if let Err(refused) = spawned {
        return Ok(Err(JobError::Panicked { message: format!("no thread could be started: {refused}") }));
    }
    let end = settings.timeout.map(|timeout| Instant::now() + timeout);
    // Only this thread waits; that it is moved in and out of the closure is how the interpreter is released.
    let receiver = std::sync::Mutex::new(receiver);
    loop {
        let left = end.map(|end| end.saturating_duration_since(Instant::now()));
        let patience = left.map_or(LOOK, |left| left.min(LOOK));
        let received = py.detach(|| {
            let receiver = receiver.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            receiver.recv_timeout(patience)
        });
        match received {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Disconnected) => {
                return Ok(Err(JobError::Panicked { message: "its thread ended".to_owned() }));
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
            return Ok(Err(JobError::TimedOut { limit: timeout }));
        }
    }
}

/// What a panic said.
fn message_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("it did not say why").to_owned()
}
