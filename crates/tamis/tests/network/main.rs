//! What a page reaches through a real browser: with the network on only what the proxy lets through, with it off nothing.
//!
//! Where there is no browser these tests fail and say how to install one; `TAMIS_SKIP_BROWSER_TESTS=1` leaves them out.

mod hostile_page;
mod listeners;

use hostile_page::{Places, hostile_page};
use listeners::{Forbidden, Names, Public};
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use tamis::render::{Engine, RenderOptions, Renderers};
use tamis_fetch::address::{AddressPolicy, Resolve};
use tamis_fetch::proxy::{FilteringProxy, Proxies, ProxyOptions};
use tamis_page::{Capture, Css, RenderError, RenderRequest, RenderedPage, Renderer};
use tamis_render_chromium::{ChromiumOptions, ChromiumRenderer, Network, Script, Wait};
use url::Url;

fn skipped() -> bool {
    std::env::var_os("TAMIS_SKIP_BROWSER_TESTS").is_some_and(|value| value == "1")
}

/// Renders the hostile page with scripts, and waits for what it does late.
fn render(network: Network, places: &Places) -> RenderedPage {
    let options = ChromiumOptions::default()
        .with_script(Script::On)
        .with_network(network)
        .with_wait(Wait::Time(Duration::from_secs(6)))
        .with_timeout(Duration::from_mins(3))
        .with_start_timeout(Duration::from_mins(2));
    let mut renderer = ChromiumRenderer::new(options).unwrap_or_else(|error| match error {
        RenderError::Unavailable { what, hint } => panic!("{what} was not found\nhelp: {hint}"),
        error => panic!("{error}"),
    });
    let url = Url::parse(&format!("http://public.example:{}/page.html", places.public)).expect("an address");
    let page = Capture::new(hostile_page(places)).with_url(url).decode(None);
    renderer.render(page, RenderRequest::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn text(page: &RenderedPage) -> String {
    page.document().text_content(page.document().root())
}

/// The width of the first node that a selector selects.
fn width(page: &RenderedPage, selector: &str) -> Option<f32> {
    let css = Css::parse(selector).expect("a selector");
    let found = css.select(page.document(), page.document().root());
    found.first().and_then(|node| page.layout().rect(*node)).map(|rect| rect.width)
}

#[test]
fn a_page_reaches_what_is_allowed_and_nothing_else() {
    if skipped() {
        return;
    }
    let public = Public::start();
    // Also where a name leads when it is asked for a second time: the allowed port of another address.
    let forbidden = Forbidden::start(public.port());
    let policy = AddressPolicy::public().allowing((Ipv4Addr::LOCALHOST, public.port()).into());
    let options = ProxyOptions::default().with_proxies(Proxies::None);
    let names = Arc::new(Names::default());
    let proxy = FilteringProxy::start(policy, Arc::clone(&names) as Arc<dyn Resolve>, options).expect("a proxy");
    let places = Places { public: public.port(), forbidden: forbidden.port() };
    let page = render(Network::On { proxy: proxy.address() }, &places);

    let asked = public.asked();
    for path in ["/a.css", "/b.css", "/i.bmp", "/s.js", "/frame", "/fetch", "/ws", "/worker", "/from-base", "/svg"] {
        assert!(asked.iter().any(|it| it == path), "{path} was not asked for, only {asked:?}");
    }
    assert!(asked.iter().filter(|it| it.starts_with("/to/")).count() > 20, "{asked:?}");
    assert_eq!((width(&page, "#css"), width(&page, "#image")), (Some(123.0), Some(3.0)));
    let text = text(&page);
    for words in ["SCRIPT RAN", "FETCHED hello"] {
        assert!(text.contains(words), "{words} is not in the page");
    }

    assert!(names.n_rebinds() > 1, "the name was not asked for when it led elsewhere");
    assert_eq!(forbidden.visits(), Vec::<String>::new());
    assert!(!text.contains("SECRET"));
}

#[test]
fn a_page_without_the_network_reaches_nothing() {
    if skipped() {
        return;
    }
    let public = Public::start();
    let forbidden = Forbidden::start(public.port());
    let places = Places { public: public.port(), forbidden: forbidden.port() };
    let page = render(Network::Off, &places);
    assert!(text(&page).contains("all was tried"), "the scripts did not come to their end");
    assert_eq!(forbidden.visits(), Vec::<String>::new());
    assert_eq!(public.asked(), Vec::<String>::new());
}

#[test]
fn this_machine_is_asked_only_if_it_is_allowed() {
    if skipped() {
        return;
    }
    let public = Public::start();
    let html = format!("<!doctype html><link rel=stylesheet href=http://127.0.0.1:{}/a.css><p id=css>x", public.port());
    for (allow_private, expect) in [(false, 1264.0), (true, 123.0)] {
        let mut options = RenderOptions::new(Engine::Chromium).with_time_limit(Duration::from_mins(2));
        (options.network, options.allow_private) = (true, allow_private);
        let renderers = Renderers::start(options).unwrap_or_else(|error| panic!("{error}"));
        let mut renderer = renderers.renderer();
        // The proxy lives as long as the last renderer that needs it.
        drop(renderers);
        let page = renderer.render(Capture::new(html.as_str()).decode(None), RenderRequest::default());
        let page = page.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(width(&page, "#css"), Some(expect), "allow_private: {allow_private}");
        assert_eq!(public.asked().is_empty(), !allow_private);
    }
}
