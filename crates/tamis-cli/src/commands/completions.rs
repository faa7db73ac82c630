//! `tamis completions`

use super::Cli;
use crate::failure::End;
use crate::output::standard_output;
use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// A script that completes tamis commands in your shell
///
/// For bash: `tamis completions bash > ~/.local/share/bash-completion/completions/tamis`; for fish: `tamis completions
/// fish > ~/.config/fish/completions/tamis.fish`; for zsh: into a directory of your $fpath, as _tamis.
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs) -> Result<End> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "tamis", &mut script);
    standard_output::write(&script).map(|()| End::Found)
}
