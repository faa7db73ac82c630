//! `tamis wrapper`

mod apply;
mod check;
mod export;
mod file;
mod learn;

use crate::args::LimitArgs;
use crate::failure::End;
use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};
use std::ops::ControlFlow;
use tamis::errors::JobError;

/// The table of a template as selectors: learn once, apply anywhere
///
/// A wrapper is a small JSON file that says where the records of a template are and where, in each of them, the value of
/// every column is, in CSS and XPath. `learn` writes one from a page or several, people read and edit it, and `apply` gives
/// the rows of any page of the template without looking for them. `export` writes a program for another tool that does the
/// same, and `check` tells when pages have changed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct WrapperArgs {
    #[command(subcommand)]
    what: WrapperCommand,
}

const EXAMPLES: &str = "\
Examples:
  tamis wrapper learn lamps.html -o shop.json            from one page
  tamis wrapper learn lamps-*.html -o shop.json          from several: what differs between them is content
  tamis wrapper learn lamps.html --column price=.amount  with a column of your own
  tamis wrapper apply shop.json desks.html --format csv  rows of another page of the template
  tamis wrapper apply shop.json pages/ -o rows.jsonl     of many
  tamis wrapper export shop.json --to scrapy -o shop.py  a spider that gives the same rows
  tamis wrapper check shop.json https://shop.example/l   exit code 3 if the pages have changed";

#[derive(Subcommand, Debug)]
enum WrapperCommand {
    Learn(Box<learn::LearnArgs>),
    Apply(Box<apply::ApplyArgs>),
    Export(export::ExportArgs),
    Check(Box<check::CheckArgs>),
}

pub(crate) fn run(args: &WrapperArgs) -> Result<End> {
    match &args.what {
        WrapperCommand::Learn(args) => learn::run(args),
        WrapperCommand::Apply(args) => apply::run(args),
        WrapperCommand::Export(args) => export::run(args),
        WrapperCommand::Check(args) => check::run(args),
    }
}

/// Does something with pages that were read, within the time and the steps of as many as there are.
fn within_limits<P: Send + 'static, T: Send + 'static>(
    limits: &LimitArgs,
    what: &str,
    pages: Vec<P>,
    work: impl Fn(Vec<P>) -> Result<T> + Send + Sync + 'static,
) -> Result<T> {
    let n_pages = pages.len() as u32;
    let mut batch = limits.batch().with_timeout(limits.timeout.saturating_mul(n_pages));
    batch.max_steps = batch.max_steps.saturating_mul(n_pages.into());
    let mut done = None;
    let state = || ();
    batch.run(
        [((), pages)],
        state,
        move |(), pages| work(pages),
        |(), result| {
            done = Some(result);
            ControlFlow::Break(())
        },
    );
    match done {
        Some(Ok(done)) => Ok(done),
        Some(Err(error)) => match error.downcast::<JobError>() {
            Ok(given_up) => Err(anyhow::Error::new(tamis::Error::from(given_up)).context(what.to_owned())),
            Err(error) => Err(error),
        },
        None => Err(anyhow!("{what} came to no end")),
    }
}
