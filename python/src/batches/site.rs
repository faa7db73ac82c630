//! The pages of whole sites in batches. Pages of a site depend on those before them, so a worker gets all of a site, in
//! order, whatever the batches are that they come in.

use super::asking::{Filled, PageRows};
use super::columns::{GivenPage, InputColumns, TextColumn};
use crate::errors::{self, ErrorClass, error};
use crate::locks::lock;
use crate::readers;
use crate::recipes::{self, TaskGiven};
use crate::run;
use crate::settings::Settings;
use arrow_array::builder::StringBuilder;
use arrow_array::{Array, RecordBatch};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use pyo3_arrow::{PyArray, PyRecordBatch};
use std::mem;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, SyncSender, TrySendError};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tamis::Url;
use tamis::batch::Batch;
use tamis::errors::{SourceError, StoreError};
use tamis::site::store::{Learned, LearningStore};
use tamis::site::{self, ClusterOptions, SiteCounts, SiteInput, Sites};
use tamis::source::{Input, Origin};
use tamis_arrow::{RowKind, Rows};

/// How many pages wait between the interpreter and the engine.
const WAITING: usize = 16;

/// The site of all pages without an address. No host has a space in it.
const NO_ADDRESS: &str = "no address";

/// How long a full queue is left alone.
const PATIENCE: Duration = Duration::from_millis(2);

/// The sites that addresses are of: the host, without `www.`; null for what is no address.
#[pyfunction]
pub(super) fn sites_of(py: Python<'_>, urls: PyArray) -> PyResult<Bound<'_, PyAny>> {
    let (array, _) = urls.into_inner();
    let Some(urls) = TextColumn::of(&array) else {
        return Err(error(py, ErrorClass::Value, "addresses are text", None));
    };
    let mut sites = StringBuilder::new();
    run::guarded(py, || {
        for row in 0..array.len() {
            sites.append_option(urls.text(row).and_then(|url| site_of(&url)));
        }
    })?;
    let sites = PyArray::from_array_ref(Arc::new(sites.finish()));
    py.import("pyarrow")?.call_method1("array", (sites,))
}

/// The site that an address is of.
fn site_of(url: &str) -> Option<String> {
    site::site_of(&Url::parse(url.trim()).ok()?)
}

/// Asks pages of whole sites. What is learned is handed over at the end and written nowhere.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct SiteWorker {
    running: Mutex<Option<Running>>,
    done: Done,
    learned: Learned,
    url_column: Option<String>,
    html_column: String,
    site_column: String,
}

/// The engine at work on a thread of its own.
struct Running {
    /// `None` when no more pages come.
    pages: Option<SyncSender<Page>>,
    thread: JoinHandle<Result<SiteCounts, StoreError>>,
}

type Page = (Label, SiteInput);

/// What is said of a page that fails.
struct Label {
    origin: Origin,
    url: Option<String>,
    site: String,
    /// Why there is no page.
    error: Option<String>,
}

/// Batches that are finished.
type Done = Arc<Mutex<Vec<RecordBatch>>>;

#[pymethods]
impl SiteWorker {
    #[new]
    #[pyo3(signature = (questions, *, settings=None, store=None, url_column=Some("url"), html_column="html", site_column="tamis_site", max_bytes=8 << 20))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        questions: Vec<TaskGiven<'_>>,
        settings: Option<&Settings>,
        store: Option<&str>,
        url_column: Option<&str>,
        html_column: &str,
        site_column: &str,
        max_bytes: usize,
    ) -> PyResult<SiteWorker> {
        let max_bytes = super::batch_bytes(py, max_bytes)?;
        let recipes = recipes::recipes_of(py, questions)?;
        let settings = settings.cloned().unwrap_or_default();
        let base = run::guarded(py, || site::open_store(store))?.map_err(|failed| errors::of(py, failed))?;
        let (store, learned) = LearningStore::over(base);
        let layout = readers::described(&settings, recipes::may_want_layout(&recipes));
        let sites = Sites::new(recipes, layout.as_deref(), ClusterOptions::default(), Box::new(store)).site_by_site();
        let done = Done::default();
        let running = start(sites, &settings, Arc::clone(&done), max_bytes).map_err(|refused| {
            error(py, ErrorClass::Internal, format!("no thread could be started: {refused}"), None)
        })?;
        Ok(SiteWorker {
            running: Mutex::new(Some(running)),
            done,
            learned,
            url_column: url_column.map(str::to_owned),
            html_column: html_column.to_owned(),
            site_column: site_column.to_owned(),
        })
    }

    /// Takes the pages of a batch; gives the results that are finished, which may be of pages before.
    fn push<'py>(&self, py: Python<'py>, batch: PyRecordBatch) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let batch = batch.into_inner();
        let columns = InputColumns::of(py, &batch, self.url_column.as_deref(), &self.html_column)?;
        let sites = batch.column_by_name(&self.site_column).and_then(TextColumn::of);
        let pages = {
            let running = lock(&self.running);
            let over = || error(py, ErrorClass::Value, "the worker is finished", Some("make another one"));
            running.as_ref().and_then(|running| running.pages.clone()).ok_or_else(over)?
        };
        for row in 0..columns.n_rows() {
            let mut page = run::guarded(py, || {
                let given = columns.page(row);
                let site = match &sites {
                    Some(sites) => sites.text(row),
                    None => given.url.as_deref().and_then(site_of),
                };
                page_of(given, site)
            })?;
            loop {
                let sent = py.detach(|| match pages.try_send(page) {
                    Err(TrySendError::Full(page)) => {
                        thread::sleep(PATIENCE);
                        Err(Some(Box::new(page)))
                    }
                    Err(TrySendError::Disconnected(_)) => Err(None),
                    Ok(()) => Ok(()),
                });
                match sent {
                    Ok(()) => break,
                    Err(Some(again)) => page = *again,
                    // It has ended with an error, which the end tells.
                    Err(None) => return self.end(py).map(|_| Vec::new()),
                }
                py.check_signals()?;
            }
        }
        self.take(py)
    }

    /// Waits for all pages; gives the last results, what was learned, and counts: pages, mapped, applied, new templates,
    /// learned again, failed.
    #[expect(clippy::type_complexity, reason = "it is a tuple in Python")]
    fn finish<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Vec<Bound<'py, PyAny>>, Bound<'py, PyBytes>, (usize, usize, usize, usize, usize, usize))> {
        let counts = self.end(py)?;
        let delta = PyBytes::new(py, &run::guarded(py, || self.learned.take().to_bytes())?);
        let SiteCounts { n_pages, n_mapped, n_applied, n_new, n_learned_again, n_failed, .. } = counts;
        Ok((self.take(py)?, delta, (n_pages, n_mapped, n_applied, n_new, n_learned_again, n_failed)))
    }
}

impl SiteWorker {
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let done = mem::take(&mut *lock(&self.done));
        done.into_iter().map(|batch| PyRecordBatch::new(batch).into_pyarrow(py)).collect()
    }

    /// Waits for the engine. After an interruption it can be waited for once more.
    fn end(&self, py: Python<'_>) -> PyResult<SiteCounts> {
        let taken = lock(&self.running).take();
        let Some(Running { pages, thread }) = taken else {
            return Err(error(py, ErrorClass::Value, "the worker is finished", Some("make another one")));
        };
        drop(pages);
        while !thread.is_finished() {
            py.detach(|| thread::sleep(PATIENCE));
            if let Err(interrupted) = py.check_signals() {
                *lock(&self.running) = Some(Running { pages: None, thread });
                return Err(interrupted);
            }
        }
        match thread.join() {
            Ok(counts) => counts.map_err(|failed| errors::of(py, failed)),
            Err(_) => Err(error(py, ErrorClass::Internal, "the program failed on the pages of a site", None)),
        }
    }
}

/// Starts the engine.
fn start(sites: Sites, settings: &Settings, done: Done, max_bytes: usize) -> std::io::Result<Running> {
    let (pages, waiting) = mpsc::sync_channel::<Page>(WAITING);
    let settings = settings.clone();
    let work = move || {
        // A task has one core.
        let mut options = Batch::default().with_threads(NonZeroUsize::MIN).with_max_steps(settings.max_steps);
        if let Some(timeout) = settings.timeout {
            options = options.with_timeout(timeout);
        }
        let mut filled = Filled::new(RowKind::Site);
        let counts = sites.run(
            waiting,
            &options,
            move || readers::make(&settings),
            |page| PageRows::of(RowKind::Site, |rows| rows.add_of_site(&page.origin, &page.site, &page.findings)),
            |Label { origin, url, site, error }, result, _| {
                match result {
                    Ok(made) => filled.add_made(made, 0),
                    Err(failed) => {
                        let reason = error.unwrap_or_else(|| tamis::with_causes(&failed));
                        let made = |rows: &mut Rows| rows.add_failed_of_site(&origin, &site, url.as_deref(), &reason);
                        filled.add_made(PageRows::of(RowKind::Site, made), 0);
                    }
                }
                if filled.n_bytes() >= max_bytes {
                    let (batch, _) = mem::replace(&mut filled, Filled::new(RowKind::Site)).finish();
                    lock(&done).push(batch);
                }
                ControlFlow::Continue(())
            },
        )?;
        if !filled.is_empty() {
            lock(&done).push(filled.finish().0);
        }
        Ok(counts)
    };
    let thread = thread::Builder::new().name("sites".to_owned()).spawn(work)?;
    Ok(Running { pages: Some(pages), thread })
}

fn page_of(page: GivenPage, site: Option<String>) -> Page {
    let GivenPage { origin, url, capture, .. } = page;
    // Never by the place that it is from: that would be a directory of this machine.
    let site = site.filter(|site| !site.is_empty()).unwrap_or_else(|| NO_ADDRESS.to_owned());
    let error = capture.as_ref().err().cloned();
    let result = capture.map_err(|reason| {
        let source = std::io::Error::other(reason);
        SourceError::Read { origin: origin.clone(), source }
    });
    let input = SiteInput::new(Input::read_already(origin.clone(), result)).with_site(Some(site.clone()));
    (Label { origin, url, site, error }, input)
}
