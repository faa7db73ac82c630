//! What the paper published.

use anyhow::Context as _;

/// How many pages of each site the paper took.
pub const N_PAGES: usize = 500;

/// The segmenters of Tables 2 to 4, by the names that they have here.
pub const TIMED: [&str; 3] = ["vips", "visual-areas", "bcs"];

/// A site of Tables 1 to 4.
#[derive(Clone, PartialEq, Debug)]
pub struct PublishedSite {
    /// Its name.
    pub site: String,
    /// Clusters in 500 pages.
    pub n_clusters: usize,
    /// The hit ratio in percent.
    pub hit_ratio: f64,
    /// Of each of [`TIMED`] the seconds for all pages.
    pub times: [PublishedTimes; 3],
}

/// A row of Tables 2 to 4.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PublishedTimes {
    /// Seconds of plain segmentation.
    pub plain: f64,
    /// Seconds with clusters.
    pub clustered: f64,
    /// Time saved in percent.
    pub saved: f64,
}

/// The six sites.
///
/// # Errors
/// If a row of our own file of facts cannot be read.
pub fn sites() -> anyhow::Result<Vec<PublishedSite>> {
    let rows = include_str!("../../../facts/cps_tables.csv").lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|line| read_row(line).with_context(|| format!("reading the row '{line}'"))).collect()
}

fn read_row(line: &str) -> anyhow::Result<PublishedSite> {
    let (site, figures) = line.split_once(',').context("no figures")?;
    let figures: Vec<f64> = figures.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let &[n_clusters, hit_ratio, ref times @ ..] = figures.as_slice() else { anyhow::bail!("no clusters") };
    let row = |times: &[f64]| match *times {
        [plain, clustered, saved] => Ok(PublishedTimes { plain, clustered, saved }),
        _ => anyhow::bail!("{} times", times.len()),
    };
    let times: Vec<PublishedTimes> = times.chunks(3).map(row).collect::<anyhow::Result<_>>()?;
    let Ok(times) = times.try_into() else { anyhow::bail!("not three segmenters") };
    Ok(PublishedSite { site: site.to_owned(), n_clusters: n_clusters as usize, hit_ratio, times })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::clusters::{hit_ratio, time_saved};

    #[test]
    fn the_published_shares_follow_from_the_published_counts_and_times() -> anyhow::Result<()> {
        let sites = sites()?;
        assert_eq!(sites.len(), 6);
        for site in sites {
            assert!((100.0 * hit_ratio(N_PAGES, site.n_clusters) - site.hit_ratio).abs() < 0.051, "{site:?}");
            for times in site.times {
                assert!((100.0 * time_saved(times.plain, times.clustered) - times.saved).abs() < 0.1, "{times:?}");
            }
        }
        Ok(())
    }
}
