//! Logistic regression over the features of pieces.

use super::examples::examples;
use super::{Evidence, FitPage, sides};
use crate::fit::confidence::{Logistic, Sample};
use crate::metrics::segments::Level;
use tamis_extract::segment::auto::{CutPiece, Features};

/// How the weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitOptions {
    /// How much an example of mean impact counts against large weights.
    pub trust: f64,
    /// What every example counts at least, whatever its impact: for parts and for blocks.
    pub least: [f64; 2],
}

impl Default for FitOptions {
    /// By cross-validation over sites (November 2026). Trusts from 0.02 to 0.5 differ by less than 0.01;
    /// without the impact the figures of parts are lower by 0.02.
    fn default() -> FitOptions {
        FitOptions { trust: 0.03, least: [0.02, 0.2] }
    }
}

/// What every piece starts with, and what each feature counts.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// What every piece starts with.
    pub bias: f64,
    /// By feature.
    pub weights: Vec<f64>,
}

impl Weights {
    /// How likely a piece is to be divided.
    pub fn probability(&self, piece: &CutPiece) -> f64 {
        let terms = self.weights.iter().zip(piece.features.values()).map(|(weight, value)| weight * value);
        1.0 / (1.0 + (-(self.bias + terms.sum::<f64>())).exp())
    }
}

/// Fits weights on the pages that are named. Pages may come several times, laid out by several renderers.
pub fn fit(pages: &[&FitPage], n_layouts: usize, level: Level, options: FitOptions) -> Weights {
    let mut samples = Vec::new();
    let least = options.least[usize::from(level == Level::Two)];
    for (place, page) in pages.iter().enumerate() {
        for example in examples(page, level) {
            let inputs = page.pieces[example.piece].features.values().to_vec();
            samples.push(Sample { page: place, inputs, is_right: example.is_divided, weight: least + example.impact });
        }
    }
    let evidence = pages.first().map_or(Evidence::Markup, |page| page.evidence);
    let is_looked_at: Vec<bool> = (0..Features::LEN).map(|feature| evidence.has(feature)).collect();
    fit_with_sides(samples, is_looked_at, n_layouts, level, options)
}

/// Fits the weights, and again without the features that came out on the wrong side, until none does.
fn fit_with_sides(
    mut samples: Vec<Sample>,
    mut is_looked_at: Vec<bool>,
    n_layouts: usize,
    level: Level,
    options: FitOptions,
) -> Weights {
    let n = samples.len().max(1) as f64;
    let mean_weight = samples.iter().map(|sample| sample.weight).sum::<f64>() / n;
    let mut scales = Vec::new();
    for (feature, is_looked_at) in is_looked_at.iter_mut().enumerate() {
        let mean = samples.iter().map(|sample| sample.inputs[feature]).sum::<f64>() / n;
        let variance = samples.iter().map(|sample| (sample.inputs[feature] - mean).powi(2)).sum::<f64>() / n;
        // What is the same everywhere says nothing.
        *is_looked_at &= variance.sqrt() > 1e-6;
        scales.push((mean, variance.sqrt()));
    }
    for sample in &mut samples {
        sample.weight *= options.trust / (mean_weight * n_layouts.max(1) as f64);
        for (input, &(mean, deviation)) in sample.inputs.iter_mut().zip(&scales) {
            *input = if deviation > 1e-6 { (*input - mean) / deviation } else { 0.0 };
        }
    }
    loop {
        for sample in &mut samples {
            sample.inputs.iter_mut().zip(&is_looked_at).for_each(|(input, is)| *input *= f64::from(u8::from(*is)));
        }
        let fitted = Logistic::fit(samples.iter());
        let weights = &fitted.weights[1..];
        let is_wrong = |feature: usize| is_looked_at[feature] && !sides::allows(feature, level, weights[feature]);
        let wrong: Vec<usize> = (0..Features::LEN).filter(|&feature| is_wrong(feature)).collect();
        if wrong.is_empty() {
            let raw = |feature: usize| if is_looked_at[feature] { weights[feature] / scales[feature].1 } else { 0.0 };
            let weights: Vec<f64> = (0..Features::LEN).map(raw).collect();
            let moved: f64 = weights.iter().zip(&scales).map(|(weight, (mean, _))| weight * mean).sum();
            return Weights { bias: fitted.weights[0] - moved, weights };
        }
        for feature in wrong {
            is_looked_at[feature] = false;
        }
    }
}

/// Weights for each page that were fitted without the pages of its fold: sites take turns in their order, and the pages
/// of this data set are of one site each.
pub fn out_of_fold(
    pages: &[FitPage],
    n_layouts: usize,
    n_folds: usize,
    level: Level,
    options: FitOptions,
) -> Vec<Weights> {
    let mut ids: Vec<&str> = pages.iter().map(|page| page.marked.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    let fold = |page: &FitPage| ids.binary_search(&page.marked.id.as_str()).unwrap_or(0) % n_folds.max(1);
    let without = |left_out: usize| {
        let others: Vec<&FitPage> = pages.iter().filter(|page| fold(page) != left_out).collect();
        fit(&others, n_layouts, level, options)
    };
    let of_folds: Vec<Weights> = (0..n_folds.max(1)).map(without).collect();
    pages.iter().map(|page| of_folds[fold(page)].clone()).collect()
}
