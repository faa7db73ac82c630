//! `tamis eval one-page-wrappers`

use super::Verdict;
use crate::datasets::{self, PageCase};
use crate::one_page_wrappers::{Figures, measure};
use anyhow::bail;
use clap::Args;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Scores wrappers of detail pages: learned on a few pages of each site, applied to the others.
#[derive(Args, Debug)]
pub struct OnePageWrappersArgs {
    /// The data set: pages of several sites, each with the values of its attributes
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// How many pages of a site are learned from, evenly spread over all
    #[arg(long, value_name = "N", default_value_t = 5)]
    learn: usize,
    /// Only the sites with this in their names
    #[arg(long, value_name = "PART")]
    site: Option<String>,
    /// Print the wrappers too
    #[arg(long)]
    wrappers: bool,
    /// Print the values that are wrong
    #[arg(long)]
    wrong: bool,
}

pub(super) fn run(args: &OnePageWrappersArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let mut sites: BTreeMap<String, Vec<PageCase>> = BTreeMap::new();
    for case in datasets::cases(&args.data)? {
        let site = case.site_and_kind();
        if case.attribute_values().is_some() && args.site.as_ref().is_none_or(|part| site.contains(part)) {
            sites.entry(site).or_default().push(case);
        }
    }
    if sites.is_empty() {
        bail!("no page of {} has values of attributes", args.data.display());
    }
    writeln!(out, "{HEADING}")?;
    let (mut all, mut best): (Vec<[Figures; 3]>, Vec<Figures>) = (Vec::new(), Vec::new());
    let (mut learning, mut applying, mut n_applied, mut n_columns) = (Duration::ZERO, Duration::ZERO, 0, 0);
    for (site, cases) in &sites {
        let score = match measure(cases, args.learn)? {
            Ok(score) => score,
            Err(error) => {
                writeln!(out, "{site}: {error}")?;
                continue;
            }
        };
        learning += score.learning;
        applying += score.applying.0;
        n_applied += score.applying.1;
        n_columns += score.wrapper.columns.len();
        if args.wrappers {
            let region = &score.wrapper.region;
            writeln!(out, "{site}: {} columns in {region:?}", score.wrapper.columns.len())?;
            for column in &score.wrapper.columns {
                let xpath = column.selectors.xpath.as_deref().unwrap_or_default();
                let css = column.selectors.css.as_deref().unwrap_or("–");
                let example = column.learned.examples.first().map_or("", String::as_str);
                writeln!(out, "    {:<24} {xpath}   {css}   {example}", column.name)?;
            }
        }
        for attribute in &score.attributes {
            let name =
                |column: Option<usize>| column.map_or("–", |column| score.wrapper.columns[column].name.as_str());
            let oracle = attribute.best.map(|(_, figures)| figures).unwrap_or_default();
            let [equal, value, contains] = &attribute.figures;
            writeln!(
                out,
                "{site:<22} {:<18} {:>6.3} {:>6.3} {:>6.3}   {:>6.3} {:>8.3}   {:>6.3}  {} / {}",
                attribute.name,
                value.precision(),
                value.recall(),
                value.f1(),
                equal.f1(),
                contains.f1(),
                oracle.f1(),
                name(attribute.column),
                name(attribute.best.map(|(column, _)| column)),
            )?;
            if args.wrong {
                for (page, said) in &attribute.wrong {
                    writeln!(out, "    {}: {said:?}", cases[*page].id)?;
                }
            }
            all.push(attribute.figures);
            best.push(oracle);
        }
    }
    let mean = |read: &dyn Fn(usize) -> f64| (0..all.len()).map(read).sum::<f64>() / all.len().max(1) as f64;
    writeln!(
        out,
        "{:<41} {:>6.4} {:>6.4} {:>6.4}   {:>6.4} {:>8.4}   {:>6.4}",
        format!("mean of {} attributes", all.len()),
        mean(&|place| all[place][1].precision()),
        mean(&|place| all[place][1].recall()),
        mean(&|place| all[place][1].f1()),
        mean(&|place| all[place][0].f1()),
        mean(&|place| all[place][2].f1()),
        mean(&|place| best[place].f1()),
    )?;
    let micros = applying.as_secs_f64() * 1e6 / f64::from(n_applied.max(1) as u32);
    let millis = learning.as_secs_f64() * 1e3 / sites.len() as f64;
    writeln!(
        out,
        "{} columns a wrapper, {millis:.0} ms to learn, {micros:.0} µs a page to apply",
        n_columns / sites.len()
    )?;
    Ok(Verdict::Passed)
}

const HEADING: &str =
    "site                   attribute           prec.  recall     F1    equal contains   best F1  column / best column";
