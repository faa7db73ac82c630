//! Tables 2 to 4, and what a hit costs.

use super::{SetRun, segmenters};
use crate::metrics::clusters::{hit_ratio, time_saved};
use crate::paper::cps::{self, HitTime, SegmenterRun};
use std::io::Write;

pub(super) fn print(runs: &[SetRun], every: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    let published = cps::published_sites()?;
    writeln!(
        out,
        "Tables 2 to 4: seconds for all pages of a site. Processor time of this process, one page at a time."
    )?;
    writeln!(out, "plain: lay out and segment each page (methods without boxes: parse and segment), measured on")?;
    writeln!(
        out,
        "all misses and one hit of {every}. clustered: parse, fingerprint, find the template and map; where there is none,"
    )?;
    writeln!(out, "lay out, segment and learn. segmented: pages for which that was so; clusters and learned again.")?;
    for (idx, name) in segmenters(runs) {
        writeln!(out, "\n{name}")?;
        writeln!(
            out,
            "{:<24} {:>6} {:>9} {:>9} {:>9} {:>6} {:>10} {:>10} {:>7}",
            "site", "pages", "clusters", "segmented", "no fit", "hit", "plain", "clustered", "saved"
        )?;
        let table = cps::TIMED.iter().position(|timed| *timed == name);
        for site in table.map_or(&[][..], |_| &published) {
            let times = site.times[table.unwrap_or(0)];
            writeln!(
                out,
                "{:<24} {:>6} {:>9} {:>9} {:>9} {:>6.1} {:>10.0} {:>10.0} {:>7.1}",
                site.site,
                cps::N_PAGES,
                site.n_clusters,
                site.n_clusters,
                "-",
                site.hit_ratio,
                times.plain,
                times.clustered,
                times.saved
            )?;
        }
        for set in runs {
            let mut total = Sums::default();
            for site in &set.sites {
                let sums = Sums::of(site.n_pages, &site.segmenters[idx]);
                if set.is_listed {
                    sums.print(&site.site, out)?;
                }
                total.add(&sums);
            }
            total.print(&format!("all of the {}", set.name), out)?;
        }
    }
    writeln!(out)?;
    print_hits(runs, out)
}

#[derive(Clone, Copy, Default)]
struct Sums {
    n_pages: usize,
    n_clusters: usize,
    n_segmented: usize,
    n_unfit: usize,
    plain: f64,
    clustered: f64,
}

impl Sums {
    fn of(n_pages: usize, run: &SegmenterRun) -> Sums {
        Sums {
            n_pages,
            n_clusters: run.n_clusters,
            n_segmented: run.n_segmented(),
            n_unfit: run.n_unfit,
            plain: run.plain_seconds(),
            clustered: run.clustered,
        }
    }

    fn add(&mut self, other: &Sums) {
        self.n_pages += other.n_pages;
        self.n_clusters += other.n_clusters;
        self.n_segmented += other.n_segmented;
        self.n_unfit += other.n_unfit;
        self.plain += other.plain;
        self.clustered += other.clustered;
    }

    fn print(&self, name: &str, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(
            out,
            "{name:<24} {:>6} {:>9} {:>9} {:>9} {:>6.1} {:>10.2} {:>10.2} {:>7.1}",
            self.n_pages,
            self.n_clusters,
            self.n_segmented,
            self.n_unfit,
            100.0 * hit_ratio(self.n_pages, self.n_segmented),
            self.plain,
            self.clustered,
            100.0 * time_saved(self.plain, self.clustered)
        )
    }
}

fn print_hits(runs: &[SetRun], out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "What a hit costs: microseconds, median of all hits; 95 %: so many take no longer than that.")?;
    writeln!(
        out,
        "{:<14} {:<14} {:>7} {:>8} {:>12} {:>8} {:>8} {:>8} {:>9}",
        "pages", "segmenter", "hits", "parse", "fingerprint", "find", "map", "all", "95 %"
    )?;
    for set in runs {
        for (idx, name) in segmenters(runs) {
            let hits: Vec<HitTime> = set.sites.iter().flat_map(|site| &site.segmenters[idx].hits).copied().collect();
            let at = |share: f64, time: fn(&HitTime) -> f64| {
                let mut times: Vec<f64> = hits.iter().map(time).collect();
                times.sort_by(f64::total_cmp);
                let place = (share * times.len().saturating_sub(1) as f64).round() as usize;
                1e6 * times.get(place).copied().unwrap_or(0.0)
            };
            writeln!(
                out,
                "{:<14} {name:<14} {:>7} {:>8.0} {:>12.0} {:>8.0} {:>8.0} {:>8.0} {:>9.0}",
                set.name,
                hits.len(),
                at(0.5, |hit| hit.parse),
                at(0.5, |hit| hit.fingerprint),
                at(0.5, |hit| hit.find),
                at(0.5, |hit| hit.map),
                at(0.5, HitTime::total),
                at(0.95, HitTime::total),
            )?;
        }
    }
    writeln!(out)?;
    Ok(())
}
