//! `tamis-eval boxes`

use super::Verdict;
use crate::datasets;
use crate::datasets::firefox_boxes::Fit;
use anyhow::bail;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Says how well rectangles fit.
#[derive(Args, Debug)]
pub struct BoxesArgs {
    /// The data set
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Print the figures of each page too
    #[arg(long)]
    pages: bool,
}

pub(super) fn run(args: &BoxesArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let mut total = Fit::default();
    let mut shares = Vec::new();
    for case in datasets::cases(&args.data)? {
        let Some((_, fit)) = case.firefox_page()? else { continue };
        if args.pages {
            writeln!(
                out,
                "{:.4} {:.4} {:>6} {:>6} {}",
                fit.of_ours(),
                fit.of_theirs(),
                fit.n_ours,
                fit.n_theirs,
                case.id
            )?;
        }
        total.add(&fit);
        shares.push(fit.of_ours());
    }
    if shares.is_empty() {
        bail!("no page of {} has a boxes.tsv", args.data.display());
    }
    shares.sort_by(f64::total_cmp);
    let n_above = |least: f64| shares.iter().filter(|&&share| share >= least).count();
    writeln!(out, "pages                      {:>8}", shares.len())?;
    writeln!(out, "our elements               {:>8}", total.n_ours)?;
    writeln!(out, "elements in the files      {:>8}", total.n_theirs)?;
    writeln!(out, "share of ours aligned      {:>8.4}", total.of_ours())?;
    writeln!(out, "share of theirs aligned    {:>8.4}", total.of_theirs())?;
    writeln!(out, "median page, worst page    {:>8.4} {:.4}", shares[shares.len() / 2], shares[0])?;
    writeln!(out, "pages from 99 %, from 95 % {:>8} {}", n_above(0.99), n_above(0.95))?;
    Ok(Verdict::Passed)
}
