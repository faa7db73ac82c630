//! Pages that scripts build, and what else scripts do.

use crate::fixtures::{Lease, find, render, skipped, start};
use std::time::{Duration, Instant};
use tamis_page::{Capture, RenderError, RenderRequest, Renderer, names};
use tamis_render_chromium::{ChromiumOptions, ChromiumRenderer, Script, Wait};

/// The text of the page's body with scripts.
#[track_caller]
fn check(renderer: &mut ChromiumRenderer, html: &str, expect: &str) {
    let page = render(renderer, html);
    let body = page.document().body().expect("a body");
    let text = tamis_page::visible_text(page.document(), body);
    assert_eq!(text.trim(), expect);
}

const BUILT: &str = "<!doctype html><body><noscript>plain</noscript><script>\
    document.body.append(Object.assign(document.createElement('p'), { textContent: 'built' }))</script>";

#[test]
fn scripts_run_only_when_they_are_asked_to() {
    if skipped() {
        return;
    }
    let page = render(&mut Lease::without_scripts(), BUILT);
    assert_eq!(page.document().elements_named(names::P).count(), 0);
    assert!(page.layout().is_visible(find(page.document(), "noscript")));
    let page = render(&mut Lease::with_scripts(), BUILT);
    let built = find(page.document(), "p");
    assert_eq!(page.document().text_content(built), "built");
    assert!(page.layout().is_visible(built) && !page.layout().is_visible(find(page.document(), "noscript")));
}

#[test]
fn scripts_that_ask_or_leave_or_open_do_not_hold_the_page_up() {
    if skipped() {
        return;
    }
    let mut renderer = Lease::with_scripts();
    for script in [
        "alert(1); confirm(2); prompt(3)",
        "onbeforeunload = event => { event.preventDefault(); return 'stay' }; location = 'https://other.example/'",
        "location.reload()",
        "location = 'data:text/html,gone'",
        "open('https://other.example/'); open('about:blank')",
        "const link = document.createElement('a'); link.href = 'data:text/plain,x'; link.download = 'x.txt'; link.click()",
        "fetch('https://other.example/').catch(() => 0); new WebSocket('ws://127.0.0.1:1/')",
        "new Worker('worker.js'); navigator.serviceWorker?.register('worker.js').catch(() => 0)",
        "setInterval(() => history.pushState(0, '', '#' + Math.random()), 1)",
        "setTimeout(() => { throw 1 }); undefined.x",
    ] {
        let started = Instant::now();
        let html = format!("<!doctype html><body>here<script>{script}</script> and there");
        check(&mut renderer, &html, "here and there");
        assert!(started.elapsed() < Duration::from_secs(30), "{:?}: {script}", started.elapsed());
    }
}

#[test]
fn a_page_that_a_script_gives_up_is_taken_as_it_is() {
    if skipped() {
        return;
    }
    let html = "<!doctype html><body>here<form action=/x></form><script>document.forms[0].submit()</script> and there";
    let page = render(&mut Lease::with_scripts(), html);
    let body = page.document().body().expect("a body");
    assert!(page.document().text_content(body).starts_with("here"));
}

#[test]
fn half_a_character_does_not_spoil_the_page() {
    if skipped() {
        return;
    }
    let html = "<!doctype html><body><script>document.body.append('a\\ud83db')</script>";
    check(&mut Lease::with_scripts(), html, "a\u{FFFD}b");
}

#[test]
fn a_page_that_is_built_late_is_waited_for() {
    if skipped() {
        return;
    }
    let html = "<!doctype html><body><script>setTimeout(() => document.body.append('late'), 200)</script>";
    for wait in [Wait::Time(Duration::from_secs(2)), Wait::NetworkIdle] {
        let options = ChromiumOptions::default().with_script(Script::On).with_wait(wait);
        check(&mut start(options.with_timeout(Duration::from_mins(2))), html, "late");
    }
}

#[test]
fn a_script_that_never_ends_costs_its_page_alone() {
    if skipped() {
        return;
    }
    let options = ChromiumOptions::default().with_script(Script::On).with_timeout(Duration::from_secs(10));
    let mut renderer = start(options);
    let browser = renderer.process_id().expect("a browser");
    let started = Instant::now();
    let endless = Capture::new("<!doctype html><body>here<script>while (true) {}</script>");
    let error = renderer.render(endless.decode(None), RenderRequest::default()).err();
    assert!(matches!(error, Some(RenderError::TimedOut { .. })), "{error:?}");
    assert!(started.elapsed() < Duration::from_mins(1), "{:?}", started.elapsed());
    check(&mut renderer, "<p>next", "next");
    assert_eq!(renderer.process_id().expect("a browser"), browser, "the browser was not at fault");
}
