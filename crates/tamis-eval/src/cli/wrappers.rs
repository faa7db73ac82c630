//! `tamis-eval wrappers`

use super::Verdict;
use crate::datasets::{self, PageCase};
use crate::wrappers::detail::{self, HEADING, Report};
use crate::wrappers::lists::{self, AppliedTo, SitePage, Trial, TrialFigures};
use anyhow::bail;
use clap::Args;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

/// Scores wrappers on pages that they were not learned from.
///
/// Where the truth of the data set has records these are wrappers of lists, beside what extraction itself finds on the same
/// pages; where it has values of attributes they are wrappers of detail pages.
#[derive(Args, Debug)]
pub struct WrappersArgs {
    /// The data set: several pages a site, each with its records or with the values of its attributes
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Only sites whose name has this in it
    #[arg(long, value_name = "TEXT")]
    site: Option<String>,
    /// From how many pages of a site a wrapper is learned [default: of lists 1 and 2, of detail pages 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    learn: Option<u32>,
    /// Of lists: name so many sites whose wrappers fall furthest behind extraction
    #[arg(long, value_name = "N", default_value_t = 10)]
    worst: usize,
    /// Of lists: apply the wrappers to the pages that they were learned from
    #[arg(long)]
    on_learned: bool,
    /// Print the wrappers and what they find
    #[arg(long)]
    dump: bool,
}

/// How many pages of a site teach what a detail page of it is like.
const DETAIL_PAGES: u32 = 5;

pub(super) fn run(args: &WrappersArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let mut details: BTreeMap<String, Vec<PageCase>> = BTreeMap::new();
    for case in datasets::cases(&args.data)?.into_iter().filter(|case| case.attribute_values().is_some()) {
        let site = case.site_and_kind();
        if args.site.as_ref().is_none_or(|part| site.contains(part)) {
            details.entry(site).or_default().push(case);
        }
    }
    if details.is_empty() { of_lists(args, out) } else { of_details(args, &details, out) }
}

fn of_details(
    args: &WrappersArgs,
    sites: &BTreeMap<String, Vec<PageCase>>,
    out: &mut dyn Write,
) -> anyhow::Result<Verdict> {
    writeln!(out, "{HEADING}")?;
    let mut report = Report::default();
    for (site, cases) in sites {
        match detail::measure(cases, args.learn.unwrap_or(DETAIL_PAGES) as usize)? {
            Ok(score) => report.add(site, cases, &score, args.dump, out)?,
            Err(error) => writeln!(out, "{site}: {error}")?,
        }
    }
    report.finish(out)?;
    Ok(Verdict::Passed)
}

fn of_lists(args: &WrappersArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let sites = lists::pages_by_site(&args.data, args.site.as_deref())?;
    let learned = args.learn.map_or_else(|| vec![1, 2], |n| vec![n as usize]);
    let mut total: Vec<_> = learned.into_iter().map(|n| (n, TrialFigures::default())).collect();
    let mut lines = Vec::new();
    let (to, min_pages) = if args.on_learned { (AppliedTo::Learned, 1) } else { (AppliedTo::Others, 2) };
    for (site, pages) in sites.iter().filter(|(_, pages)| pages.len() >= min_pages) {
        let mut by_site = Vec::new();
        for (n_learned, total) in &mut total {
            let trials: Vec<Trial> = lists::trials(pages, *n_learned, to);
            let figures = TrialFigures::of(pages, &trials);
            total.add(&figures);
            by_site.push(figures);
            if args.dump {
                lists::dump(site, pages, &trials, out)?;
            }
        }
        lines.push(line(site, pages, &by_site));
    }
    if lines.is_empty() {
        bail!("{} has no site with several pages, each with its records or values of attributes", args.data.display());
    }
    lines.sort_by(|one, other| other.0.total_cmp(&one.0));
    if args.worst > 0 {
        writeln!(out, "cells and records short of extraction's, by site")?;
    }
    for (_, line) in lines.iter().take(args.worst) {
        writeln!(out, "{line}")?;
    }
    lists::print(&total, out)?;
    Ok(Verdict::Passed)
}

/// How far the wrappers of a site fall behind, and that in words.
fn line(site: &str, pages: &[SitePage], figures: &[TrialFigures]) -> (f64, String) {
    let behind: f64 = figures.iter().map(|it| (1.0 - it.record_ratio()) + (1.0 - it.attribute_ratio())).sum();
    let ratios: Vec<String> = figures
        .iter()
        .map(|it| format!("records {:.3} attributes {:.3}", it.record_ratio(), it.attribute_ratio()))
        .collect();
    (behind, format!("  {site:<32} {} pages: {}", pages.len(), ratios.join("; ")))
}
