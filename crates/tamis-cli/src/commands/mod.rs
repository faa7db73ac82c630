//! One file a command.

pub(crate) mod clean;
pub(crate) mod completions;
#[cfg(feature = "crawl")]
pub(crate) mod crawl;
#[cfg(feature = "network")]
pub(crate) mod fetch;
pub(crate) mod inspect;
pub(crate) mod records;
pub(crate) mod render;
pub(crate) mod report;
pub(crate) mod segment;
pub(crate) mod site;
pub(crate) mod templates;
pub(crate) mod text;
pub(crate) mod wrapper;

use crate::args::{Cli, Command};
use crate::failure::End;
use anyhow::Result;

pub(crate) fn run(cli: Cli) -> Result<End> {
    match cli.command {
        Command::Clean(args) => clean::run(&args),
        Command::Text(args) => text::run(&args),
        Command::Records(args) => records::run(&args),
        Command::Segment(args) => segment::run(&args),
        Command::Wrapper(args) => wrapper::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Site(args) => site::run(&args),
        #[cfg(feature = "network")]
        Command::Fetch(args) => fetch::run(&args),
        #[cfg(feature = "crawl")]
        Command::Crawl(args) => crawl::run(&args),
        Command::Templates(args) => templates::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::RenderWorker => render::run_worker(),
    }
}
