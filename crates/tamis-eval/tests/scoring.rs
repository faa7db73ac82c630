//! The figures of `tamis-eval records`, `clean`, `metadata` and `segments` against those of the referees, programs of their own.
//!
//! `scoring/*.expected.json` holds what the referee says of the predictions beside it. The cases have what is easy to
//! get wrong: near copies, two records in one row, empty cells, a row without text, scripts without spaces, full-width
//! digits, letters whose lower case is longer, pages without an answer; blocks that overlap, paths that lead nowhere,
//! text that is hidden or in no block.

use clap::Parser;
use serde_json::Value;
use std::path::Path;
use tamis_eval::cli::{self, EvalCommand};

#[derive(Parser)]
struct Command {
    #[command(subcommand)]
    command: EvalCommand,
}

#[track_caller]
fn check(command: &str, set: &str) {
    check_with(command, set, &[], set);
}

#[track_caller]
fn check_with(command: &str, set: &str, flags: &[&str], expected: &str) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scoring");
    let path = |name: String| directory.join(name).to_string_lossy().into_owned();
    let (data, predictions) = (path(set.to_owned()), path(format!("{set}.jsonl")));
    let command = ["tamis-eval", command, "--data", &data, "--predictions", &predictions, "--json"];
    let command = command.iter().chain(flags);
    let mut output = Vec::new();
    cli::run(&Command::parse_from(command).command, &mut output).expect("the fixture can be read");
    let figures: Value = serde_json::from_slice(&output).expect("the command writes JSON");
    let expected = std::fs::read_to_string(path(format!("{expected}.expected.json"))).expect("the fixture can be read");
    let expected: Value = serde_json::from_str(&expected).expect("the fixture is JSON");
    compare(set, &figures, &expected);
}

/// Every figure of the referee is there and equal to twelve digits.
#[track_caller]
fn compare(name: &str, ours: &Value, theirs: &Value) {
    if let Some(members) = theirs.as_object() {
        for (member, theirs) in members {
            compare(&format!("{name}.{member}"), &ours[member], theirs);
        }
        return;
    }
    if let Some(members) = theirs.as_array() {
        assert_eq!(ours.as_array().map(Vec::len), Some(members.len()), "{name}");
        for (idx, theirs) in members.iter().enumerate() {
            compare(&format!("{name}[{idx}]"), &ours[idx], theirs);
        }
        return;
    }
    if theirs.is_boolean() {
        assert_eq!(ours, theirs, "{name}");
        return;
    }
    let (ours, theirs) = (ours.as_f64().unwrap_or(f64::NAN), theirs.as_f64().unwrap_or(f64::NAN));
    assert!((ours - theirs).abs() < 1e-12, "{name} is {ours}, the referee says {theirs}");
}

#[test]
fn record_figures_equal_the_referees() {
    check("records", "records");
}

#[test]
fn metadata_figures_equal_the_referees() {
    check("metadata", "metadata");
}

#[test]
fn content_figures_equal_the_referees() {
    check("clean", "content");
}

#[test]
fn figures_of_snippets_alone_equal_the_referees() {
    check("clean", "snippets");
}

#[test]
fn segment_figures_equal_the_referees() {
    check("segments", "segments");
    check_with("segments", "segments", &["--inside"], "segments-inside");
}
