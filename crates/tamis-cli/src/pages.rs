//! Pages through a method to the output: what `clean`, `text` and `records` have in common.

use crate::args::{LimitArgs, OutputArgs, SourceArgs};
use crate::desk::{Desk, Form, Sifted};
use crate::failure::{End, failure, say};
use crate::inputs::{self, Content, Input};
use crate::method_args::{MethodArgs, Offer};
use crate::output::Output;
use anyhow::Result;
use std::io::{self, IsTerminal};
use std::panic;
use std::path::Path;
use std::thread;
use std::time::Instant;
use tamis::errors::{JobError, PageError, SourceError};
use tamis::export::{self, Format, Json, TableView};
use tamis::{Capture, Limits, Outcome, PageReader, Recipe, Stage, Url, batch, inspect, source};

/// What is written of each page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// What the method found, in a form that the user chose or the default.
    Result,
    /// How the method `tps` came to its region.
    TagPaths,
}

/// Runs the method on every page and writes the results in the order of the pages.
pub(crate) fn run<O: Offer>(
    method: &MethodArgs<O>,
    view: View,
    source: &SourceArgs,
    output: &OutputArgs,
    limits: &LimitArgs,
) -> Result<End> {
    let recipe = method.recipe()?;
    let reader = reader_factory(limits.limits(), source.charset.as_deref())?;
    let inputs = inputs::find(&source.sources, output.output_dir.as_deref())?;
    let asked = if view == View::TagPaths { Some(Format::Text) } else { method.format };
    let format = choose_format(O::STAGE, asked, inputs.is_many, output)?;
    let mut desk = Desk::new(Output::open(output, &inputs)?, Form::of(format), &inputs, output);
    silence_workers(output.verbose);

    let job = Job {
        recipe,
        view,
        format,
        table: method.table_view(),
        is_many: inputs.is_many,
        limits: limits.limits(),
        url: source.url.clone(),
        explain: output.explain,
        with_time: output.verbose > 0,
    };
    // Standard input is read here and not by a worker: how long it takes is not the page's fault.
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
    format: Format,
    table: TableView,
    is_many: bool,
    limits: Limits,
    url: Option<Url>,
    explain: bool,
    with_time: bool,
}

/// A page as a worker gets it.
enum Fetched {
    File(Input),
    Memory(Input, Capture),
    Failed(SourceError),
}

fn fetch(page: Input, limits: &Limits) -> Fetched {
    match page.content {
        Content::File => Fetched::File(page),
        Content::Unreadable(error) => Fetched::Failed(error),
        Content::StandardInput => {
            if io::stdin().is_terminal() {
                say("reading the page from the terminal; Ctrl-D ends it");
            }
            match source::read_stream(io::stdin().lock(), Path::new("standard input"), limits) {
                Ok(capture) => Fetched::Memory(page, capture),
                Err(error) => Fetched::Failed(error),
            }
        }
    }
}

impl Job {
    fn run(&self, reader: &mut PageReader, fetched: Fetched) -> Result<Sifted, JobError> {
        let begun = Instant::now();
        let (input, capture) = match fetched {
            Fetched::File(input) => {
                let capture = source::read_file(&input.name, &self.limits)?;
                (input, capture)
            }
            Fetched::Memory(input, capture) => (input, capture),
            Fetched::Failed(error) => return Err(error.into()),
        };
        let capture = match &self.url {
            Some(url) => capture.with_url(url.clone()),
            None => capture,
        };
        let page = reader.read(capture)?;
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
        if self.view == View::TagPaths {
            return inspect::tag_paths(outcome.page(), outcome.recipe());
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

/// Makes the reader of each worker; a charset that does not exist is found out here.
fn reader_factory(limits: Limits, charset: Option<&str>) -> Result<impl Fn() -> PageReader + Send + Sync + 'static> {
    let charset = charset.map(str::to_owned);
    let make = move || match &charset {
        Some(label) => PageReader::new(limits).with_charset(label),
        None => Ok(PageReader::new(limits)),
    };
    make().map_err(|error: PageError| failure(error, "use a name such as utf-8, windows-1252, gbk or shift_jis"))?;
    Ok(move || make().unwrap_or_else(|_| PageReader::new(limits)))
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

/// A page's panic is that page's error and is printed as one; the report of the panic itself only on request.
fn silence_workers(verbose: u8) {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let is_worker = thread::current().name().is_some_and(|name| name.starts_with("page-"));
        if !is_worker || verbose > 0 {
            report(info);
        }
    }));
}
