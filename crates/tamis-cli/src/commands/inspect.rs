//! `tamis inspect`

use crate::args::{LimitArgs, OutputArgs, SourceArgs};
use crate::failure::End;
use crate::method_args::{MethodArgs, Offer};
use crate::pages::{self, View};
use anyhow::Result;
use clap::{Args, Subcommand};
use tamis::Stage;

/// The inner state of a method
#[derive(Args, Debug)]
pub(crate) struct InspectArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    TagPaths(TagPathsArgs),
}

/// How the method tps came to its main region
///
/// Shows the length of the sequence of tag paths, each split with the threshold at which it happened, the region that
/// was left with its selectors, and how often every path occurs on the page and in the region.
#[derive(Args, Debug)]
struct TagPathsArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    method: MethodArgs<TagPaths>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Debug)]
struct TagPaths;

impl Offer for TagPaths {
    const STAGE: Stage = Stage::Clean;
    const ONLY: Option<&'static str> = Some("tps");
}

pub(crate) fn run(args: &InspectArgs) -> Result<End> {
    match &args.what {
        What::TagPaths(args) => pages::run(&args.method, View::TagPaths, &args.source, &args.output, &args.limits),
    }
}
