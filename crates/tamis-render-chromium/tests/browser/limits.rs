//! What a browser may take, and what it is kept from.
#![cfg(target_os = "linux")]

use crate::fixtures::{check_next_page, find, folder_of, processes_with, render, renderers_of, skipped, start};
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tamis_page::{Capture, RenderError, RenderRequest, Renderer, Resource, Resources};
use tamis_render_chromium::{ChromiumOptions, ChromiumRenderer, Sandbox, Script};

const LIMIT: u64 = 400 << 20;

fn small() -> ChromiumOptions {
    let options = ChromiumOptions::default().with_script(Script::On).with_timeout(Duration::from_mins(2));
    options.with_max_memory(LIMIT).with_tabs(2)
}

/// A megabyte at a time, so that the limit is passed slowly enough to be seen, and never enough.
const HUNGRY: &str = "<p>x<script>let a = []; for (;;) { a.push(new Uint8Array(1 << 20).fill(1)); \
    let until = performance.now() + 2; while (performance.now() < until); }</script>";

#[track_caller]
fn check_out_of_memory(renderer: &mut ChromiumRenderer, html: &str) {
    let error = renderer.render(Capture::new(html).decode(None), RenderRequest::default()).err();
    assert!(matches!(error, Some(RenderError::OutOfMemory { limit: LIMIT })), "{error:?}");
}

#[test]
fn a_page_that_takes_too_much_memory_fails_and_the_browser_goes_on() {
    if skipped() {
        return;
    }
    let mut renderer = start(small());
    let browser = renderer.process_id().expect("a browser");
    check_out_of_memory(&mut renderer, HUNGRY);
    check_next_page(&mut renderer);
    assert_eq!(renderer.process_id().expect("a browser"), browser, "the browser was not at fault");
}

#[test]
fn a_page_beside_one_that_takes_too_much_memory_does_not_suffer() {
    if skipped() {
        return;
    }
    let renderer = start(small());
    // This page gets its style sheet when the other one is over.
    let (over, is_over) = channel::<()>();
    let is_over: Arc<Mutex<Receiver<()>>> = Arc::new(Mutex::new(is_over));
    let mut beside = renderer.clone();
    let patient = std::thread::spawn(move || {
        let resources = Resources::from_fn(None, move |url| {
            let is_over = is_over.lock().expect("no panic");
            url.path().ends_with("a.css").then(|| is_over.recv_timeout(Duration::from_secs(50)).ok()).flatten()?;
            Some(Resource::new("p { width: 77px }"))
        });
        let html = "<!doctype html><link rel=stylesheet href=a.css><p>x";
        beside.render(Capture::new(html).with_resources(resources).decode(None), RenderRequest::default())
    });
    check_out_of_memory(&mut renderer.clone(), HUNGRY);
    over.send(()).expect("the other page waits");
    let page = patient.join().expect("no panic").expect("a page");
    assert_eq!(page.layout().rect(find(page.document(), "p")).map(|rect| rect.width), Some(77.0));
}

#[test]
fn the_system_holds_every_process_to_a_limit_too() {
    if skipped() {
        return;
    }
    let mut renderer = start(small());
    render(&mut renderer, "<p>x");
    let processes = processes_with(&folder_of(renderer.process_id().expect("a browser")));
    // Those that have ended meanwhile have none.
    let limits: Vec<String> = processes
        .iter()
        .filter_map(|process| std::fs::read_to_string(format!("/proc/{process}/limits")).ok())
        .filter_map(|limits| limits.lines().find(|line| line.starts_with("Max data size")).map(str::to_owned))
        .collect();
    // The guard has no limit, and needs none.
    let (free, limits): (Vec<String>, Vec<String>) = limits.into_iter().partition(|line| line.contains("unlimited"));
    assert!(free.len() <= 1 && limits.len() > 3, "{free:?}, {limits:?} of {processes:?}");
    let expected = (LIMIT + (1 << 30)).to_string();
    assert!(limits.iter().all(|line| line.contains(&expected)), "{limits:?}");
}

/// Whether a program starts in a user namespace here, as somebody who is not root.
fn has_user_namespaces() -> bool {
    let tried = Command::new("unshare").args(["--user", "--map-user=65534", "--map-group=65534", "true"]).output();
    tried.is_ok_and(|output| output.status.success())
}

#[test]
fn pages_are_in_a_sandbox_where_the_system_has_one() {
    if skipped() {
        return;
    }
    let mut renderer = start(ChromiumOptions::default().with_timeout(Duration::from_mins(2)));
    let sandbox = renderer.sandbox().expect("a browser");
    if has_user_namespaces() {
        assert_eq!(sandbox, Sandbox::On);
    }
    render(&mut renderer, "<p>x");
    let browser = renderer.process_id().expect("a browser");
    let pages = renderers_of(&folder_of(browser));
    let is_filtered = |process: &u32| {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        // It may have ended.
        status.is_empty() || (status.contains("\nSeccomp:\t2") && status.contains("\nNoNewPrivs:\t1"))
    };
    assert!(!pages.is_empty());
    assert_eq!(pages.iter().all(is_filtered), sandbox == Sandbox::On);
    // In the sandbox or not, the browser is where no network is.
    if has_user_namespaces() {
        let network = |process: &str| std::fs::read_link(format!("/proc/{process}/ns/net")).expect("a namespace");
        assert_ne!(network(&browser.to_string()), network("self"));
    }
}
