//! `tamis inspect`

#[cfg(feature = "papers")]
mod threshold;

use crate::args::method::RunsMethods;
use crate::failure::End;
use crate::run::pages::{self, PagesArgs, View};
use anyhow::Result;
use clap::{Args, Subcommand};
use tamis::Task;

/// The inner state of a method
#[derive(Args, Debug)]
pub(crate) struct InspectArgs {
    #[command(subcommand)]
    what: InspectCommand,
}

#[derive(Subcommand, Debug)]
enum InspectCommand {
    #[cfg(feature = "papers")]
    TagPaths(TagPathsArgs),
    Layout(LayoutArgs),
    #[cfg(feature = "papers")]
    Derin(DerinArgs),
    #[cfg(feature = "papers")]
    Threshold(threshold::ThresholdArgs),
}

#[cfg(feature = "papers")]
/// How the method tps came to its main region
///
/// Shows the length of the sequence of tag paths, each split with the threshold at which it happened, the region that
/// was left with its selectors, and how often every path occurs on the page and in the region.
#[derive(Args, Debug)]
struct TagPathsArgs {
    #[command(flatten)]
    pages: PagesArgs<TagPaths>,
}

#[cfg(feature = "papers")]
#[derive(Debug)]
struct TagPaths;

#[cfg(feature = "papers")]
impl RunsMethods for TagPaths {
    const TASK: Task = Task::Clean;
    const ONLY: Option<&'static str> = Some("tps");
}

/// Where a renderer put everything
///
/// Shows a line for each box, indented as the page is nested: its corner and size in pixels, how it is displayed, and
/// what is special about it; of text, its font and colour. The last line counts.
#[derive(Args, Debug)]
struct LayoutArgs {
    #[command(flatten)]
    pages: PagesArgs<Layout>,
}

/// A layout is looked at whole: no method has a say.
#[derive(Debug)]
struct Layout;

impl RunsMethods for Layout {
    const TASK: Task = Task::Text;
    const ONLY: Option<&'static str> = Some("none");
}

#[cfg(feature = "papers")]
/// How the method derin came to its records
///
/// Shows the candidates for the main data region with their shares of the body and why each was dropped, the attributes
/// of the records with the columns they were put into, the n-grams with their scores, and the outliers with the
/// quartiles they were judged by.
#[derive(Args, Debug)]
struct DerinArgs {
    #[command(flatten)]
    pages: PagesArgs<Derin>,

    /// Tell how similar two attributes are, feature by feature; by their numbers
    #[arg(long, value_name = "N,N", value_parser = parse_pair, help_heading = "Output")]
    similarity: Option<(usize, usize)>,
}

#[cfg(feature = "papers")]
#[derive(Debug)]
struct Derin;

#[cfg(feature = "papers")]
impl RunsMethods for Derin {
    const TASK: Task = Task::Records;
    const ONLY: Option<&'static str> = Some("derin");
}

#[cfg(feature = "papers")]
fn parse_pair(text: &str) -> Result<(usize, usize), String> {
    let numbers =
        text.split_once(',').and_then(|(one, other)| Some((one.trim().parse().ok()?, other.trim().parse().ok()?)));
    numbers.ok_or_else(|| "expected two numbers of attributes, such as 0,3".to_owned())
}

pub(crate) fn run(args: &InspectArgs) -> Result<End> {
    match &args.what {
        #[cfg(feature = "papers")]
        InspectCommand::TagPaths(args) => pages::run(&args.pages, View::TagPaths),
        InspectCommand::Layout(args) => pages::run(&args.pages, View::Layout),
        #[cfg(feature = "papers")]
        InspectCommand::Derin(args) => pages::run(&args.pages, View::Derin(args.similarity)),
        #[cfg(feature = "papers")]
        InspectCommand::Threshold(args) => threshold::run(args),
    }
}
