//! The `tamis` command.

mod args;
mod command_line;
mod commands;
mod exit;
mod failure;
mod interrupt;
mod output;
mod run;

use clap::{CommandFactory, FromArgMatches};
use commands::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = parse().map_err(anyhow::Error::from).and_then(commands::run);
    args::rendering::end_renderers();
    match result {
        Ok(end) => end.exit_code(),
        Err(error) => exit::report(&error),
    }
}

fn parse() -> Result<Cli, clap::Error> {
    let mut command = Cli::command();
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    command_line::remember(command, matches);
    Ok(cli)
}
