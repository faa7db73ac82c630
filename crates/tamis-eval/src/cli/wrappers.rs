//! `tamis eval wrappers`

use super::Verdict;
use crate::wrappers::{self, AppliedTo, SitePage, Trial, TrialFigures};
use anyhow::bail;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Scores wrappers of lists: learned on one page of a site and on two, applied to the others, beside what extraction itself
/// finds there.
#[derive(Args, Debug)]
pub struct WrappersArgs {
    /// The data set: several pages a site, each with its records
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Only sites whose name has this in it
    #[arg(long, value_name = "TEXT")]
    site: Option<String>,
    /// List so many sites whose wrappers fall furthest behind extraction
    #[arg(long, value_name = "N", default_value_t = 10)]
    worst: usize,
    /// Apply the wrappers to the pages that they were learned from
    #[arg(long)]
    on_learned: bool,
    /// Print the wrappers and what they find
    #[arg(long)]
    dump: bool,
}

pub(super) fn run(args: &WrappersArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let sites = wrappers::pages_by_site(&args.data, args.site.as_deref())?;
    let mut total = [(1, TrialFigures::default()), (2, TrialFigures::default())];
    let mut lines = Vec::new();
    let (to, min_pages) = if args.on_learned { (AppliedTo::Learned, 1) } else { (AppliedTo::Others, 2) };
    for (site, pages) in sites.iter().filter(|(_, pages)| pages.len() >= min_pages) {
        let mut by_site = Vec::new();
        for (n_learned, total) in &mut total {
            let trials: Vec<Trial> = wrappers::trials(pages, *n_learned, to);
            let figures = TrialFigures::of(pages, &trials);
            total.add(&figures);
            by_site.push(figures);
            if args.dump {
                wrappers::dump(site, pages, &trials, out)?;
            }
        }
        lines.push(line(site, pages, &by_site));
    }
    if lines.is_empty() {
        bail!("{} has no site with several pages", args.data.display());
    }
    lines.sort_by(|one, other| other.0.total_cmp(&one.0));
    if args.worst > 0 {
        writeln!(out, "cells and records short of extraction's, by site: on 1 page, on 2 pages")?;
    }
    for (_, line) in lines.iter().take(args.worst) {
        writeln!(out, "{line}")?;
    }
    wrappers::print(&total, out)?;
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
