//! `tamis records`

use crate::args::method::RunsMethods;
use crate::failure::End;
use crate::run::pages::{self, PagesArgs, View};
use anyhow::Result;
use clap::Args;
use tamis::Task;

/// What the page lists, as a table
///
/// Records are things that a page shows one like the other: products, search results, posts. They become the rows of a
/// table with their items aligned into columns; a missing item is an empty cell and never shifts its neighbours. One
/// page is a table on a terminal and JSON elsewhere, many pages are JSON Lines, or files with --output-dir. A page may
/// hold several tables: JSON has them all, the other forms the main one or that of --table.
#[derive(Args, Debug)]
pub(crate) struct RecordsArgs {
    #[command(flatten)]
    pages: PagesArgs<Records>,
}

#[derive(Debug)]
struct Records;

impl RunsMethods for Records {
    const TASK: Task = Task::Records;
}

pub(crate) fn run(args: &RecordsArgs) -> Result<End> {
    pages::run(&args.pages, View::Result)
}
