//! Readers of pages, kept from call to call: each has memory that it uses again and, once it was needed, a process that
//! lays pages out.

use crate::errors::{Kind, error};
use crate::settings::{Render, Settings};
use pyo3::prelude::*;
use std::ffi::OsString;
use std::process;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;
use tamis::PageReader;
use tamis::render::{self, Engine, RenderOptions, Renderers};

/// Readers that nobody uses at the moment.
static FREE: Mutex<Free> = Mutex::new(Free { process: 0, readers: Vec::new() });

struct Free {
    /// The process that made them. After a fork they are of no use: the parent talks to the same processes.
    process: u32,
    readers: Vec<(Settings, PageReader)>,
}

/// How many readers are kept. More threads than that make their own.
const MAX_FREE: usize = 64;

/// The command that starts a process which lays pages out, as the package said when it was imported.
static WORKER: OnceLock<Vec<OsString>> = OnceLock::new();

/// A reader with these settings.
pub(crate) fn take(settings: &Settings) -> PageReader {
    // The lock may have been held by another thread when this process was forked from its parent: never wait for it.
    if let Ok(mut free) = FREE.try_lock()
        && free.is_of_this_process()
        && let Some(found) = free.readers.iter().rposition(|(of, _)| of == settings)
    {
        return free.readers.swap_remove(found).1;
    }
    make(settings)
}

/// Keeps a reader for the next call.
pub(crate) fn give_back(settings: &Settings, reader: PageReader) {
    if let Ok(mut free) = FREE.try_lock()
        && free.is_of_this_process()
        && free.readers.len() < MAX_FREE
    {
        free.readers.push((settings.clone(), reader));
    }
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

/// How long a layout may take that only makes an unsure answer surer.
const MOST_ON_DEMAND: Duration = Duration::from_secs(10);

/// Says how a process is started that does nothing but [`serve_render_worker`].
pub(crate) fn set_worker(command: Vec<OsString>) {
    let _ = WORKER.set(command);
}

/// Lays out the pages that come in on standard input until it ends.
#[pyfunction]
pub(crate) fn serve_render_worker(py: Python<'_>) -> PyResult<()> {
    py.detach(render::serve_worker).map_err(|failed| error(py, Kind::Render, failed, None))
}
