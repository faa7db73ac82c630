//! Pages that were put together, against the sites or templates that they are of; and what that is worth.

use super::share;
use std::collections::BTreeMap;

/// The pages that were not segmented as a share of all: the paper's hit ratio, in which every page that is segmented
/// opens a cluster. A template that is learned again costs a segmentation too, so what is counted is those.
pub fn hit_ratio(n_pages: usize, n_segmented: usize) -> f64 {
    share(n_pages.saturating_sub(n_segmented), n_pages)
}

/// The share of the time of plain segmentation that clusters save; negative if they take longer.
pub fn time_saved(plain: f64, clustered: f64) -> f64 {
    if plain > 0.0 { 1.0 - clustered / plain } else { 0.0 }
}

/// Of pages, each with its cluster and its label, the share whose label is the one that most pages of its cluster have.
pub fn purity<C: Ord + Clone, L: Ord + Clone>(pages: &[(C, L)]) -> f64 {
    let mut largest: BTreeMap<C, usize> = BTreeMap::new();
    for ((cluster, _), n_pages) in counts(pages) {
        let largest = largest.entry(cluster).or_default();
        *largest = n_pages.max(*largest);
    }
    share(largest.values().sum(), pages.len())
}

/// Hubert and Arabie's adjusted Rand index: 1 if clusters and labels divide the pages in the same way, about 0 if the
/// clusters were drawn by lot.
pub fn adjusted_rand<C: Ord + Clone, L: Ord + Clone>(pages: &[(C, L)]) -> f64 {
    fn pairs<'a>(counts: impl IntoIterator<Item = &'a usize>) -> f64 {
        counts.into_iter().map(|&n| n as f64 * (n as f64 - 1.0) / 2.0).sum()
    }
    let both = counts(pages);
    let (mut clusters, mut labels) = (BTreeMap::new(), BTreeMap::new());
    for ((cluster, label), n_pages) in &both {
        *clusters.entry(cluster).or_insert(0) += n_pages;
        *labels.entry(label).or_insert(0) += n_pages;
    }
    let (clusters, labels) = (pairs(clusters.values()), pairs(labels.values()));
    let expected = clusters * labels / pairs(&[pages.len()]).max(1.0);
    let most = f64::midpoint(clusters, labels);
    // Everything in one cluster and of one label, or everything by itself in both.
    if (most - expected).abs() < 1e-12 { 1.0 } else { (pairs(both.values()) - expected) / (most - expected) }
}

fn counts<C: Ord + Clone, L: Ord + Clone>(pages: &[(C, L)]) -> BTreeMap<(C, L), usize> {
    let mut counts = BTreeMap::new();
    for page in pages {
        *counts.entry(page.clone()).or_insert(0) += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    #[test]
    fn the_hit_ratio_of_42_clusters_on_500_pages_is_that_of_table_1() {
        assert!(close(hit_ratio(500, 42), 0.916));
        assert!(close(hit_ratio(0, 0), 0.0));
    }

    #[test]
    fn the_time_saved_for_telegraph_is_that_of_table_2() {
        assert_eq!(format!("{:.1}", 100.0 * time_saved(2719.0, 841.0)), "69.1");
        assert!(time_saved(1.0, 2.0) < 0.0);
    }

    #[test]
    fn a_cluster_of_two_sites_is_as_pure_as_the_larger_of_them() {
        let pages = [(1, 'a'), (1, 'a'), (1, 'b'), (2, 'b')];
        assert!(close(purity(&pages), 0.75));
        let split = [(1, 'a'), (2, 'a'), (3, 'b'), (3, 'b')];
        assert!(close(purity(&split), 1.0));
    }

    #[test]
    fn adjusted_rand_sees_what_is_split_and_what_is_merged() {
        let pages = |clusters: [u8; 6]| -> Vec<(u8, char)> { clusters.into_iter().zip("aaabbb".chars()).collect() };
        assert!(close(adjusted_rand(&pages([1, 1, 1, 2, 2, 2])), 1.0));
        assert!(close(adjusted_rand(&pages([1, 1, 1, 1, 1, 1])), 0.0));
        // By hand: 4 pairs together in both, 6 by label, 7 by cluster, 15 in all; (4 - 2.8) / (6.5 - 2.8).
        assert!(close(adjusted_rand(&pages([1, 1, 1, 1, 2, 2])), (4.0 - 2.8) / (6.5 - 2.8)));
        assert!(close(adjusted_rand::<u8, u8>(&[]), 1.0));
    }
}
