//! The features of all candidates in one block of memory, on one scale.

use super::CandidatePage;
use std::ops::Range;

/// Features with a mean of 0 and a standard deviation of 1 over all candidates, a row a candidate.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix {
    values: Vec<f32>,
    /// Columns, with those of zeros that fill a row up to whole lanes.
    width: usize,
    /// The mean of each feature.
    pub means: Vec<f64>,
    /// The standard deviation of each feature; 0 if it is the same everywhere.
    pub deviations: Vec<f64>,
    /// The rows of each page.
    rows: Vec<Range<usize>>,
}

/// How many numbers are worked on at a time. Sums are kept by lane, so that the compiler may use the machine's vectors
/// without changing an order of addition.
const LANES: usize = 8;
/// What differs less is the same everywhere.
const LEAST_DEVIATION: f64 = 1e-6;

impl Matrix {
    /// Of the candidates of all pages.
    pub fn of(pages: &[CandidatePage]) -> Matrix {
        let candidates = || pages.iter().flat_map(|page| &page.candidates);
        let n_features = candidates().next().map_or(0, |candidate| candidate.features.len());
        let n = candidates().count().max(1) as f64;
        let (mut means, mut deviations) = (vec![0.0; n_features], vec![0.0; n_features]);
        for candidate in candidates() {
            for (mean, &value) in means.iter_mut().zip(&candidate.features) {
                *mean += f64::from(value) / n;
            }
        }
        for candidate in candidates() {
            for ((sum, &value), mean) in deviations.iter_mut().zip(&candidate.features).zip(&means) {
                *sum += (f64::from(value) - mean).powi(2) / n;
            }
        }
        for deviation in &mut deviations {
            *deviation = deviation.sqrt();
            if *deviation < LEAST_DEVIATION {
                *deviation = 0.0;
            }
        }
        let width = n_features.next_multiple_of(LANES);
        let mut matrix = Matrix { values: Vec::new(), width, means, deviations, rows: Vec::new() };
        let mut n_rows = 0;
        for page in pages {
            for candidate in &page.candidates {
                matrix.push(&candidate.features);
            }
            matrix.rows.push(n_rows..n_rows + page.candidates.len());
            n_rows += page.candidates.len();
        }
        matrix
    }

    fn push(&mut self, features: &[f32]) {
        let scaled = features.iter().zip(&self.means).zip(&self.deviations).map(|((&value, mean), &deviation)| {
            if deviation > 0.0 { ((f64::from(value) - mean) / deviation) as f32 } else { 0.0 }
        });
        self.values.extend(scaled);
        self.values.resize(self.values.len().next_multiple_of(self.width.max(1)), 0.0);
    }

    /// How many features there are.
    pub fn n_features(&self) -> usize {
        self.means.len()
    }

    /// Features and the zeros after them.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The rows of a page's candidates.
    pub(super) fn page(&self, page: usize) -> impl Iterator<Item = &[f32]> {
        self.rows[page].clone().map(|row| &self.values[row * self.width..(row + 1) * self.width])
    }
}

/// The sum of products. Both have a width of whole lanes.
pub(super) fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = [0.0_f32; LANES];
    for (a, b) in one.chunks_exact(LANES).zip(other.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

/// Adds a multiple of a row.
pub(super) fn add(sum: &mut [f32], factor: f32, row: &[f32]) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += factor * value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::Candidate;

    #[test]
    fn features_are_put_on_one_scale_and_those_that_never_change_are_zero() {
        let candidate = |features: [f32; 3]| Candidate { features: features.to_vec(), ..Candidate::default() };
        let page = |candidates: Vec<Candidate>| CandidatePage { candidates, ..CandidatePage::default() };
        let pages = [
            page(vec![candidate([1.0, 100.0, 7.0])]),
            page(vec![]),
            page(vec![candidate([3.0, 300.0, 7.0]), candidate([2.0, 200.0, 7.0])]),
        ];
        let matrix = Matrix::of(&pages);
        assert_eq!(matrix.means, [2.0, 200.0, 7.0]);
        assert_eq!(matrix.deviations[2..], [0.0]);
        let rows: Vec<&[f32]> = matrix.page(2).collect();
        assert_eq!((matrix.page(0).count(), matrix.page(1).count(), rows.len()), (1, 0, 2));
        assert!((rows[0][0] - rows[0][1]).abs() < 1e-6 && (rows[0][0] - 1.5_f32.sqrt()).abs() < 1e-6);
        assert_eq!(rows[1], [0.0; LANES]);
        assert_eq!(rows[0][2..], [0.0; LANES - 2]);
    }

    #[test]
    fn a_dot_product_is_that_of_the_textbook() {
        let one: Vec<f32> = (0..16_u8).map(f32::from).collect();
        assert!((dot(&one, &[2.0; 16]) - 240.0).abs() < 1e-6);
        let mut sum = vec![1.0; 16];
        add(&mut sum, 0.5, &one);
        assert_eq!((sum[0], sum[15]), (1.0, 8.5));
    }
}
