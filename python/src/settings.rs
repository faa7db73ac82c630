//! How pages are read: what every function of the package takes beside the page.

use crate::errors::{ErrorClass, error};
use pyo3::prelude::*;
use std::time::Duration;
use tamis::batch::MAX_STEPS;
use tamis::{Limits, Viewport};

/// Who lays pages out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Render {
    /// The embedded renderer, where a method looks at boxes or is unsure without them.
    Auto,
    /// Nobody.
    Never,
    /// The embedded renderer, every page.
    Always,
}

/// Thirty years: as good as no end, and no clock runs over.
const MAX_TIMEOUT: Duration = Duration::from_secs(1_000_000_000);

/// Limits, time, charset and renderer. The same settings share readers.
#[pyclass(frozen, module = "tamis._tamis")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    pub(crate) limits: Limits,
    pub(crate) max_steps: u64,
    pub(crate) timeout: Option<Duration>,
    pub(crate) charset: Option<String>,
    pub(crate) render: Render,
    pub(crate) viewport: Viewport,
}

#[pymethods]
impl Settings {
    #[new]
    #[pyo3(signature = (*, render="auto", timeout=None, charset=None, max_bytes=None, max_nodes=None, max_rows=None, max_growth=None, max_steps=None, viewport=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        render: &str,
        timeout: Option<f64>,
        charset: Option<String>,
        max_bytes: Option<usize>,
        max_nodes: Option<usize>,
        max_rows: Option<usize>,
        max_growth: Option<usize>,
        max_steps: Option<u64>,
        viewport: Option<(u32, u32)>,
    ) -> PyResult<Settings> {
        let refused = |message: String, hint: &str| error(py, ErrorClass::Value, message, Some(hint));
        let render = match render {
            "auto" => Render::Auto,
            "none" => Render::Never,
            "embedded" => Render::Always,
            other => {
                return Err(refused(format!("there is no renderer '{other}'"), "render is auto, none or embedded"));
            }
        };
        if render == Render::Always && cfg!(not(feature = "blitz")) {
            return Err(error(
                py,
                ErrorClass::Render,
                "this wheel has no renderer",
                Some("install the wheel that has one"),
            ));
        }
        let timeout = timeout
            .map(|seconds| Duration::try_from_secs_f64(seconds).ok().filter(|timeout| !timeout.is_zero()))
            .map(|timeout| {
                timeout.ok_or_else(|| refused("a timeout is a time".to_owned(), "give a positive number of seconds"))
            })
            .transpose()?
            .map(|timeout| timeout.min(MAX_TIMEOUT));
        if let Some(label) = &charset {
            tamis::PageReader::default().with_charset(label).map_err(|unknown| {
                refused(unknown.to_string(), "use a name such as utf-8, windows-1252, gbk or shift_jis")
            })?;
        }
        let mut limits = Limits::default();
        limits.max_bytes = max_bytes.unwrap_or(limits.max_bytes);
        limits.max_nodes = max_nodes.unwrap_or(limits.max_nodes);
        limits.max_rows = max_rows.unwrap_or(limits.max_rows);
        limits.max_growth = max_growth.unwrap_or(limits.max_growth);
        let viewport = viewport.map_or_else(Viewport::default, |(width, height)| Viewport { width, height });
        if !(1..=20_000).contains(&viewport.width) || !(1..=20_000).contains(&viewport.height) {
            return Err(refused(
                "a window has two sides".to_owned(),
                "viewport is (width, height) in pixels, each from 1 to 20000",
            ));
        }
        Ok(Settings { limits, max_steps: max_steps.unwrap_or(MAX_STEPS), timeout, charset, render, viewport })
    }
}

impl Settings {
    /// Whether a page may be laid out, if its methods want that.
    pub(crate) fn may_render(&self, wants_layout: bool) -> bool {
        match self.render {
            Render::Never => false,
            Render::Auto => wants_layout,
            Render::Always => true,
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            limits: Limits::default(),
            max_steps: MAX_STEPS,
            timeout: None,
            charset: None,
            render: Render::Auto,
            viewport: Viewport::default(),
        }
    }
}
