//! How long a browser lives, and how many pages it renders meanwhile.

use crate::fixtures::{folder_of, processes_with, render, render_capture, skipped, start, wait_until};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Barrier};
use std::time::Duration;
use tamis_page::{Capture, Resource, Resources};
use tamis_render_chromium::{ChromiumOptions, ChromiumRenderer};

#[test]
fn the_browser_and_its_files_are_gone_with_the_last_clone() {
    if skipped() {
        return;
    }
    let mut renderer = start(ChromiumOptions::default());
    let folder = folder_of(renderer.process_id().expect("a browser"));
    let mut clone = renderer.clone();
    render(&mut renderer, "<p>x");
    drop(renderer);
    render(&mut clone, "<p>x");
    assert!(Path::new(&folder).exists());
    drop(clone);
    assert!(!Path::new(&folder).exists());
    wait_until("no process is left", || processes_with(&folder).is_empty());
}

/// Set in a process that is going to end, to how it does.
const ROLE: &str = "TAMIS_TEST_WAY_TO_END";

/// Starts this test again in a process with a browser that ends in some way, and checks that nothing is left of either: no
/// process, and no file in the folder for temporary files or in that of the user, which it has for itself. No other browser
/// starts there, so nobody cleans up behind it.
#[track_caller]
fn check_end(test: &str, ends: impl FnOnce(&mut Child, u32)) {
    let temporary = std::env::temp_dir().join(format!("end-{}-{}", std::process::id(), test.len()));
    let home = temporary.with_extension("home");
    for folder in [&temporary, &home] {
        std::fs::create_dir(folder).expect("a folder");
    }
    let mut victim = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", &format!("lifetime::{test}"), "--nocapture"])
        .env(ROLE, "1")
        .env("TMPDIR", &temporary)
        .env("HOME", &home)
        .env_remove("XDG_RUNTIME_DIR")
        .env_remove("XDG_CACHE_HOME")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("this program starts again");
    let lines = BufReader::new(victim.stderr.take().expect("a pipe")).lines();
    let browser = lines.map_while(Result::ok).find_map(|line| Some(line.split_once("browser=")?.1.to_owned()));
    let browser = browser.expect("the browser's number").parse().expect("a number");
    let folder = temporary.to_str().expect("plain letters");
    assert!(folder_of(browser).starts_with(folder));
    ends(&mut victim, browser);
    wait_until("no process is left", || processes_with(folder).is_empty());
    for folder in [&temporary, &home] {
        let left: Vec<_> = std::fs::read_dir(folder).expect("a folder").flatten().map(|it| it.path()).collect();
        assert!(left.is_empty(), "{left:?}");
        std::fs::remove_dir(folder).expect("an empty folder");
    }
}

/// Renders a page, tells who asks which browser did, and waits until it is told to go on. `None` where nobody asks.
fn play_victim() -> Option<ChromiumRenderer> {
    std::env::var_os(ROLE)?;
    let mut renderer = start(ChromiumOptions::default());
    render(&mut renderer, "<p>x");
    writeln!(std::io::stderr(), "browser={}", renderer.process_id().expect("a browser")).expect("somebody listens");
    drop(std::io::stdin().read_line(&mut String::new()));
    Some(renderer)
}

fn go_on(victim: &mut Child) {
    drop(victim.stdin.take());
    victim.wait().expect("it ends");
}

#[test]
fn a_process_that_is_killed_leaves_no_browser_and_no_files() {
    if skipped() || play_victim().is_some() {
        return;
    }
    check_end("a_process_that_is_killed_leaves_no_browser_and_no_files", |victim, _| {
        // Not the polite way: this is SIGKILL, which nothing can prepare for.
        victim.kill().expect("it can be killed");
        victim.wait().expect("it ends");
    });
}

#[test]
fn a_process_that_is_killed_with_its_browser_leaves_no_files() {
    if skipped() || play_victim().is_some() {
        return;
    }
    check_end("a_process_that_is_killed_with_its_browser_leaves_no_files", |victim, browser| {
        kill(browser);
        victim.kill().expect("it can be killed");
        victim.wait().expect("it ends");
    });
}

#[test]
fn a_browser_that_is_killed_leaves_no_files_when_we_end() {
    if skipped() || play_victim().is_some() {
        return;
    }
    check_end("a_browser_that_is_killed_leaves_no_files_when_we_end", |victim, browser| {
        kill(browser);
        go_on(victim);
    });
}

#[test]
fn a_process_that_panics_leaves_no_files() {
    if skipped() {
        return;
    }
    if let Some(_renderer) = play_victim() {
        panic!("as planned");
    }
    check_end("a_process_that_panics_leaves_no_files", |victim, _| go_on(victim));
}

#[test]
fn a_process_that_ends_without_dropping_anything_leaves_no_files() {
    if skipped() {
        return;
    }
    if let Some(_renderer) = play_victim() {
        std::process::abort();
    }
    check_end("a_process_that_ends_without_dropping_anything_leaves_no_files", |victim, _| go_on(victim));
}

fn kill(process: u32) {
    let killed = Command::new("kill").args(["-9", &process.to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
}

#[test]
fn two_pages_are_rendered_at_the_same_time() {
    if skipped() {
        return;
    }
    let renderer = start(ChromiumOptions::default().with_tabs(2).with_timeout(Duration::from_mins(2)));
    // Each page gets its style sheet only when the other asks for its own.
    let meeting = Arc::new(Barrier::new(2));
    let pages: Vec<_> = ["11px", "22px"]
        .map(|width| {
            let (mut renderer, meeting) = (renderer.clone(), Arc::clone(&meeting));
            std::thread::spawn(move || {
                let resources = Resources::from_fn(None, move |url| {
                    // Browsers ask for an icon too.
                    if !url.path().ends_with("a.css") {
                        return None;
                    }
                    meeting.wait();
                    Some(Resource::new(format!("p {{ width: {width} }}")))
                });
                let html = "<!doctype html><link rel=stylesheet href=a.css><p>x";
                render_capture(&mut renderer, Capture::new(html).with_resources(resources))
            })
        })
        .into_iter()
        .map(|thread| thread.join().expect("no panic"))
        .collect();
    let widths: Vec<f32> = pages
        .iter()
        .map(|page| page.layout().rect(crate::fixtures::find(page.document(), "p")).expect("a box").width)
        .collect();
    assert_eq!(widths, [11.0, 22.0]);
}

#[test]
fn more_threads_than_tabs_wait_for_each_other() {
    if skipped() {
        return;
    }
    let renderer = start(ChromiumOptions::default().with_tabs(1).with_timeout(Duration::from_mins(2)));
    std::thread::scope(|scope| {
        for _ in 0..3 {
            let mut renderer = renderer.clone();
            scope.spawn(move || assert!(render(&mut renderer, "<p>x").document().len() > 3));
        }
    });
}
