//! How long a browser lives, and how many pages it renders meanwhile.

use crate::fixtures::{folder_of, processes_with, render, render_capture, skipped, start, wait_until};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Barrier};
use std::time::Duration;
use tamis_page::{Capture, Resource, Resources};
use tamis_render_chromium::ChromiumOptions;

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

/// Set in the process that is going to be killed.
const ROLE: &str = "TAMIS_TEST_TO_BE_KILLED";

#[test]
fn the_browser_does_not_outlive_a_process_that_is_killed() {
    if skipped() {
        return;
    }
    if std::env::var_os(ROLE).is_some() {
        let mut renderer = start(ChromiumOptions::default());
        render(&mut renderer, "<p>x");
        let folder = folder_of(renderer.process_id().expect("a browser"));
        writeln!(std::io::stderr(), "folder={folder}").expect("somebody listens");
        std::thread::sleep(Duration::from_mins(5));
        return;
    }
    let mut victim = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "lifetime::the_browser_does_not_outlive_a_process_that_is_killed", "--nocapture"])
        .env(ROLE, "1")
        .stderr(Stdio::piped())
        .spawn()
        .expect("this program starts again");
    let lines = BufReader::new(victim.stderr.take().expect("a pipe")).lines();
    let folder = lines.map_while(Result::ok).find_map(|line| Some(line.split_once("folder=")?.1.to_owned()));
    let folder = folder.expect("the browser's folder");
    assert!(!processes_with(&folder).is_empty());

    // Not the polite way: this is SIGKILL, which nothing can prepare for.
    victim.kill().expect("it can be killed");
    victim.wait().expect("it ends");
    wait_until("the browser ended", || processes_with(&folder).is_empty());
    // Its files stay, until the next browser starts; that may be one of another test, which is then at it.
    drop(start(ChromiumOptions::default()));
    wait_until("its files are gone", || !Path::new(&folder).exists());
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
