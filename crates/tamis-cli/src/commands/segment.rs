//! `tamis segment`

use crate::failure::End;
use crate::method_args::RunsMethods;
use crate::pages::{self, PagesArgs, StructuredArgs};
use anyhow::Result;
use clap::Args;
use tamis::Task;

/// The blocks that the page consists of
///
/// A page is cut into areas as a reader sees them, a tree: the page, its parts (header, content, sidebar, footer), the
/// blocks of each part. Each area has a role with a reason, its nodes and, on a rendered page, its place. One page is
/// an outline on a terminal and JSON elsewhere, many pages are JSON Lines, or files with --output-dir.
#[derive(Args, Debug)]
pub(crate) struct SegmentArgs {
    #[command(flatten)]
    pages: PagesArgs<Segment>,
    #[command(flatten)]
    structured: StructuredArgs,
}

#[derive(Debug)]
struct Segment;

impl RunsMethods for Segment {
    const TASK: Task = Task::Segment;
}

pub(crate) fn run(args: &SegmentArgs) -> Result<End> {
    pages::run(&args.pages, args.structured.view())
}
