//! `tamis eval`

use crate::failure::{End, ReaderLeft};
use crate::standard_output;
use anyhow::Result;
use clap::Args;
use std::io;
use tamis_eval::cli::{self, EvalCommand, Verdict};

/// Accuracy and speed on data sets
#[derive(Args, Debug)]
pub(crate) struct EvalArgs {
    #[command(subcommand)]
    command: EvalCommand,
}

pub(crate) fn run(args: &EvalArgs) -> Result<End> {
    standard_output::check()?;
    let verdict = cli::run(&args.command, &mut io::stdout().lock()).map_err(|error| {
        let left = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
        if left.into_iter().any(|cause| cause.kind() == io::ErrorKind::BrokenPipe) { ReaderLeft.into() } else { error }
    })?;
    Ok(match verdict {
        Verdict::Passed => End::Found,
        Verdict::Failed => End::SomeFailed,
    })
}
