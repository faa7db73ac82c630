//! `eval rivals` with ours alone: needs neither Python nor other people's crates.

#![cfg(all(unix, feature = "eval"))]

mod run;

use run::Room;
use serde_json::Value;

const OWN_PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tamis-eval/tests/own-pages");

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("the command writes JSON")
}

#[test]
fn ours_runs_in_a_process_of_its_own_and_scores_as_eval_clean_does() {
    let room = Room::new();
    let ran = room.tamis(&format!("eval rivals --data {OWN_PAGES} --only tamis --json --plot plot.svg")).ends_with(0);
    let figures = json(&ran.stdout);
    let set = &figures["sets"][0];
    assert_eq!(set["contestants"].as_array().map(Vec::len), Some(1));
    let ours = &set["contestants"][0];
    let clean = json(&room.tamis(&format!("eval clean --method blocks --data {OWN_PAGES} --json")).ends_with(0).stdout);
    for figure in ["precision", "recall", "f1", "shingle_f1"] {
        assert_eq!(ours[figure], clean[figure], "{figure}");
    }
    assert_eq!(set["pages"], clean["pages"]);
    assert_eq!(ours["failed"], 0);
    assert!(ours["pages_per_second"].as_f64().is_some_and(|speed| speed > 1.0));
    assert_eq!(ours["by_type"]["article"]["pages"], clean["by_type"]["article"]["pages"]);
    let plot = room.read("plot.svg");
    assert!(plot.starts_with("<svg") && plot.matches("<circle").count() == 1);
}

#[test]
fn a_rival_that_is_not_there_is_reported_as_missing() {
    let room = Room::new();
    let ran = room.tamis(&format!("eval rivals --data {OWN_PAGES} --only trafilatura")).ends_with(0);
    assert!(ran.stdout.contains("missing: no --python given"), "{}", ran.stdout);
    let ran = room.tamis(&format!("eval rivals --data {OWN_PAGES} --only justext --python no/such/python"));
    assert!(ran.ends_with(0).stdout.contains("missing: cannot start no/such/python"));
}
