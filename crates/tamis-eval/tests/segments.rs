//! `tamis-eval segments` on small pages of our own: who is in the table, what is written, which pages are read.

use clap::Parser;
use serde_json::Value;
use std::path::Path;
use tamis_eval::cli::{self, EvalCommand};

#[derive(Parser)]
struct Command {
    #[command(subcommand)]
    command: EvalCommand,
}

fn run(flags: &[&str]) -> anyhow::Result<String> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scoring/segments");
    let data = data.to_string_lossy();
    let command = ["tamis-eval", "segments", "--data", &data].into_iter().chain(flags.iter().copied());
    let mut output = Vec::new();
    cli::run(&Command::try_parse_from(command)?.command, &mut output)?;
    Ok(String::from_utf8(output)?)
}

fn figures(flags: &[&str]) -> anyhow::Result<Vec<Value>> {
    let text = run(&[flags, &["--json"]].concat())?;
    let Value::Array(rows) = serde_json::from_str(&text)? else { anyhow::bail!("not a list: {text}") };
    Ok(rows)
}

#[test]
fn the_table_has_every_baseline_and_the_best_depth_at_both_levels() -> anyhow::Result<()> {
    let table = run(&[])?;
    for name in ["whole-page", "leaves", "body-children", "semantic-tags", "landmarks"] {
        assert_eq!(table.lines().filter(|line| line.starts_with(name)).count(), 2, "{name}\n{table}");
    }
    assert_eq!(table.lines().filter(|line| line.starts_with("depth-") && line.contains("best of 8")).count(), 2);
    assert!(table.starts_with("level 1, 5 pages, 1 without blocks "), "{table}");
    let best = figures(&["--method", "depth", "--level", "2"])?;
    let each = (1..=8).map(|depth| figures(&["--method", &format!("depth-{depth}"), "--level", "2"]));
    let each = each.collect::<anyhow::Result<Vec<_>>>()?;
    let f1 = |row: &Value| row["chars"]["f1"].as_f64().unwrap_or(f64::NAN);
    let highest = each.iter().map(|rows| f1(&rows[0])).fold(0.0, f64::max);
    assert!(highest > 0.5 && (f1(&best[0]) - highest).abs() < 1e-12, "{highest}: {best:?}");
    Ok(())
}

#[test]
fn written_predictions_have_the_figures_of_the_method() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let file = directory.path().join("blocks.jsonl");
    let file = file.to_string_lossy();
    for method in ["leaves", "depth-2", "landmarks"] {
        let mut asked = figures(&["--method", method, "--write-predictions", &file])?;
        let mut read = figures(&["--predictions", &file])?;
        assert_eq!(asked.len(), 2);
        for row in asked.iter_mut().chain(&mut read) {
            row["method"] = Value::Null;
            row["options"] = Value::Null;
        }
        assert_eq!(asked, read, "{method}");
    }
    assert!(run(&["--write-predictions", &file]).is_err(), "whose answers?");
    Ok(())
}

#[test]
fn two_halves_are_all_sites() -> anyhow::Result<()> {
    let n_pages = |flags: &[&str]| -> anyhow::Result<u64> {
        let rows = figures(&[&["--method", "leaves", "--level", "1"], flags].concat())?;
        Ok(["pages", "skipped"].iter().filter_map(|name| rows[0][*name].as_u64()).sum())
    };
    assert_eq!((n_pages(&[])?, n_pages(&["--half", "odd"])?, n_pages(&["--half", "even"])?), (6, 3, 3));
    let pages = run(&["--method", "leaves", "--level", "1", "--half", "even", "--pages"])?;
    let first = pages.lines().nth(1).unwrap_or_default();
    assert!(first.starts_with("no-line "), "the sites are nested, no-line, no-text, …: {pages}");
    Ok(())
}

#[test]
fn options_are_those_of_the_method() {
    let refused = |flags: &[&str]| run(flags).expect_err("it is refused").to_string();
    assert_eq!(refused(&["--method", "leaves", "--sweep", "size=1..3"]), "leaves has no options");
    assert_eq!(
        refused(&["--method", "landmarks", "--sweep", "size=1..3"]),
        "the method 'landmarks' has no option 'size'"
    );
    assert_eq!(refused(&["--method", "leafs"]), "there is no segment method 'leafs'");
}
