//! What the tests share.

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;
use tamis_page::{Capture, Css, Document, NodeId, RenderError, RenderRequest, RenderedPage, Renderer};
use tamis_render_chromium::{ChromiumOptions, ChromiumRenderer, Script};

/// Whether the tests are to be left out.
pub(crate) fn skipped() -> bool {
    std::env::var_os("TAMIS_SKIP_BROWSER_TESTS").is_some_and(|value| value == "1")
}

/// A browser with options of its own. The machine may be busy with other tests, so it is given time.
#[track_caller]
pub(crate) fn start(options: ChromiumOptions) -> ChromiumRenderer {
    ChromiumRenderer::new(options.with_start_timeout(Duration::from_mins(2))).unwrap_or_else(|error| match error {
        RenderError::Unavailable { what, hint } => panic!("{what} was not found\nhelp: {hint}"),
        error => panic!("{error}"),
    })
}

/// A browser that several tests use at the same time. It ends with the last of them, because what is static is never
/// dropped.
pub(crate) struct Lease {
    renderer: ChromiumRenderer,
    shelf: &'static Shelf,
}

/// Where a browser stands, with the number of tests that use it.
type Shelf = Mutex<Option<(usize, ChromiumRenderer)>>;

impl Lease {
    /// With the default options, but patient.
    #[track_caller]
    pub(crate) fn without_scripts() -> Lease {
        static SHELF: Shelf = Mutex::new(None);
        Lease::take(&SHELF, ChromiumOptions::default())
    }

    /// Lends a renderer that runs scripts.
    #[track_caller]
    pub(crate) fn with_scripts() -> Lease {
        static SHELF: Shelf = Mutex::new(None);
        Lease::take(&SHELF, ChromiumOptions::default().with_script(Script::On))
    }

    #[track_caller]
    fn take(shelf: &'static Shelf, options: ChromiumOptions) -> Lease {
        let mut place = shelf.lock().expect("no test failed while it started the browser");
        let (n_users, renderer) = place.get_or_insert_with(|| (0, start(options.with_timeout(Duration::from_mins(2)))));
        *n_users += 1;
        Lease { renderer: renderer.clone(), shelf }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Ok(mut place) = self.shelf.lock() else { return };
        if let Some((n_users, _)) = place.as_mut() {
            *n_users -= 1;
        }
        if place.as_ref().is_some_and(|(n_users, _)| *n_users == 0) {
            *place = None;
        }
    }
}

impl Deref for Lease {
    type Target = ChromiumRenderer;

    fn deref(&self) -> &ChromiumRenderer {
        &self.renderer
    }
}

impl DerefMut for Lease {
    fn deref_mut(&mut self) -> &mut ChromiumRenderer {
        &mut self.renderer
    }
}

/// Renders HTML in the default window.
#[track_caller]
pub(crate) fn render(renderer: &mut ChromiumRenderer, html: &str) -> RenderedPage {
    render_capture(renderer, Capture::new(html))
}

/// Renders a page in the default window.
#[track_caller]
pub(crate) fn render_capture(renderer: &mut ChromiumRenderer, capture: Capture) -> RenderedPage {
    renderer.render(capture.decode(None), RenderRequest::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The first node that a selector selects.
#[track_caller]
pub(crate) fn find(document: &Document, selector: &str) -> NodeId {
    let css = Css::parse(selector).expect("a selector");
    *css.select(document, document.root()).first().unwrap_or_else(|| panic!("no {selector}"))
}

/// The numbers of the processes whose command line has this in it; ended ones have none.
pub(crate) fn processes_with(needle: &str) -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").expect("processes are listed").flatten();
    let has_needle = |path: &Path| {
        let line = std::fs::read(path.join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(needle)
    };
    entries
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path())))
        .filter(|(_, path)| has_needle(path))
        .map(|(id, _)| id)
        .collect()
}

/// The folder of the browser whose first process this is.
#[track_caller]
pub(crate) fn folder_of(process: u32) -> String {
    let line = std::fs::read(format!("/proc/{process}/cmdline")).expect("the browser runs");
    let line = String::from_utf8_lossy(&line).into_owned();
    let flag = line.split('\0').find_map(|word| word.strip_prefix("--user-data-dir="));
    flag.unwrap_or_else(|| panic!("no folder in {line}")).to_owned()
}

/// The processes of a browser that have pages.
pub(crate) fn renderers_of(folder: &str) -> Vec<u32> {
    let renderers = processes_with("--type=renderer");
    processes_with(folder).into_iter().filter(|process| renderers.contains(process)).collect()
}

/// Renders another page, after one that did something bad.
#[track_caller]
pub(crate) fn check_next_page(renderer: &mut ChromiumRenderer) {
    let page = render(renderer, "<p>next");
    assert_eq!(page.document().text_content(find(page.document(), "p")), "next");
}

/// Waits until something is so.
#[track_caller]
pub(crate) fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..600 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("not so after 30 s: {what}");
}
