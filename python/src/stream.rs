//! Pages as they are finished, for `for` in Python: threads of ours work, and the one of the caller takes results in the order
//! of the pages, with the interpreter released while it waits.

use crate::errors::{self, ErrorClass, error};
use crate::found::Found;
use crate::handed::{Handed, Job, Label};
use crate::locks::lock;
use crate::page::Page;
use crate::queue::{Popped, Queue};
use crate::run;
use pyo3::exceptions::PyUserWarning;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::ffi::CString;
use std::panic::{self, AssertUnwindSafe};
use std::process;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use tamis::batch::{JobError, Readiness};
use tamis::errors::StoreError;
use tamis::source::SourceNotes;

/// How often whoever waits looks whether somebody pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// What came of a page.
pub(crate) struct Done {
    label: Label,
    result: Result<Arc<Found>, tamis::Error>,
}

/// Where results are put; an end of the stream that threads hold.
#[derive(Clone)]
pub(crate) struct Results {
    queue: Arc<Queue<Done>>,
    /// Why the run ended before its time.
    failed: Arc<Mutex<Option<Failed>>>,
}

/// What ends a run before its time.
enum Failed {
    Store(StoreError),
    /// A defect of ours, and what it said.
    Panicked(String),
}

impl Results {
    /// Room for so many.
    pub(crate) fn new(most: usize) -> Results {
        Results { queue: Arc::new(Queue::new(most)), failed: Arc::default() }
    }

    /// Hands a result over, waiting for room; says whether anybody wants more.
    pub(crate) fn put(&self, label: Label, result: Result<Arc<Found>, tamis::Error>) -> bool {
        self.queue.push(Done { label, result })
    }

    /// Says why there is nothing more.
    pub(crate) fn fail(&self, error: StoreError) {
        self.note(Failed::Store(error));
    }

    fn note(&self, failed: Failed) {
        *lock(&self.failed) = Some(failed);
    }
}

/// Says that a run has ended, also when it panics.
struct EndsQueue(Arc<Queue<Done>>);

impl Drop for EndsQueue {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// The pages that a run works on.
pub(crate) enum Pages {
    /// Pages that our own threads find, and what is noted of them.
    Found(Box<dyn Iterator<Item = (Label, Job)> + Send>, Option<SourceNotes>),
    /// Pages that Python hands over.
    Handed(Box<Handed>),
}

/// The jobs of a run, and whether the next is there.
pub(crate) type Jobs = (Box<dyn Iterator<Item = (Label, Job)> + Send>, Readiness);

/// What ends a run early: its iterator has one, and so has the `Site` whose pages run.
#[derive(Clone)]
pub(crate) struct Ending {
    results: Arc<Queue<Done>>,
    jobs: Option<Arc<Queue<(Label, Job)>>>,
    /// The process whose threads work.
    process: u32,
}

impl Ending {
    fn is_of_this_process(&self) -> bool {
        self.process == process::id()
    }

    /// Says that nobody wants more pages.
    pub(crate) fn stop(&self) {
        // The threads of the parent are not here, and may have held the locks.
        if self.is_of_this_process() {
            self.results.close();
            if let Some(jobs) = &self.jobs {
                jobs.close();
            }
        }
    }

    /// Whether somebody said so.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_of_this_process() && self.results.is_closed()
    }

    /// Waits until the threads have ended.
    pub(crate) fn wait(&self, py: Python<'_>) -> PyResult<()> {
        while self.is_of_this_process() && !py.detach(|| self.results.wait_for_end(LOOK)) {
            py.check_signals()?;
        }
        Ok(())
    }
}

/// An iterator of pages. `tamis.Pages` in Python.
#[pyclass(frozen, module = "tamis", name = "Pages")]
pub(crate) struct PageStream {
    results: Results,
    handed: Option<Box<Handed>>,
    noted: Option<SourceNotes>,
    notes: Mutex<Vec<String>>,
    /// Results that were taken when Ctrl-C came.
    kept: Mutex<Vec<Done>>,
    ending: Ending,
    /// Whether closing it waits for the end of the run: for what is written to a store then.
    waits: bool,
}

impl PageStream {
    /// Starts a run on a thread of its own.
    pub(crate) fn start(
        py: Python<'_>,
        pages: Pages,
        n_threads: usize,
        waits: bool,
        run: impl FnOnce(Jobs, &Results) + Send + 'static,
    ) -> PyResult<PageStream> {
        let results = Results::new(2 * n_threads);
        let (jobs, handed, noted): (Jobs, _, _) = match pages {
            Pages::Found(jobs, notes) => ((jobs, Readiness::default()), None, notes),
            Pages::Handed(handed) => {
                let (queue, ready) = (Arc::clone(&handed.jobs), Arc::clone(&handed.jobs));
                let jobs = std::iter::from_fn(move || queue.pop());
                ((Box::new(jobs), Readiness::when(move || ready.is_ready())), Some(handed), None)
            }
        };
        let theirs = results.clone();
        let spawned = thread::Builder::new().name("pages".to_owned()).spawn(move || {
            let _end = EndsQueue(Arc::clone(&theirs.queue));
            // Otherwise pages that are missing would look like pages that were never there.
            if let Err(panic) = panic::catch_unwind(AssertUnwindSafe(|| run(jobs, &theirs))) {
                theirs.note(Failed::Panicked(run::message_of(&*panic)));
            }
        });
        if let Err(refused) = spawned {
            return Err(error(py, ErrorClass::Internal, format!("no thread could be started: {refused}"), None));
        }
        let jobs = handed.as_ref().map(|handed| Arc::clone(&handed.jobs));
        let ending = Ending { results: Arc::clone(&results.queue), jobs, process: process::id() };
        Ok(PageStream { results, handed, noted, notes: Mutex::default(), kept: Mutex::default(), ending, waits })
    }

    /// What ends it early.
    pub(crate) fn ending(&self) -> &Ending {
        &self.ending
    }

    /// The next result, waiting for it; `None` at the end.
    fn wait(&self, py: Python<'_>) -> PyResult<Option<Done>> {
        if !self.ending.is_stopped()
            && let Some(done) = lock(&self.kept).pop()
        {
            return Ok(Some(done));
        }
        loop {
            if let Some(handed) = &self.handed {
                match self.results.queue.pop_within(Duration::ZERO) {
                    Popped::Item(done) => return self.taken(py, done),
                    Popped::Over => return Ok(None),
                    Popped::Nothing if handed.take(py)? => continue,
                    Popped::Nothing => {}
                }
            }
            match py.detach(|| self.results.queue.pop_within(LOOK)) {
                Popped::Item(done) => return self.taken(py, done),
                Popped::Over => return Ok(None),
                Popped::Nothing => py.check_signals()?,
            }
        }
    }

    /// A result that was taken; it is kept for the next call if Ctrl-C comes before it is handed out.
    fn taken(&self, py: Python<'_>, done: Done) -> PyResult<Option<Done>> {
        if let Some(Err(interrupted)) = self.handed.as_ref().map(|handed| handed.gave_one(py)) {
            lock(&self.kept).push(done);
            return Err(interrupted);
        }
        Ok(Some(done))
    }

    /// What is to be said at the end: what the iterable raised, what ended the run, what was lost.
    fn end(&self, py: Python<'_>) -> PyResult<()> {
        if let Some(raised) = self.handed.as_ref().and_then(|handed| handed.take_raised()) {
            return Err(raised);
        }
        let failed = lock(&self.results.failed).take();
        match failed {
            None => {}
            Some(Failed::Store(failed)) => return Err(errors::of(py, failed)),
            Some(Failed::Panicked(message)) => return Err(errors::of(py, JobError::Panicked { message })),
        }
        let new = self.noted.as_ref().map(SourceNotes::take).unwrap_or_default();
        lock(&self.notes).extend(new.iter().cloned());
        for note in new {
            let class = py.import("tamis._warnings").and_then(|module| module.getattr("TamisWarning"));
            let class = class.unwrap_or_else(|_| py.get_type::<PyUserWarning>().into_any());
            // A zero byte in a file's name would end the words.
            let words = CString::new(note.replace('\0', " ")).unwrap_or_default();
            PyErr::warn(py, &class, &words, 1)?;
        }
        Ok(())
    }
}

#[pymethods]
impl PageStream {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Page>> {
        if !self.ending.is_of_this_process() {
            return Err(error(
                py,
                ErrorClass::Value,
                "these pages are read by threads of another process",
                Some("begin the iterator in the process that uses it, after the fork"),
            ));
        }
        let Some(Done { label, result }) = self.wait(py)? else {
            self.end(py)?;
            return Ok(None);
        };
        let Label { origin, url, refused } = label;
        Ok(Some(match (refused, result) {
            (Some(refused), _) => Page::failed(refused, url, origin),
            (None, Ok(found)) => Page::of_found(found),
            (None, Err(failed)) => Page::failed(errors::of(py, failed), url, origin),
        }))
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_raised))]
    fn __exit__(&self, py: Python<'_>, _raised: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.close(py)
    }

    /// Ends the work: no further page is read, and there are no more results.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.ending.stop();
        if self.waits { self.ending.wait(py) } else { Ok(()) }
    }

    /// The iterable that pages come from may hold this iterator: without this, nobody would ever end its threads.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.handed.as_ref().map_or(Ok(()), |handed| handed.traverse(&visit))
    }

    fn __clear__(&self) {
        self.ending.stop();
        if let Some(handed) = &self.handed {
            handed.clear();
        }
    }

    #[expect(clippy::unused_self, reason = "a method of the object in Python")]
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Err(error(
            py,
            ErrorClass::Argument,
            "an iterator of pages cannot be pickled: threads of this process read them",
            Some("begin one on the other side"),
        ))
    }

    /// What was lost of archives that were read to their end.
    #[getter]
    fn notes(&self) -> Vec<String> {
        lock(&self.notes).clone()
    }
}

impl Drop for PageStream {
    fn drop(&mut self) {
        self.ending.stop();
    }
}
