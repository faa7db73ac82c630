//! `tamis crawl`

use crate::args::files;
use crate::args::network::NetworkArgs;
use crate::args::rendering::RenderArgs;
use crate::args::store;
use crate::args::templates::{AskArgs, TemplateArgs, needs};
use crate::args::{LimitArgs, Resources, When};
use crate::commands::fetch::check_name;
use crate::commands::site::{plural, written};
use crate::failure::{End, failure};
use crate::interrupt;
use crate::output::crawl::{Growing, Lines, Stored};
use crate::output::progress::Progress;
use crate::run::readers::{reader_factory, silence_workers};
use anyhow::{Context, Error, Result};
use clap::{Args, ValueHint};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tamis::batch::PAGES_PER_THREAD;
use tamis::crawl::{Crawl, CrawlHandle, CrawlOptions, CrawlTicket, MediaTypes, site_of};
use tamis::export::{self, Format};
use tamis::network::Network;
use tamis::site::{SiteCounts, Sites};
use tamis::{Url, UrlSource};

/// A whole site from the network: its pages are fetched politely and read as by `tamis site`
///
/// Follows the links of a site breadth-first, one site at a time, as its robots.txt allows, and asks each page the same as
/// `tamis site`: a page of each template is asked, every other page is mapped from it. Results are JSON Lines. What is known,
/// fetched and done is in the frontier, a file: the same command goes on where a run was stopped, by Ctrl-C, kill or a budget,
/// without fetching a page twice, and with -o no line is lost or written twice. Links to other sites are kept there too.
#[derive(Args, Debug)]
pub(crate) struct CrawlArgs {
    /// Address to begin at
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    start: Vec<String>,

    #[command(flatten)]
    crawl: RuleArgs,
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    templates: TemplateArgs,
    #[command(flatten)]
    ask: AskArgs,
    #[command(flatten)]
    render: RenderArgs,
    #[command(flatten)]
    output: CrawlOutputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What is crawled.
#[derive(Args, Debug)]
#[command(next_help_heading = "Crawl")]
struct RuleArgs {
    /// Where the crawl remembers what it knows; made if it is not there [default: named after the store and the site of the
    /// first address, as in shop.tamis.shop.example.frontier]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = files::WRITTEN)]
    frontier: Option<PathBuf>,

    /// How many pages at most, over all runs of this crawl
    #[arg(long, value_name = "N")]
    max_pages: Option<u64>,

    /// How many links a page may be away from where the crawl began
    #[arg(long, value_name = "N")]
    max_depth: Option<u32>,

    /// How many sites, one after the other; a site is a registrable domain such as example.org
    #[arg(long, value_name = "N", default_value = "1")]
    max_sites: u32,

    /// Only addresses like this, such as `https://shop.example/lamps/*`; may be given more than once
    #[arg(long, value_name = "PATTERN")]
    include: Vec<String>,

    /// No addresses like this, such as `*/login*`; may be given more than once
    #[arg(long, value_name = "PATTERN")]
    exclude: Vec<String>,

    /// Which media types are pages, with commas between [default: text/html,application/xhtml+xml]
    #[arg(long, value_name = "TYPES")]
    mime: Option<String>,

    /// Requests to one host at the same time; they begin --delay apart
    #[arg(long, value_name = "N", default_value = "2")]
    connections: NonZeroUsize,

    /// Begin also at the pages that the sitemaps in robots.txt list
    #[arg(long)]
    sitemaps: bool,

    /// Do not ask for robots.txt: for a site of your own
    #[arg(long)]
    ignore_robots: bool,

    /// Follow links that say `nofollow`
    #[arg(long)]
    follow_nofollow: bool,
}

/// Where results go.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
struct CrawlOutputArgs {
    /// Write to this file instead of standard output; a crawl that goes on adds to it
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = files::WRITTEN)]
    output: Option<PathBuf>,

    /// For people who know it from other commands
    #[arg(long, value_name = "FORMAT", hide = true)]
    format: Option<String>,

    /// Store the pages in this archive too, as they were sent: a .warc.gz
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = files::WRITTEN)]
    warc: Option<PathBuf>,

    /// Write what the crawl met into this file at its end, as JSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = files::WRITTEN)]
    report: Option<PathBuf>,

    /// A counter on a terminal, or none
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: When,

    /// Say more on standard error: a line a page; JSON carries the time a page took
    #[arg(short, long, action = clap::ArgAction::Count)]
    verbose: u8,
}

pub(crate) fn run(args: &CrawlArgs) -> Result<End> {
    let CrawlArgs { crawl: rules, network: asking, templates, ask, render, output, limits, .. } = args;
    output.check_format()?;
    let recipes = ask.recipes()?;
    let start = args.start()?;
    if asking.cache.is_some() {
        return Err(failure(
            "a crawl has no cache",
            "leave --cache out: each page is fetched once, and kept until it is read",
        ));
    }
    let frontier = rules.frontier(templates.store.as_deref(), &start)?;
    let rendering = render.rendering(needs(&recipes), limits.timeout, asking.allow_private)?;
    let layout = rendering.description();
    let reader = reader_factory(limits.limits(), None, UrlSource::DEFAULT.to_vec(), rendering)?;
    let store = store::open(templates.store.as_deref())?;
    let site_options = templates.options()?;
    let network = Network::new(&asking.options(limits.limits().max_bytes))?;
    let files = output.files(&frontier)?;
    let batch = limits.batch();
    // As many as can be between being fetched and being done: with fewer, both ends would wait for each other.
    let n_held = site_options.look_ahead + batch.n_threads.get() * PAGES_PER_THREAD;
    let mut options = rules.options(start).with_delay(asking.delay).with_retries(asking.retries);
    options.parse = limits.limits().parse_options();
    options.max_waiting = options.max_waiting.max(2 * n_held);
    let mut crawl = Crawl::open(&frontier, &network, options).map_err(tamis::Error::from)?;
    if output.warc.is_some() {
        crawl = crawl.keeping_exchanges();
    }
    if render.resources() == Resources::OfNetwork {
        crawl = crawl.with_resources_of(network);
    }
    let (handle, failed, readiness) = (crawl.handle(), crawl.failure(), crawl.readiness());
    let mut writing = Writing::begin(files, output, handle.clone())?;
    interrupt::listen("the same command goes on".to_owned());
    silence_workers(output.verbose);

    let sites = Sites::new(recipes, layout.as_deref(), site_options, store);
    let (parts, with_time) = (ask.parts(), output.verbose > 0);
    let ran = sites.run(
        crawl.take_while(|_| !interrupt::is_asked()),
        &batch.when_ready(readiness),
        reader,
        move |page| (written(page, &parts, Format::JsonLines, with_time, false).bytes, page.notes.clone()),
        |ticket, result, counts| writing.receive(&ticket, result, counts),
    );
    let finished = writing.finish(ran.as_ref().ok(), &sites);
    let counts = ran.map_err(tamis::Error::from)?;
    let n_done = finished?;
    interrupt::check()?;
    if let Some(error) = failed.take() {
        return Err(tamis::Error::from(error).into());
    }
    Ok(match counts.n_failed {
        0 if n_done == 0 => End::NothingFound,
        0 => End::Found,
        _ => End::SomeFailed,
    })
}

/// The files of a crawl, before anything is asked.
struct OutputFiles {
    lines: Option<Growing>,
    archive: Option<Growing>,
}

impl CrawlOutputArgs {
    /// A crawl goes on where it was stopped, so that its output grows line by line; other forms are made from its archive.
    fn check_format(&self) -> Result<()> {
        match self.format.as_deref() {
            None | Some("jsonl") => Ok(()),
            Some(format) => Err(failure(
                format!("a crawl writes JSON Lines, and no {format}"),
                format!("add --warc x.warc.gz, then `tamis site x.warc.gz --format {} -o x`", columnar_or_json(format)),
            )),
        }
    }

    fn files(&self, frontier: &Path) -> Result<OutputFiles> {
        let lines = self.output.as_deref().filter(|path| *path != Path::new("-"));
        self.warc.as_deref().map_or(Ok(()), check_name)?;
        Ok(OutputFiles {
            lines: lines.map(|path| Growing::open(path, frontier)).transpose()?,
            archive: self.warc.as_deref().map(|path| Growing::open(path, frontier)).transpose()?,
        })
    }
}

/// The form of `tamis site` that is meant.
fn columnar_or_json(format: &str) -> &str {
    if matches!(format, "parquet" | "arrow" | "feather" | "json") { format } else { "parquet" }
}

/// What becomes of the pages.
struct Writing<'a> {
    lines: Lines,
    stored: Option<Stored>,
    handle: CrawlHandle,
    args: &'a CrawlOutputArgs,
    progress: Progress,
    fatal: Option<Error>,
}

impl<'a> Writing<'a> {
    fn begin(files: OutputFiles, args: &'a CrawlOutputArgs, handle: CrawlHandle) -> Result<Writing<'a>> {
        let lines = Lines::begin(files.lines, &handle)?;
        let stored = files.archive.map(|file| Stored::begin(file, &handle)).transpose()?;
        let progress = if args.progress == When::Auto { Progress::counter() } else { Progress::none() };
        Ok(Writing { lines, stored, handle, args, progress, fatal: None })
    }

    /// Writes the result of a page, and then notes that it is written: a kill in between costs nothing, as the output is cut
    /// back to what was noted.
    fn receive(
        &mut self,
        ticket: &CrawlTicket,
        result: Result<(Vec<u8>, Vec<String>), tamis::Error>,
        counts: &SiteCounts,
    ) -> ControlFlow<()> {
        let line = match result {
            Ok((line, notes)) => {
                for note in notes {
                    self.progress.say(&format!("warning: {note}"));
                }
                line
            }
            // It may have failed for no other reason; the next run has it.
            Err(_) if interrupt::is_asked() => return ControlFlow::Break(()),
            Err(error) => {
                let line = export::error_line(Some(&ticket.origin), &error).into_bytes();
                self.progress.say(&format!("error: {}: {:#}", ticket.origin, Error::new(error)));
                line
            }
        };
        if self.args.verbose > 0 {
            self.progress.say(&ticket.origin.to_string());
        }
        self.progress.step();
        self.progress.show(&self.state(counts));
        match self.write(ticket, &line) {
            Ok(()) => {
                interrupt::count_done(1);
                ControlFlow::Continue(())
            }
            Err(error) => {
                self.fatal = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn write(&mut self, ticket: &CrawlTicket, line: &[u8]) -> Result<()> {
        self.lines.write(line)?;
        if let (Some(stored), Some(fetched)) = (&mut self.stored, &ticket.fetched) {
            stored.store(fetched)?;
        }
        let marks: Vec<(&str, u64)> =
            self.lines.mark().into_iter().chain(self.stored.as_ref().map(Stored::mark)).collect();
        Ok(self.handle.done(ticket.id, &marks).map_err(tamis::Error::from)?)
    }

    /// For the counter.
    fn state(&self, counts: &SiteCounts) -> String {
        let progress = self.handle.progress();
        let errors = progress.errors + counts.n_failed as u64;
        let site = progress.site.map_or_else(String::new, |site| format!("  {site}"));
        let mapped = 100.0 * counts.hit_ratio();
        format!("  queue {}  {}  {mapped:.0} % mapped{site}", progress.queue, plural(errors as usize, "error"))
    }

    /// Says what was crawled and what was met. Returns how many pages were done in all runs.
    fn finish(mut self, counts: Option<&SiteCounts>, sites: &Sites) -> Result<u64> {
        self.progress.finish();
        // The pages that were fetched and not read stay in the frontier.
        self.handle.stop();
        if let Some(error) = self.fatal.take() {
            return Err(error);
        }
        let report = self.handle.report().map_err(tamis::Error::from)?;
        if let Some(counts) = counts {
            let summary = format!(
                "{}: {} mapped ({:.1} %), {}, {} known before; {} in all, {} in the queue",
                plural(counts.n_pages, "page"),
                counts.n_mapped,
                100.0 * counts.hit_ratio(),
                plural(counts.n_new, "new template"),
                sites.n_known(),
                plural(report.done as usize, "page"),
                report.queue,
            );
            self.progress.say(&summary);
        }
        for line in export::crawl_text(&report).lines() {
            self.progress.say(line);
        }
        if let Some(path) = &self.args.report {
            let written = std::fs::write(path, export::crawl_json(&report));
            written.with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(report.done)
    }
}

impl CrawlArgs {
    /// The addresses that were named, and those of `--urls`.
    fn start(&self) -> Result<Vec<Url>> {
        let (start, bad_lines) = self.network.addresses(&self.start)?;
        match bad_lines.into_iter().next() {
            Some(line) => Err(failure(line, "a line is an address, or begins with #")),
            None => Ok(start),
        }
    }
}

impl RuleArgs {
    /// The file of the frontier.
    fn frontier(&self, store: Option<&str>, start: &[Url]) -> Result<PathBuf> {
        let file_store = store.filter(|store| !store.contains("://"));
        match (&self.frontier, start.first()) {
            (Some(path), _) => Ok(path.clone()),
            (None, Some(url)) => {
                // A store may serve many sites, and each has its own crawl.
                let site = site_of(url).replace(['/', ':'], "-");
                let before = file_store.map_or_else(String::new, |store| format!("{store}."));
                Ok(PathBuf::from(format!("{before}{site}.frontier")))
            }
            (None, None) => Err(failure(
                "there is no address to begin with",
                "name one, or the --frontier of a crawl to go on with",
            )),
        }
    }

    fn options(&self, start: Vec<Url>) -> CrawlOptions {
        let mut options = CrawlOptions::default()
            .with_start(start)
            .with_max_pages(self.max_pages)
            .with_max_depth(self.max_depth)
            .with_max_sites(self.max_sites)
            .with_include(self.include.clone())
            .with_exclude(self.exclude.clone())
            .with_connections(self.connections.get())
            .with_obey_robots(!self.ignore_robots)
            .with_follow_nofollow(self.follow_nofollow)
            .with_sitemaps(self.sitemaps);
        if let Some(types) = &self.mime {
            options.media_types = MediaTypes::parse(types);
        }
        options
    }
}
