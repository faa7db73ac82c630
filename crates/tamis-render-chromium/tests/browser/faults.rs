//! Tabs and browsers that die.

use crate::fixtures::{check_next_page, find, folder_of, renderers_of, skipped, start};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tamis_page::{Capture, RenderError, RenderRequest, Renderer, Resource, Resources};
use tamis_render_chromium::{ChromiumOptions, ChromiumRenderer};

fn patient() -> ChromiumOptions {
    ChromiumOptions::default().with_timeout(Duration::from_mins(2))
}

fn kill(processes: &[u32]) {
    for process in processes {
        let killed = std::process::Command::new("kill").args(["-9", &process.to_string()]).status();
        assert!(killed.is_ok(), "there is a command that kills");
    }
}

/// A page that does something to its browser each time it is loaded, from behind: through the style sheet that it asks for.
fn page_that(acts: impl Fn() + Send + Sync + 'static) -> (Capture, Arc<AtomicUsize>) {
    let n_loads = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&n_loads);
    let resources = Resources::from_fn(None, move |url| {
        // Browsers ask for an icon too.
        if !url.path().ends_with("a.css") {
            return None;
        }
        counter.fetch_add(1, Ordering::SeqCst);
        acts();
        Some(Resource::new("p { width: 123px }"))
    });
    (Capture::new("<!doctype html><link rel=stylesheet href=a.css><p>x").with_resources(resources), n_loads)
}

#[test]
fn a_page_whose_tab_crashes_again_and_again_fails_and_the_next_one_does_not() {
    if skipped() {
        return;
    }
    let mut renderer = start(patient());
    let browser = renderer.process_id().expect("a browser");
    let folder = folder_of(browser);
    let (capture, n_loads) = page_that(move || kill(&renderers_of(&folder)));
    let error = renderer.render(capture.decode(None), RenderRequest::default()).err();
    assert!(matches!(error, Some(RenderError::Crashed { .. })), "{error:?}");
    assert_eq!(n_loads.load(Ordering::SeqCst), 2, "the page is tried twice");
    check_next_page(&mut renderer);
    assert_eq!(renderer.process_id().expect("a browser"), browser, "the browser was not at fault");
}

#[test]
fn a_page_whose_work_unwinds_leaves_no_tab_behind() {
    if skipped() {
        return;
    }
    let mut renderer = start(patient());
    check_next_page(&mut renderer);
    let folder = folder_of(renderer.process_id().expect("a browser"));
    for _ in 0..3 {
        let (capture, n_loads) = page_that(|| std::panic::resume_unwind(Box::new("out of steps")));
        let page = capture.decode(None);
        let work = || renderer.render(page, RenderRequest::default()).map(|_| ());
        let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        assert!(unwound.is_err() && n_loads.load(Ordering::SeqCst) == 1, "{unwound:?}");
    }
    check_next_page(&mut renderer);
    // Browsers keep a process or two in store for the next page.
    for _ in 0..300 {
        if renderers_of(&folder).len() <= 2 {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("left: {:?}", renderers_of(&folder));
}

#[test]
fn a_page_whose_browser_dies_is_rendered_in_the_next_browser() {
    if skipped() {
        return;
    }
    let mut renderer = start(patient());
    let browser = renderer.process_id().expect("a browser");
    let (capture, n_loads) = page_that(move || kill(&[browser]));
    let page = renderer.render(capture.decode(None), RenderRequest::default()).expect("the page in the second browser");
    assert_eq!(page.layout().rect(find(page.document(), "p")).map(|rect| rect.width), Some(123.0));
    assert_eq!(n_loads.load(Ordering::SeqCst), 2);
    assert_ne!(renderer.process_id().expect("a browser"), browser);
}

#[test]
fn a_browser_that_stops_answering_is_ended_and_started_again() {
    if skipped() {
        return;
    }
    let mut renderer = start(patient().with_timeout(Duration::from_secs(12)));
    let browser = renderer.process_id().expect("a browser");
    let stopped = std::process::Command::new("kill").args(["-STOP", &browser.to_string()]).status();
    assert!(stopped.is_ok_and(|status| status.success()));
    check_next_page(&mut renderer);
    assert_ne!(renderer.process_id().expect("a browser"), browser);
}

#[test]
fn a_page_that_is_too_large_says_so() {
    if skipped() {
        return;
    }
    let mut renderer = start(patient().with_max_answer(100_000));
    let error = renderer.render(Capture::new("<p>x".repeat(5000)).decode(None), RenderRequest::default()).err();
    assert!(matches!(error, Some(RenderError::TooLarge { limit: 100_000, .. })), "{error:?}");
    check_next_page(&mut renderer);
}

#[test]
fn a_browser_that_is_not_there_is_missed_with_a_hint() {
    let error = ChromiumRenderer::new(ChromiumOptions::default().with_browser("/nowhere/chromium")).err();
    let Some(RenderError::Unavailable { what, hint }) = error else { panic!("{error:?}") };
    assert_eq!(what, "/nowhere/chromium");
    assert!(hint.contains("TAMIS_CHROMIUM"), "{hint}");
}

#[test]
fn a_program_that_is_no_browser_is_an_error() {
    let error = ChromiumRenderer::new(ChromiumOptions::default().with_browser("/bin/false")).err();
    assert!(matches!(error, Some(RenderError::Engine { .. })), "{error:?}");
}
