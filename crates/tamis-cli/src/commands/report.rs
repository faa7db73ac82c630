//! `tamis report`

use crate::args::rendering::RenderArgs;
use crate::args::{LimitArgs, OutputArgs, SourceArgs};
use crate::failure::{End, failure};
use crate::output::Output;
use crate::output::results::{Form, PageResult, Results};
use crate::run::readers::{capture, jobs, reader_factory, silence_workers};
use anyhow::Result;
use clap::Args;
use std::time::Instant;
use tamis::source::Input;
use tamis::{Limits, Needs, PageReader, Recipe, Task, Url, export};

/// Why the page was read as it was: one HTML file to look at
///
/// Shows the page as rendered with its blocks over it, the tree of blocks with their reasons, what was dropped from the
/// text and why, the tables with the columns in the same colours as on the page, the text, and the methods with their
/// options. The file needs nothing beside it and asks for nothing from the network. Without a renderer there is no
/// picture, and the rest is there.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    render: RenderArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &ReportArgs) -> Result<End> {
    let ReportArgs { source, render, output, limits } = args;
    let sources = source.find(output, limits.limits(), render.resources())?;
    if sources.is_many() && output.output_dir.is_none() {
        return Err(failure("a report is of one page", "add --output-dir DIR for one file a page"));
    }
    if output.is_looked_at() {
        return Err(failure("a report is for a browser", "add -o why.html, and open that file"));
    }
    let recipes = [Task::Segment, Task::Text, Task::Records].map(Recipe::default_for);
    let rendering = render.rendering(Needs::DocumentThenLayout, limits.timeout, source.allows_private())?;
    let reader = reader_factory(limits.limits(), source.charset.as_deref(), source.url_from(), rendering)?;
    let form = Form { extension: "html", ends_with_line: false, has_error_rows: false };
    let mut results = Results::new(Output::open(output, &sources)?, form, &sources, output);
    silence_workers(output.verbose);
    let job = Job { recipes, limits: limits.limits(), url: source.page_url(), explain: output.explain };
    let sources = results.pass_over_done(sources)?;
    let readiness = sources.readiness();
    limits.batch().when_ready(readiness).run(
        jobs(sources),
        reader,
        move |reader, input| job.run(reader, input),
        |(origin, place), result| results.receive(&origin, &place, result),
    );
    results.finish()
}

/// What a worker does with each page.
struct Job {
    recipes: [Recipe; 3],
    limits: Limits,
    url: Option<Url>,
    explain: bool,
}

impl Job {
    fn run(&self, reader: &mut PageReader, input: Input) -> Result<PageResult, tamis::Error> {
        let begun = Instant::now();
        let name = input.origin.to_string();
        let capture = capture(input, &self.limits, self.url.as_ref())?;
        let findings = reader.ask(capture, &self.recipes)?;
        let bytes = export::report(&findings, Some(&name)).into_bytes();
        let result = PageResult {
            is_empty: findings.is_empty(),
            explanation: self.explain.then(|| export::explain(&findings)),
            ..PageResult::of(findings.page(), bytes, begun)
        };
        reader.recycle(findings.into_page());
        Ok(result)
    }
}
