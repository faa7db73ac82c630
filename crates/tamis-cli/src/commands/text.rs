//! `tamis text`

use crate::args::{LimitArgs, OutputArgs, SourceArgs};
use crate::failure::End;
use crate::method_args::{MethodArgs, Offer};
use crate::pages::{self, View};
use crate::render_args::RenderArgs;
use anyhow::Result;
use clap::Args;
use tamis::Stage;

/// The main text of the page
///
/// What a cleaning method keeps, as text; `--method none` is all that a reader sees. Paragraphs and blocks stand on
/// lines of their own, preformatted text stays as it is, and what a browser would not show is left out. One page is
/// written as text, many as JSON Lines, or as text files with --output-dir.
#[derive(Args, Debug)]
pub(crate) struct TextArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    method: MethodArgs<Text>,
    #[command(flatten)]
    render: RenderArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Debug)]
struct Text;

impl Offer for Text {
    const STAGE: Stage = Stage::Text;
}

pub(crate) fn run(args: &TextArgs) -> Result<End> {
    pages::run(&args.method, View::Result, &args.source, &args.render, &args.output, &args.limits)
}
