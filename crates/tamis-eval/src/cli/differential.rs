//! `tamis-eval differential`

use super::Verdict;
use crate::differential::compare_pages;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Compares trees on the pages of data sets.
#[derive(Args, Debug)]
pub struct DifferentialArgs {
    /// A data set or any directory with pages; may be given several times
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
}

pub(super) fn run(args: &DifferentialArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let mut passed = true;
    for directory in &args.data {
        let report = compare_pages(directory)?;
        let n_known: usize = report.known.values().map(Vec::len).sum();
        let n_equal = report.n_pages - report.cap_hit.len() - n_known - report.different.len();
        writeln!(
            out,
            "{}: {} pages, {n_equal} equal, {n_known} differ as known, {} hit a cap and were not compared, {} differ",
            directory.display(),
            report.n_pages,
            report.cap_hit.len(),
            report.different.len()
        )?;
        for path in &report.cap_hit {
            writeln!(out, "  cap hit: {}", path.display())?;
        }
        for (name, paths) in &report.known {
            writeln!(out, "  {name}: {} pages, the first is {}", paths.len(), paths[0].display())?;
        }
        for (path, difference) in &report.different {
            writeln!(out, "  DIFFERENT: {}: {difference}", path.display())?;
        }
        passed &= report.different.is_empty();
    }
    Ok(Verdict::passed_if(passed))
}
