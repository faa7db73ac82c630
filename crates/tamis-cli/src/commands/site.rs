//! `tamis site`

use crate::args::{LimitArgs, OutputArgs, SourceArgs};
use crate::failure::{End, failure};
use crate::output::Output;
use crate::readers::{jobs, reader_factory, silence_workers};
use crate::render_args::RenderArgs;
use crate::results::{Form, PageResult, Results};
use crate::store_args;
use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum, ValueHint};
use std::collections::BTreeSet;
use std::path::Path;
use tamis::export::{self, Format, Json};
use tamis::site::{self, Choice, ClusterOptions, Mode, SiteCounts, SiteInput, SitePage, Sites};
use tamis::source::Sources;
use tamis::{Method, Needs, Recipe, Task, methods};

/// Whole sites: a page of each template is asked, every other page is mapped from it
///
/// The pages of a site are made from few templates. The first page of each is asked by the methods, which may need to lay
/// it out; what they say is remembered, and every other page of the template gets the same answers for its own nodes
/// without any of that. The site of a page is the host of its address, else the directory that was named; templates are
/// never used for another site. Results are JSON Lines, or one file a page with --output-dir; the key `template` says
/// whether a page was mapped. With --store the next run goes on with what this one learned.
#[derive(Args, Debug)]
pub(crate) struct SiteArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    templates: TemplateArgs,
    #[command(flatten)]
    ask: AskArgs,
    #[command(flatten)]
    render: RenderArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// How templates are found, kept and given up.
#[derive(Args, Debug)]
#[command(next_help_heading = "Templates")]
struct TemplateArgs {
    /// Where templates are kept: a file, which is made if it is not there, or `postgres://user:password@host/database`
    /// [default: nowhere, this run learns anew]
    #[arg(long, value_name = "STORE", value_hint = ValueHint::FilePath)]
    store: Option<String>,

    /// All pages are of this site, whatever their addresses
    #[arg(long, value_name = "NAME")]
    site: Option<String>,

    /// The paper's way: the first template that is similar enough, nodes by position, nothing learned again
    #[arg(long, value_name = "WORD", default_value = "tuned")]
    profile: Profile,

    /// From which similarity on a page is one of a template, from 0 to 1 [default: 0.6]
    #[arg(long, value_name = "NUMBER", value_parser = parse_share)]
    threshold: Option<f64>,

    /// Which template is taken if several are similar enough [default: best; paper: first]
    #[arg(long, value_name = "WORD")]
    choice: Option<ChoiceArg>,

    /// How nodes of a template are found again: by what they are called, or by their position alone [default: robust;
    /// paper: strict]
    #[arg(long, value_name = "WORD")]
    mapping: Option<Mapping>,

    /// A page is none of a template if a larger share of the template's frame is missing, from 0 to 1 [default: 0.5]
    #[arg(long, value_name = "NUMBER", value_parser = parse_share)]
    max_missing: Option<f64>,

    /// After how many pages in a row that fit badly a template is learned again, 0 for never [default: 5; paper: 0]
    #[arg(long, value_name = "N")]
    relearn_after: Option<u32>,

    /// Of how many pages, from one of an unknown template on, the most typical is learned; 1 for that page itself
    /// [default: 8; paper: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    look_ahead: Option<u16>,
}

/// What is asked of the pages.
#[derive(Args, Debug)]
#[command(next_help_heading = "Method")]
struct AskArgs {
    /// What to ask, with commas between
    #[arg(long, value_name = "TASK", value_delimiter = ',', default_value = "segment,text,records")]
    ask: Vec<Ask>,

    /// How to cut pages into blocks
    #[arg(long, value_name = "NAME", value_parser = names(Task::Segment))]
    segment_method: Option<String>,

    /// How to decide what is kept as the main text
    #[arg(long, value_name = "NAME", value_parser = names(Task::Text))]
    text_method: Option<String>,

    /// How to find records
    #[arg(long, value_name = "NAME", value_parser = names(Task::Records))]
    records_method: Option<String>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Ask {
    /// The blocks of the page
    Segment,
    /// Its main text
    Text,
    /// What it lists
    Records,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Profile {
    Tuned,
    Paper,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum ChoiceArg {
    Best,
    First,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Mapping {
    Robust,
    Strict,
}

fn names(task: Task) -> PossibleValuesParser {
    PossibleValuesParser::new(methods::for_task(task).map(Method::name))
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

pub(crate) fn run(args: &SiteArgs) -> Result<End> {
    let SiteArgs { source, templates, ask, render, output, limits } = args;
    let recipes = ask.recipes()?;
    check_names(source, templates)?;
    let sources = source.find(output, limits.limits(), render.resources())?;
    check_directories(&sources, args)?;
    let rendering = render.rendering(needs(&recipes), limits.timeout)?;
    let layout = rendering.description();
    let reader = reader_factory(limits.limits(), source.charset.as_deref(), rendering)?;
    let store = store_args::open(templates.store.as_deref())?;
    let sites = Sites::new(recipes, layout.as_deref(), templates.options(), store);
    let format = if output.output_dir.is_some() { Format::Json } else { Format::JsonLines };
    let mut results = Results::new(Output::open(output, &sources)?, Form::of(format), &sources, output);
    silence_workers(output.verbose);

    let (with_time, explain) = (output.verbose > 0, output.explain);
    let (url, site) = (source.url.clone(), templates.site.clone());
    let readiness = sources.readiness();
    let pages = jobs(sources)
        .map(move |(label, input)| (label, SiteInput::new(input).with_url(url.clone()).with_site(site.clone())));
    let ran = sites.run(
        pages,
        &readiness,
        &limits.batch(),
        reader,
        move |page| (written(page, format, with_time, explain), page.notes.clone()),
        |(origin, place), result, counts| {
            let result = result.map(|(result, notes)| {
                for note in &notes {
                    results.note(note);
                }
                result
            });
            results.show(&progress(counts));
            results.receive(&origin, &place, result)
        },
    );
    if let Ok(counts) = &ran {
        results.sum_up(summary(counts, &sites));
    }
    // What was written stays, also if the store failed.
    let end = results.finish();
    match ran {
        Ok(_) => end,
        Err(error) => end.and_then(|_| Err(store_args::explain(error))),
    }
}

/// The line of a page.
fn written(page: &SitePage, format: Format, with_time: bool, explain: bool) -> PageResult {
    let findings = &page.findings;
    let mut json = Json::of(findings).with_origin(&page.origin);
    if with_time {
        json = json.with_elapsed(page.elapsed);
    }
    let text = if format == Format::Json { json.pretty() } else { json.line() };
    PageResult {
        bytes: text.into_bytes(),
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

fn plural(n: usize, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}

/// What the most demanding method needs.
fn needs(recipes: &[Recipe]) -> Needs {
    let all: Vec<Needs> = recipes.iter().map(|recipe| recipe.method().needs()).collect();
    let has = |needs| all.contains(&needs);
    match () {
        () if has(Needs::RenderedPage) => Needs::RenderedPage,
        () if has(Needs::DocumentThenLayout) => Needs::DocumentThenLayout,
        () => Needs::Document,
    }
}

/// A page from standard input has no name: its site must be said.
fn check_names(source: &SourceArgs, templates: &TemplateArgs) -> Result<()> {
    let reads_page = source.sources.iter().any(|source| source == Path::new("-"));
    if reads_page && templates.site.is_none() && source.url.is_none() {
        return Err(failure(
            "which site is the page on standard input of?",
            "add --site NAME or --url ADDRESS; templates are kept by site",
        ));
    }
    if templates.site.as_ref().is_some_and(|site| site.trim().is_empty()) {
        return Err(failure("a site has a name", "leave --site out, or give one such as shop.example"));
    }
    Ok(())
}

/// Two directories of one name would share their templates.
fn check_directories(sources: &Sources, args: &SiteArgs) -> Result<()> {
    if args.templates.site.is_some() || args.source.url.is_some() {
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

impl AskArgs {
    fn recipes(&self) -> Result<Vec<Recipe>> {
        let asked: BTreeSet<Ask> = self.ask.iter().copied().collect();
        let tasks = [
            (Ask::Segment, Task::Segment, &self.segment_method, "segment"),
            (Ask::Text, Task::Text, &self.text_method, "text"),
            (Ask::Records, Task::Records, &self.records_method, "records"),
        ];
        let mut recipes = Vec::new();
        for (ask, task, method, word) in tasks {
            match method {
                Some(_) if !asked.contains(&ask) => {
                    let message = format!("--{word}-method is for {word}, which is not asked");
                    return Err(failure(message, format!("add {word} to --ask, or leave --{word}-method out")));
                }
                Some(name) => recipes.push(Recipe::named(task, name)?),
                None if asked.contains(&ask) => recipes.push(Recipe::default_for(task)),
                None => {}
            }
        }
        Ok(recipes)
    }
}

impl TemplateArgs {
    fn options(&self) -> ClusterOptions {
        let mut options = match self.profile {
            Profile::Tuned => ClusterOptions::default(),
            Profile::Paper => ClusterOptions::paper(),
        };
        options.threshold = self.threshold.unwrap_or(options.threshold);
        options.max_missing = self.max_missing.unwrap_or(options.max_missing);
        options.relearn_after = self.relearn_after.unwrap_or(options.relearn_after);
        options.look_ahead = self.look_ahead.map_or(options.look_ahead, usize::from);
        options.choice = match self.choice {
            None => options.choice,
            Some(ChoiceArg::Best) => Choice::Best,
            Some(ChoiceArg::First) => Choice::First,
        };
        options.mode = match self.mapping {
            None => options.mode,
            Some(Mapping::Robust) => Mode::Robust,
            Some(Mapping::Strict) => Mode::Strict,
        };
        options
    }
}
