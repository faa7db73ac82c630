//! `tamis inspect threshold`

use crate::args::rendering::Rendering;
use crate::args::{LimitArgs, OutputArgs, Resources, SourceArgs};
use crate::failure::End;
use crate::output::results::{Form, PageResult, Results};
use crate::output::{Output, WriteError};
use crate::run::readers::{jobs, reader_factory, silence_workers};
use anyhow::Result;
use clap::Args;
use std::time::Instant;
use tamis::export::Format;
use tamis::methods::ThresholdLearner;

/// The threshold of the method rules for the pages of one site
///
/// Learns from all pages how many tags a subtree must have to count as large, and prints that number, to be given to
/// each of them: `tamis clean site/ --method rules --threshold N`. By itself the method learns it from each page alone.
#[derive(Args, Debug)]
pub(super) struct ThresholdArgs {
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(super) fn run(args: &ThresholdArgs) -> Result<End> {
    let ThresholdArgs { source, output, limits } = args;
    let sources = source.find(output, limits.limits(), Resources::OfPage)?;
    let mut destination = Output::open_for_all(output, "threshold.txt")?;
    let mut results = Results::new(Output::Nowhere, Form::of(Format::Text), &sources, output);
    silence_workers(output.verbose);
    let page_limits = limits.limits();
    let mut learner = ThresholdLearner::default();
    let readiness = sources.readiness();
    limits.batch().when_ready(readiness).run(
        jobs(sources),
        reader_factory(page_limits, source.charset.as_deref(), source.url_from(), Rendering::Never)?,
        move |reader, input| {
            let begun = Instant::now();
            let page = reader.read(input.read(&page_limits)?)?;
            let mut learner = ThresholdLearner::default();
            learner.add(page.document());
            let result = PageResult::of(&page, Vec::new(), begun);
            reader.recycle(page);
            Ok::<_, tamis::Error>((learner, result))
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
