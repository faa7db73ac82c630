//! The program as a process: rivals, traps and spoilt pages, each with a limit on its address space.

#![cfg(unix)]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const OWN_PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/own-pages");

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("the program writes JSON")
}

fn empty_folder() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

fn write(folder: &TempDir, name: &str, content: &[u8]) {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().expect("has a parent")).expect("directories are made");
    fs::write(path, content).expect("the file is written");
}

/// What the program prints with arguments as a shell reads them, in a folder. It has to say that all is well.
#[track_caller]
fn eval(folder: &TempDir, arguments: &str) -> String {
    let ran = run(folder, arguments);
    let (stdout, stderr) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert_eq!(ran.status.code(), Some(0), "\nstandard output: {stdout}\nstandard error: {stderr}");
    stdout.into_owned()
}

fn run(folder: &TempDir, arguments: &str) -> Output {
    // 6 GB of address space: far above what is used, far below what a runaway would take.
    Command::new("sh")
        .args(["-c", &format!("ulimit -v 6000000; exec \"$TAMIS_EVAL\" {arguments}")])
        .env("TAMIS_EVAL", env!("CARGO_BIN_EXE_tamis-eval"))
        .current_dir(folder.path())
        .output()
        .expect("the shell starts")
}

/// The command, which hostile pages are given to; built here where it was not built with this program.
fn tamis() -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_tamis-eval")).with_file_name("tamis");
    if !program.exists() {
        let built = Command::new(env!("CARGO")).args(["build", "--offline", "-p", "tamis-cli"]).status();
        assert!(built.is_ok_and(|status| status.success()), "help: cargo build -p tamis-cli");
    }
    program
}

#[test]
fn ours_runs_in_a_process_of_its_own_and_scores_as_clean_does() {
    let folder = empty_folder();
    let figures = json(&eval(&folder, &format!("rivals --data {OWN_PAGES} --only tamis --json --plot plot.svg")));
    let set = &figures["sets"][0];
    assert_eq!(set["contestants"].as_array().map(Vec::len), Some(1));
    let ours = &set["contestants"][0];
    let clean = json(&eval(&folder, &format!("clean --method blocks --data {OWN_PAGES} --json")));
    for figure in ["precision", "recall", "f1", "shingle_f1"] {
        assert_eq!(ours[figure], clean[figure], "{figure}");
    }
    assert_eq!(set["pages"], clean["pages"]);
    assert_eq!(ours["failed"], 0);
    assert!(ours["pages_per_second"].as_f64().is_some_and(|speed| speed > 1.0));
    assert_eq!(ours["by_type"]["article"]["pages"], clean["by_type"]["article"]["pages"]);
    let plot = fs::read_to_string(folder.path().join("plot.svg")).expect("the plot is written");
    assert!(plot.starts_with("<svg") && plot.matches("<circle").count() == 1);
}

#[test]
fn a_rival_that_is_not_there_is_reported_as_missing() {
    let folder = empty_folder();
    let printed = eval(&folder, &format!("rivals --data {OWN_PAGES} --only trafilatura"));
    assert!(printed.contains("missing: no --python given"), "{printed}");
    let printed = eval(&folder, &format!("rivals --data {OWN_PAGES} --only justext --python no/such/python"));
    assert!(printed.contains("missing: cannot start no/such/python"), "{printed}");
}

/// Some of each group of traps, as small as they still try what they try. `scripts/soak` runs all of them at full size.
#[cfg(target_os = "linux")]
#[test]
fn traps_break_no_bound() {
    let folder = empty_folder();
    let traps = "^(deep-definitions|crossed-formatting|adopted-blocks|pages-in-pages|comments-between-texts|list-of-links|\
                 nested-json|microdata-in-itself|classes-of-all-elements|long-values|one-word|broken-references|large-spans|\
                 many-columns|large-twins|columns-in-any-order|gzip-paragraphs|gzip-cut-off|utf-16-halves|noise-of-markup)$";
    let program = tamis().display().to_string();
    let line = format!("traps --program '{program}' --only '{traps}' --scale 0.02 --work traps --json runs.jsonl");
    let methods = "clean|text (json|md)|records (auto|depta|mdr|csv)|segment (tps|landmarks)";
    let printed = eval(&folder, &format!("{line} --methods '{methods}'"));
    assert!(printed.contains("no bound was broken"), "{printed}");
    assert!(printed.contains("20 traps"), "{printed}");
    let runs = fs::read_to_string(folder.path().join("runs.jsonl")).expect("the runs are written");
    for run in runs.lines().map(json) {
        assert!([0, 2, 4].contains(&run["end"].as_i64().unwrap_or(-1)), "{run}");
        // A tenth of what the bound allows: the pages are small.
        assert!(run["peak_bytes"].as_u64().expect("is a number") < 100_000_000, "{run}");
    }
    let left = fs::read_dir(folder.path().join("traps")).expect("the folder is there").count();
    assert_eq!(left, 0, "what was made is removed again");
}

#[cfg(target_os = "linux")]
#[test]
fn hostile_pages_among_others_cost_the_others_nothing() {
    let folder = empty_folder();
    for number in 0..6 {
        let items = "<li><h3><a href=/l>Lamp</a></h3><p>Made to last.</p><b>5,00 €</b></li>".repeat(4 + number);
        write(&folder, &format!("good/{number}.html"), format!("<main><ol>{items}</ol></main>").as_bytes());
    }
    let program = tamis().display().to_string();
    let line = "--batch good --pages 60 --hostile 20 --scale 0.01 --only 'nesting|bytes|tables' --work work";
    let line = format!("traps --program '{program}' {line} --ask text");
    // Whether it takes too long is for `scripts/soak` to say: so few pages take no time.
    let ran = run(&folder, &line);
    let printed = String::from_utf8_lossy(&ran.stdout);
    for text in ["48 pages alone: Code(0)", "12 of 12 hostile pages have their row", "0 good pages lost or changed"] {
        assert!(printed.contains(text), "{text:?} is not in:\n{printed}\n{}", String::from_utf8_lossy(&ran.stderr));
    }
}

#[test]
fn three_hundred_spoilt_pages_end_in_no_panic() {
    let folder = empty_folder();
    let list = "<ul><li><a href=/1>Desk lamp</a> <b>5,00 €</b><li><a href=/2>Floor lamp</a> 6 €</ul>";
    write(&folder, "pages/list.html", list.as_bytes());
    let noise: Vec<u8> = (0..3000_u32).map(|place| (place.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    write(&folder, "pages/noise.html", &noise);
    let line = "mutate --data pages -n 300 -j 2 --max-bytes 1500";
    let one = eval(&folder, line);
    assert!(one.contains("\n300 pages, ") && one.ends_with("0 faults\n"), "{one}");
    // The same seeds are the same pages.
    let bytes_of = |printed: &str| printed.lines().nth(1).and_then(|line| line.split(", ").nth(1)).map(str::to_owned);
    assert_eq!(bytes_of(&one), bytes_of(&eval(&folder, line)));
    assert_eq!(eval(&folder, "mutate --replay pages/noise.html"), "pages/noise.html: no fault\n");
}
