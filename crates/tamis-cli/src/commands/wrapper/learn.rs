//! `tamis wrapper learn`

use super::within_limits;
use crate::args::form;
use crate::args::method::{MethodArgs, RunsMethods};
use crate::args::rendering::RenderArgs;
use crate::args::{LimitArgs, OutputArgs, SourceArgs};
use crate::failure::{End, failure, say};
use crate::output::results::{Form, PageResult, Results};
use crate::output::standard_output;
use crate::output::{Output, WriteError};
use crate::run::readers::{capture, jobs, reader_factory, silence_workers};
use anyhow::Result;
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::time::Instant;
use tamis::errors::{ColumnEditError, LearnError, WrapperFileError};
use tamis::export::Format;
use tamis::wrapper::{self, ColumnEdit, LearnOptions, SelectorLanguage, Subject, Wrapper};
use tamis::{Findings, Task};

/// A wrapper from one page of a template, or several
///
/// Finds the records of each page, writes selectors that find them again, and keeps what was learned beside them: how full
/// each column is, of which type, and examples. Several pages make a better wrapper: what differs between them is content,
/// what stays is template. On a terminal a summary is printed; the wrapper itself goes to -o FILE or to a pipe.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct LearnArgs {
    #[command(flatten)]
    output: OutputArgs,

    /// Which language `apply` uses where a selector is there in both
    #[arg(long = "use", value_name = "LANGUAGE", default_value = "xpath", help_heading = "Wrapper")]
    language: Language,

    /// What the pages are about
    #[arg(long, value_name = "WHAT", default_value = "auto", help_heading = "Wrapper")]
    subject: About,

    /// Rename a column, pin its selector, say its type, or leave it out; may be given more than once
    ///
    /// `price=amount` calls the column amount price. `price=.amount` takes what a CSS selector selects in the record,
    /// `price=.amount@data-value` an attribute of it, `price=.//b[2]/text()` what an XPath does: one that begins with /, ./, .//
    /// or (. `price:money=.amount` says the type, which is otherwise decided from the values, and `price:money` alone changes it.
    /// `-note` leaves the column note out.
    #[arg(long, value_name = "CHANGE", allow_hyphen_values = true, value_parser = parse_edit, help_heading = "Wrapper")]
    column: Vec<ColumnEdit>,

    /// Leave this column out; may be given more than once
    #[arg(long, value_name = "COLUMN", help_heading = "Wrapper")]
    without: Vec<String>,

    /// Which table of a page to learn; 1 is the main one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Wrapper")]
    table: u32,

    #[command(flatten)]
    method: MethodArgs<Learn>,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    render: RenderArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

const EXAMPLES: &str = "\
Examples:
  tamis wrapper learn lamps.html -o shop.json
  tamis wrapper learn lamps-1.html lamps-2.html -o shop.json --use css
  tamis wrapper learn lamps.html -o shop.json --column price=amount --column id=@data-id --without note
  tamis wrapper learn product-*.html -o product.json --subject one";

#[derive(Debug)]
struct Learn;

impl RunsMethods for Learn {
    const TASK: Task = Task::Records;
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Language {
    /// XPath 1.0, which can say more: labels, texts beside elements
    Xpath,
    /// CSS, which more people read
    Css,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum About {
    /// Many things if most of the pages have records, else one
    Auto,
    /// Many things, each a record
    Many,
    /// One thing: the page is the record
    One,
}

fn parse_edit(text: &str) -> Result<ColumnEdit, String> {
    text.parse().map_err(|error: ColumnEditError| match error {
        ColumnEditError::UnknownType(_) => format!("{error}; there are {TYPES}"),
        _ => format!("{error}; write NAME=COLUMN, NAME=SELECTOR, NAME:TYPE or -NAME"),
    })
}

const TYPES: &str = "text, date, time, money, integer, decimal, percentage, image, url";

/// Pages beyond these are not learned from: each is kept in memory, and a dozen say all that there is to say.
const MAX_PAGES: usize = 100;

pub(crate) fn run(args: &LearnArgs) -> Result<End> {
    let LearnArgs { source, method, render, output, limits, .. } = args;
    let recipe = method.recipe()?;
    let mut destination = Output::open_for_all(output, "wrapper.json")?;
    let sources = source.find(output, limits.limits(), render.resources())?;
    let rendering = render.rendering(recipe.method().needs(), limits.timeout, source.allows_private())?;
    let reader = reader_factory(limits.limits(), source.charset.as_deref(), source.url_from(), rendering)?;
    let mut results = Results::new(Output::Nowhere, Form::of(Format::Text), &sources, output);
    silence_workers(output.verbose);
    let (recipes, page_limits, url, table_idx) =
        ([recipe], limits.limits(), source.page_url(), args.table as usize - 1);
    let mut pages: Vec<(String, Findings)> = Vec::new();
    let mut n_tables = 0;
    let readiness = sources.readiness();
    limits.batch().when_ready(readiness).run(
        jobs(sources),
        reader,
        move |reader, input| {
            let begun = Instant::now();
            let capture = capture(input, &page_limits, url.as_ref())?;
            let findings = reader.ask(capture, &recipes)?;
            let n_tables = findings.tables().map_or(0, |tables| tables.answer.len());
            let result = PageResult::of(findings.page(), Vec::new(), begun);
            Ok::<_, tamis::Error>((findings.with_main_table(table_idx), n_tables, result))
        },
        |(origin, place), result| {
            if pages.len() == MAX_PAGES {
                results
                    .note(&format!("the wrapper is learned from the first {MAX_PAGES} pages; the others are not read"));
                return ControlFlow::Break(());
            }
            let result = result.map(|(findings, n_here, result)| {
                n_tables = n_tables.max(n_here);
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
    let first = pages[0].0.clone();
    let learned = match learn(args, pages)? {
        Ok(learned) => learned,
        Err(error) => {
            let (message, hint) = why_nothing(args, error, &first, n_tables);
            say(&format!("warning: nothing was learned: {message}"));
            say(&format!("hint: {hint}"));
            return Ok(if end == End::SomeFailed { end } else { End::NothingFound });
        }
    };
    for warning in &learned.warnings {
        say(&format!("warning: {warning}"));
    }
    write(args, &mut destination, &learned.wrapper)?;
    destination.finish()?;
    Ok(end)
}

/// A wrapper, and what to say of the pages.
struct LearnedWrapper {
    wrapper: Wrapper,
    warnings: Vec<String>,
}

/// Learns within the limits of the pages.
fn learn(args: &LearnArgs, pages: Vec<(String, Findings)>) -> Result<Result<LearnedWrapper, LearnError>> {
    let mut options = LearnOptions::default();
    options.language = match args.language {
        Language::Xpath => SelectorLanguage::XPath,
        Language::Css => SelectorLanguage::Css,
    };
    options.subject = match args.subject {
        About::Auto => Subject::Auto,
        About::Many => Subject::Many,
        About::One => Subject::One,
    };
    let without = args.without.iter().map(|name| ColumnEdit::Remove(name.clone()));
    let edits: Vec<ColumnEdit> = without.chain(args.column.iter().cloned()).collect();
    within_limits(&args.limits, "learning", pages, move |pages| learn_and_edit(pages, options, &edits))
}

fn learn_and_edit(
    pages: Vec<(String, Findings)>,
    options: LearnOptions,
    edits: &[ColumnEdit],
) -> Result<Result<LearnedWrapper, LearnError>> {
    let (names, pages): (Vec<String>, Vec<Findings>) = pages.into_iter().unzip();
    let mut wrapper = match wrapper::learn(&pages, &options) {
        Ok(wrapper) => wrapper,
        Err(error) => return Ok(Err(error)),
    };
    wrapper::edit(&mut wrapper, edits, &pages).map_err(explain_edit)?;
    let mut warnings: Vec<String> = Vec::new();
    for (place, typical, alike) in wrapper::odd_pages(&pages) {
        warnings.push(format!(
            "{} looks like a page of another template: it is {:.0} % like {}",
            names[place],
            100.0 * alike,
            names[typical]
        ));
    }
    for (name, page) in names.iter().zip(&wrapper.learned.pages) {
        if page.n_rows == 0 {
            warnings.push(format!("{name}: the wrapper finds nothing here"));
        }
    }
    Ok(Ok(LearnedWrapper { wrapper, warnings }))
}

/// Why there is no wrapper, and what to do about it.
fn why_nothing(args: &LearnArgs, error: LearnError, first: &str, n_tables: usize) -> (String, String) {
    let table = args.table as usize;
    if args.subject == About::One {
        return (
            "the pages have no values that make a record of each".to_owned(),
            "give several pages of one template, so that content differs; --subject many is for pages that list things"
                .to_owned(),
        );
    }
    if table > n_tables && n_tables > 0 {
        return (
            format!("no page has a table {table}, only {n_tables}"),
            format!("`tamis records {first}` shows them"),
        );
    }
    (
        error.to_string(),
        format!(
            "`tamis records {first} --explain` says what was looked at; --subject one is for pages about one thing, \
             --render chromium --scripts for pages that scripts build"
        ),
    )
}

/// A wrong selector is shown with a mark at the place that is wrong.
fn explain_edit(error: ColumnEditError) -> anyhow::Error {
    let excerpt = match &error {
        ColumnEditError::Wrapper(wrong) => WrapperFileError::from(wrong.clone()).excerpt(),
        _ => None,
    };
    let error = tamis::Error::from(error);
    match (excerpt, error.hint()) {
        (Some(excerpt), Some(hint)) => failure(format!("{error}\n{excerpt}"), hint.for_command()),
        _ => error.into(),
    }
}

/// Writes a summary to a terminal, the wrapper to a file or a pipe.
fn write(args: &LearnArgs, destination: &mut Output, wrapper: &Wrapper) -> Result<()> {
    let is_kept = !args.output.is_looked_at();
    if is_kept {
        destination.write(wrapper::to_json(wrapper).as_bytes()).map_err(WriteError::into_error)?;
    }
    let goes_elsewhere = args.output.output_dir.is_some()
        || args.output.output.as_deref().is_some_and(|path| path != std::path::Path::new("-"));
    if io::stdout().is_terminal() && (goes_elsewhere || !is_kept) {
        let place = match (&args.output.output, &args.output.output_dir) {
            (_, Some(directory)) => format!("written to {}", directory.join("wrapper.json").display()),
            (Some(path), None) if is_kept => format!("written to {}", path.display()),
            _ => "add -o FILE to keep it".to_owned(),
        };
        let summary = wrapper::summary(wrapper, form::width());
        standard_output::write(format!("{summary}\n{place}\n").as_bytes())?;
    }
    Ok(())
}
