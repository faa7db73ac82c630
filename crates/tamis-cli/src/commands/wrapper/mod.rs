//! `tamis wrapper`

mod apply;
mod export;
mod file;
mod learn;

use crate::failure::End;
use anyhow::Result;
use clap::{Args, Subcommand};

/// The table of a template as selectors: learn once, apply anywhere
///
/// A wrapper is a small JSON file that says where the records of a template are and where, in each of them, the value of
/// every column is, in CSS and XPath. `learn` writes one from a page or several, people read and edit it, and `apply` gives
/// the rows of any page of the template without looking for them. `export` writes a program for another tool that does the same.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct WrapperArgs {
    #[command(subcommand)]
    what: What,
}

const EXAMPLES: &str = "\
Examples:
  tamis wrapper learn lamps.html -o shop.json            from one page
  tamis wrapper learn lamps-*.html -o shop.json          from several: what differs between them is content
  tamis wrapper learn lamps.html --column price=.amount  with a column of your own
  tamis wrapper apply shop.json desks.html --format csv  rows of another page of the template
  tamis wrapper apply shop.json pages/ -o rows.jsonl     of many
  tamis wrapper export shop.json --to scrapy -o shop.py  a spider that gives the same rows";

#[derive(Subcommand, Debug)]
enum What {
    Learn(Box<learn::LearnArgs>),
    Apply(Box<apply::ApplyArgs>),
    Export(export::ExportArgs),
}

pub(crate) fn run(args: &WrapperArgs) -> Result<End> {
    match &args.what {
        What::Learn(args) => learn::run(args),
        What::Apply(args) => apply::run(args),
        What::Export(args) => export::run(args),
    }
}
