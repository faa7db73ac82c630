//! How similar records are by the attributes they have.

use std::collections::HashMap;

/// How similar a record is to the others on average, and all of them to each other.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Cohesion {
    /// The mean Jaccard index of all pairs, each record with itself included.
    pub(crate) index: f64,
    /// By record: the mean Jaccard index with the other records; 1 for a lone one.
    pub(crate) means: Vec<f64>,
}

/// The most different sets of attributes that are compared; the rarest of a page with more are taken for unlike.
const MAX_SETS: usize = 1000;

/// Compares the sets of attributes of all records. Equal sets are compared once.
pub(crate) fn cohesion(sets: &[Vec<u32>]) -> Cohesion {
    let mut number_of: HashMap<&[u32], usize> = HashMap::new();
    let mut counts: Vec<(&[u32], usize)> = Vec::new();
    let numbers: Vec<usize> = sets
        .iter()
        .map(|set| {
            let number = *number_of.entry(set).or_insert(counts.len());
            match counts.get_mut(number) {
                Some((_, count)) => *count += 1,
                None => counts.push((set, 1)),
            }
            number
        })
        .collect();
    let n = sets.len();
    let mut compared: Vec<usize> = (0..counts.len()).collect();
    compared.sort_by_key(|&number| (std::cmp::Reverse(counts[number].1), number));
    compared.truncate(MAX_SETS);
    // By different set: the sum over all records.
    let mut sums: Vec<f64> = vec![1.0; counts.len()];
    for &one in &compared {
        sums[one] =
            compared.iter().map(|&other| counts[other].1 as f64 * jaccard(counts[one].0, counts[other].0)).sum();
    }
    let total: f64 = numbers.iter().map(|&number| sums[number]).sum();
    let mean = |&number: &usize| if n > 1 { (sums[number] - 1.0) / (n - 1) as f64 } else { 1.0 };
    Cohesion { index: if n > 0 { total / (n * n) as f64 } else { 1.0 }, means: numbers.iter().map(mean).collect() }
}

/// What two sets in ascending order share of what they have together; two empty ones are equal.
pub(crate) fn jaccard<T: Ord>(one: &[T], other: &[T]) -> f64 {
    let (mut a, mut b, mut n_shared) = (0, 0, 0);
    while a < one.len() && b < other.len() {
        n_shared += usize::from(one[a] == other[b]);
        let (next_a, next_b) = (one[a] <= other[b], other[b] <= one[a]);
        a += usize::from(next_a);
        b += usize::from(next_b);
    }
    let n_together = one.len() + other.len() - n_shared;
    if n_together == 0 { 1.0 } else { n_shared as f64 / n_together as f64 }
}
