//! `tamis-eval html5lib`

use super::Verdict;
use crate::html5lib::{self, KnownDifferences};
use anyhow::Context as _;
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Runs the conformance suite.
#[derive(Args, Debug)]
pub struct Html5libArgs {
    /// The directory of html5lib-tests
    directory: PathBuf,
    /// Show what was expected and what came out for each failure
    #[arg(short, long)]
    verbose: bool,
    /// A list of known differences in place of the one that belongs to this version (JSON Lines: file, input, reason)
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
}

pub(super) fn run(args: &Html5libArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let known = match &args.known {
        None => KnownDifferences::shipped(),
        Some(file) => {
            let text = fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
            KnownDifferences::read(&text).with_context(|| format!("reading {}", file.display()))?
        }
    };
    let report = html5lib::run(&args.directory)?;
    report.print(&known, args.verbose, out)?;
    Ok(Verdict::passed_if(report.unexplained(&known).next().is_none()))
}
