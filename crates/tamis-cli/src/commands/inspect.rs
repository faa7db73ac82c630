//! `tamis inspect`

use crate::args::{LimitArgs, OutputArgs, Resources, SourceArgs};
use crate::failure::End;
use crate::method_args::RunsMethods;
use crate::output::{Output, WriteError};
use crate::pages::{self, PagesArgs, View};
use crate::readers::{jobs, reader_factory, silence_workers};
use crate::render_args::Rendering;
use crate::results::{Form, PageResult, Results};
use anyhow::Result;
use clap::{Args, Subcommand};
use std::time::Instant;
use tamis::errors::FindingsError;
use tamis::export::Format;
use tamis::methods::ThresholdLearner;
use tamis::{Task, batch};

/// The inner state of a method
#[derive(Args, Debug)]
pub(crate) struct InspectArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    TagPaths(TagPathsArgs),
    Layout(LayoutArgs),
    Derin(DerinArgs),
    Threshold(ThresholdArgs),
}

/// How the method tps came to its main region
///
/// Shows the length of the sequence of tag paths, each split with the threshold at which it happened, the region that
/// was left with its selectors, and how often every path occurs on the page and in the region.
#[derive(Args, Debug)]
struct TagPathsArgs {
    #[command(flatten)]
    pages: PagesArgs<TagPaths>,
}

#[derive(Debug)]
struct TagPaths;

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

#[derive(Debug)]
struct Derin;

impl RunsMethods for Derin {
    const TASK: Task = Task::Records;
    const ONLY: Option<&'static str> = Some("derin");
}

/// The threshold of the method rules for the pages of one site
///
/// Learns from all pages how many tags a subtree must have to count as large, and prints that number, to be given to
/// each of them: `tamis clean site/ --method rules --threshold N`. By itself the method learns it from each page alone.
#[derive(Args, Debug)]
struct ThresholdArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

fn parse_pair(text: &str) -> Result<(usize, usize), String> {
    let numbers =
        text.split_once(',').and_then(|(one, other)| Some((one.trim().parse().ok()?, other.trim().parse().ok()?)));
    numbers.ok_or_else(|| "expected two numbers of attributes, such as 0,3".to_owned())
}

pub(crate) fn run(args: &InspectArgs) -> Result<End> {
    match &args.what {
        What::TagPaths(args) => pages::run(&args.pages, View::TagPaths),
        What::Layout(args) => pages::run(&args.pages, View::Layout),
        What::Derin(args) => pages::run(&args.pages, View::Derin(args.similarity)),
        What::Threshold(args) => learn_threshold(args),
    }
}

fn learn_threshold(args: &ThresholdArgs) -> Result<End> {
    let ThresholdArgs { source, output, limits } = args;
    let sources = source.find(output, limits.limits(), Resources::OfPage)?;
    let mut destination = Output::open_for_all(output, "threshold.txt")?;
    let mut results = Results::new(Output::Nowhere, Form::of(Format::Text), &sources, output);
    silence_workers(output.verbose);
    let page_limits = limits.limits();
    let mut learner = ThresholdLearner::default();
    let readiness = sources.readiness();
    batch::run_when_ready(
        jobs(sources),
        &readiness,
        &limits.batch(),
        reader_factory(page_limits, source.charset.as_deref(), source.url_from(), Rendering::Never)?,
        move |reader, input| {
            let begun = Instant::now();
            let page = reader.read(input.read(&page_limits)?)?;
            let mut learner = ThresholdLearner::default();
            learner.add(page.document());
            let result = PageResult::of(&page, Vec::new(), begun);
            reader.recycle(page);
            Ok::<_, FindingsError>((learner, result))
        },
        |(origin, place), result| {
            let result = result.map(|(seen, result)| {
                learner.merge(&seen);
                result
            });
            results.receive(&origin, &place, result)
        },
    );
    let end = results.finish()?;
    destination.write(format!("{}\n", learner.threshold()).as_bytes()).map_err(WriteError::into_error)?;
    destination.finish()?;
    Ok(end)
}
