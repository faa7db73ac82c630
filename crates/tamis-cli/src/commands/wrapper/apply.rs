//! `tamis wrapper apply`

use super::file::WrapperFileArgs;
use crate::args::method::RunsMethods;
use crate::failure::{End, failure};
use crate::run::pages::{self, AppliedArgs};
use anyhow::Result;
use clap::Args;
use tamis::Task;
use tamis::wrapper::ReadyWrapper;

/// The rows of any page of the template
///
/// The selectors of the wrapper say where records and values are; no method looks for them, so it takes little more than
/// reading the page. Forms, files, archives, addresses and limits are those of `tamis records`. A page without the wrapper's
/// region is an empty answer with the reason; if no page has it, the exit code is 2. An edited wrapper is checked first: what is
/// wrong with it is told with the column and the place in its selector.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ApplyArgs {
    #[command(flatten)]
    wrapper: WrapperFileArgs,
    #[command(flatten)]
    pages: AppliedArgs<Apply>,
}

const EXAMPLES: &str = "\
Examples:
  tamis wrapper apply shop.json page.html                      a table on a terminal, JSON on a pipe
  tamis wrapper apply shop.json page.html --format csv
  tamis wrapper apply shop.json pages/ --format jsonl          a line a record, `_source` says of which page
  tamis wrapper apply shop.json crawl.warc.gz -o rows.jsonl    a line a page, with selectors and the next page
  tamis wrapper learn a.html | tamis wrapper apply - b.html";

#[derive(Debug)]
struct Apply;

impl RunsMethods for Apply {
    const TASK: Task = Task::Records;
    const HAS_TABLES: bool = false;
}

pub(crate) fn run(args: &ApplyArgs) -> Result<End> {
    if args.pages.output.resume && args.wrapper.is_standard_input() {
        return Err(failure(
            "a wrapper from standard input cannot be compared with that of the unfinished run",
            "name its file: --resume goes on with the same wrapper only",
        ));
    }
    let wrapper = args.wrapper.read(&args.pages.source.sources)?;
    let ready = ReadyWrapper::new(wrapper)?;
    pages::apply(&args.pages, ready)
}
