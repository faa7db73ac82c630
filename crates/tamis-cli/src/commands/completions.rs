//! `tamis completions`

use crate::args::Cli;
use crate::failure::{End, ReaderLeft};
use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::{self, Write};

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
    match io::stdout().lock().write_all(&script) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(ReaderLeft.into()),
        written => written.map(|()| End::Found).context("cannot write standard output"),
    }
}
