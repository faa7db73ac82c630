//! `tamis-eval fit-segments`

use super::Verdict;
use crate::datasets::LayoutSource;
use crate::fit_segments::{Evidence, FitOptions, FitPage, Weights, cut, fit, out_of_fold, read_pages, written};
use crate::metrics::segments::{Counted, Level};
use anyhow::{Context as _, bail};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Fits the weights of the default method for segmentation.
#[derive(Args, Debug)]
pub struct FitSegmentsArgs {
    /// The data set, of pages that carry their truth as data-block marks
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Who lays the pages out; several, so that the weights hold for each: embedded, chromium, or a directory of stored
    /// pages
    #[arg(long, value_name = "WHO", required = true, num_args = 1..)]
    layout: Vec<LayoutSource>,
    /// Into how many parts the sites are divided; each is cut by weights that were fitted on the others
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(2..))]
    folds: u8,
    /// The thresholds that are tried
    #[arg(long, value_name = "NUMBER", num_args = 1.., default_values_t = [0.45, 0.5, 0.55, 0.6, 0.65])]
    threshold: Vec<f64>,
    /// How much an example counts against large weights
    #[arg(long, value_name = "NUMBER", default_value_t = FitOptions::default().trust)]
    trust: f64,
    /// Write the weights into this source file of the method
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

pub(super) fn run(args: &FitSegmentsArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let options = FitOptions { trust: args.trust, ..FitOptions::default() };
    let mut fitted = Vec::new();
    for evidence in Evidence::ALL {
        let sources = match evidence {
            Evidence::Markup => &[LayoutSource::None][..],
            Evidence::Layout => &args.layout[..],
        };
        let mut pages: Vec<FitPage> = Vec::new();
        for source in sources {
            pages.extend(read_pages(&args.data, source)?);
        }
        if pages.is_empty() {
            bail!("no page has marked blocks");
        }
        for level in Level::ALL {
            let all: Vec<&FitPage> = pages.iter().collect();
            let weights = fit(&all, sources.len(), level, options);
            let unseen = out_of_fold(&pages, sources.len(), usize::from(args.folds), level, options);
            let n_pages = pages.len() / sources.len();
            writeln!(
                out,
                "{} level {}",
                if evidence == Evidence::Markup { "markup" } else { "layout" },
                level.number()
            )?;
            for (source, number) in sources.iter().zip(0..) {
                let range = number * n_pages..(number + 1) * n_pages;
                let of_all = vec![weights.clone(); n_pages];
                for (title, by) in [("sites not seen", &unseen[range.clone()]), ("fitted on all", &of_all[..])] {
                    write!(out, "  {title:<15}")?;
                    for &threshold in &args.threshold {
                        write!(out, " {threshold}: {:.4}", figure(&pages[range.clone()], by, threshold, level))?;
                    }
                    writeln!(out, "  {source:?}")?;
                }
            }
            fitted.push((evidence, level, weights));
        }
    }
    if let Some(file) = &args.write {
        fs::write(file, written(&fitted)).with_context(|| format!("writing {}", file.display()))?;
        writeln!(out, "wrote {}", file.display())?;
    }
    Ok(Verdict::Passed)
}

/// The mean F over characters.
fn figure(pages: &[FitPage], weights: &[Weights], threshold: f64, level: Level) -> f64 {
    let scored = pages.iter().zip(weights).filter_map(|(page, weights)| {
        let blocks = cut(page, weights, threshold, level);
        page.marked.measure(&blocks, Counted::Everything)[usize::from(level == Level::Two)].clone()
    });
    let scores: Vec<f64> = scored.map(|figures| figures.chars.f1).collect();
    scores.iter().sum::<f64>() / scores.len().max(1) as f64
}
