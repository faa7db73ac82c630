//! `tamis-eval paper derin`

use super::Verdict;
use crate::datasets::{self, LayoutSource, Layouts};
use crate::metrics::share;
use crate::paper::derin::{self, Contestant, DomainFigures, Figures, Measurement, PublishedTotal};
use anyhow::bail;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
pub(super) struct DerinArgs {
    /// Pages whose records are known cell by cell
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Who lays the pages out: firefox (rectangles that come with the pages), embedded, chromium, or a directory of
    /// stored pages; may be given several times
    #[arg(long, value_name = "WHO", default_value = "firefox")]
    layout: Vec<LayoutSource>,
    /// Leave out DERIN without some of its steps
    #[arg(long)]
    no_ablations: bool,
}

/// A figure of the tables: its name, where it is in the paper, and how it is read.
type Figure = (&'static str, &'static str, fn(&Figures) -> [f64; 3]);

const FIGURES: [Figure; 3] = [
    ("region", "Main data region (Tables 8 and 9)", Figures::region),
    ("records", "Records (Tables 10 and 11)", Figures::of_records),
    ("attributes", "Attributes (Tables 12 and 13)", Figures::of_attributes),
];

pub(super) fn run(args: &DerinArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let cases = datasets::cases(&args.data)?;
    let published = derin::totals()?;
    for source in &args.layout {
        let contestants = derin::contestants();
        let ablations = if args.no_ablations { Vec::new() } else { derin::ablations() };
        let all: Vec<Contestant> = contestants.iter().chain(&ablations).cloned().collect();
        let mut measured = derin::measure(&cases, &mut Layouts::of(source.clone())?, &all)?;
        let n_pages = measured.contestants.first().map_or(0, |figures| figures.total.records.n_pages);
        if n_pages == 0 {
            bail!("no page of {} has known records", args.data.display());
        }
        writeln!(out, "Layout: {source:?}. {n_pages} pages, {} not laid out.", measured.failures.len())?;
        for failure in &measured.failures {
            writeln!(out, "  {failure}")?;
        }
        let of_ablations = measured.contestants.split_off(contestants.len());
        for figure in &FIGURES {
            print_by_domain(figure, &contestants, &measured, &published, out)?;
        }
        if !ablations.is_empty() {
            print_ablations(&ablations, &of_ablations, &published, out)?;
        }
        print_rest(&contestants, &measured, out)?;
    }
    Ok(Verdict::Passed)
}

fn print_by_domain(
    (what, title, read): &Figure,
    contestants: &[Contestant],
    measured: &Measurement,
    published: &[PublishedTotal],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "\n{title}: precision, recall, F1 in %")?;
    write!(out, "{:<16}", "domain")?;
    for contestant in contestants {
        write!(out, " {:^21}", contestant.name)?;
    }
    writeln!(out)?;
    let percents = |values: [f64; 3]| values.map(|value| format!("{:7.2}", 100.0 * value)).join("");
    for domain in measured.contestants.first().iter().flat_map(|first| first.domains.keys()) {
        write!(out, "{domain:<16}")?;
        for figures in &measured.contestants {
            write!(
                out,
                " {}",
                figures.domains.get(domain).map_or_else(String::new, |figures| percents(read(figures)))
            )?;
        }
        writeln!(out)?;
    }
    write!(out, "{:<16}", "Total")?;
    for figures in &measured.contestants {
        write!(out, " {}", percents(read(&figures.total)))?;
    }
    writeln!(out)?;
    for collection in ["WEBV", "WEBT"] {
        write!(out, "{:<16}", format!("paper, {collection}"))?;
        for contestant in contestants {
            write!(out, " {}", spell(find(published, what, contestant.published, collection)))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn find<'a>(
    published: &'a [PublishedTotal],
    what: &str,
    method: Option<&str>,
    collection: &str,
) -> Option<&'a PublishedTotal> {
    let is_it = |total: &&PublishedTotal| {
        total.what == what && Some(total.method.as_str()) == method && total.collection == collection
    };
    published.iter().find(is_it)
}

/// The three figures, a dash where one is not published.
fn spell(total: Option<&PublishedTotal>) -> String {
    let figures = total.map_or([None; 3], |total| total.figures);
    figures.map(|figure| figure.map_or_else(|| format!("{:>7}", "-"), |figure| format!("{figure:7.2}"))).join("")
}

fn print_ablations(
    ablations: &[Contestant],
    measured: &[DomainFigures],
    published: &[PublishedTotal],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "\nDERIN without some of its steps (Table 14): F1 in %")?;
    writeln!(
        out,
        "{:<26}{:>9}{:>12}{:>12}{:>12}{:>12}{:>12}",
        "", "records", "attributes", "WEBV rec.", "WEBV attr.", "WEBT rec.", "WEBT attr."
    )?;
    for (contestant, figures) in ablations.iter().zip(measured) {
        let ours = [figures.total.of_records()[2], figures.total.of_attributes()[2]];
        write!(out, "{:<26}{:>9.2}{:>12.2}", contestant.name, 100.0 * ours[0], 100.0 * ours[1])?;
        for (collection, what) in
            [("WEBV", "records"), ("WEBV", "attributes"), ("WEBT", "records"), ("WEBT", "attributes")]
        {
            let f1 = find(published, what, contestant.published, collection).and_then(|total| total.figures[2]);
            write!(out, "{:>12}", f1.map_or_else(|| "-".to_owned(), |f1| format!("{f1:.2}")))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn print_rest(contestants: &[Contestant], measured: &Measurement, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "\nMain tables right, overlap of the regions' texts, time a page after layout (median, most)")?;
    for (contestant, figures) in contestants.iter().zip(&measured.contestants) {
        let n_pages = figures.total.records.n_pages;
        let milliseconds = |time: Option<&Duration>| time.map_or(0.0, |time| 1e3 * time.as_secs_f64());
        writeln!(
            out,
            "{:<16} {:6.2} % {:8.2} % {:8.1} ms {:8.1} ms",
            contestant.name,
            100.0 * share(figures.total.records.n_right, n_pages),
            100.0 * figures.total.overlap / n_pages as f64,
            milliseconds(figures.times.get(figures.times.len() / 2)),
            milliseconds(figures.times.last()),
        )?;
    }
    writeln!(out)?;
    Ok(())
}
