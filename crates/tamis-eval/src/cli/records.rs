//! `tamis-eval records`

use super::Verdict;
use super::scoring::ScoringArgs;
use crate::datasets::PageCase;
use crate::metrics::records::{RecordCounts, score};
use crate::predictions;
use clap::Args;
use serde_json::json;
use std::io::Write;
use tamis::Task;

/// Scores records.
#[derive(Args, Debug)]
pub struct RecordsArgs {
    #[command(flatten)]
    scoring: ScoringArgs,
}

pub(super) fn run(args: &RecordsArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let answers = args.scoring.answers(
        Task::Records,
        PageCase::records,
        predictions::rows,
        |prediction| prediction.map(predictions::read_rows).unwrap_or_default(),
        |id, rows| predictions::rows_to_json(id, rows),
    )?;
    let mut total = RecordCounts::default();
    for (id, truth, rows) in &answers {
        let counts = score(truth, rows);
        total.add(&counts);
        if args.scoring.pages {
            let (found, missed, wrong) = (counts.true_positives, counts.false_negatives, counts.false_positives);
            let verdict = if counts.n_right == 1 { "right" } else { "wrong" };
            writeln!(out, "{id}: {found} found, {missed} missed, {wrong} wrong rows, main table {verdict}")?;
        }
    }
    if args.scoring.json {
        print_json(&total, out)?;
    } else {
        print(&total, out)?;
    }
    Ok(Verdict::Passed)
}

fn print(total: &RecordCounts, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "pages               {:>8}", total.n_pages)?;
    writeln!(out, "records             {:>8}", total.n_records())?;
    writeln!(out, "record precision    {:>8.4}", total.precision())?;
    writeln!(out, "record recall       {:>8.4}", total.recall())?;
    writeln!(out, "record F1           {:>8.4}", total.f1())?;
    writeln!(out, "mean F1 of pages    {:>8.4}", total.page_f1())?;
    writeln!(out, "main table right    {:>8.4}", total.main_table_right())?;
    if let Some((precision, recall, f1)) = total.attributes() {
        writeln!(out, "attribute precision {precision:>8.4}")?;
        writeln!(out, "attribute recall    {recall:>8.4}")?;
        writeln!(out, "attribute F1        {f1:>8.4}")?;
    }
    Ok(())
}

fn print_json(total: &RecordCounts, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut figures = json!({
        "pages": total.n_pages, "records": total.n_records(), "record_precision": total.precision(),
        "record_recall": total.recall(), "record_f1": total.f1(), "page_f1": total.page_f1(), "main_table_right": total.main_table_right(),
    });
    if let Some((precision, recall, f1)) = total.attributes() {
        figures["attribute_precision"] = precision.into();
        figures["attribute_recall"] = recall.into();
        figures["attribute_f1"] = f1.into();
    }
    writeln!(out, "{figures}")?;
    Ok(())
}
