//! A Chromium on this machine.

use super::RenderOptions;
use tamis_page::RenderError;
use tamis_render_chromium::{ChromiumOptions, ChromiumRenderer, Network, Script};

/// Starts the browser. What comes back can be cloned for every thread; all share one browser.
pub(super) fn start(options: &RenderOptions) -> Result<ChromiumRenderer, RenderError> {
    let options = ChromiumOptions::default()
        .with_script(if options.scripts { Script::On } else { Script::Off })
        .with_network(if options.network { Network::On } else { Network::Off })
        .with_wait(options.wait)
        .with_timeout(options.time_limit);
    ChromiumRenderer::new(options)
}
