//! `tamis-eval metadata`

use super::Verdict;
use crate::datasets;
use crate::metrics::metadata::{self, FIELDS, FieldCounts, score};
use crate::predictions;
use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::{Map, Value, json};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Scores what a page says about itself: title, author, date, site name, description.
#[derive(Args, Debug)]
pub struct MetadataArgs {
    /// The data set
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Score the answers of a file instead (JSON Lines)
    #[arg(long, value_name = "FILE")]
    predictions: Option<PathBuf>,
    /// Write the answers to a file
    #[arg(long, value_name = "FILE")]
    write_predictions: Option<PathBuf>,
    /// Print the fields of each page that are wrong too
    #[arg(long)]
    pages: bool,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &MetadataArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let answers = match &args.predictions {
        Some(file) => {
            let text = fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
            Some(predictions::read(&text).with_context(|| format!("reading {}", file.display()))?)
        }
        None => None,
    };
    let mut counts = [FieldCounts::default(); 5];
    let mut lines = Vec::new();
    let mut n_pages = 0;
    for case in datasets::cases(&args.data)? {
        let Some(truth) = case.metadata() else { continue };
        n_pages += 1;
        let answer = match &answers {
            Some(by_id) => by_id.get(&case.id).map(predictions::read_metadata).unwrap_or_default(),
            None => predictions::metadata(&case.page_at_its_address()?),
        };
        metadata::add(&mut counts, &truth, &answer);
        if args.write_predictions.is_some() {
            writeln!(lines, "{}", predictions::metadata_to_json(&case.id, &answer))?;
        }
        if args.pages {
            for (at, right) in score(&truth, &answer).into_iter().enumerate() {
                if right == Some(false) {
                    writeln!(out, "{} {}: {:?}, truth {:?}", case.id, FIELDS[at], answer[at], truth[at])?;
                }
            }
        }
    }
    if n_pages == 0 {
        bail!("no page of {} has a truth to score by", args.data.display());
    }
    if let Some(file) = &args.write_predictions {
        fs::write(file, lines).with_context(|| format!("writing {}", file.display()))?;
    }
    if args.json {
        let fields = FIELDS.iter().zip(&counts).map(|(field, counts)| {
            let figures = json!({"pages": counts.n_pages, "right": counts.right(), "missing": counts.missing()});
            ((*field).to_owned(), figures)
        });
        writeln!(out, "{}", Value::from(fields.collect::<Map<_, _>>()))?;
    } else {
        writeln!(out, "{:<12} {:>6} {:>8} {:>8}", "", "pages", "right", "missing")?;
        for (field, counts) in FIELDS.iter().zip(&counts) {
            writeln!(out, "{field:<12} {:>6} {:>8.4} {:>8.4}", counts.n_pages, counts.right(), counts.missing())?;
        }
    }
    Ok(Verdict::Passed)
}
