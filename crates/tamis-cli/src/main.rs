//! The `tamis` command.

mod args;
#[cfg_attr(not(feature = "arrow"), path = "columnar_not_built.rs")]
mod columnar;
mod columnar_output;
mod command_line;
mod commands;
mod content_args;
#[cfg(feature = "crawl")]
mod crawl_output;
mod directory;
mod failure;
mod file_args;
mod form_args;
mod growing;
mod interrupt;
mod journal;
mod method_args;
mod names;
#[cfg(feature = "network")]
mod network_args;
mod output;
mod own_file;
mod page_files;
mod pages;
mod part_args;
mod progress;
mod readers;
mod render_args;
mod results;
mod site_args;
mod standard_output;
mod store_args;
mod template_args;
mod unfinished;

use clap::{CommandFactory, FromArgMatches};
use commands::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = parse().map_err(anyhow::Error::from).and_then(commands::run);
    render_args::end_renderers();
    match result {
        Ok(end) => end.exit_code(),
        Err(error) => failure::report(&error),
    }
}

fn parse() -> Result<Cli, clap::Error> {
    let mut command = Cli::command();
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    command_line::remember(command, matches);
    Ok(cli)
}
