//! Who lays pages out: the arguments that say so, and the renderers they ask for.

use crate::args::{Resources, parse_seconds, parse_size};
use crate::failure::{failure, say};
use anyhow::Result;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tamis::errors::RenderError;
use tamis::render::{Engine, RenderOptions, Renderers, Wait};
use tamis::{Needs, Viewport};

/// How pages are laid out.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Rendering")]
pub(crate) struct RenderArgs {
    /// Who lays the page out [default: embedded, if needed]
    ///
    /// By default pages are laid out where the method looks at boxes or is unsure without them.
    #[arg(long, value_name = "WHO")]
    render: Option<Who>,

    /// The window that the page is laid out for
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x1024", value_parser = parse_viewport)]
    viewport: Viewport,

    /// Run the page's scripts (chromium)
    #[arg(long)]
    scripts: bool,

    /// Let the page load style sheets and images from the network
    ///
    /// In a browser also its scripts.
    #[arg(long)]
    network: bool,

    /// When the page is ready (chromium)
    ///
    /// After its load event, when the network is idle, or after that many seconds.
    #[arg(long, value_name = "load|idle|SECONDS", default_value = "load", value_parser = parse_wait)]
    wait: Wait,

    /// Memory that a page may take in a browser, such as 500M or 1G
    ///
    /// A page that takes more fails, and the others go on.
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_size)]
    browser_memory: usize,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    /// No layout, the fastest
    None,
    /// The renderer inside: no browser needed, no scripts
    Embedded,
    /// A Chromium on this machine
    Chromium,
}

/// Which pages get a layout.
pub(crate) enum Rendering {
    Never,
    /// Those whose answer is unsure without one; none of them in a build without a renderer.
    OnDemand(Option<Renderers>),
    Always(Renderers),
}

impl Rendering {
    /// Which renderer lays pages out and how; `None` if there is no layout.
    pub(crate) fn description(&self) -> Option<String> {
        match self {
            Rendering::Never | Rendering::OnDemand(None) => None,
            Rendering::OnDemand(Some(renderers)) => Some(format!("{} on demand", renderers.description())),
            Rendering::Always(renderers) => Some(renderers.description()),
        }
    }
}

/// The command that the embedded renderer's worker processes are started with; see `commands/render_worker.rs`.
pub(crate) const WORKER_COMMAND: &str = "render-worker";

impl RenderArgs {
    /// Which pages get a layout, and by whom: what the user asked for, or what the method needs.
    pub(crate) fn rendering(&self, needs: Needs, time_limit: Duration, allow_private: bool) -> Result<Rendering> {
        match (self.render, needs) {
            (Some(Who::None), _) | (None, Needs::Document) => {
                self.refuse_browser_flags()?;
                if self.network {
                    let hint = "add --render embedded or --render chromium, or leave --network out";
                    return Err(failure("--network is for laying pages out, and nobody does", hint));
                }
                Ok(Rendering::Never)
            }
            (None, Needs::DocumentThenLayout | Needs::LayoutOrDocument) => {
                self.refuse_browser_flags()?;
                let time_limit = time_on_demand(time_limit);
                Ok(Rendering::OnDemand(self.start(Engine::Embedded, time_limit, allow_private).ok()))
            }
            _ => self.renderers(time_limit, allow_private).map(Rendering::Always),
        }
    }

    /// The renderers that were asked for; the embedded one if none was.
    pub(crate) fn renderers(&self, time_limit: Duration, allow_private: bool) -> Result<Renderers> {
        let engine = match self.render {
            None | Some(Who::None | Who::Embedded) => Engine::Embedded,
            Some(Who::Chromium) => Engine::Chromium,
        };
        if engine != Engine::Chromium {
            self.refuse_browser_flags()?;
        }
        Ok(self.start(engine, time_limit, allow_private).map_err(tamis::Error::from)?)
    }

    fn start(&self, engine: Engine, time_limit: Duration, allow_private: bool) -> Result<Renderers, RenderError> {
        let mut options = RenderOptions::new(engine).with_viewport(self.viewport).with_time_limit(time_limit);
        options.scripts = self.scripts;
        options.network = self.network;
        options.allow_private = allow_private;
        options.wait = self.wait;
        options.browser_memory = Some(self.browser_memory as u64);
        options.worker = worker_command();
        let renderers = Renderers::start(options)?;
        if renderers.has_sandbox() == Some(false) {
            say(NO_SANDBOX);
        }
        STARTED.lock().unwrap_or_else(PoisonError::into_inner).push(renderers.clone());
        Ok(renderers)
    }

    /// The arguments for `flag`, which needs a browser: a browser is taken if no renderer is named. The hint of the error says
    /// what can be had `instead`.
    pub(crate) fn in_browser(&self, flag: &str, instead: &str) -> Result<RenderArgs> {
        match self.render {
            None | Some(Who::Chromium) => Ok(RenderArgs { render: Some(Who::Chromium), ..self.clone() }),
            _ => Err(failure(format!("{flag} needs a browser"), format!("add --render chromium; {instead}"))),
        }
    }

    /// Where a page's style sheets and images come from. A browser gets them by itself.
    pub(crate) fn resources(&self) -> Resources {
        let is_wanted = self.network && matches!(self.render, None | Some(Who::Embedded));
        if is_wanted { Resources::OfNetwork } else { Resources::OfPage }
    }

    fn refuse_browser_flags(&self) -> Result<()> {
        if self.network && cfg!(not(feature = "network")) {
            return Err(failure("this build cannot go to the network", "build it with the feature `network`"));
        }
        let flags = [(self.scripts, "--scripts"), (self.wait != Wait::Load, "--wait")];
        match flags.iter().find(|(is_given, _)| *is_given) {
            Some((_, flag)) => Err(failure(format!("{flag} needs a browser"), "add --render chromium")),
            None => Ok(()),
        }
    }
}

/// The renderers of this run. Threads that work on pages are not waited for, so any of them may be the last to drop one.
static STARTED: Mutex<Vec<Renderers>> = Mutex::new(Vec::new());

/// Ends the browsers of this run, so that nothing of them is left when the command has ended.
pub(crate) fn end_renderers() {
    let started = std::mem::take(&mut *STARTED.lock().unwrap_or_else(PoisonError::into_inner));
    started.iter().for_each(Renderers::end);
}

/// Said once a run, where it is so.
const NO_SANDBOX: &str = "warning: the browser runs without its sandbox, which this system does not allow; give it a machine or \
     a container of its own before it reads the pages of strangers";

/// How long a layout may take that an answer can do without: the answer without it must come before the page's time is up.
fn time_on_demand(of_page: Duration) -> Duration {
    const MOST: Duration = Duration::from_secs(10);
    MOST.min(of_page / 2)
}

/// This program again; a layout that brings it down brings down that process alone.
fn worker_command() -> Option<Vec<OsString>> {
    let program = std::env::current_exe().ok()?;
    Some(vec![program.into(), WORKER_COMMAND.into()])
}

fn parse_viewport(text: &str) -> Result<Viewport, String> {
    let expected = || "expected a width and a height in pixels, such as 1280x1024".to_owned();
    let (width, height) = text.split_once(['x', '×']).ok_or_else(expected)?;
    let side = |text: &str| text.parse::<u32>().ok().filter(|side| (1..=20_000).contains(side)).ok_or_else(expected);
    Ok(Viewport { width: side(width)?, height: side(height)? })
}

fn parse_wait(text: &str) -> Result<Wait, String> {
    match text {
        "load" => Ok(Wait::Load),
        "idle" => Ok(Wait::NetworkIdle),
        _ => parse_seconds(text).map(Wait::Time).map_err(|error| format!("{error}, or load, or idle")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_has_two_sides() {
        assert_eq!(parse_viewport("800x600"), Ok(Viewport { width: 800, height: 600 }));
        for wrong in ["", "800", "800x", "0x600", "-1x5", "99999x1"] {
            assert!(parse_viewport(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_layout_on_demand_leaves_time_for_an_answer_without_it() {
        assert_eq!(time_on_demand(Duration::from_secs(1)), Duration::from_millis(500));
        assert_eq!(time_on_demand(Duration::from_mins(1)), Duration::from_secs(10));
    }

    #[test]
    fn waiting_is_for_an_event_or_for_a_time() {
        assert_eq!(parse_wait("idle"), Ok(Wait::NetworkIdle));
        assert_eq!(parse_wait("1.5"), Ok(Wait::Time(Duration::from_millis(1500))));
        assert!(parse_wait("never").is_err());
    }
}
