//! kill -9 at any moment of a run over many pages or a whole site: nothing is there by half, nothing is damaged, and the
//! next run gives what a run that nobody disturbed gives. `TAMIS_KILLS` says how often; `scripts/soak` asks for many.

#![cfg(unix)]

mod run;

use run::Room;
use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// So many kills of each kind unless `TAMIS_KILLS` says otherwise.
fn n_kills() -> u64 {
    std::env::var("TAMIS_KILLS").map_or(8, |text| text.parse().expect("TAMIS_KILLS is a number"))
}

/// Pages that take long enough to be in the middle of one.
fn shop() -> Room {
    let room = Room::new();
    for number in 0..60 {
        let item =
            format!("<li><h3><a href=/{number}>Lamp number {number}</a></h3><p>Made to last.</p><b>5,99 €</b></li>");
        let page = format!("<title>Lamps {number}</title><main><ol>{}</ol></main>", item.repeat(20 + number % 7));
        room.write(&format!("pages/{number:02}.html"), page.as_bytes());
    }
    room
}

/// Starts a command again and again and kills it at moments spread over how long it takes. In every second run a page never comes,
/// as it is a pipe that nobody writes to: that kill meets it at work, however fast it is. What `check` looks at after each kill,
/// and after one run that ends, it leaves as the next run is to find it.
fn kill_at_any_moment(room: &Room, line: &str, mut check: impl FnMut()) {
    let start = || {
        Command::new(env!("CARGO_BIN_EXE_tamis"))
            .args(line.split(' '))
            .current_dir(room.path(""))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command starts")
    };
    let begun = Instant::now();
    assert!(start().wait().expect("can be waited for").success(), "{line}");
    let whole = begun.elapsed().as_micros() as u64;
    check();
    let pipe = room.path("pages/30-never.html");
    for round in 0..n_kills() {
        let never_ends = round % 2 == 0;
        if never_ends {
            assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
        }
        let mut child = start();
        // By the golden ratio: every round falls into the widest gap that those before it left.
        sleep(Duration::from_micros((round + 1) * 618_034 % 1_000_000 * whole / 1_000_000));
        child.kill().expect("can be killed");
        let status = child.wait().expect("can be waited for");
        if never_ends {
            assert_eq!(status.code(), None, "the run ended by itself");
            fs::remove_file(&pipe).expect("is removed");
        }
        check();
    }
}

/// The files of the pages of a folder by name: without the manifest, and without what an unfinished run has beside them.
fn files(room: &Room, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let is_beside = |name: &str| name.starts_with("index.jsonl") || name.ends_with(".partial");
    let shown = room.list(folder).into_iter().filter(|name| !is_beside(name));
    shown.map(|name| (name.clone(), fs::read(room.path(&format!("{folder}/{name}"))).expect("can be read"))).collect()
}

#[test]
fn a_killed_run_leaves_whole_files_or_none() {
    let room = shop();
    room.tamis("text pages --format text --output-dir whole").ends_with(0);
    let whole = files(&room, "whole");
    assert_eq!(whole.len(), 60);
    let line = "text pages --format text --output-dir out -j 2";
    kill_at_any_moment(&room, line, || {
        // A kill may come before the folder is made.
        if !room.path("out").exists() {
            return;
        }
        for (name, content) in files(&room, "out") {
            assert!(whole.get(&name) == Some(&content), "{name} is there by half");
        }
        fs::remove_dir_all(room.path("out")).expect("is removed");
    });
    room.tamis(line).ends_with(0);
    assert!(files(&room, "out") == whole);
}

#[test]
fn a_killed_run_leaves_the_old_output() {
    let room = shop();
    room.write("rows.jsonl", b"old\n");
    let line = "records pages -o rows.jsonl -j 2 --render none";
    let whole = room.tamis("records pages -j 2 --render none").ends_with(0).stdout;
    kill_at_any_moment(&room, line, || {
        let found = room.read("rows.jsonl");
        assert!(found == "old\n" || found == whole, "what is there is neither the old output nor the new one");
        room.write("rows.jsonl", b"old\n");
    });
    room.tamis(line).ends_with(0);
    assert!(room.read("rows.jsonl") == whole);
}

#[cfg(feature = "sqlite")]
#[test]
fn a_killed_run_over_a_site_leaves_a_store_that_is_well() {
    let room = shop();
    let line = "site pages --store shop.tamis -o rows.jsonl --render none";
    kill_at_any_moment(&room, line, || {
        let ran = room.tamis("templates ls --store shop.tamis");
        assert!([0, 2].contains(&ran.code), "{}", ran.stderr);
    });
    room.tamis(line).ends_with(0);
    assert_eq!(room.read("rows.jsonl").lines().count(), 60, "a row a page");
    room.tamis("templates ls --store shop.tamis").ends_with(0);
}
