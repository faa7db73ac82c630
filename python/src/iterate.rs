//! Many pages: files, directories, archives, and what Python hands over, asked by methods or read by a wrapper.

use crate::errors::{self, ErrorClass, error};
use crate::found::Found;
use crate::handed::{Handed, Job, Label};
use crate::input::parse_url;
use crate::readers;
use crate::recipes::{TaskGiven, recipes_of};
use crate::run;
use crate::settings::Settings;
use crate::stream::{Jobs, PageStream, Pages, Results};
use crate::wrapper::Wrapper;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tamis::batch::Batch;
use tamis::errors::SourceError;
use tamis::source::{Input, Origin, Source, SourceOptions, Sources, is_address};
use tamis::wrapper::ReadyWrapper;
use tamis::{Capture, Limits, PageReader, PathUrls, Recipe, UrlSource};

/// What is done with each page.
enum Extraction {
    Methods(Vec<Recipe>),
    Wrapper(ReadyWrapper),
}

impl Extraction {
    fn of(py: Python<'_>, tasks: Vec<TaskGiven<'_>>, wrapper: Option<&Wrapper>) -> PyResult<Extraction> {
        match wrapper {
            Some(wrapper) => Ok(Extraction::Wrapper(wrapper.ready().clone())),
            None => recipes_of(py, tasks).map(Extraction::Methods),
        }
    }

    fn work(&self, reader: &mut PageReader, job: Job, settings: &Settings) -> Result<Arc<Found>, tamis::Error> {
        let origin = job.origin.clone();
        let capture = capture(job, &settings.limits)?;
        let findings = match self {
            Extraction::Methods(recipes) => reader.ask(capture, recipes)?,
            Extraction::Wrapper(wrapper) => wrapper.apply(&reader.read(capture)?),
        };
        Ok(Found::prepared(findings, origin, settings))
    }
}

/// The bytes of a page, with the address that was said.
fn capture(job: Job, limits: &Limits) -> Result<Capture, SourceError> {
    let Job { input, url, is_archive, .. } = job;
    let origin = input.origin.clone();
    let capture = input.read(limits)?;
    if is_archive && !matches!(origin, Origin::Archive(_)) {
        return Err(SourceError::Archive { origin, source: "it is no archive of pages".into() });
    }
    Ok(match url {
        Some(url) => capture.with_url(url),
        None => capture,
    })
}

/// How a run is bounded.
pub(crate) fn batch_options(py: Python<'_>, settings: &Settings, parallel: Option<i64>) -> PyResult<Batch> {
    let mut options = Batch::default().with_max_steps(settings.max_steps);
    if let Some(timeout) = settings.timeout {
        options = options.with_timeout(timeout);
    }
    let Some(parallel) = parallel else { return Ok(options) };
    let n_threads = usize::try_from(parallel).ok().and_then(NonZeroUsize::new).filter(|n| n.get() <= MAX_THREADS);
    n_threads.map(|n_threads| options.with_threads(n_threads)).ok_or_else(|| {
        let hint =
            format!("it is the number of threads, from 1 to {MAX_THREADS}; None for as many as the machine runs");
        error(py, ErrorClass::Value, format!("parallel={parallel} makes no sense"), Some(&hint))
    })
}

/// More threads than any machine runs: somebody meant something else.
const MAX_THREADS: usize = 4096;

/// Whom pages without an address are asked for it.
pub(crate) fn url_sources(py: Python<'_>, names: Option<Vec<String>>) -> PyResult<Vec<UrlSource>> {
    let Some(names) = names else { return Ok(UrlSource::DEFAULT.to_vec()) };
    let named = |name: String| {
        UrlSource::named(&name).ok_or_else(|| {
            let all: Vec<&str> = UrlSource::ALL.iter().map(|source| source.as_str()).collect();
            let hint = format!("there are {}", all.join(", "));
            error(py, ErrorClass::Value, format!("an address does not come from '{name}'"), Some(&hint))
        })
    };
    names.into_iter().map(named).collect()
}

/// What is read of files and archives.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct PathOptions {
    url_from: Option<Vec<String>>,
    base_url: Option<String>,
    mime: Option<String>,
    pages: Vec<String>,
    index: Option<PathBuf>,
    /// Whether only archives are read.
    archives: bool,
}

/// What was named, looked up.
pub(crate) struct FoundPages {
    pub(crate) sources: Sources,
    pub(crate) url_from: Vec<UrlSource>,
    named: Vec<PathBuf>,
    only_archives: bool,
}

impl FoundPages {
    /// Looks up what was named.
    pub(crate) fn find(
        py: Python<'_>,
        named: Vec<PathBuf>,
        given: PathOptions,
        limits: Limits,
    ) -> PyResult<FoundPages> {
        named.iter().try_for_each(|path| check_path(py, path))?;
        let mut url_from = url_sources(py, given.url_from)?;
        let base = given.base_url.as_deref().map(|url| parse_url(py, url)).transpose()?;
        if base.is_some() && !url_from.contains(&UrlSource::Path) {
            // What was said counts more than what a page says.
            url_from.insert(0, UrlSource::Path);
        }
        let mut options = SourceOptions::default().with_limits(limits);
        options.path_urls = match base {
            _ if !url_from.contains(&UrlSource::Path) => PathUrls::No,
            Some(base) => PathUrls::Below(base),
            None => PathUrls::OfHosts,
        };
        options.media_types = given.mime;
        options.pages = given.pages.iter().map(|url| parse_url(py, url)).collect::<PyResult<_>>()?;
        options.index = given.index;
        let sources = run::guarded(py, || Sources::find(&named, options))?.map_err(|failed| errors::of(py, failed))?;
        Ok(FoundPages { sources, url_from, named, only_archives: given.archives })
    }

    /// The pages, one after the other.
    pub(crate) fn into_pages(self) -> Pages {
        let FoundPages { mut sources, named, only_archives, .. } = self;
        let notes = sources.notes();
        let inputs = std::iter::from_fn(move || sources.next_input());
        let jobs = inputs.filter_map(move |input| {
            let origin = input.origin.clone();
            // In a directory there may be pages beside archives; who names a file means it.
            let is_passed_over = only_archives && origin.path().is_some_and(|path| named.iter().all(|it| it != path));
            let url = match &origin {
                Origin::Archive(place) => place.url.clone(),
                _ => None,
            };
            let label = Label { origin: Some(origin.clone()), url, refused: None };
            let job = Job { input, origin: Some(origin), url: None, is_archive: only_archives };
            (!is_passed_over).then_some((label, job))
        });
        Pages::Found(Box::new(jobs), Some(notes))
    }
}

/// What is no path is told before anything is looked up.
fn check_path(py: Python<'_>, path: &Path) -> PyResult<()> {
    let refused = |message: String, hint: &str| Err(error(py, ErrorClass::Source, message, Some(hint)));
    if path.to_str().is_some_and(is_address) {
        let hint = "fetch pages first, and hand them over: tamis.iter_pages([(url, html)])";
        return refused(format!("{} is an address, not a file", path.display()), hint);
    }
    if path.as_os_str() == "-" {
        return refused("standard input is no path".to_owned(), "read sys.stdin.buffer, or write ./- for a file");
    }
    Ok(())
}

/// Runs pages through methods or a wrapper.
fn start(
    py: Python<'_>,
    pages: Pages,
    asked: Extraction,
    settings: &Settings,
    options: Batch,
    url_from: Vec<UrlSource>,
) -> PyResult<PageStream> {
    let (settings, of_pages, n_threads) = (settings.clone(), settings.clone(), options.n_threads.get());
    let run = move |(jobs, readiness): Jobs, results: &Results| {
        options.when_ready(readiness).run(
            jobs,
            move || readers::make(&settings).with_url_from(url_from.clone()),
            move |reader, job| asked.work(reader, job, &of_pages),
            |label, result| if results.put(label, result) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) },
        );
    };
    PageStream::start(py, pages, n_threads, false, run)
}

/// The pages of files, directories, patterns and archives.
#[pyfunction]
fn pages_of_paths(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    path_options: PathOptions,
    tasks: Vec<TaskGiven<'_>>,
    wrapper: Option<&Wrapper>,
    settings: &Settings,
    parallel: Option<i64>,
) -> PyResult<PageStream> {
    let asked = Extraction::of(py, tasks, wrapper)?;
    let options = batch_options(py, settings, parallel)?;
    let found = FoundPages::find(py, paths, path_options, settings.limits)?;
    let url_from = found.url_from.clone();
    start(py, found.into_pages(), asked, settings, options, url_from)
}

/// The pages that an iterator of pairs of a page and its address, or None, hands over.
#[pyfunction]
fn pages_of_iterator(
    py: Python<'_>,
    pages: Bound<'_, PyIterator>,
    tasks: Vec<TaskGiven<'_>>,
    wrapper: Option<&Wrapper>,
    settings: &Settings,
    parallel: Option<i64>,
) -> PyResult<PageStream> {
    let asked = Extraction::of(py, tasks, wrapper)?;
    let options = batch_options(py, settings, parallel)?;
    let handed = Handed::new(pages, options.n_threads.get(), 0, settings.clone(), false);
    start(py, Pages::Handed(Box::new(handed)), asked, settings, options, UrlSource::DEFAULT.to_vec())
}

/// Pages of which the first is there, and the next is a defect of ours, for the test that it becomes an exception.
#[pyfunction]
fn _pages_that_panic(py: Python<'_>, message: String, settings: &Settings) -> PyResult<PageStream> {
    let origin = Origin::StandardInput;
    let first = Input::read_already(origin.clone(), Ok(Capture::new(b"<p>A lamp turns power into light.")));
    let mut first = Some((
        Label { origin: None, url: None, refused: None },
        Job { input: first, origin: Some(origin), url: None, is_archive: false },
    ));
    let jobs = std::iter::from_fn(move || first.take().or_else(|| std::panic::panic_any(message.clone())));
    let options = batch_options(py, settings, Some(1))?;
    start(py, Pages::Found(Box::new(jobs), None), Extraction::Methods(Vec::new()), settings, options, Vec::new())
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PageStream>()?;
    module.add_function(wrap_pyfunction!(_pages_that_panic, module)?)?;
    module.add_function(wrap_pyfunction!(pages_of_paths, module)?)?;
    module.add_function(wrap_pyfunction!(pages_of_iterator, module)?)
}
