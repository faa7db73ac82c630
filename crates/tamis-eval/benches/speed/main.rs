//! `cargo bench -p tamis-eval`: how fast pages become documents, beside other parsers in the same run.
//!
//! ```text
//! cargo bench -p tamis-eval                               everything, on the pages of tests/pages
//! cargo bench -p tamis-eval -- pages --data DIR           parse, features and methods on other pages
//! cargo bench -p tamis-eval -- pages --lexbor PYTHON      the same beside lexbor, run by a Python that has selectolax
//! cargo bench -p tamis-eval -- traps                      time a byte at n and 10n on inputs made to be slow
//! cargo bench -p tamis-eval -- copies                     time a node of every method on 1, 10 and 100 copies of a page
//! cargo bench -p tamis-eval -- segments --data DIR        growth with the boxes of a page; time after layout of stored pages
//! cargo bench -p tamis-eval -- selectors --data DIR       finding records, and writing their selectors
//! cargo bench -p tamis-eval -- instructions --data DIR    instructions a byte, counted by valgrind
//! ```
//!
//! Times are those of the thread's own clock, medians over interleaved rounds, so that work on other cores and slow
//! changes of the machine's speed do not decide between candidates. Trust the ratios; on a noisy machine trust the
//! instruction counts more.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod candidates;
mod clock;
mod copies;
mod instructions;
mod lexbor;
mod pages;
mod segments;
mod selectors;
mod traps;

use clap::{Parser, ValueEnum};
use std::path::PathBuf;

#[derive(Parser)]
struct Args {
    /// What to measure; everything if nothing is named
    what: Vec<What>,
    /// Where the pages are; may be given several times
    #[arg(long, value_name = "DIR", num_args = 1..)]
    data: Vec<PathBuf>,
    /// How many rounds the medians are taken over
    #[arg(long, default_value_t = 11)]
    rounds: usize,
    /// At most this many pages, spread evenly over the folder
    #[arg(long, value_name = "N")]
    pages: Option<usize>,
    /// A Python with the package selectolax: times lexbor on the same pages
    #[arg(long, value_name = "PYTHON")]
    lexbor: Option<PathBuf>,
    /// Run one candidate this many times and print nothing: what valgrind counts
    #[arg(long, hide = true, num_args = 2, value_names = ["CANDIDATE", "TIMES"])]
    only: Option<Vec<String>>,
    /// Given by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    Pages,
    Traps,
    Copies,
    Segments,
    Selectors,
    Instructions,
}

fn main() -> anyhow::Result<()> {
    let mut args = Args::parse();
    if args.data.is_empty() {
        args.data.push(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/pages")));
    }
    if let Some(only) = &args.only {
        return instructions::run_one(&args, &only[0], only[1].parse()?);
    }
    let wanted = |what| args.what.is_empty() || args.what.contains(&what);
    if wanted(What::Pages) {
        pages::run(&args)?;
    }
    if wanted(What::Traps) {
        traps::run(args.rounds);
    }
    if wanted(What::Copies) {
        copies::run(&args)?;
    }
    if wanted(What::Segments) {
        segments::run(&args)?;
    }
    if wanted(What::Selectors) {
        selectors::run(&args)?;
    }
    if wanted(What::Instructions) {
        instructions::run(&args)?;
    }
    Ok(())
}
