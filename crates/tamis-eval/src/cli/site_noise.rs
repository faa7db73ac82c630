//! `tamis-eval site-noise`

use super::Verdict;
use crate::datasets::{self, PageCase};
use crate::metrics::site_noise::{RepeatedText, SiteFigures, score};
use anyhow::bail;
use clap::Args;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tamis::site_noise::{SiteNoise, SiteNoiseLearner, SiteRecipe};
use tamis::{Page, Recipe, Task};

/// Scores what is left of detail pages without the text that their site repeats: F1 against the values of their
/// attributes, and the share of the text of every page that is gone.
#[derive(Args, Debug)]
pub struct SiteNoiseArgs {
    /// The data set: pages of several sites, each with the values of its attributes
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// A way to find what repeats with its options, such as `style-tree,threshold=0.3`; may be given several times
    #[arg(long, value_name = "METHOD[,OPTION=VALUE…]")]
    site: Vec<String>,
    /// Print the figures of each site too
    #[arg(long)]
    sites: bool,
    /// Print the values that a way loses which the method alone keeps
    #[arg(long)]
    lost: bool,
}

pub(super) fn run(args: &SiteNoiseArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let ways = ways(&args.site)?;
    let methods = ["none", "blocks"].map(|name| (name, Recipe::named(Task::Text, name)));
    let mut figures: Vec<Vec<SiteFigures>> = vec![Vec::new(); methods.len() * (ways.len() + 1)];
    let mut times = vec![(Duration::ZERO, Duration::ZERO); ways.len()];
    let mut sites: BTreeMap<String, Vec<PageCase>> = BTreeMap::new();
    for case in datasets::cases(&args.data)? {
        if case.attribute_values().is_some() {
            sites.entry(case.site_and_kind()).or_default().push(case);
        }
    }
    let mut n_pages = 0;
    for cases in sites.values() {
        let pages: Vec<Page> = cases.iter().map(PageCase::page).collect::<anyhow::Result<_>>()?;
        let values: Vec<Vec<&str>> = cases.iter().filter_map(PageCase::attribute_values).collect();
        let repeated = RepeatedText::of(pages.iter().map(Page::visible_text));
        n_pages += pages.len();
        let noises: Vec<SiteNoise> =
            ways.iter().zip(&mut times).map(|((_, way), time)| learn(*way, &pages, &mut time.0)).collect();
        for (method_idx, (_, recipe)) in methods.iter().enumerate() {
            let recipes = [recipe.as_ref().map_err(|error| anyhow::anyhow!("{error}"))?.clone()];
            let plain: Vec<_> = pages.iter().map(|page| tamis::ask(page, &recipes)).collect::<Result<_, _>>()?;
            for way_idx in 0..=ways.len() {
                let texts = plain.iter().map(|findings| match way_idx.checked_sub(1) {
                    None => findings.text().to_owned(),
                    Some(idx) => {
                        let begun = Instant::now();
                        let cleaned = findings.clone().without_site_noise(&noises[idx]);
                        times[idx].1 += begun.elapsed();
                        cleaned.text().to_owned()
                    }
                });
                let texts: Vec<String> = texts.collect();
                if args.lost && way_idx > 0 {
                    let before = plain.iter().map(tamis::Findings::text);
                    print_lost(&ways[way_idx - 1].0, cases, &values, before.zip(&texts), out)?;
                }
                figures[method_idx * (ways.len() + 1) + way_idx].push(score(&texts, &values, &repeated));
            }
        }
    }
    if n_pages == 0 {
        bail!("no page of {} has values of attributes", args.data.display());
    }
    writeln!(out, "{n_pages} pages of {} sites", sites.len())?;
    writeln!(out, "{HEADING}")?;
    for (idx, figures) in figures.iter().enumerate() {
        let (method, way) = (methods[idx / (ways.len() + 1)].0, idx % (ways.len() + 1));
        let name = if way == 0 { method.to_owned() } else { format!("{method} + {}", ways[way - 1].0) };
        print_line(&name, &SiteFigures::mean(figures), out)?;
        if args.sites {
            for (site, figures) in sites.keys().zip(figures) {
                print_line(&format!("  {site}"), figures, out)?;
            }
        }
    }
    for ((name, _), (learning, cleaning)) in ways.iter().zip(times) {
        let micros = |time: Duration, n: usize| time.as_secs_f64() * 1e6 / n as f64;
        let cleaning = micros(cleaning, n_pages * methods.len());
        writeln!(out, "{name}: {:.0} µs a page to learn, {cleaning:.0} µs to clean", micros(learning, n_pages))?;
    }
    Ok(Verdict::Passed)
}

/// The ways that were asked for, each with what it is called in the table.
fn ways(asked: &[String]) -> anyhow::Result<Vec<(String, SiteRecipe)>> {
    let default = ["style-tree", "style-tree,profile=paper", "repeated"].map(str::to_owned);
    let asked = if asked.is_empty() { &default } else { asked };
    let ways = asked.iter().map(|text| {
        let mut parts = text.split(',');
        let mut recipe = SiteRecipe::named(parts.next().unwrap_or_default())?;
        for part in parts {
            let (option, value) = part.split_once('=').unwrap_or((part, ""));
            recipe = recipe.with(option, value)?;
        }
        Ok((text.clone(), recipe))
    });
    ways.collect()
}

fn learn(way: SiteRecipe, pages: &[Page], time: &mut Duration) -> SiteNoise {
    let begun = Instant::now();
    let mut learner = SiteNoiseLearner::new(way);
    for page in pages {
        learner.add(page);
    }
    let noise = learner.finish();
    *time += begun.elapsed();
    noise
}

fn print_lost<'t>(
    way: &str,
    cases: &[PageCase],
    values: &[Vec<&str>],
    texts: impl Iterator<Item = (&'t str, &'t String)>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for ((case, values), (before, after)) in cases.iter().zip(values).zip(texts) {
        let (before, after) = (plain(before), plain(after));
        for value in values.iter().map(|value| plain(value)) {
            if before.contains(&value) && !after.contains(&value) {
                writeln!(out, "{} {way} loses {value:?}", case.id)?;
            }
        }
    }
    Ok(())
}

const HEADING: &str =
    "                                              F1  precision   recall  words/page  repeated text gone";

fn print_line(name: &str, figures: &SiteFigures, out: &mut dyn Write) -> anyhow::Result<()> {
    let SiteFigures { f1, precision, recall, n_words, gone } = figures;
    writeln!(out, "{name:<40} {f1:>8.4}  {precision:>8.4} {recall:>8.4}  {n_words:>10.1}  {gone:>10.4}")?;
    Ok(())
}
