//! The `tamis-eval` program.

use clap::Parser;
use std::io;
use std::process::ExitCode;
use tamis_eval::cli::{self, EvalCommand, Verdict};

/// Accuracy and speed of tamis on data sets
#[derive(Parser, Debug)]
#[command(name = "tamis-eval", version)]
struct EvalArgs {
    #[command(subcommand)]
    command: EvalCommand,
}

/// The exit code where something failed or fell below its floor; 1 says that the program could not run.
const SOMETHING_FAILED: u8 = 4;

#[expect(clippy::print_stderr, reason = "this is a program")]
fn main() -> ExitCode {
    match cli::run(&EvalArgs::parse().command, &mut io::stdout().lock()) {
        Ok(Verdict::Passed) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::from(SOMETHING_FAILED),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether standard output was closed early, as `head` does.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
