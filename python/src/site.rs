//! Whole sites: a page of each template is asked, every other page is mapped from it.

use crate::errors::{self, ErrorClass, error};
use crate::found::Found;
use crate::handed::Handed;
use crate::iterate::{FoundPages, PathOptions, batch_options};
use crate::locks::lock;
use crate::readers;
use crate::recipes::{self, TaskGiven, recipes_of};
use crate::run;
use crate::settings::{Render, Settings};
use crate::stream::{Ending, Jobs, PageStream, Pages, Results};
use crate::wrapper::Wrapper;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator};
use std::array;
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use tamis::UrlSource;
use tamis::batch::Batch;
use tamis::export;
use tamis::site::{self, ClusterOptions, SiteCounts, SiteInput};
use tamis::source::{Origin, is_address};

/// Sites and what is remembered of them. `tamis.Site` holds one.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Sites {
    run: Arc<site::Sites>,
    settings: Settings,
    look_ahead: usize,
    /// The site that all pages are of, if that was said.
    site: Option<String>,
    so_far: Arc<Mutex<SoFar>>,
    is_running: Arc<AtomicBool>,
    /// What ends the last run.
    last: Mutex<Option<Ending>>,
    /// The process that opened the store. One that is forked from it has none of its threads, and must not use its
    /// connections.
    process: u32,
}

/// What came of all runs until now.
#[derive(Default)]
struct SoFar {
    /// Of the runs that ended.
    ended: [usize; 6],
    /// Of the one that runs.
    running: [usize; 6],
    notes: Vec<String>,
}

/// The names of the counts.
const COUNTS: [&str; 6] = ["pages", "mapped", "applied", "new", "learned_again", "failed"];

fn numbers(counts: &SiteCounts) -> [usize; 6] {
    [counts.n_pages, counts.n_mapped, counts.n_applied, counts.n_new, counts.n_learned_again, counts.n_failed]
}

/// How templates are found, kept and given up, by the names of the options; what is `None` is as it is by default.
fn cluster_options(py: Python<'_>, given: &Bound<'_, PyDict>) -> PyResult<ClusterOptions> {
    let mut values = Vec::new();
    for (name, value) in given.iter().filter(|(_, value)| !value.is_none()) {
        values.push((name.extract::<String>()?.replace('_', "-"), value.str()?.to_string()));
    }
    let values = values.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    site::template_options_with(values).map_err(|refused| errors::of(py, refused))
}

#[pymethods]
impl Sites {
    #[new]
    fn new(
        py: Python<'_>,
        store: Option<&str>,
        tasks: Vec<TaskGiven<'_>>,
        template_options: &Bound<'_, PyDict>,
        site: Option<String>,
        settings: &Settings,
    ) -> PyResult<Sites> {
        if store.is_some_and(is_address) {
            let message = "a store of templates is a file or a PostgreSQL database, not an address of the web";
            return Err(error(py, ErrorClass::Value, message, Some("postgres://user:password@host/database is one")));
        }
        let recipes = recipes_of(py, tasks)?;
        let options = cluster_options(py, template_options)?;
        let mut settings = settings.clone();
        if settings.render == Render::Auto && !recipes::may_want_layout(&recipes) {
            settings.render = Render::Never;
        }
        let layout = readers::described(&settings, recipes::may_want_layout(&recipes));
        let opened = run::guarded(py, || site::open_store(store))?.map_err(|failed| errors::of(py, failed))?;
        let run = Arc::new(site::Sites::new(recipes, layout.as_deref(), options, opened));
        let look_ahead = options.look_ahead;
        Ok(Sites {
            run,
            settings,
            look_ahead,
            site,
            so_far: Arc::default(),
            is_running: Arc::default(),
            last: Mutex::default(),
            process: process::id(),
        })
    }

    /// Runs the pages of files, directories, patterns and archives.
    fn run_paths(
        &self,
        py: Python<'_>,
        paths: Vec<PathBuf>,
        path_options: PathOptions,
        parallel: Option<i64>,
    ) -> PyResult<PageStream> {
        let options = batch_options(py, &self.settings, parallel)?;
        let found = FoundPages::find(py, paths, path_options, self.settings.limits)?;
        if let Some((one, other)) = site::same_name(&found.sources).filter(|_| self.site.is_none()) {
            let message = format!("{} and {} would be one site by their name", one.display(), other.display());
            return Err(error(py, ErrorClass::Value, message, Some("run each with a Site(site=NAME) of its own")));
        }
        let url_from = found.url_from.clone();
        self.start(py, found.into_pages(), options, url_from)
    }

    /// Runs the pages that an iterator of pairs of a page and its address, or None, hands over.
    fn run_iterator(
        &self,
        py: Python<'_>,
        pages: Bound<'_, PyIterator>,
        parallel: Option<i64>,
    ) -> PyResult<PageStream> {
        let options = batch_options(py, &self.settings, parallel)?;
        let handed =
            Handed::new(pages, options.n_threads.get(), self.look_ahead, self.settings.clone(), self.site.is_none());
        self.start(py, Pages::Handed(Box::new(handed)), options, UrlSource::DEFAULT.to_vec())
    }

    /// Ends a run that is not at its end, and waits until what it has learned is stored.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        // The end of a `with` that a fork was made in.
        if !self.is_of_this_process() {
            return Ok(());
        }
        if let Some(last) = &*lock(&self.last) {
            last.stop();
        }
        self.wait_for_dropped(py)
    }

    /// What came of the pages until now, by name.
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.check_process(py)?;
        // Threads wait for a store with the locks held, up to a minute: other threads of Python go on meanwhile.
        let (numbers, n_sites, n_known) = run::guarded(py, || {
            let so_far = lock(&self.so_far);
            let numbers: [usize; 6] = array::from_fn(|place| so_far.ended[place] + so_far.running[place]);
            drop(so_far);
            (numbers, self.run.n_sites(), self.run.n_known())
        })?;
        let counts = PyDict::new(py);
        for (name, number) in COUNTS.into_iter().zip(numbers) {
            counts.set_item(name, number)?;
        }
        counts.set_item("sites", n_sites)?;
        counts.set_item("known", n_known)?;
        Ok(counts)
    }

    /// What a person should know about templates: what drifts, what was learned again.
    fn notes(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.check_process(py)?;
        run::guarded(py, || lock(&self.so_far).notes.clone())
    }

    /// The templates that the store remembers, as JSON.
    fn templates(&self, py: Python<'_>, site: Option<&str>) -> PyResult<String> {
        self.check_process(py)?;
        let found = run::guarded(py, || self.run.templates(site).map(|found| export::templates_json(&found)))?;
        found.map_err(|failed| errors::of(py, failed))
    }

    /// Forgets a template, or all of a site; says how many.
    fn forget(&self, py: Python<'_>, site: &str, id: Option<&str>) -> PyResult<usize> {
        self.check_idle(py, "forget templates")?;
        run::guarded(py, || self.run.forget(site, id))?.map_err(|failed| errors::of(py, failed))
    }

    /// The wrapper of a template's table.
    fn wrapper(&self, py: Python<'_>, site: &str, id: &str, table_idx: usize) -> PyResult<Wrapper> {
        self.check_process(py)?;
        let found = run::guarded(py, || self.run.templates(Some(site)))?.map_err(|failed| errors::of(py, failed))?;
        let refused = |message: String, hint: &str| Err(error(py, ErrorClass::Wrapper, message, Some(hint)));
        let Some(template) = found.iter().find(|template| template.id == id) else {
            return refused(format!("there is no template {site}/{id}"), "templates() lists them");
        };
        match template.wrappers.get(table_idx) {
            Some(Ok(wrapper)) => Wrapper::new(py, wrapper.clone()),
            Some(Err(reason)) => {
                refused(format!("the table has no wrapper: {reason}"), "learn one from its pages: tamis.wrapper(pages)")
            }
            None => {
                let n_tables = template.wrappers.len();
                refused(format!("{site}/{id} has {n_tables} tables"), "tables are counted from 0")
            }
        }
    }
}

impl Sites {
    fn is_of_this_process(&self) -> bool {
        self.process == process::id()
    }

    fn check_process(&self, py: Python<'_>) -> PyResult<()> {
        if self.is_of_this_process() {
            return Ok(());
        }
        Err(error(
            py,
            ErrorClass::Value,
            "this Site and its store are of another process",
            Some("make the Site in the process that uses it, after the fork"),
        ))
    }

    /// Waits for the end of a run that nobody wants pages of any more: the iterator was closed or dropped.
    fn wait_for_dropped(&self, py: Python<'_>) -> PyResult<()> {
        let last = lock(&self.last).clone().filter(Ending::is_stopped);
        last.map_or(Ok(()), |last| last.wait(py))
    }

    fn check_idle(&self, py: Python<'_>, what: &str) -> PyResult<()> {
        self.check_process(py)?;
        self.wait_for_dropped(py)?;
        if self.is_running.load(Ordering::SeqCst) {
            let message = format!("cannot {what} while pages of this Site run");
            return Err(error(
                py,
                ErrorClass::Value,
                message,
                Some("read the iterator that run() gave to its end, or close() the Site"),
            ));
        }
        Ok(())
    }

    fn start(&self, py: Python<'_>, pages: Pages, options: Batch, url_from: Vec<UrlSource>) -> PyResult<PageStream> {
        self.check_process(py)?;
        self.wait_for_dropped(py)?;
        if self.is_running.swap(true, Ordering::SeqCst) {
            let hint = "read the iterator of the last run() to its end, or close() the Site";
            return Err(error(py, ErrorClass::Value, "pages of this Site are running already", Some(hint)));
        }
        let ends = Ends { is_running: Arc::clone(&self.is_running), so_far: Arc::clone(&self.so_far) };
        let (sites, settings, site) = (Arc::clone(&self.run), self.settings.clone(), self.site.clone());
        let (of_pages, n_threads) = (settings.clone(), options.n_threads.get());
        let run = move |(jobs, readiness): Jobs, results: &Results| {
            let ends = ends;
            let pages =
                jobs.map(|(label, job)| (label, SiteInput::new(job.input).with_url(job.url).with_site(site.clone())));
            let ran = sites.run(
                pages,
                &options.when_ready(readiness),
                move || readers::make(&settings).with_url_from(url_from.clone()),
                move |page| {
                    let origin = Some(page.origin.clone()).filter(|origin| *origin != Origin::StandardInput);
                    (Found::prepared(page.findings.clone(), origin, &of_pages), page.notes.clone())
                },
                |label, result, counts| {
                    let result = result.map(|(found, notes)| {
                        lock(&ends.so_far).notes.extend(notes);
                        found
                    });
                    lock(&ends.so_far).running = numbers(counts);
                    if results.put(label, result) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                },
            );
            if let Err(failed) = ran {
                results.fail(failed);
            }
            drop(ends);
        };
        let stream = PageStream::start(py, pages, n_threads, true, run)?;
        *lock(&self.last) = Some(stream.ending().clone());
        Ok(stream)
    }
}

impl Drop for Sites {
    fn drop(&mut self) {
        if !self.is_of_this_process() {
            // Its end would be told to a database that still talks to the parent, and would wait for locks of its threads.
            mem::forget(Arc::clone(&self.run));
        }
    }
}

/// Notes the end of a run, also when it panics or was never begun.
struct Ends {
    is_running: Arc<AtomicBool>,
    so_far: Arc<Mutex<SoFar>>,
}

impl Drop for Ends {
    fn drop(&mut self) {
        let mut so_far = lock(&self.so_far);
        let running = mem::take(&mut so_far.running);
        so_far.ended.iter_mut().zip(running).for_each(|(ended, running)| *ended += running);
        drop(so_far);
        self.is_running.store(false, Ordering::SeqCst);
    }
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Sites>()
}
