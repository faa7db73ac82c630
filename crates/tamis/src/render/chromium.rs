//! A Chromium on this machine, and the proxy through which it goes to the network.

use super::RenderOptions;
use tamis_page::{DecodedPage, RenderError, RenderRequest, RenderedPage, Renderer, Viewport};
use tamis_render_chromium::{ChromiumOptions, ChromiumRenderer, Network, Sandbox, Script};

/// A browser. Clones share it, with the proxy that it asks through; both end with the last of them.
#[derive(Clone)]
pub(super) struct Browser {
    renderer: ChromiumRenderer,
    sandbox: Sandbox,
    #[cfg(feature = "network")]
    _proxy: Option<std::sync::Arc<FilteringProxy>>,
}

#[cfg(feature = "network")]
use tamis_fetch::proxy::FilteringProxy;

/// Starts the browser.
#[cfg(feature = "network")]
pub(super) fn start(options: &RenderOptions) -> Result<Browser, RenderError> {
    let proxy = options.network.then(|| start_proxy(options)).transpose()?.map(std::sync::Arc::new);
    let network = proxy.as_ref().map_or(Network::Off, |proxy| Network::On { proxy: proxy.address() });
    let (renderer, sandbox) = start_browser(options, network)?;
    Ok(Browser { renderer, sandbox, _proxy: proxy })
}

/// Starts the browser.
#[cfg(not(feature = "network"))]
pub(super) fn start(options: &RenderOptions) -> Result<Browser, RenderError> {
    if options.network {
        return Err(super::not_built("the proxy through which a browser goes to the network", "network"));
    }
    let (renderer, sandbox) = start_browser(options, Network::Off)?;
    Ok(Browser { renderer, sandbox })
}

/// What a page asks for is checked here, because the browser finds out where names lead when nobody looks any more.
#[cfg(feature = "network")]
fn start_proxy(options: &RenderOptions) -> Result<FilteringProxy, RenderError> {
    use tamis_fetch::address::{AddressPolicy, SystemResolver};
    use tamis_fetch::proxy::ProxyOptions;
    let policy = if options.allow_private { AddressPolicy::any() } else { AddressPolicy::public() };
    FilteringProxy::start(policy, std::sync::Arc::new(SystemResolver), ProxyOptions::default())
        .map_err(|error| RenderError::Engine { message: format!("no proxy for the browser: {error}") })
}

fn start_browser(options: &RenderOptions, network: Network) -> Result<(ChromiumRenderer, Sandbox), RenderError> {
    let max_memory = options.browser_memory.unwrap_or(ChromiumOptions::default().max_memory);
    let options = ChromiumOptions::default()
        .with_max_memory(max_memory)
        .with_script(if options.scripts { Script::On } else { Script::Off })
        .with_network(network)
        .with_wait(options.wait)
        .with_timeout(options.time_limit);
    let renderer = ChromiumRenderer::new(options)?;
    let sandbox = renderer.sandbox()?;
    Ok((renderer, sandbox))
}

impl Browser {
    /// Whether its sandbox is on.
    pub(super) fn has_sandbox(&self) -> bool {
        self.sandbox == Sandbox::On
    }

    /// Ends it for all clones.
    pub(super) fn end(&self) {
        self.renderer.end();
    }

    /// A picture of a page.
    pub(super) fn screenshot(&mut self, page: &DecodedPage, viewport: Viewport) -> Result<Vec<u8>, RenderError> {
        self.renderer.screenshot(page, viewport)
    }
}

impl Renderer for Browser {
    fn render(&mut self, page: DecodedPage, request: RenderRequest) -> Result<RenderedPage, RenderError> {
        self.renderer.render(page, request)
    }
}

#[cfg(all(test, not(feature = "network")))]
mod tests {
    use super::super::{Engine, Renderers};
    use super::*;

    #[test]
    fn without_the_feature_there_is_no_network() {
        let mut options = RenderOptions::new(Engine::Chromium);
        options.network = true;
        let error = Renderers::start(options).err();
        assert!(matches!(error, Some(RenderError::Unavailable { .. })), "{error:?}");
    }
}
