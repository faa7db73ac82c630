//! Table 1 and Figure 3: how the number of clusters grows with the number of pages.

use super::Site;
use anyhow::Context as _;
use tamis::PageReader;
use tamis_extract::{Answers, PageView};
use tamis_sites::{Choice, ClusterOptions, Clusters, Fingerprint, Visit};

/// The number of clusters of a site while its pages go by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Growth {
    /// The site.
    pub site: String,
    /// The number after each page, with [`Choice::Best`].
    pub best: Vec<usize>,
    /// The number after each page, with [`Choice::First`] as in the paper.
    pub first: Vec<usize>,
}

impl Growth {
    /// The number of pages.
    pub fn n_pages(&self) -> usize {
        self.best.len()
    }

    /// By how much the number of clusters grew while the number of pages doubled to all of them, as a share.
    pub fn by_last_doubling(&self) -> f64 {
        let before = self.best.get((self.n_pages() / 2).saturating_sub(1)).copied().unwrap_or(0);
        let after = self.best.last().copied().unwrap_or(0);
        if before == 0 { 0.0 } else { after as f64 / before as f64 - 1.0 }
    }
}

/// Visits the pages of a site. Pages are told apart by their paths alone, as in the paper: nothing is segmented.
///
/// # Errors
/// A page cannot be read.
pub fn growth(site: &Site, options: ClusterOptions) -> anyhow::Result<Growth> {
    let of = |choice| {
        let mut options = options;
        options.choice = choice;
        Clusters::new(site.name.as_str(), "", options)
    };
    let mut clusters = [of(Choice::Best), of(Choice::First)];
    let mut counts = [Vec::new(), Vec::new()];
    let mut reader = PageReader::default();
    for page in &site.pages {
        let read = reader.read(page.capture()?).with_context(|| page.name.clone())?;
        let view = PageView::of(read.document());
        let fingerprint = Fingerprint::of(read.document());
        for (clusters, counts) in clusters.iter_mut().zip(&mut counts) {
            if let Visit::Miss(miss) = clusters.visit(&view, &fingerprint) {
                clusters.learn(&view, &Answers::default(), &miss);
            }
            counts.push(clusters.len());
        }
    }
    let [best, first] = counts;
    Ok(Growth { site: site.name.clone(), best, first })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_half_of_the_pages_to_all_three_clusters_become_four() {
        let growth = Growth { site: String::new(), best: vec![1, 2, 3, 3, 4, 4], first: Vec::new() };
        assert!((growth.by_last_doubling() - 1.0 / 3.0).abs() < 1e-12);
        let nothing = Growth { site: String::new(), best: Vec::new(), first: Vec::new() };
        assert!(nothing.by_last_doubling().abs() < 1e-12);
    }
}
