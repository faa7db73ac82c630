//! Readers of pages, kept from call to call: each has memory that it uses again and, once it was needed, a process that
//! lays pages out.

use crate::errors::{ErrorClass, error};
use crate::settings::{Render, Settings};
use pyo3::prelude::*;
use std::ffi::OsString;
use std::process;
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;
use tamis::PageReader;
use tamis::render::{self, Engine, RenderOptions, Renderers};

/// Readers that nobody uses at the moment.
static FREE: Mutex<Free> = Mutex::new(Free { process: 0, readers: Vec::new() });

struct Free {
    /// The process that made them. After a fork they are of no use: the parent talks to the same processes.
    process: u32,
    /// The one that was given back last is the last.
    readers: Vec<(Settings, PageReader)>,
}

/// How many readers are kept: as many as work at a time. More threads than that make their own.
fn max_free() -> usize {
    static N_CORES: OnceLock<usize> = OnceLock::new();
    *N_CORES.get_or_init(|| thread::available_parallelism().map_or(MIN_FREE, |n| n.get().max(MIN_FREE)))
}

/// A program may use several settings by turns, on however few cores.
const MIN_FREE: usize = 4;

/// The command that starts a process which lays pages out, as the package said when it was imported.
static WORKER: OnceLock<Vec<OsString>> = OnceLock::new();

/// A reader with these settings, which hold for one call: that it ends in time is for the caller.
pub(crate) fn take(settings: &Settings) -> PageReader {
    let wanted = of_reader(settings);
    // The lock may have been held by another thread when this process was forked from its parent: never wait for it.
    if let Ok(mut free) = FREE.try_lock()
        && free.is_of_this_process()
        && let Some(found) = free.readers.iter().rposition(|(of, _)| *of == wanted)
    {
        return free.readers.remove(found).1;
    }
    make(&wanted)
}

/// Keeps a reader for the next call, in place of the one that was not used for longest.
pub(crate) fn give_back(settings: &Settings, reader: PageReader) {
    let mut oldest = None;
    if let Ok(mut free) = FREE.try_lock()
        && free.is_of_this_process()
    {
        if free.readers.len() >= max_free() {
            oldest = Some(free.readers.remove(0));
        }
        free.readers.push((of_reader(settings), reader));
    }
    // Its process is ended when nobody waits for the lock.
    drop(oldest);
}

/// What of the settings a reader is made of; two that differ in the rest share readers.
fn of_reader(settings: &Settings) -> Settings {
    let lays_out = settings.render != Render::Never && cfg!(feature = "blitz");
    // Whoever lays pages out has a time limit of its own, so that nothing goes on for long after the caller has left.
    // A few of them are enough, and a program may give each page what is left of its time.
    let of_renderer = |timeout: Duration| {
        let seconds = timeout.as_secs().saturating_add(1).checked_next_power_of_two();
        Duration::from_secs(seconds.unwrap_or(u64::MAX))
    };
    Settings { timeout: settings.timeout.filter(|_| lays_out).map(of_renderer), max_steps: 0, ..settings.clone() }
}

/// How many readers nobody uses at the moment, for the test that they do not pile up.
#[pyfunction]
pub(crate) fn _n_readers() -> usize {
    FREE.try_lock().map_or(0, |free| free.readers.len())
}

impl Free {
    fn is_of_this_process(&mut self) -> bool {
        if self.process != process::id() {
            self.process = process::id();
            // Not dropped: that would end the processes of the parent.
            std::mem::forget(std::mem::take(&mut self.readers));
        }
        true
    }
}

/// A new reader.
pub(crate) fn make(settings: &Settings) -> PageReader {
    let reader = PageReader::new(settings.limits);
    let reader = match &settings.charset {
        Some(label) => reader.with_charset(label).unwrap_or_else(|_| PageReader::new(settings.limits)),
        None => reader,
    };
    match settings.render {
        Render::Never => reader,
        Render::Auto => {
            let renderers = renderers(settings);
            reader.with_renderer_on_demand(renderers.map(|renderers| (renderers.renderer(), renderers.viewport())))
        }
        Render::Always => match renderers(settings) {
            Some(renderers) => reader.with_renderer(renderers.renderer(), renderers.viewport()),
            None => reader,
        },
    }
}

/// Who lays pages out; `None` in a wheel without a renderer.
pub(crate) fn renderers(settings: &Settings) -> Option<Renderers> {
    let mut options = RenderOptions::new(Engine::Embedded).with_viewport(settings.viewport);
    if let Some(timeout) = settings.timeout {
        options = options.with_time_limit(timeout);
    } else if settings.render == Render::Auto {
        options = options.with_time_limit(MOST_ON_DEMAND);
    }
    options.worker = WORKER.get().cloned();
    Renderers::start(options).ok()
}

/// Who lays pages out, in the words of the command: answers with another layout are answers to another question. `None` if
/// nobody does.
pub(crate) fn described(settings: &Settings, wants_layout: bool) -> Option<String> {
    if !settings.may_render(wants_layout) {
        return None;
    }
    let described = renderers(settings)?.description();
    Some(if settings.render == Render::Always { described } else { format!("{described} on demand") })
}

/// How long a layout may take that only makes an unsure answer surer.
const MOST_ON_DEMAND: Duration = Duration::from_secs(10);

/// Says how a process is started that does nothing but [`serve_render_worker`]. The first who says it is heard.
#[pyfunction]
pub(crate) fn set_render_worker(command: Vec<OsString>) {
    let _ = WORKER.set(command);
}

/// Lays out the pages that come in on standard input until it ends.
#[pyfunction]
pub(crate) fn serve_render_worker(py: Python<'_>) -> PyResult<()> {
    py.detach(render::serve_worker).map_err(|failed| error(py, ErrorClass::Render, failed, None))
}
