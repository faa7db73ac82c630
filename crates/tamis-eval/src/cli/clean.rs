//! `tamis eval clean`

use super::Verdict;
use super::scoring::ScoringArgs;
use crate::datasets::PageCase;
use crate::metrics::content::{ContentScore, score};
use crate::predictions;
use clap::Args;
use serde_json::{Map, json};
use std::io::Write;
use tamis::Task;

/// Scores noise removal: the visible text of what a method keeps against the main content.
#[derive(Args, Debug)]
pub struct CleanArgs {
    #[command(flatten)]
    scoring: ScoringArgs,
}

pub(super) fn run(args: &CleanArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let answers = args.scoring.answers(
        Task::Text,
        PageCase::content,
        predictions::text,
        |prediction| prediction.map(predictions::read_text).unwrap_or_default(),
        |id, text| predictions::text_to_json(id, text),
    )?;
    let mut pages = Vec::new();
    for (id, truth, text) in &answers {
        let figures = score(truth, text);
        if args.scoring.pages {
            let (precision, recall, f1) = (figures.precision, figures.recall, figures.f1);
            writeln!(out, "{id}: precision {precision:.4}, recall {recall:.4}, F1 {f1:.4}")?;
        }
        pages.push((truth.page_type.as_deref(), figures));
    }
    let total = ContentScore::of(&pages);
    if args.scoring.json {
        print_json(&total, out)?;
    } else {
        print(&total, out)?;
    }
    Ok(Verdict::Passed)
}

fn figures(total: &ContentScore) -> [(&'static str, f64); 8] {
    [
        ("precision", total.precision),
        ("recall", total.recall),
        ("f1", total.f1),
        ("shingle_precision", total.shingle_precision),
        ("shingle_recall", total.shingle_recall),
        ("shingle_f1", total.shingle_f1),
        ("have", total.have),
        ("leak", total.leak),
    ]
}

fn print(total: &ContentScore, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "pages              {:>8}", total.n_pages)?;
    for (name, figure) in figures(total) {
        writeln!(out, "{:<18} {figure:>8.4}", name.replace('_', " ").replace("f1", "F1"))?;
    }
    for (name, (n_pages, f1)) in &total.by_type {
        writeln!(out, "F1 of {name:<12} {f1:>8.4}  {n_pages} pages")?;
    }
    Ok(())
}

fn print_json(total: &ContentScore, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut object = Map::new();
    object.insert("pages".to_owned(), total.n_pages.into());
    object.extend(figures(total).map(|(name, figure)| (name.to_owned(), json!(figure))));
    let by_type = total.by_type.iter().map(|(name, (pages, f1))| (name.clone(), json!({"pages": pages, "f1": f1})));
    object.insert("by_type".to_owned(), by_type.collect::<Map<_, _>>().into());
    writeln!(out, "{}", serde_json::Value::from(object))?;
    Ok(())
}
