//! The weights of the features: a draw by score should pick a candidate with a high F1.
//!
//! The candidates of a page and "no list", whose score is 0, share a probability of 1 by a softmax over their scores. What
//! the draw is worth is its expected F1; "no list" is worth 1 on a page that lists nothing and 0 on any other. The loss
//! of a page is the negative logarithm of that, so that a page which is lost altogether counts most, and weights are
//! kept small by a penalty on their squares. It is minimised by Adam, with all pages in each step and from the same
//! start, so that the same pages give the same weights.

use super::matrix::{add, dot};
use super::{CandidatePage, Matrix, Sign};

/// How the weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SoftmaxOptions {
    /// What half the sum of squared weights costs.
    pub penalty: f64,
    /// The number of steps.
    pub n_steps: i32,
    /// The length of a step.
    pub step: f64,
}

impl Default for SoftmaxOptions {
    fn default() -> SoftmaxOptions {
        SoftmaxOptions { penalty: 1e-3, n_steps: 500, step: 0.05 }
    }
}

/// A score: weights of the features on the scale of the matrix, and what is added.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// Of each feature.
    pub weights: Vec<f64>,
    /// The score of a candidate that is usual in all features.
    pub bias: f64,
}

/// Before anything is known, a candidate is less likely than "no list".
const FIRST_BIAS: f64 = -3.0;
/// Keeps the logarithm finite where the draw is worth nothing.
const LEAST_WORTH: f64 = 0.02;

/// Fits weights to the pages for which `is_used` holds. `signs` has the side of each weight.
pub fn fit(
    matrix: &Matrix,
    pages: &[CandidatePage],
    is_used: impl Fn(usize) -> bool,
    signs: &[Sign],
    options: SoftmaxOptions,
) -> Weights {
    let used: Vec<usize> = (0..pages.len()).filter(|&page| is_used(page)).collect();
    let total: f64 = used.iter().map(|&page| pages[page].weight).sum();
    let mut fitted = Weights { weights: vec![0.0; matrix.n_features()], bias: FIRST_BIAS };
    let mut adam = Adam::new(matrix.n_features() + 1, options.step);
    let mut rows = vec![0.0_f32; matrix.width()];
    for _ in 0..options.n_steps {
        let mut gradient = vec![0.0; matrix.n_features() + 1];
        let weights = fitted.in_lanes(matrix);
        for &page in &used {
            let scores = matrix.page(page).map(|row| f64::from(dot(row, &weights)) + fitted.bias).collect::<Vec<_>>();
            let slopes = slopes(&pages[page], &scores);
            rows.fill(0.0);
            let mut by_bias = 0.0;
            for (row, slope) in matrix.page(page).zip(slopes) {
                let slope = slope * pages[page].weight / total;
                add(&mut rows, slope as f32, row);
                by_bias += slope;
            }
            for (sum, &value) in gradient.iter_mut().zip(&rows[..matrix.n_features()]) {
                *sum += f64::from(value);
            }
            gradient[matrix.n_features()] += by_bias;
        }
        for (slope, weight) in gradient.iter_mut().zip(&fitted.weights) {
            *slope += options.penalty * weight;
        }
        adam.step(fitted.weights.iter_mut().chain(std::iter::once(&mut fitted.bias)), &gradient);
        for (weight, sign) in fitted.weights.iter_mut().zip(signs) {
            *weight = sign.hold(*weight);
        }
    }
    fitted
}

/// How the loss of a page grows with the score of each candidate.
fn slopes(page: &CandidatePage, scores: &[f64]) -> Vec<f64> {
    let most = scores.iter().copied().fold(0.0, f64::max);
    let shares: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
    let no_list = (-most).exp();
    let sum = no_list + shares.iter().sum::<f64>();
    let of_no_list = if page.lists_nothing { no_list } else { 0.0 };
    let worth = page.candidates.iter().zip(&shares).map(|(candidate, share)| candidate.f1 * share).sum::<f64>();
    let worth = (of_no_list + worth) / sum;
    let slope =
        |(candidate, share): (&super::Candidate, &f64)| -(share / sum) * (candidate.f1 - worth) / (worth + LEAST_WORTH);
    page.candidates.iter().zip(&shares).map(slope).collect()
}

impl Weights {
    /// The scores of a page's candidates.
    pub fn scores(&self, matrix: &Matrix, page: usize) -> Vec<f64> {
        let weights = self.in_lanes(matrix);
        matrix.page(page).map(|row| f64::from(dot(row, &weights)) + self.bias).collect()
    }

    /// The weights of features as they are, not on the scale of the matrix.
    pub fn unscaled(&self, matrix: &Matrix) -> Vec<f64> {
        let pairs = self.weights.iter().zip(&matrix.deviations);
        pairs.map(|(weight, &deviation)| if deviation > 0.0 { weight / deviation } else { 0.0 }).collect()
    }

    fn in_lanes(&self, matrix: &Matrix) -> Vec<f32> {
        let mut weights: Vec<f32> = self.weights.iter().map(|&weight| weight as f32).collect();
        weights.resize(matrix.width(), 0.0);
        weights
    }
}

/// Adam (Kingma and Ba 2015) with the paper's rates of decay.
struct Adam {
    step: f64,
    n_steps: i32,
    means: Vec<f64>,
    squares: Vec<f64>,
}

impl Adam {
    fn new(n: usize, step: f64) -> Adam {
        Adam { step, n_steps: 0, means: vec![0.0; n], squares: vec![0.0; n] }
    }

    fn step<'v>(&mut self, values: impl Iterator<Item = &'v mut f64>, gradient: &[f64]) {
        const MEAN_DECAY: f64 = 0.9;
        const SQUARE_DECAY: f64 = 0.999;
        self.n_steps += 1;
        let of_mean = 1.0 - MEAN_DECAY.powi(self.n_steps);
        let of_square = 1.0 - SQUARE_DECAY.powi(self.n_steps);
        for (index, value) in values.enumerate() {
            let slope = gradient[index];
            self.means[index] = MEAN_DECAY * self.means[index] + (1.0 - MEAN_DECAY) * slope;
            self.squares[index] = SQUARE_DECAY * self.squares[index] + (1.0 - SQUARE_DECAY) * slope * slope;
            *value -= self.step * (self.means[index] / of_mean) / ((self.squares[index] / of_square).sqrt() + 1e-9);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::fit::Candidate;

    pub(in crate::fit) const FREE: [Sign; 3] = [Sign::Either; 3];

    /// Twelve pages of three candidates. The first feature is 1 for the list and 0 for the others, the second has the same
    /// values everywhere but in another order on each page, the third never changes. Every third page lists nothing.
    pub(in crate::fit) fn pages() -> Vec<CandidatePage> {
        let page = |number: usize| {
            let lists_nothing = number % 3 == 2;
            let candidate = |position: usize| {
                let is_right = position == number % 2 && !lists_nothing;
                let noise = [0.0, 0.5, 1.0][(position + number / 2) % 3];
                Candidate {
                    features: vec![f32::from(u8::from(is_right)), noise, 4.0],
                    n_records: 5,
                    extent: position * 10..position * 10 + 10,
                    f1: if is_right { 1.0 } else { 0.0 },
                    is_right,
                }
            };
            CandidatePage {
                set: "lamps".to_owned(),
                site: format!("site-{number:02}"),
                lists_nothing,
                weight: 1.0,
                confidence_weight: 1.0,
                candidates: (0..3).map(candidate).collect(),
            }
        };
        (0..12).map(page).collect()
    }

    #[test]
    fn the_feature_that_tells_lists_gets_the_weight() {
        let pages = pages();
        let matrix = Matrix::of(&pages);
        let fitted = fit(&matrix, &pages, |_| true, &FREE, SoftmaxOptions::default());
        assert!(fitted.weights[0] > 1.0, "{fitted:?}");
        assert!(fitted.weights[1].abs() < 0.2 * fitted.weights[0], "{fitted:?}");
        assert_eq!(fitted.weights[2..], [0.0]);
        for (number, page) in pages.iter().enumerate() {
            let scores = fitted.scores(&matrix, number);
            for (candidate, score) in page.candidates.iter().zip(scores) {
                // "No list" has a score of 0, so that only a right candidate may be above.
                assert_eq!(score > 0.0, candidate.is_right, "page {number}: {score}");
            }
        }
    }

    #[test]
    fn a_weight_stays_on_its_side() {
        let pages = pages();
        let matrix = Matrix::of(&pages);
        let signs = [Sign::Against, Sign::Either, Sign::Either];
        let fitted = fit(&matrix, &pages, |_| true, &signs, SoftmaxOptions::default());
        assert_eq!(fitted.weights[..1], [0.0]);
    }

    #[test]
    fn the_slope_is_that_of_the_loss() {
        let pages = pages();
        let loss = |scores: &[f64]| {
            let shares: Vec<f64> = scores.iter().map(|score| score.exp()).collect();
            let worth: f64 = pages[0].candidates.iter().zip(&shares).map(|(one, share)| one.f1 * share).sum();
            -(worth / (1.0 + shares.iter().sum::<f64>()) + LEAST_WORTH).ln()
        };
        let scores = [0.3, -0.4, 1.2];
        for (position, slope) in slopes(&pages[0], &scores).into_iter().enumerate() {
            let mut higher = scores;
            higher[position] += 1e-6;
            assert!(((loss(&higher) - loss(&scores)) / 1e-6 - slope).abs() < 1e-4);
        }
    }

    #[test]
    fn the_same_pages_give_the_same_weights_and_a_page_left_out_others() {
        let pages = pages();
        let matrix = Matrix::of(&pages);
        let options = SoftmaxOptions { n_steps: 50, ..SoftmaxOptions::default() };
        let all = fit(&matrix, &pages, |_| true, &FREE, options);
        assert_eq!(all, fit(&matrix, &pages, |_| true, &FREE, options));
        assert_ne!(all, fit(&matrix, &pages, |page| page != 3, &FREE, options));
    }

    #[test]
    fn a_score_by_unscaled_weights_is_the_same() {
        let pages = pages();
        let matrix = Matrix::of(&pages);
        let fitted = fit(&matrix, &pages, |_| true, &FREE, SoftmaxOptions::default());
        let weights = fitted.unscaled(&matrix);
        let features = &pages[4].candidates[1].features;
        let terms = features.iter().zip(&weights).zip(&matrix.means);
        let score = terms.map(|((&value, weight), mean)| weight * (f64::from(value) - mean)).sum::<f64>() + fitted.bias;
        assert!((score - fitted.scores(&matrix, 4)[1]).abs() < 1e-4);
    }
}
