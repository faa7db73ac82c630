//! Pages that Python hands over one by one: its iterable runs on the thread that asks for results, under the interpreter's
//! lock, and is asked for no more pages than are worked on.

use crate::errors::{self, ErrorClass, ends_the_program, error};
use crate::input::{self, PageInput};
use crate::locks::{lock, try_lock};
use crate::queue::Queue;
use crate::settings::Settings;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyString};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tamis::Url;
use tamis::errors::SourceError;
use tamis::source::{Input, Origin};

/// A page to be worked on.
pub(crate) struct Job {
    pub(crate) input: Input,
    /// Where it is from, for whoever gets the result.
    pub(crate) origin: Option<Origin>,
    pub(crate) url: Option<Url>,
    /// Whether a file that is no archive is an error.
    pub(crate) is_archive: bool,
}

/// What is known of a page before it is read.
pub(crate) struct Label {
    pub(crate) origin: Option<Origin>,
    pub(crate) url: Option<String>,
    /// Why there is no page, if that is known already.
    pub(crate) refused: Option<PyErr>,
}

/// An iterable of Python that is read as results are asked for.
pub(crate) struct Handed {
    /// Pairs of a page and its address; `None` when all were taken.
    iterator: Mutex<Option<Py<PyIterator>>>,
    pub(crate) jobs: Arc<Queue<(Label, Job)>>,
    /// What is raised after the pages that were taken.
    raised: Mutex<Option<PyErr>>,
    /// Pages that were taken and whose results were not.
    n_out: AtomicUsize,
    /// How many of them there may be.
    most: usize,
    /// With fewer, threads may have nothing to do.
    few: usize,
    settings: Settings,
    /// Whether a page without an address is refused: nobody knows which site it is of.
    needs_url: bool,
}

impl Handed {
    pub(crate) fn new(
        iterator: Bound<'_, PyIterator>,
        n_threads: usize,
        look_ahead: usize,
        settings: Settings,
        needs_url: bool,
    ) -> Handed {
        let most = n_threads * tamis::batch::PAGES_PER_THREAD + look_ahead;
        Handed {
            iterator: Mutex::new(Some(iterator.unbind())),
            jobs: Arc::new(Queue::new(most)),
            raised: Mutex::new(None),
            n_out: AtomicUsize::new(0),
            most,
            few: 2 * n_threads + look_ahead,
            settings,
            needs_url,
        }
    }

    /// Notes that a result was taken; takes another page if threads would wait for it.
    ///
    /// Ctrl-C in the iterable is raised at once; the result is still to be handed out.
    pub(crate) fn gave_one(&self, py: Python<'_>) -> PyResult<()> {
        let n_out = self.n_out.fetch_sub(1, Ordering::SeqCst) - 1;
        if n_out < self.few {
            self.take(py)?;
        }
        Ok(())
    }

    /// Takes a page from the iterable; says whether there was one and room for it.
    ///
    /// What the iterable raises waits for the pages before it, but for what ends the program: nobody who presses Ctrl-C
    /// wants to see more pages first.
    pub(crate) fn take(&self, py: Python<'_>) -> PyResult<bool> {
        if self.n_out.load(Ordering::SeqCst) >= self.most {
            return Ok(false);
        }
        // Another thread of Python may be in the iterable: it is never waited for with the interpreter's lock held.
        let Some(mut iterator) = try_lock(&self.iterator) else { return Ok(false) };
        let Some(pages) = iterator.as_ref() else { return Ok(false) };
        let over = match pages.bind(py).clone().next().map(|page| self.job(&page?)) {
            Some(Ok(job)) => {
                self.n_out.fetch_add(1, Ordering::SeqCst);
                // There is room: the queue is as long as there may be pages.
                self.jobs.push(job);
                return Ok(true);
            }
            Some(Err(raised)) => Some(raised),
            None => None,
        };
        *iterator = None;
        drop(iterator);
        let now = match over {
            Some(raised) if ends_the_program(py, &raised) => {
                // Whoever goes on all the same must not take the pages that are there for all of them.
                let missing = error(
                    py,
                    ErrorClass::Source,
                    "the pages were interrupted, and some are missing",
                    Some("begin the iterator anew"),
                );
                *lock(&self.raised) = Some(missing);
                Err(raised)
            }
            raised => {
                *lock(&self.raised) = raised;
                Ok(false)
            }
        };
        self.jobs.end();
        now
    }

    /// What the iterable raised, once.
    pub(crate) fn take_raised(&self) -> Option<PyErr> {
        lock(&self.raised).take()
    }

    /// Shows the collector of garbage what is held here.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        // Whoever has the lock is using the iterable.
        match try_lock(&self.iterator) {
            Some(iterator) => iterator.as_ref().map_or(Ok(()), |pages| visit.call(pages)),
            None => Ok(()),
        }
    }

    /// Lets go of the iterable: nobody takes pages from it any more.
    pub(crate) fn clear(&self) {
        // Dropped when the lock is free again: that may run anything.
        let iterator = try_lock(&self.iterator).and_then(|mut iterator| iterator.take());
        drop(iterator);
    }

    /// A page of Python as a job; what is no page is a job that fails. Ctrl-C and the end of the program are no pages'
    /// failures: they end the run.
    fn job(&self, pair: &Bound<'_, PyAny>) -> PyResult<(Label, Job)> {
        let mut label = Label { origin: None, url: None, refused: None };
        let (input, url) = match self.input(pair, &mut label) {
            Ok(found) => found,
            Err(refused) if ends_the_program(pair.py(), &refused) => return Err(refused),
            Err(refused) => {
                label.refused = Some(refused);
                let source = io::ErrorKind::InvalidInput.into();
                let error = SourceError::Read { origin: Origin::StandardInput, source };
                (Input::read_already(Origin::StandardInput, Err(error)), None)
            }
        };
        let origin = label.origin.clone();
        Ok((label, Job { input, origin, url, is_archive: false }))
    }

    fn input(&self, pair: &Bound<'_, PyAny>, label: &mut Label) -> PyResult<(Input, Option<Url>)> {
        let py = pair.py();
        let (page, url): (Bound<'_, PyAny>, Option<Bound<'_, PyString>>) = pair.extract()?;
        label.url = url.as_ref().map(|url| url.to_string_lossy().into_owned());
        let url = url.as_ref().map(|url| address(url)).transpose()?;
        // Also of a page that cannot be read, so that its row says which it is.
        label.origin = url.clone().map(Origin::Address);
        if self.needs_url && url.is_none() && !page.hasattr("__fspath__")? {
            return Err(error(
                py,
                ErrorClass::Value,
                "which site is the page of?",
                Some("hand pages over as (url, html), or say Site(site=NAME)"),
            ));
        }
        let (input, _) = PageInput::of(&page, None, &self.settings)?;
        Ok(match input {
            PageInput::File(path) => {
                label.origin = Some(Origin::Path(path.clone()));
                (Input::file(path), url)
            }
            held => {
                let origin = label.origin.clone().unwrap_or(Origin::StandardInput);
                let capture = held.read(&self.settings.limits, None).map_err(|failed| input::of_source(py, failed))?;
                (Input::read_already(origin, Ok(capture)), url)
            }
        })
    }
}

/// The address that a page came with.
fn address(url: &Bound<'_, PyString>) -> PyResult<Url> {
    let py = url.py();
    let text = url.to_str().map_err(|_| errors::surrogates(py, "the address"))?;
    input::parse_url(py, text)
}
