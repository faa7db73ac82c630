//! `tamis segment`

use crate::args::method::RunsMethods;
use crate::failure::End;
use crate::run::pages::{self, PagesArgs, View};
use anyhow::Result;
use clap::Args;
use tamis::Task;
use tamis::export::Format;

/// The blocks that the page consists of
///
/// A page is cut into areas as a reader sees them, a tree: the page, its parts (header, content, sidebar, footer), the
/// blocks of each part. Each area has a role with a reason, its nodes and, on a rendered page, its place. One page is
/// an outline on a terminal and JSON elsewhere, many pages are JSON Lines, or files with --output-dir. --svg and --png
/// draw the blocks over the page as it was rendered; `tamis report` shows the reasons beside it.
#[derive(Args, Debug)]
pub(crate) struct SegmentArgs {
    #[command(flatten)]
    pages: PagesArgs<Segment>,

    /// The blocks over the page as rendered, as a drawing that needs no other file: --format svg
    #[arg(long, conflicts_with_all = ["format", "png", "structured", "with"], help_heading = "Output")]
    svg: bool,

    /// The blocks over the page as rendered, as a picture: --format png
    #[arg(long, conflicts_with_all = ["format", "structured", "with"], help_heading = "Output")]
    png: bool,
}

#[derive(Debug)]
struct Segment;

impl RunsMethods for Segment {
    const TASK: Task = Task::Segment;
}

pub(crate) fn run(args: &SegmentArgs) -> Result<End> {
    let drawn = [(args.svg, Format::Svg), (args.png, Format::Png)];
    let drawn = drawn.into_iter().find_map(|(is_asked, format)| is_asked.then_some(format));
    pages::run_in_form(&args.pages, View::Result, drawn)
}
