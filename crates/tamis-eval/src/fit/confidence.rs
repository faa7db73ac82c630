//! How likely the best candidate of a page is right: a logistic regression.
//!
//! It counts the score, the lead over the best other list and some features, as `auto` does, and is fitted to scores
//! that a page has by the weights of other sites: on its own pages the weights look better than they are.

use super::{Candidate, CandidatePage};
use crate::metrics::calibration::{Calibration, Outcome};
use tamis_extract::records::auto::Features;

/// The features that say more of how sure a list is than of which list is best.
pub const FEATURES: [&str; 11] = [
    "similarity_by_tags", "similarity_of_parts", "least_similarity", "regularity", "larger_twin", "inner_lists",
    "text_share", "outside_prose", "number", "listing", "aside",
];

/// A higher score, or a lower one, says nothing more; nor does a larger lead. As in the method.
const MAX_SCORE: f64 = 20.0;
const MAX_LEAD: f64 = 6.0;

/// The positions of [`FEATURES`].
pub fn feature_positions() -> Vec<usize> {
    let position = |name: &str| Features::NAMES.iter().position(|&other| other == name);
    FEATURES.iter().filter_map(|name| position(name)).collect()
}

/// What the confidence of a page is made from.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The position of the page.
    pub page: usize,
    /// Score, lead and features of the best candidate.
    pub inputs: Vec<f64>,
    /// Whether the best candidate is right.
    pub is_right: bool,
    /// How much the page counts.
    pub weight: f64,
}

/// The samples of all pages that have a candidate, by their scores.
pub fn samples(pages: &[CandidatePage], scores: &[Vec<f64>], features: &[usize]) -> Vec<Sample> {
    let sample = |(page, scores): (usize, &Vec<f64>)| {
        let CandidatePage { candidates, confidence_weight, .. } = &pages[page];
        let best = best(scores)?;
        let rivals = candidates.iter().zip(scores).filter(|(other, _)| !are_one_list(&candidates[best], other));
        let rival = rivals.map(|(_, &score)| score).fold(f64::NEG_INFINITY, f64::max);
        let mut inputs = vec![scores[best].clamp(-MAX_SCORE, MAX_SCORE), (scores[best] - rival).clamp(0.0, MAX_LEAD)];
        inputs.extend(features.iter().map(|&feature| f64::from(candidates[best].features[feature])));
        Some(Sample { page, inputs, is_right: candidates[best].is_right, weight: *confidence_weight })
    };
    scores.iter().enumerate().filter_map(sample).collect()
}

/// The position of the highest score, the first of several.
pub(super) fn best(scores: &[f64]) -> Option<usize> {
    (0..scores.len()).reduce(|best, other| if scores[other] > scores[best] { other } else { best })
}

/// Whether two candidates are readings of one list, as the method says it.
fn are_one_list(one: &Candidate, other: &Candidate) -> bool {
    let (a, b) = (&one.extent, &other.extent);
    let common = a.end.min(b.end).saturating_sub(a.start.max(b.start));
    let (few, many) = (one.n_records.min(other.n_records), one.n_records.max(other.n_records));
    common * 5 >= a.len().max(b.len()) * 4 && few * 5 >= many * 4
}

/// The confidence of every sample by a regression on the samples of the other folds, by data set in the order of the
/// pages.
pub fn out_of_fold(pages: &[CandidatePage], samples: &[Sample], folds: &[usize]) -> Vec<(String, Calibration)> {
    let mut by_set: Vec<(String, Calibration)> = Vec::new();
    let n_folds = folds.iter().max().map_or(0, |&fold| fold + 1);
    let fit_without = |fold: usize| Logistic::fit(samples.iter().filter(|sample| folds[sample.page] != fold));
    let fitted: Vec<Logistic> = (0..n_folds).map(fit_without).collect();
    for sample in samples {
        let page = &pages[sample.page];
        let outcome = match (page.lists_nothing, sample.is_right) {
            (true, _) => Outcome::ListsNothing,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Wrong,
        };
        let confidence = fitted[folds[sample.page]].probability(&sample.inputs);
        match by_set.iter_mut().find(|(set, _)| *set == page.set) {
            Some((_, calibration)) => calibration.add(confidence, outcome),
            None => {
                let mut calibration = Calibration::default();
                calibration.add(confidence, outcome);
                by_set.push((page.set.clone(), calibration));
            }
        }
    }
    by_set
}

/// A logistic regression.
#[derive(Clone, PartialEq, Debug)]
pub struct Logistic {
    /// What is added, then what each input counts.
    pub weights: Vec<f64>,
}

impl Logistic {
    /// Minimises half the sum of squared weights, what is added left out, plus the logarithmic loss, by Newton's method.
    pub fn fit<'s>(samples: impl Iterator<Item = &'s Sample>) -> Logistic {
        const MAX_STEPS: usize = 100;
        let samples: Vec<&Sample> = samples.collect();
        let n = samples.first().map_or(0, |sample| sample.inputs.len()) + 1;
        let mut fitted = Logistic { weights: vec![0.0; n] };
        let mut loss = fitted.loss(&samples);
        for _ in 0..MAX_STEPS {
            let direction = fitted.newton_direction(&samples);
            // Far from the minimum a whole step may lead uphill.
            let halves = std::iter::successors(Some(1.0), |&length: &f64| (length > 1e-6).then_some(length / 2.0));
            let shorter = halves.map(|length| {
                let moved = fitted.weights.iter().zip(&direction).map(|(weight, by)| weight - length * by);
                let moved = Logistic { weights: moved.collect() };
                (moved.loss(&samples), moved)
            });
            let better = shorter.into_iter().find(|(moved_loss, _)| *moved_loss < loss);
            let Some((better_loss, better)) = better else { break };
            let gain = loss - better_loss;
            (loss, fitted) = (better_loss, better);
            if gain < 1e-10 {
                break;
            }
        }
        fitted
    }

    /// How likely the answer is right, from 0 to 1.
    pub fn probability(&self, inputs: &[f64]) -> f64 {
        1.0 / (1.0 + (-self.sum(inputs)).exp())
    }

    fn sum(&self, inputs: &[f64]) -> f64 {
        self.weights[0] + self.weights[1..].iter().zip(inputs).map(|(weight, input)| weight * input).sum::<f64>()
    }

    fn loss(&self, samples: &[&Sample]) -> f64 {
        let of_sample = |sample: &&Sample| {
            let sum = self.sum(&sample.inputs);
            let against = if sample.is_right { -sum } else { sum };
            // The logarithm of 1 + exp, without an overflow.
            sample.weight * (against.max(0.0) + (-against.abs()).exp().ln_1p())
        };
        let penalty = 0.5 * self.weights[1..].iter().map(|weight| weight * weight).sum::<f64>();
        penalty + samples.iter().map(of_sample).sum::<f64>()
    }

    /// The gradient, divided by the matrix of second derivatives.
    fn newton_direction(&self, samples: &[&Sample]) -> Vec<f64> {
        let n = self.weights.len();
        let mut gradient = self.weights.clone();
        gradient[0] = 0.0;
        let mut curvature = vec![vec![0.0; n]; n];
        for (index, row) in curvature.iter_mut().enumerate() {
            row[index] = if index == 0 { 1e-9 } else { 1.0 };
        }
        for sample in samples {
            let probability = self.probability(&sample.inputs);
            let slope = sample.weight * (probability - f64::from(u8::from(sample.is_right)));
            let bend = sample.weight * probability * (1.0 - probability);
            let inputs = || std::iter::once(1.0).chain(sample.inputs.iter().copied());
            for ((row, slopes), one) in curvature.iter_mut().zip(&mut gradient).zip(inputs()) {
                *slopes += slope * one;
                for (sum, other) in row.iter_mut().zip(inputs()) {
                    *sum += bend * one * other;
                }
            }
        }
        solve(curvature, gradient)
    }
}

/// Solves a system of equations whose matrix is symmetric and positive definite, by elimination: such a matrix needs no
/// change of rows.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for pivot in 0..n {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[pivot] / pivot_row[pivot];
            for (value, of_pivot) in row[pivot..].iter_mut().zip(&pivot_row[pivot..]) {
                *value -= factor * of_pivot;
            }
            right[pivot + 1 + offset] -= factor * right[pivot];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::softmax::tests::pages;

    fn sample(inputs: &[f64], is_right: bool) -> Sample {
        Sample { page: 0, inputs: inputs.to_vec(), is_right, weight: 1.0 }
    }

    #[test]
    fn every_feature_of_the_confidence_is_one() {
        assert_eq!(feature_positions().len(), FEATURES.len());
    }

    #[test]
    fn equations_are_solved() {
        let found = solve(vec![vec![4.0, 1.0, 0.0], vec![1.0, 3.0, 1.0], vec![0.0, 1.0, 2.0]], vec![6.0, 10.0, 8.0]);
        for (value, expected) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((value - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn at_the_minimum_the_loss_is_flat() {
        let samples = [(0.5, true), (1.0, false), (2.0, true), (-1.0, false), (-2.0, true), (-3.0, false), (4.0, true)];
        let samples: Vec<Sample> = samples.iter().map(|&(input, is_right)| sample(&[input, 1.0], is_right)).collect();
        let fitted = Logistic::fit(samples.iter());
        let samples: Vec<&Sample> = samples.iter().collect();
        for index in 0..3 {
            let mut moved = fitted.clone();
            moved.weights[index] += 1e-5;
            let slope = (moved.loss(&samples) - fitted.loss(&samples)) / 1e-5;
            assert!(slope.abs() < 1e-3, "{slope}");
        }
        assert!(fitted.weights[1] > 0.0);
    }

    #[test]
    fn a_perfect_separator_is_sure_on_both_sides_and_finite() {
        let samples: Vec<Sample> = (0..200).map(|n| sample(&[f64::from(n % 2) * 8.0 - 4.0], n % 2 == 1)).collect();
        let fitted = Logistic::fit(samples.iter());
        assert!(fitted.probability(&[4.0]) > 0.97 && fitted.probability(&[-4.0]) < 0.03);
        assert!(fitted.weights.iter().all(|weight| weight.is_finite()));
        // Only right answers: sure of everything, and still a number.
        let right: Vec<Sample> = samples.into_iter().filter(|sample| sample.is_right).collect();
        assert!(Logistic::fit(right.iter()).probability(&[4.0]) > 0.97);
    }

    #[test]
    fn lead_is_over_the_best_other_list_and_not_over_another_reading_of_the_same() {
        let mut pages = pages();
        pages.truncate(1);
        pages[0].candidates[1].extent = 0..11;
        let found = samples(&pages, &[vec![5.0, 4.5, 3.0]], &[0]);
        assert_eq!(found[0].inputs, [5.0, 2.0, 1.0]);
        assert!(found[0].is_right);
        let alone = samples(&pages, &[vec![5.0]], &[]);
        assert_eq!(alone[0].inputs, [5.0, MAX_LEAD]);
    }

    #[test]
    fn confidence_is_told_by_set_and_by_other_folds() {
        let pages = pages();
        let scores: Vec<Vec<f64>> = pages
            .iter()
            .map(|page| page.candidates.iter().map(|one| if one.is_right { 5.0 } else { -5.0 }).collect())
            .collect();
        let folds: Vec<usize> = (0..pages.len()).map(|page| page % 4).collect();
        let by_set = out_of_fold(&pages, &samples(&pages, &scores, &[]), &folds);
        assert_eq!(by_set.len(), 1);
        let above = by_set[0].1.above(0.5);
        assert_eq!((above.n_pages, above.n_right, by_set[0].1.below(0.5).n_nothing()), (8, 8, 4));
    }
}
