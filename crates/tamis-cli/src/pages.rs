//! Pages through a method to the output: what `clean`, `text` and `records` have in common.

use crate::args::{LimitArgs, OutputArgs, SourceArgs};
use crate::desk::{Desk, Form, Sifted};
use crate::failure::{End, failure};
use crate::inputs::{self, Input};
use crate::method_args::{MethodArgs, Offer};
use crate::output::Output;
use crate::reading::{Fetched, fetch, reader_factory, silence_workers};
use crate::render_args::RenderArgs;
use anyhow::Result;
use clap::Args;
use std::time::Instant;
use tamis::errors::{JobError, PageError};
use tamis::export::{self, Format, Json, TableView};
use tamis::{Limits, Outcome, PageReader, Recipe, Stage, Url, batch, inspect};

/// What is written of each page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// What the method found, in a form that the user chose or the default.
    Result,
    /// How the method `tps` came to its region.
    TagPaths,
    /// Where everything is.
    Layout,
    /// How the method `derin` came to its records, with the similarity of two attributes.
    Derin(Option<(usize, usize)>),
}

/// What every command that runs a method takes.
#[derive(Args, Debug)]
pub(crate) struct PagesArgs<O: Offer> {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    method: MethodArgs<O>,
    #[command(flatten)]
    render: RenderArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Runs the method on every page and writes the results in the order of the pages.
pub(crate) fn run<O: Offer>(args: &PagesArgs<O>, view: View) -> Result<End> {
    let PagesArgs { source, method, render, output, limits } = args;
    let recipe = method.recipe()?;
    let needs_layout = recipe.method().needs_layout || view == View::Layout;
    let renderers = render.renderers(needs_layout, limits.timeout)?;
    let reader = reader_factory(limits.limits(), source.charset.as_deref(), renderers)?;
    let inputs = inputs::find(&source.sources, output.output_dir.as_deref())?;
    let asked = if view == View::Result { method.format } else { Some(Format::Text) };
    let format = choose_format(O::STAGE, asked, inputs.is_many, output)?;
    let mut desk = Desk::new(Output::open(output, &inputs)?, Form::of(format), &inputs, output);
    silence_workers(output.verbose);

    let job = Job {
        recipe,
        view,
        needs_layout,
        format,
        table: method.table_view(),
        is_many: inputs.is_many,
        limits: limits.limits(),
        url: source.url.clone(),
        explain: output.explain,
        with_time: output.verbose > 0,
    };
    let fetch_limits = job.limits;
    let pages = inputs.pages.into_iter().map(|page| fetch(page, &fetch_limits));
    batch::run(
        pages,
        &limits.batch(),
        reader,
        move |reader, page| job.run(reader, page),
        |result| desk.receive(result),
    );
    desk.finish()
}

/// What a worker does with each page.
struct Job {
    recipe: Recipe,
    view: View,
    needs_layout: bool,
    format: Format,
    table: TableView,
    is_many: bool,
    limits: Limits,
    url: Option<Url>,
    explain: bool,
    with_time: bool,
}

impl Job {
    fn run(&self, reader: &mut PageReader, fetched: Fetched) -> Result<Sifted, JobError> {
        let begun = Instant::now();
        let (input, capture) = fetched.capture(&self.limits, self.url.as_ref())?;
        let page = reader.read(capture)?;
        if page.layout().is_none() && self.needs_layout {
            return Err(PageError::NotRendered.into());
        }
        let outcome = tamis::run(&page, &self.recipe);
        let missing_table = self.missing_table(&outcome);
        let sifted = Sifted {
            result: self.write(&outcome, &input, begun).into_bytes(),
            is_empty: outcome.is_empty() || missing_table.is_some(),
            remark: missing_table,
            explanation: self.explain.then(|| export::explain(&outcome)),
            warnings: page.warnings().to_vec(),
            n_bytes: page.n_bytes(),
            n_nodes: page.document().len(),
            elapsed: begun.elapsed(),
        };
        drop(outcome);
        reader.recycle(page);
        Ok(sifted)
    }

    /// What to say if the table that was asked for is not there.
    fn missing_table(&self, outcome: &Outcome<'_>) -> Option<String> {
        let (n_tables, number) = (outcome.tables().len(), self.table.table_idx + 1);
        let holds_all = matches!(self.format, Format::Json | Format::JsonLines | Format::Text);
        let is_missing = !holds_all && n_tables > 0 && number > n_tables;
        is_missing.then(|| format!("the page has no table {number}, only {n_tables}"))
    }

    fn write(&self, outcome: &Outcome<'_>, input: &Input, begun: Instant) -> String {
        match self.view {
            View::Result => {}
            View::TagPaths => return inspect::tag_paths(outcome.page(), outcome.recipe()),
            View::Layout => return inspect::layout(outcome.page()),
            View::Derin(pair) => return inspect::derin(outcome.page(), outcome.recipe(), pair),
        }
        let name = input.name.to_string_lossy();
        if self.format == Format::RecordLines && self.is_many {
            let table = outcome.tables().get(self.table.table_idx);
            return table.map_or_else(String::new, |table| export::record_lines(outcome.page(), table, Some(&name)));
        }
        if !matches!(self.format, Format::Json | Format::JsonLines) {
            return export::write_table(outcome, self.format, self.table);
        }
        let mut json = Json::of(outcome).with_source(&name);
        if self.with_time {
            json = json.with_elapsed(begun.elapsed());
        }
        if self.format == Format::Json { json.pretty() } else { json.line() }
    }
}

/// The form that was asked for, else the stage's own for one page and JSON Lines for many, which fit on one stream.
fn choose_format(stage: Stage, asked: Option<Format>, is_many: bool, output: &OutputArgs) -> Result<Format> {
    let is_stream_of_many = is_many && output.output_dir.is_none();
    match asked {
        None | Some(Format::Json) if is_stream_of_many => Ok(Format::JsonLines),
        // A table to look at is for whoever looks; a program or a file gets all of it.
        None if stage == Stage::Records && !output.is_looked_at() => Ok(Format::Json),
        None => Ok(Format::for_stage(stage)[0]),
        Some(format) if is_stream_of_many && !matches!(format, Format::JsonLines | Format::RecordLines) => {
            Err(failure(
                format!("many pages as {} do not fit on one stream", format.as_str()),
                "add --output-dir DIR for one file a page, or use --format jsonl",
            ))
        }
        Some(format) => Ok(format),
    }
}
