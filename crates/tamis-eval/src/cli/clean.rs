//! `tamis-eval clean`

use super::Verdict;
use super::scoring::ScoringArgs;
use crate::datasets::PageCase;
use crate::metrics::content::{ContentScore, PageContent, score};
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
        Task::Clean,
        PageCase::content,
        predictions::text,
        |prediction| prediction.map(predictions::read_text).unwrap_or_default(),
        |id, text| predictions::text_to_json(id, text),
    )?;
    let mut pages = Vec::new();
    for (id, truth, text) in &answers {
        let figures = score(truth, text);
        if args.scoring.pages {
            writeln!(out, "{id}: {}", describe(&figures))?;
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

fn describe(page: &PageContent) -> String {
    let snippets = page.snippets;
    let mut parts = Vec::new();
    if let Some(text) = page.text {
        parts.push(format!("precision {:.4}, recall {:.4}, F1 {:.4}", text.precision, text.recall, text.f1));
    }
    if snippets.n_wanted > 0 {
        parts.push(format!("{} of {} snippets", snippets.n_found, snippets.n_wanted));
    }
    if snippets.n_unwanted > 0 {
        parts.push(format!("{} of {} unwanted snippets", snippets.n_leaked, snippets.n_unwanted));
    }
    parts.join(", ")
}

fn print(total: &ContentScore, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "pages              {:>8}", n_pages(total))?;
    for (name, figure) in total.figures() {
        writeln!(out, "{:<18} {figure:>8.4}", name.replace('_', " ").replace("f1", "F1"))?;
    }
    for (name, (n_pages, f1)) in &total.by_type {
        writeln!(out, "F1 of {name:<12} {f1:>8.4}  {n_pages} pages")?;
    }
    Ok(())
}

fn print_json(total: &ContentScore, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut object = Map::new();
    object.insert("pages".to_owned(), n_pages(total).into());
    object.extend(total.figures().into_iter().map(|(name, figure)| (name.to_owned(), json!(figure))));
    if total.n_text_pages > 0 {
        let by_type = total.by_type.iter();
        let by_type = by_type.map(|(name, (pages, f1))| {
            // The referee's word for pages of no known type.
            let name = if name.is_empty() { "null" } else { name };
            (name.to_owned(), json!({"pages": pages, "f1": f1}))
        });
        object.insert("by_type".to_owned(), by_type.collect::<Map<_, _>>().into());
    }
    writeln!(out, "{}", serde_json::Value::from(object))?;
    Ok(())
}

/// The pages that the means are over, or all where there are snippets alone.
fn n_pages(total: &ContentScore) -> usize {
    if total.n_text_pages > 0 { total.n_text_pages } else { total.n_pages }
}
