//! `--site`: what the pages repeat is learned from them first, and left out of each then.

use crate::args::{LimitArgs, SourceArgs};
use crate::failure::{failure, say};
use crate::run::readers::capture;
use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::ops::ControlFlow;
use std::path::Path;
use tamis::PageReader;
use tamis::site_noise::{MIN_PAGES, SiteNoise, SiteNoiseLearner, SiteRecipe, sample};
use tamis::source::{Input, Source, Sources};

/// Whether and how what a site repeats is left out.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Site")]
pub(crate) struct SiteArgs {
    /// Also leave out what most pages of the site repeat
    ///
    /// That is menus, footers, and labels that most of the pages have in the same place. All pages that are given are taken for one site, so give pages of one site; what repeats is counted for each template of it. They are read
    /// twice: first up to 500 of them, spread over all, to learn what repeats, then each to clean it. What the pages
    /// have in common goes from what the method keeps; `--method none` lets nothing else go. At least 3 pages are
    /// needed, and 20 or more are better.
    #[arg(
        long,
        value_name = "METHOD",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = SiteRecipe::METHODS[0].0,
        value_parser = methods(),
    )]
    site: Option<String>,

    /// An option of --site, as in --site-option share=0.7
    #[arg(long, value_name = "NAME=VALUE", requires = "site", long_help = option_help())]
    site_option: Vec<String>,
}

fn methods() -> PossibleValuesParser {
    let values = SiteRecipe::METHODS.iter().map(|&(name, summary)| PossibleValue::new(name).help(summary));
    PossibleValuesParser::new(values)
}

fn option_help() -> String {
    let all = SiteRecipe::METHODS.iter().filter_map(|(name, _)| SiteRecipe::named(name).ok());
    let all = all.map(|recipe| {
        let options = recipe.options().into_iter().map(|(name, value)| format!("{name}={value}"));
        format!("{}: {}", recipe.name(), options.collect::<Vec<_>>().join(", "))
    });
    let all = all.collect::<Vec<_>>().join("; ");
    format!("Set an option of the way to find what repeats; the values when nothing is said: {all}")
}

impl SiteArgs {
    /// The way to find what repeats, if that was asked, with the user's options. Refuses standard input, which can be
    /// read only once.
    pub(crate) fn recipe(&self, source: &SourceArgs) -> Result<Option<SiteRecipe>> {
        let Some(name) = &self.site else { return Ok(None) };
        if source.sources.iter().any(|source| source == Path::new("-")) {
            return Err(failure(
                "standard input is one page, and --site compares several",
                "give the files or the directory of the site's pages",
            ));
        }
        if source.has_addresses() {
            return Err(cannot_read_twice());
        }
        let mut recipe = SiteRecipe::named(name)?;
        for text in &self.site_option {
            let (option, value) = text.split_once('=').ok_or_else(|| {
                failure(format!("'{text}' is no option with its value"), "write --site-option NAME=VALUE")
            })?;
            recipe = recipe.with(option, value).map_err(tamis::Error::from)?;
        }
        Ok(Some(recipe))
    }
}

/// The error for sources that can be read only once.
pub(crate) fn cannot_read_twice() -> anyhow::Error {
    failure(
        "--site reads every page twice, and asks no server twice",
        "store the pages first: `tamis fetch … -o site.warc.gz`, then give site.warc.gz",
    )
}

/// The pages that are learned from. Those of an archive are counted first, which means to read it once more.
fn sampled(counted: Option<Sources>, pages: Sources) -> impl Iterator<Item = Input> {
    let n_pages = pages.n_left().unwrap_or_else(|| counted.map_or(0, |pages| pages.inputs().count()));
    let mut wanted = sample(n_pages).peekable();
    pages.inputs().enumerate().filter_map(move |(number, input)| wanted.next_if_eq(&number).map(|_| input))
}

/// Learns from the pages what they repeat, in their order on any number of threads. A page that cannot be read teaches
/// nothing; it is an error when its turn to be cleaned comes.
pub(crate) fn learn(
    recipe: SiteRecipe,
    sources: &Sources,
    source: &SourceArgs,
    limits: &LimitArgs,
    reader: impl Fn() -> PageReader + Send + Sync + 'static,
) -> SiteNoise {
    let inputs = sources.again().into_iter().flat_map(|pages| sampled(sources.again(), pages));
    let mut learner = SiteNoiseLearner::new(recipe);
    let (url, page_limits) = (source.page_url(), limits.limits());
    let max_steps = limits.batch().max_steps;
    limits.batch().run(
        inputs.map(|input| ((), input)),
        reader,
        move |reader, input| {
            let capture = capture(input, &page_limits, url.as_ref())?;
            let page = reader.read(capture)?;
            // What a page may do to the learner, it does to one of its own first: here it can be given up.
            SiteNoiseLearner::new(recipe).add(&page);
            Ok::<_, tamis::Error>(page)
        },
        |(), page| {
            if let Ok(page) = page {
                learner.try_add(&page, max_steps);
            }
            ControlFlow::Continue(())
        },
    );
    let noise = learner.finish();
    if noise.n_pages() < MIN_PAGES {
        say(&format!(
            "warning: --site needs at least {MIN_PAGES} pages to see what repeats, and read {}: nothing is left out for it",
            noise.n_pages()
        ));
    }
    noise
}
