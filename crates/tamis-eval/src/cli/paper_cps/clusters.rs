//! Table 1 and Figure 3.

use super::SiteSet;
use crate::metrics::clusters::hit_ratio;
use crate::paper::cps::{self, Growth, growth, plot};
use std::io::Write;
use tamis_sites::ClusterOptions;

/// The growth of every site, by set; the first set is drawn.
pub(super) fn measure(sets: &[SiteSet]) -> anyhow::Result<Vec<(&'static str, Vec<Growth>)>> {
    let of_set = |set: &SiteSet| {
        let sites = set.sites.iter().map(|site| growth(site, ClusterOptions::default()));
        Ok((set.name, sites.collect::<anyhow::Result<Vec<Growth>>>()?))
    };
    sets.iter().map(of_set).collect()
}

pub(super) fn plot(growth: &[(&'static str, Vec<Growth>)]) -> anyhow::Result<String> {
    let sites = growth.first().map_or(&[][..], |(_, sites)| sites);
    Ok(plot::svg(sites, &cps::published_sites()?))
}

pub(super) fn print(growth: &[(&'static str, Vec<Growth>)], out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "Table 1: clusters by common paths alone, and hit ratio, (pages - clusters) / pages, in percent.")?;
    writeln!(out, "best: the most similar template; first: the first that is similar enough, as in the paper.")?;
    writeln!(out, "at 500: after 500 pages, as in the paper. growth: from half of the pages to all of them (best).")?;
    writeln!(
        out,
        "{:<24} {:>6} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7} {:>7}",
        "site", "pages", "best", "hit", "first", "hit", "at 500", "hit", "growth"
    )?;
    for site in cps::published_sites()? {
        writeln!(
            out,
            "{:<24} {:>6} {:>6} {:>6} {:>6} {:>6.1} {:>7} {:>7.1} {:>7}",
            site.site,
            cps::N_PAGES,
            "-",
            "-",
            site.n_clusters,
            site.hit_ratio,
            site.n_clusters,
            site.hit_ratio,
            "<= 33"
        )?;
    }
    for (name, sites) in growth {
        writeln!(out, "{name}:")?;
        for site in sites {
            print_site(site, out)?;
        }
        let mean = |figure: &dyn Fn(&Growth) -> f64| sites.iter().map(figure).sum::<f64>() / sites.len().max(1) as f64;
        let last = |counts: &[usize]| counts.last().copied().unwrap_or(0);
        let hits = |site: &Growth, counts: &[usize]| 100.0 * hit_ratio(site.n_pages(), last(counts));
        writeln!(
            out,
            "{:<24} {:>6.0} {:>6.1} {:>6.1} {:>6.1} {:>6.1}",
            "mean",
            mean(&|site| site.n_pages() as f64),
            mean(&|site| last(&site.best) as f64),
            mean(&|site| hits(site, &site.best)),
            mean(&|site| last(&site.first) as f64),
            mean(&|site| hits(site, &site.first)),
        )?;
        let largest = sites.iter().map(Growth::by_last_doubling).fold(0.0, f64::max);
        writeln!(
            out,
            "When the number of pages doubles, templates grow by at most {:.0} % (the paper: 33 %).",
            100.0 * largest
        )?;
    }
    writeln!(out)?;
    Ok(())
}

fn print_site(site: &Growth, out: &mut dyn Write) -> std::io::Result<()> {
    let n_pages = site.n_pages();
    let figures = |counts: &[usize]| {
        let n_clusters = counts.last().copied().unwrap_or(0);
        (n_clusters, 100.0 * hit_ratio(counts.len(), n_clusters))
    };
    let ((best, best_hits), (first, first_hits)) = (figures(&site.best), figures(&site.first));
    let [at_500, hits_at_500] = match site.best.get(..cps::N_PAGES) {
        Some(counts) => [figures(counts).0.to_string(), format!("{:.1}", figures(counts).1)],
        None => ["-".to_owned(), "-".to_owned()],
    };
    writeln!(
        out,
        "{:<24} {n_pages:>6} {best:>6} {best_hits:>6.1} {first:>6} {first_hits:>6.1} {at_500:>7} {hits_at_500:>7} {:>7.0}",
        site.site,
        100.0 * site.by_last_doubling()
    )
}
