//! `tamis site`

use crate::args::rendering::RenderArgs;
use crate::args::store;
use crate::args::templates::{AskArgs, TemplateArgs, needs};
use crate::args::{LimitArgs, OutputArgs, SourceArgs};
use crate::failure::{End, failure};
use crate::output::columnar::{self, Shape};
use crate::output::columnar_output::{check_columnar, open_results};
use crate::output::results::PageResult;
use crate::run::readers::{jobs, reader_factory, silence_workers};
use anyhow::Result;
use clap::{Args, ValueEnum};
use std::cell::Cell;
use std::path::Path;
use tamis::export::{self, Format, Json, JsonPart};
use tamis::site::{self, SiteCounts, SiteInput, SitePage, Sites};
use tamis::source::Sources;

/// Whole sites: a page of each template is asked, every other page is mapped from it
///
/// The pages of a site are made from few templates. The first page of each is asked by the methods, which may need to lay
/// it out; what they say is remembered, and every other page of the template gets the same answers for its own nodes
/// without any of that. The site of a page is the host of its address, else the directory that was named; templates are
/// never used for another site. Results are JSON Lines, one Parquet or Arrow file with --format, or one file a page with
/// --output-dir; the key `template` and the columns `template_…` say whether a page was mapped. With --store the next run goes on with what this one learned.
#[derive(Args, Debug)]
pub(crate) struct SiteArgs {
    #[command(flatten)]
    output: OutputArgs,

    /// The form of the output [default: jsonl, json with --output-dir]
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    format: Option<SiteFormat>,

    #[command(flatten)]
    ask: AskArgs,

    /// All pages are of this site, whatever their addresses
    #[arg(long, value_name = "NAME", help_heading = "Templates")]
    site: Option<String>,

    #[command(flatten)]
    templates: TemplateArgs,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    render: RenderArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum SiteFormat {
    /// One object a page, indented; for --output-dir
    Json,
    /// One object a page, a line each
    Jsonl,
    /// Typed columns in a Parquet file, a row a page
    Parquet,
    /// Typed columns in an Arrow file, a row a page
    #[value(alias = "feather")]
    Arrow,
}

impl SiteArgs {
    fn form(&self) -> Result<Format> {
        let is_stream = self.output.output_dir.is_none();
        let format = match self.format {
            Some(SiteFormat::Parquet) => Format::Parquet,
            Some(SiteFormat::Arrow) => Format::ArrowFile,
            Some(SiteFormat::Jsonl) => Format::JsonLines,
            // JSON of many pages is a line a page.
            Some(SiteFormat::Json) | None if is_stream => Format::JsonLines,
            Some(SiteFormat::Json) | None => Format::Json,
        };
        if format.is_columnar() {
            check_columnar(format, &self.output)?;
            if !self.ask.parts().is_empty() {
                return Err(failure(
                    format!("--with adds parts of JSON, which do not fit into {}", format.as_str()),
                    "use --format jsonl with --with",
                ));
            }
        }
        Ok(format)
    }
}

pub(crate) fn run(args: &SiteArgs) -> Result<End> {
    let SiteArgs { source, site, templates, ask, render, output, limits, .. } = args;
    let recipes = ask.recipes()?;
    let format = args.form()?;
    check_resume(output, templates)?;
    check_names(source, site.as_deref())?;
    let sources = source.find(output, limits.limits(), render.resources())?;
    check_directories(&sources, args)?;
    let rendering = render.rendering(needs(&recipes), limits.timeout, source.allows_private())?;
    let layout = rendering.description();
    let reader = reader_factory(limits.limits(), source.charset.as_deref(), source.url_from(), rendering)?;
    let store = store::open(templates.store.as_deref())?;
    let sites = Sites::new(recipes, layout.as_deref(), templates.options()?, store);
    let shape = format.is_columnar().then(Shape::site);
    let is_stream_of_many = sources.is_many() && output.output_dir.is_none();
    let mut results = open_results(output, format, shape.as_ref(), &sources)?;
    silence_workers(output.verbose);

    let (parts, with_time, explain) = (ask.parts(), output.verbose > 0, output.explain);
    let (url, site) = (source.page_url(), site.clone());
    let sources = results.pass_over_done(sources)?;
    let readiness = sources.readiness();
    let is_columnar = format.is_columnar();
    let (n_begun, mut n_received) = (Cell::new(0), 0);
    let pages = jobs(sources).inspect(|_| n_begun.set(n_begun.get() + 1)).map(move |((origin, place), input)| {
        let input = SiteInput::new(input).with_url(url.clone()).with_site(site.clone());
        // For the row of a page that fails: only rows have a column for it.
        let site = is_columnar.then(|| input.site());
        ((origin, place, site), input)
    });
    let ran = sites.run(
        pages,
        &limits.batch().when_ready(readiness),
        reader,
        move |page| {
            let result = match &shape {
                Some(shape) => rows(page, shape, format, is_stream_of_many, explain),
                None => written(page, &parts, format, with_time, explain),
            };
            (result, page.notes.clone())
        },
        |(origin, place, site), result, counts| {
            let result = result.map(|(result, notes)| {
                for note in &notes {
                    results.note(note);
                }
                result
            });
            n_received += 1;
            results.show(&progress(counts));
            results.receive_of_site(&origin, &place, site.as_deref(), result)
        },
    );
    match ran {
        Ok(counts) => {
            results.sum_up(summary(&counts, &sites));
            results.finish()
        }
        // Only the store lacks something: every page is written.
        Err(error) if n_received == n_begun.get() => {
            results.finish().and_then(|_| Err(tamis::Error::from(error).into()))
        }
        Err(error) => {
            results.abandon();
            Err(tamis::Error::from(error).into())
        }
    }
}

/// The line of a page.
pub(crate) fn written(
    page: &SitePage,
    parts: &[JsonPart],
    format: Format,
    with_time: bool,
    explain: bool,
) -> PageResult {
    let findings = &page.findings;
    let mut json = parts.iter().fold(Json::of(findings), |json, &part| json.with(part)).with_origin(&page.origin);
    if with_time {
        json = json.with_elapsed(page.elapsed);
    }
    let text = if format == Format::Json { json.pretty() } else { json.line() };
    result(page, text.into_bytes(), explain)
}

/// The row of a page; in a file of its own where not all pages are in one.
fn rows(page: &SitePage, shape: &Shape, format: Format, is_stream_of_many: bool, explain: bool) -> PageResult {
    let rows = shape.rows(&page.origin, Some(&page.site), &page.findings);
    if is_stream_of_many {
        return PageResult { rows: Some(rows), ..result(page, Vec::new(), explain) };
    }
    let file = columnar::file_of_page(format, rows);
    result(page, file.expect("invariant: the columns of a page are far below what the formats hold"), explain)
}

fn result(page: &SitePage, bytes: Vec<u8>, explain: bool) -> PageResult {
    let findings = &page.findings;
    PageResult {
        bytes,
        rows: None,
        is_empty: findings.is_empty(),
        remark: None,
        explanation: explain.then(|| export::explain(findings)),
        warnings: findings.page().warnings().to_vec(),
        n_bytes: findings.page().n_bytes(),
        n_nodes: findings.page().document().len(),
        elapsed: page.elapsed,
    }
}

/// For the bar.
fn progress(counts: &SiteCounts) -> String {
    let mapped = format!("{:.0} % mapped", 100.0 * counts.hit_ratio());
    let templates = plural(counts.n_new, "new template");
    let failed = if counts.n_failed > 0 { format!("  {}", plural(counts.n_failed, "error")) } else { String::new() };
    format!("  {mapped}  {templates}{failed}")
}

/// For the end.
fn summary(counts: &SiteCounts, sites: &Sites) -> String {
    let mut parts = vec![
        format!("{} mapped ({:.1} %)", counts.n_mapped, 100.0 * counts.hit_ratio()),
        format!("{}, {} known before", plural(counts.n_new, "new template"), sites.n_known()),
    ];
    if counts.n_learned_again > 0 {
        parts.push(format!("{} learned again", counts.n_learned_again));
    }
    if counts.n_failed > 0 {
        parts.push(format!("{} failed", counts.n_failed));
    }
    format!("{} of {}: {}", plural(counts.n_pages, "page"), plural(sites.n_sites(), "site"), parts.join(", "))
}

pub(crate) fn plural(n: usize, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}

/// What the pages that are done have taught is in the store; without one it is gone.
fn check_resume(output: &OutputArgs, templates: &TemplateArgs) -> Result<()> {
    if output.resume && templates.store.is_none() {
        return Err(failure(
            "what the unfinished run learned is nowhere",
            "only a run with --store FILE can be resumed; begin again with one, and without --resume",
        ));
    }
    Ok(())
}

/// A page from standard input has no name: its site must be said.
fn check_names(source: &SourceArgs, site: Option<&str>) -> Result<()> {
    let reads_page = source.sources.iter().any(|source| source == Path::new("-"));
    if reads_page && site.is_none() && source.page_url().is_none() {
        return Err(failure(
            "which site is the page on standard input of?",
            "add --site NAME or --url ADDRESS; templates are kept by site",
        ));
    }
    if site.is_some_and(|site| site.trim().is_empty()) {
        return Err(failure("a site has a name", "leave --site out, or give one such as shop.example"));
    }
    Ok(())
}

/// Two directories of one name would share their templates.
fn check_directories(sources: &Sources, args: &SiteArgs) -> Result<()> {
    if args.site.is_some() || args.source.page_url().is_some() {
        return Ok(());
    }
    match site::same_name(sources) {
        None => Ok(()),
        Some((one, other)) => Err(failure(
            format!("{} and {} would be one site by their name", one.display(), other.display()),
            "run them one after the other, each with --site NAME",
        )),
    }
}
