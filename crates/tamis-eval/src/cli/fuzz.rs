//! `tamis-eval fuzz`

use super::Verdict;
use crate::differential::{DEPARTURES, FuzzOptions, FuzzReport, fuzz};
use crate::html5lib::ours::OurParsers;
use clap::Args;
use std::io::Write;

/// Compares trees on tag soup.
#[derive(Args, Debug)]
pub struct FuzzArgs {
    /// How many inputs to try
    #[arg(long, default_value_t = 1_000_000)]
    seeds: u64,
    /// The first seed
    #[arg(long, default_value_t = 0)]
    start: u64,
    /// How many threads to use
    #[arg(short, long, default_value_t = 1)]
    jobs: usize,
    /// Stop after this many different findings
    #[arg(long, default_value_t = 50)]
    max_findings: usize,
    /// Show both trees of each finding
    #[arg(short, long)]
    verbose: bool,
}

/// How often a long run says how far it is.
const SEEDS_A_LINE: u64 = 500_000;

pub(super) fn run(args: &FuzzArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let end = args.start.saturating_add(args.seeds);
    let mut report = FuzzReport::default();
    let mut start = args.start;
    while start < end && report.findings.len() < args.max_findings {
        let next = start.saturating_add(SEEDS_A_LINE).min(end);
        let max_findings = args.max_findings - report.findings.len();
        report.add(fuzz(&FuzzOptions { seeds: start..next, jobs: args.jobs, max_findings }));
        if next < end {
            writeln!(out, "{} inputs, {} findings so far", report.n_inputs, report.findings.len())?;
            out.flush()?;
        }
        start = next;
    }
    writeln!(
        out,
        "{} inputs, {} hit a cap and were not compared, {} findings",
        report.n_inputs,
        report.n_cap_hit,
        report.findings.len()
    )?;
    for departure in DEPARTURES {
        if let Some(count) = report.known.get(departure.name) {
            writeln!(out, "known, {count} inputs: {}: {}", departure.name, departure.reason)?;
        }
    }
    for finding in &report.findings {
        writeln!(out, "FINDING seed {}: {}", finding.seed, finding.case)?;
        match &finding.difference {
            Some(difference) => writeln!(out, "  {difference}")?,
            None => writeln!(out, "  a parser panicked")?,
        }
        if args.verbose && finding.difference.is_some() {
            let ours = finding.case.dump_ours(&mut OurParsers::default());
            writeln!(out, "ours:\n{ours}html5ever:\n{}", finding.case.dump_theirs())?;
        }
    }
    Ok(Verdict::passed_if(report.findings.is_empty()))
}
