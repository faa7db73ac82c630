//! What a person at the terminal sees while many pages run. All of it goes to standard error.

use crate::failure::say;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;

/// A bar, or nothing.
#[derive(Debug)]
pub(crate) struct Progress(Option<ProgressBar>);

impl Progress {
    pub(crate) fn none() -> Progress {
        Progress(None)
    }

    /// A bar for this many pages; it draws nothing where standard error is no terminal.
    pub(crate) fn bar(n_pages: usize) -> Progress {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} pages  {speed}  {eta} left{msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .with_key("speed", write_speed);
        let bar = ProgressBar::with_draw_target(Some(n_pages as u64), ProgressDrawTarget::stderr());
        Progress(Some(bar.with_style(style)))
    }

    /// A spinner with a count, for a number of pages that is not known.
    pub(crate) fn counter() -> Progress {
        let style = ProgressStyle::with_template("{spinner} {pos} pages  {speed}{msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner())
            .with_key("speed", write_speed);
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        Progress(Some(bar.with_style(style)))
    }

    /// A bar, or a counter where the number of pages is not known.
    pub(crate) fn of(n_pages: Option<usize>) -> Progress {
        n_pages.map_or_else(Progress::counter, Progress::bar)
    }

    /// One page is done.
    pub(crate) fn step(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }

    /// Counts pages that an earlier run has done; they do not count for the speed.
    pub(crate) fn skip(&self, n_pages: usize) {
        if let Some(bar) = &self.0 {
            bar.set_position(n_pages as u64);
            bar.reset_eta();
        }
    }

    /// Says more beside the bar.
    pub(crate) fn show(&self, text: &str) {
        if let Some(bar) = &self.0 {
            bar.set_message(text.to_owned());
        }
    }

    /// Prints a line without tearing the bar.
    pub(crate) fn say(&self, line: &str) {
        match &self.0 {
            Some(bar) => bar.suspend(|| say(line)),
            None => say(line),
        }
    }

    /// Whether there is a bar that someone sees.
    pub(crate) fn is_shown(&self) -> bool {
        self.0.as_ref().is_some_and(|bar| !bar.is_hidden())
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

fn write_speed(state: &ProgressState, out: &mut dyn fmt::Write) {
    // A speed that cannot be shown is no reason to stop.
    let _ = write!(out, "{:.0}/s", state.per_sec());
}
