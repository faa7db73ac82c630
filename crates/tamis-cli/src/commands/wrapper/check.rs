//! `tamis wrapper check`

use super::file::WrapperFileArgs;
use super::within_limits;
use crate::args::files;
use crate::args::method::{MethodArgs, RunsMethods};
use crate::args::rendering::RenderArgs;
use crate::args::{LimitArgs, OutputArgs, SourceArgs};
use crate::failure::{End, say};
use crate::output::results::{Form, PageResult, Results};
use crate::output::{self, Output, WriteError};
use crate::run::readers::{capture, jobs, reader_factory, silence_workers};
use anyhow::Result;
use clap::{Args, ValueHint};
use std::path::PathBuf;
use std::time::Instant;
use tamis::errors::LearnError;
use tamis::export::{self, Format};
use tamis::wrapper::{self, CheckOptions, CheckReport, ReadyWrapper, Repair, Wrapper};
use tamis::{Findings, Needs, Task};

/// Whether pages are still as the wrapper has learned them
///
/// Applies the wrapper to new pages and holds what it finds against what was learned: the number of records, how full each
/// column is, types, lengths and values, and how far the pages are from the template. The exit code is 3 if something has
/// changed on most of the pages, or if one of them has no records or lacks a column that nearly all records had. --repair looks for the old columns in a fresh extraction of the pages and writes a wrapper that finds them.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    wrapper: WrapperFileArgs,
    #[command(flatten)]
    output: OutputArgs,

    /// The report as JSON
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// If something has changed, write a repaired wrapper to this file
    #[arg(long, value_name = "FILE", help_heading = "Output", value_hint = ValueHint::FilePath, value_parser = files::WRITTEN)]
    repair: Option<PathBuf>,

    #[command(flatten)]
    method: MethodArgs<Check>,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    render: RenderArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

const EXAMPLES: &str = "\
Examples:
  tamis wrapper check shop.json https://shop.example/lamps    exit code 3 if something has changed
  tamis wrapper check shop.json pages/ --json -o check.json
  tamis wrapper check shop.json page.html --repair new.json";

#[derive(Debug)]
struct Check;

impl RunsMethods for Check {
    const TASK: Task = Task::Records;
}

pub(crate) fn run(args: &CheckArgs) -> Result<End> {
    let CheckArgs { source, method, render, output, limits, .. } = args;
    let wrapper = args.wrapper.read(&source.sources)?;
    let ready = ReadyWrapper::new(wrapper)?;
    let recipe = method.recipe()?;
    let sources = source.find(output, limits.limits(), render.resources())?;
    // Only a repair looks for records.
    let needs = if args.repair.is_some() { recipe.method().needs() } else { Needs::Document };
    let rendering = render.rendering(needs, limits.timeout, source.allows_private())?;
    let reader = reader_factory(limits.limits(), source.charset.as_deref(), source.url_from(), rendering)?;
    let mut destination = Output::open_for_all(output, if args.json { "check.json" } else { "check.txt" })?;
    let mut results = Results::new(Output::Nowhere, Form::of(Format::Text), &sources, output);
    silence_workers(output.verbose);
    let recipes = if args.repair.is_some() { vec![recipe] } else { Vec::new() };
    let (page_limits, url) = (limits.limits(), source.page_url());
    let mut pages: Vec<(String, Findings)> = Vec::new();
    let readiness = sources.readiness();
    limits.batch().when_ready(readiness).run(
        jobs(sources),
        reader,
        move |reader, input| {
            let begun = Instant::now();
            let capture = capture(input, &page_limits, url.as_ref())?;
            let findings = reader.ask(capture, &recipes)?;
            let result = PageResult::of(findings.page(), Vec::new(), begun);
            Ok::<_, tamis::Error>((findings, result))
        },
        |(origin, place), result| {
            let result = result.map(|(findings, result)| {
                pages.push((origin.to_string(), findings));
                result
            });
            results.receive(&origin, &place, result)
        },
    );
    let end = results.finish()?;
    if pages.is_empty() {
        return Ok(end);
    }
    let checked = check(args, ready, pages)?;
    let Checked { wrapper, report, repair } = &checked;
    let repaired = repair.as_ref().and_then(|repair| repair.as_ref().ok());
    let write = if args.json { export::wrapper_check_json } else { export::wrapper_check_text };
    let mut text = write(wrapper, report, repaired);
    if report.has_drift() && repaired.is_none() && !args.json {
        text.push_str("\nhint: `--repair FILE` writes a wrapper that fits these pages, or learn it again\n");
    }
    destination.write(text.as_bytes()).map_err(WriteError::into_error)?;
    destination.finish()?;
    match (&args.repair, repair) {
        (Some(path), Some(Ok(repair))) => {
            output::write_file(path, wrapper::to_json(&repair.wrapper).as_bytes())?;
            say(&format!("a repaired wrapper is in {}", path.display()));
        }
        (_, Some(Err(error))) => {
            say(&format!("warning: the wrapper cannot be repaired: {error}"));
            say("hint: `tamis records PAGE` shows what the pages list now, and `tamis wrapper learn PAGE` begins anew");
        }
        _ => {}
    }
    // That pages failed is no news about the others.
    Ok(if report.has_drift() { End::Drifted } else { end })
}

/// What came of a check.
struct Checked {
    wrapper: Wrapper,
    report: CheckReport,
    /// If one was asked for and something has changed.
    repair: Option<Result<Repair, LearnError>>,
}

/// Checks within the limits of the pages.
fn check(args: &CheckArgs, ready: ReadyWrapper, pages: Vec<(String, Findings)>) -> Result<Checked> {
    let repairs = args.repair.is_some();
    within_limits(&args.limits, "checking", pages, move |pages| {
        let (names, pages): (Vec<String>, Vec<Findings>) = pages.into_iter().unzip();
        let report = wrapper::check(&ready, &pages, &names, &CheckOptions::default());
        let repair = (repairs && report.has_drift()).then(|| wrapper::repair(ready.wrapper(), &pages));
        Ok(Checked { wrapper: ready.wrapper().clone(), report, repair })
    })
}
