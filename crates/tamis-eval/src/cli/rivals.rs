//! `tamis-eval rivals`

use super::Verdict;
use crate::datasets::{self, PageCase};
use crate::metrics::content::{TrueContent, score};
use crate::rivals::contestants::{CONTESTANTS, Contestant};
use crate::rivals::report::{self, Entry, Figures, SetResults};
use crate::rivals::{Started, Worker, plot, worker};
use anyhow::{Context as _, bail};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Main text by us and by others: the same pages, the same referee, one run.
#[derive(Args, Debug)]
pub struct RivalsArgs {
    /// A data set; may be given several times
    #[arg(long, value_name = "DIR", required_unless_present = "worker")]
    data: Vec<PathBuf>,
    /// The Python of an environment that has trafilatura, resiliparse, readability-lxml and justext; those that it lacks
    /// are reported as missing
    #[arg(long, value_name = "PATH")]
    python: Option<PathBuf>,
    /// Who takes part [default: all]; may be given several times
    #[arg(long, value_name = "NAME", value_parser = CONTESTANTS.map(|contestant| contestant.name))]
    only: Vec<String>,
    /// How often each page is done; the fastest time counts
    #[arg(long, value_name = "N", default_value_t = 1)]
    repeat: usize,
    /// Take every Nth page only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Draw quality against speed (SVG)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
    /// Answer pages of standard input as this contestant does
    #[arg(long, value_name = "NAME", hide = true)]
    worker: Option<String>,
}

pub(super) fn run(args: &RivalsArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    if let Some(name) = &args.worker {
        worker::serve(name, args.repeat, &mut std::io::stdin().lock(), out)?;
        return Ok(Verdict::Passed);
    }
    let mut sets = Vec::new();
    for directory in &args.data {
        let results = measure(args, directory)?;
        if !args.json {
            report::print(&results, out)?;
        }
        sets.push(results);
    }
    if args.json {
        writeln!(out, "{:#}", report::to_json(&sets))?;
    }
    if let Some(file) = &args.plot {
        fs::write(file, plot::svg(&sets)).with_context(|| format!("writing {}", file.display()))?;
    }
    Ok(Verdict::Passed)
}

fn measure(args: &RivalsArgs, directory: &Path) -> anyhow::Result<SetResults> {
    let set = datasets::set_name(directory)?;
    let mut cases: Vec<(PageCase, TrueContent)> = Vec::new();
    for case in datasets::cases(directory)?.into_iter().step_by(args.every as usize) {
        if let Some(truth) = case.content()? {
            cases.push((case, truth));
        }
    }
    if cases.is_empty() {
        bail!("no page of {} has a truth to score by", directory.display());
    }
    let is_wanted =
        |contestant: &&Contestant| args.only.is_empty() || args.only.iter().any(|name| name == contestant.name);
    let mut results = Vec::new();
    for contestant in CONTESTANTS.iter().filter(is_wanted) {
        let started = contestant.command(args.python.as_deref(), args.repeat).map(Worker::start);
        let outcome = match started {
            Ok(Started::Ready(worker)) => Ok(figures(contestant, worker, &cases)?),
            Ok(Started::Missing(reason)) | Err(reason) => Err(reason),
        };
        results.push(Entry { name: contestant.name, outcome });
    }
    Ok(SetResults { set, n_pages: cases.len(), results })
}

fn figures(contestant: &Contestant, mut worker: Worker, cases: &[(PageCase, TrueContent)]) -> anyhow::Result<Figures> {
    let mut pages = Vec::new();
    let (mut seconds, mut peak, mut n_failed) = (0.0, None, 0);
    for (case, truth) in cases {
        let file = case.page_file();
        let bytes = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
        let answer = worker.ask(&bytes).with_context(|| format!("{} on {}", contestant.name, case.id))?;
        seconds += answer.seconds;
        peak = peak.max(answer.peak);
        n_failed += usize::from(answer.error.is_some());
        pages.push((truth.page_type.clone(), score(truth, &answer.text)));
    }
    Ok(Figures { seconds, peak, n_failed, ..Figures::of(worker.version.clone(), &pages) })
}
