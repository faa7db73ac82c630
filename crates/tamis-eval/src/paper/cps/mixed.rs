//! Are clusters of one site, if nobody says of which site a page is?

use super::Site;
use crate::metrics::clusters::{adjusted_rand, purity};
use anyhow::Context as _;
use std::collections::{BTreeMap, BTreeSet};
use tamis::PageReader;
use tamis_extract::{Answers, PageView};
use tamis_sites::{Choice, ClusterId, ClusterOptions, Clusters, Fingerprint, Visit};

/// Pages of many sites in the clusters of one.
#[derive(Clone, PartialEq, Debug)]
pub struct Mixed {
    /// From which similarity on a page is one of a template.
    pub threshold: f64,
    /// Which template is taken if several are similar enough.
    pub choice: Choice,
    /// Each page's cluster and site.
    pub pages: Vec<(ClusterId, String)>,
}

impl Mixed {
    /// The number of clusters.
    pub fn n_clusters(&self) -> usize {
        self.pages.iter().map(|(cluster, _)| cluster).collect::<BTreeSet<_>>().len()
    }

    /// The share of pages that are of the site that most pages of their cluster are of.
    pub fn purity(&self) -> f64 {
        purity(&self.pages)
    }

    /// How well clusters and sites agree, also in what is split.
    pub fn adjusted_rand(&self) -> f64 {
        adjusted_rand(&self.pages)
    }

    /// Of each site the number of clusters that its pages are in.
    pub fn clusters_of_sites(&self) -> BTreeMap<&str, usize> {
        let mut of_sites: BTreeMap<&str, BTreeSet<ClusterId>> = BTreeMap::new();
        for (cluster, site) in &self.pages {
            of_sites.entry(site).or_default().insert(*cluster);
        }
        of_sites.into_iter().map(|(site, clusters)| (site, clusters.len())).collect()
    }
}

/// Visits the pages of all sites in turns, one page of each site after the other, as if they were one site.
///
/// # Errors
/// A page cannot be read.
pub fn mixed(sites: &[Site], options: &[(f64, Choice)]) -> anyhow::Result<Vec<Mixed>> {
    let mut all: Vec<(Clusters, Mixed)> = options
        .iter()
        .map(|&(threshold, choice)| {
            let mut options = ClusterOptions::default();
            (options.threshold, options.choice) = (threshold, choice);
            (Clusters::new("all", "", options), Mixed { threshold, choice, pages: Vec::new() })
        })
        .collect();
    let mut reader = PageReader::default();
    let n_turns = sites.iter().map(|site| site.pages.len()).max().unwrap_or(0);
    for turn in 0..n_turns {
        for site in sites {
            let Some(page) = site.pages.get(turn) else { continue };
            let read = reader.read(page.capture()?).with_context(|| page.name.clone())?;
            let view = PageView::of(read.document());
            let fingerprint = Fingerprint::of(read.document());
            for (clusters, mixed) in &mut all {
                let cluster = match clusters.visit(&view, &fingerprint) {
                    Visit::Hit(hit) => hit.cluster,
                    Visit::Miss(miss) => clusters.learn(&view, &Answers::default(), &miss),
                };
                mixed.pages.push((cluster, site.name.clone()));
            }
        }
    }
    Ok(all.into_iter().map(|(_, mixed)| mixed).collect())
}
