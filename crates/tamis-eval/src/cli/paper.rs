//! `tamis-eval paper`

use super::{Verdict, paper_cps, paper_derin};
use crate::datasets;
use crate::paper::{self, Comparison, Summary, Table};
use anyhow::{Context as _, bail};
use clap::{Args, Subcommand, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

/// Prints a paper's table side by side with ours.
#[derive(Args, Debug)]
pub struct PaperArgs {
    #[command(subcommand)]
    paper: Paper,
}

#[derive(Subcommand, Debug)]
enum Paper {
    /// Tag path sequences: nodes before and after pruning, content kept, records that MDR finds
    Tps(TpsArgs),
    /// DERIN: main region, records and attributes by domain, beside its baselines, and without some of its steps
    Derin(paper_derin::DerinArgs),
    /// Template clusters: clusters and hit ratio by site, time saved by segmenter, and whether what is mapped from a template
    /// is what plain segmentation would have given
    Cps(paper_cps::CpsArgs),
}

#[derive(Args, Debug)]
struct TpsArgs {
    /// The pages of the paper
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Which table: that of the paper of 2013, or the longer one of the thesis of 2014
    #[arg(long, value_enum, default_value_t = WhichTable::Paper)]
    table: WhichTable,
    /// Say which records were taken for the wanted ones
    #[arg(short, long)]
    verbose: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum WhichTable {
    Paper,
    Thesis,
}

pub(super) fn run(args: &PaperArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    match &args.paper {
        Paper::Tps(args) => run_tps(args, out),
        Paper::Derin(args) => paper_derin::run(args, out),
        Paper::Cps(args) => paper_cps::run(args, out),
    }
}

fn run_tps(args: &TpsArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let cases = datasets::cases(&args.data)?;
    let (table, rows) = match args.table {
        WhichTable::Paper => (Table::Paper, paper::table_1()?),
        WhichTable::Thesis => (Table::Thesis, paper::later_table(&cases)),
    };
    let mut comparisons = Vec::new();
    for row in rows {
        let Some(case) = cases.iter().find(|case| case.id == row.page) else {
            writeln!(out, "{}: not in {}", row.page, args.data.display())?;
            continue;
        };
        let page = case.page()?;
        comparisons.push(paper::compare(page.document(), table, row));
    }
    if comparisons.is_empty() {
        bail!("none of the paper's pages is in {}", args.data.display());
    }
    print_pages(&comparisons, out).context("writing")?;
    if args.verbose {
        for page in &comparisons {
            writeln!(
                out,
                "{}: wanted are {} records, the first '{}'",
                page.published.page, page.ours.records.1, page.ours.first_target
            )?;
        }
    }
    print_summary(&comparisons, out).context("writing")?;
    Ok(Verdict::Passed)
}

fn print_pages(comparisons: &[Comparison], out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "Each cell: published / ours. Records: all and wanted, before and after pruning.")?;
    writeln!(
        out,
        "{:<20} {:>11} {:>11} {:>15} {:>9} {:>17} {:>17} {:>15} {:>8}",
        "page", "nodes", "pruned", "reduction %", "content", "records", "after", "noise gone %", "region"
    )?;
    for page in comparisons {
        let (theirs, ours) = (&page.published, &page.ours);
        let yes = |present: bool| if present { "yes" } else { "no" };
        let records = |(all, wanted): (usize, usize)| format!("{all}({wanted})");
        let percent =
            |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}", 100.0 * share));
        let region = match page.same_region() {
            Some(true) => "same",
            Some(false) => "OTHER",
            None => "-",
        };
        let mark = |same: bool| if same { ' ' } else { '!' };
        writeln!(
            out,
            "{:<20} {:>11} {:>11} {:>14}{} {:>8}{} {:>17} {:>16}{} {:>15} {region:>8}",
            theirs.page,
            format!("{}/{}", theirs.nodes, ours.nodes),
            format!("{}/{}", theirs.nodes_pruned, ours.nodes_pruned),
            format!("{:.1}/{:.1}", 100.0 * theirs.reduction(), 100.0 * page.our_reduction()),
            mark(page.same_reduction()),
            format!("{}/{}", yes(theirs.content_present), yes(ours.content_present)),
            mark(page.same_content()),
            format!("{}/{}", records(theirs.records), records(ours.records)),
            format!("{}/{}", records(theirs.records_pruned), records(ours.records_pruned)),
            mark(page.same_records()),
            format!("{}/{}", percent(theirs.noise_removed()), percent(page.our_noise_removed())),
        )?;
    }
    Ok(())
}

fn print_summary(comparisons: &[Comparison], out: &mut dyn Write) -> std::io::Result<()> {
    let summary = Summary::of(comparisons);
    let n_pages = summary.n_pages;
    let (n_same, n_comparable) = (summary.n_same_region, summary.n_comparable_regions);
    writeln!(
        out,
        "region start and end equal where the sequence is as long as the author's: {n_same} of {n_comparable}"
    )?;
    writeln!(out, "reduction within 3 points: {} of {n_pages}", summary.n_same_reduction)?;
    writeln!(out, "same verdict on the content: {} of {n_pages}", summary.n_same_content)?;
    writeln!(
        out,
        "numbers of records within 10 % before and after: {} of {n_pages}, without wanted ones that MDR misses {}",
        summary.n_same_records, summary.n_same_records_alone
    )?;
    let mean = |shares: Vec<f64>| 100.0 * shares.iter().sum::<f64>() / shares.len().max(1) as f64;
    let theirs = mean(comparisons.iter().map(|page| page.published.reduction()).collect());
    let ours = mean(comparisons.iter().map(Comparison::our_reduction).collect());
    writeln!(out, "mean reduction: published {theirs:.1} %, ours {ours:.1} %")?;
    let theirs = mean(comparisons.iter().filter_map(|page| page.published.noise_removed()).collect());
    let ours = mean(comparisons.iter().filter_map(Comparison::our_noise_removed).collect());
    writeln!(out, "mean noise removed where the content is present: published {theirs:.1} %, ours {ours:.1} %")
}
