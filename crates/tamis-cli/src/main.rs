//! The `tamis` command.

mod args;
mod commands;
mod content_args;
#[cfg(feature = "crawl")]
mod crawl_output;
mod failure;
mod method_args;
mod names;
#[cfg(feature = "network")]
mod network_args;
mod output;
mod pages;
mod part_args;
mod progress;
mod readers;
mod render_args;
mod results;
mod site_args;
mod store_args;
mod template_args;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = args::Cli::try_parse().map_err(anyhow::Error::from).and_then(commands::run);
    match result {
        Ok(end) => end.exit_code(),
        Err(error) => failure::report(&error),
    }
}
