//! A Chromium on this machine.

use super::{RenderOptions, Wait};
use tamis_page::render::RenderError;
use tamis_render_chromium::{ChromiumOptions, ChromiumRenderer, Network, Script};

/// Starts the browser. What comes back can be cloned for every thread; all share one browser.
pub(super) fn start(options: &RenderOptions) -> Result<ChromiumRenderer, RenderError> {
    let wait = match options.wait {
        Wait::Load => tamis_render_chromium::Wait::Load,
        Wait::NetworkIdle => tamis_render_chromium::Wait::NetworkIdle,
        Wait::Time(time) => tamis_render_chromium::Wait::Time(time),
    };
    let options = ChromiumOptions::default()
        .with_script(if options.scripts { Script::On } else { Script::Off })
        .with_network(if options.network { Network::On } else { Network::Off })
        .with_wait(wait)
        .with_timeout(options.time_limit);
    ChromiumRenderer::new(options)
}
