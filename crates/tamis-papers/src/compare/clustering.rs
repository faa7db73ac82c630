//! Agglomerative clustering by average linkage, with pairs that must stay apart.
//!
//! Two clusters are as far apart as their items are on average. The nearest two are merged until no two are near enough.
//! A pair that must stay apart keeps its clusters apart for good, which is a distance without end: an average with it is
//! without end too. Merging then never brings a third cluster nearer, so the nearest-neighbour chain finds the same
//! clusters as the search for the nearest pair of all, in quadratic time.

use tamis_page::budget;

/// The cluster of each item; clusters are numbered by their first item.
///
/// `sizes` says how many things each item stands for: an item of size 3 weighs as much as three. `distance` is asked
/// once for each two items, the smaller first; `None` keeps them apart.
pub(crate) fn average_linkage(
    sizes: &[u32],
    max_distance: f64,
    mut distance: impl FnMut(usize, usize) -> Option<f64>,
) -> Vec<usize> {
    let n = sizes.len();
    let mut distances = vec![f64::INFINITY; n * n];
    for one in 0..n {
        budget::spend(16 * (n - one));
        for other in one + 1..n {
            let between = distance(one, other).unwrap_or(f64::INFINITY);
            distances[one * n + other] = between;
            distances[other * n + one] = between;
        }
    }
    let mut clusters = Clusters {
        distances,
        weights: sizes.iter().map(|&size| f64::from(size.max(1))).collect(),
        is_open: vec![true; n],
        cluster_of: (0..n).collect(),
    };
    clusters.follow_chains(max_distance);
    clusters.numbered()
}

struct Clusters {
    /// Between the clusters that are named by one of their items.
    distances: Vec<f64>,
    weights: Vec<f64>,
    /// Whether the cluster may still be merged.
    is_open: Vec<bool>,
    /// For each item the item that it was merged into, or itself.
    cluster_of: Vec<usize>,
}

impl Clusters {
    fn follow_chains(&mut self, max_distance: f64) {
        let n = self.weights.len();
        let mut chain: Vec<usize> = Vec::new();
        let mut next_start = 0;
        loop {
            let Some(&last) = chain.last() else {
                while next_start < n && !self.is_open[next_start] {
                    next_start += 1;
                }
                if next_start == n {
                    return;
                }
                chain.push(next_start);
                continue;
            };
            let previous = chain.len().checked_sub(2).map(|index| chain[index]);
            match self.nearest(last, previous) {
                Some((nearest, distance)) if distance <= max_distance => {
                    if Some(nearest) == previous {
                        chain.truncate(chain.len() - 2);
                        self.merge(last.min(nearest), last.max(nearest));
                    } else {
                        chain.push(nearest);
                    }
                }
                // Distances only grow: nothing will ever be near enough.
                _ => {
                    self.is_open[last] = false;
                    chain.pop();
                }
            }
        }
    }

    /// The nearest open cluster; of equally near ones `preferred`, then the first.
    fn nearest(&self, one: usize, preferred: Option<usize>) -> Option<(usize, f64)> {
        let n = self.weights.len();
        budget::spend(n);
        let row = &self.distances[one * n..(one + 1) * n];
        let mut best = preferred.map(|other| (other, row[other]));
        for (other, &distance) in row.iter().enumerate() {
            if other != one && self.is_open[other] && best.is_none_or(|(_, least)| distance < least) {
                best = Some((other, distance));
            }
        }
        best
    }

    fn merge(&mut self, kept: usize, merged: usize) {
        let n = self.weights.len();
        let (kept_weight, merged_weight) = (self.weights[kept], self.weights[merged]);
        for other in (0..n).filter(|&other| other != kept && other != merged && self.is_open[other]) {
            let sum =
                kept_weight * self.distances[kept * n + other] + merged_weight * self.distances[merged * n + other];
            let mean = sum / (kept_weight + merged_weight);
            self.distances[kept * n + other] = mean;
            self.distances[other * n + kept] = mean;
        }
        self.weights[kept] += merged_weight;
        self.is_open[merged] = false;
        self.cluster_of[merged] = kept;
    }

    fn numbered(&self) -> Vec<usize> {
        let mut numbers = vec![0; self.cluster_of.len()];
        let mut n_clusters = 0;
        for item in 0..self.cluster_of.len() {
            // The smaller item of two is kept, so it has its number.
            let kept = self.cluster_of[item];
            numbers[item] = if kept == item { n_clusters } else { numbers[kept] };
            n_clusters += usize::from(kept == item);
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_close_to_each_other_are_one_cluster() {
        let values = [1.0_f64, 1.2, 5.0, 1.1];
        let clusters = average_linkage(&[1; 4], 0.5, |one, other| Some((values[one] - values[other]).abs()));
        assert_eq!(clusters, [0, 0, 1, 0]);
    }

    #[track_caller]
    fn check(values: &[f64], apart: &[(usize, usize)], max_distance: f64, expect: &[usize]) {
        let clusters = average_linkage(&vec![1; values.len()], max_distance, |one, other| {
            (!apart.contains(&(one, other))).then(|| (values[one] - values[other]).abs())
        });
        assert_eq!(clusters, expect);
    }

    #[test]
    fn near_values_share_a_cluster() {
        check(&[], &[], 1.0, &[]);
        check(&[3.0], &[], 1.0, &[0]);
        check(&[0.0, 10.0, 1.0, 11.0, 5.0], &[], 2.0, &[0, 1, 0, 1, 2]);
    }

    #[test]
    fn the_mean_counts_and_not_the_nearest() {
        // 2 is 1 from its neighbour and 1.5 from the two on average.
        check(&[0.0, 1.0, 2.0], &[], 1.2, &[0, 0, 1]);
        check(&[0.0, 1.0, 2.0], &[], 1.5, &[0, 0, 0]);
    }

    #[test]
    fn what_must_stay_apart_keeps_whole_clusters_apart() {
        check(&[0.0, 0.1, 0.2, 0.3], &[(0, 3)], 1.0, &[0, 0, 1, 1]);
        check(&[0.0, 0.0, 0.0], &[(0, 1), (1, 2), (0, 2)], 1.0, &[0, 1, 2]);
    }

    #[test]
    fn a_large_item_weighs_more() {
        let values: [f64; 3] = [0.0, 1.0, 2.2];
        let distance = |one: usize, other: usize| Some((values[one] - values[other]).abs());
        assert_eq!(average_linkage(&[1, 1, 1], 1.6, distance), [0, 0, 1]);
        assert_eq!(average_linkage(&[1, 9, 1], 1.6, distance), [0, 0, 0]);
    }

    /// Merging the nearest two of all, over and over.
    fn by_search(n: usize, max_distance: f64, distance: impl Fn(usize, usize) -> f64) -> Vec<usize> {
        let mut clusters: Vec<Vec<usize>> = (0..n).map(|item| vec![item]).collect();
        loop {
            let mut best: Option<(f64, usize, usize)> = None;
            for (one, items) in clusters.iter().enumerate() {
                for (other, others) in clusters.iter().enumerate().skip(one + 1) {
                    let pairs = items.iter().flat_map(|&a| others.iter().map(move |&b| (a, b)));
                    let sum: f64 = pairs.map(|(a, b)| distance(a, b)).sum();
                    let mean = sum / (items.len() * others.len()) as f64;
                    if mean <= max_distance && best.is_none_or(|(least, _, _)| mean < least) {
                        best = Some((mean, one, other));
                    }
                }
            }
            let Some((_, one, other)) = best else { break };
            let merged = clusters.remove(other);
            clusters[one].extend(merged);
        }
        let mut numbers = vec![0; n];
        clusters.sort_by_key(|items| items.iter().min().copied());
        for (number, items) in clusters.iter().enumerate() {
            for &item in items {
                numbers[item] = number;
            }
        }
        numbers
    }

    #[test]
    fn the_chain_finds_what_a_full_search_finds() {
        let mut seed = 11_u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(seed >> 8) / f64::from(1 << 24)
        };
        for _ in 0..40 {
            let points: Vec<(f64, f64)> = (0..24).map(|_| (random(), random())).collect();
            let distance = |one: usize, other: usize| {
                let (one_point, other_point) = (points[one], points[other]);
                if one % 6 == other % 6 && one != other {
                    f64::INFINITY
                } else {
                    (one_point.0 - other_point.0).hypot(one_point.1 - other_point.1)
                }
            };
            let by_chain = average_linkage(&[1; 24], 0.3, |one, other| {
                Some(distance(one, other)).filter(|distance| distance.is_finite())
            });
            assert_eq!(by_chain, by_search(24, 0.3, distance));
        }
    }
}
