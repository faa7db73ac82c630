//! Whether clusters are of one site.

use super::SiteSet;
use crate::paper::cps::mixed;
use std::io::Write;
use tamis_sites::Choice;

/// Around the default, 0.6.
const THRESHOLDS: [f64; 7] = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

pub(super) fn print(set: &SiteSet, out: &mut dyn Write) -> anyhow::Result<()> {
    let both = THRESHOLDS.iter().flat_map(|&threshold| [(threshold, Choice::Best), (threshold, Choice::First)]);
    let options: Vec<(f64, Choice)> = both.collect();
    let n_pages: usize = set.sites.iter().map(|site| site.pages.len()).sum();
    writeln!(
        out,
        "Purity: {n_pages} pages of the {} sites of the {} in turns, without the name of their site.",
        set.sites.len(),
        set.name
    )?;
    writeln!(out, "in one, most: sites whose pages are all in one cluster; the most clusters that one site has.")?;
    writeln!(
        out,
        "{:<10} {:<6} {:>9} {:>8} {:>14} {:>7} {:>5}",
        "threshold", "choice", "clusters", "purity", "adjusted Rand", "in one", "most"
    )?;
    for mixed in mixed(&set.sites, &options)? {
        let of_sites = mixed.clusters_of_sites();
        let choice = match mixed.choice {
            Choice::Best => "best",
            Choice::First => "first",
        };
        writeln!(
            out,
            "{:<10} {choice:<6} {:>9} {:>8.4} {:>14.3} {:>7} {:>5}",
            mixed.threshold,
            mixed.n_clusters(),
            mixed.purity(),
            mixed.adjusted_rand(),
            of_sites.values().filter(|&&n_clusters| n_clusters == 1).count(),
            of_sites.values().max().copied().unwrap_or(0)
        )?;
    }
    writeln!(out)?;
    Ok(())
}
