//! Fitting the weights: steps along the gradient, page by page.

use super::{BlockPage, Columns};
use std::collections::BTreeSet;

/// How the weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainOptions {
    /// How often every page is seen.
    pub n_epochs: usize,
    /// The length of the first steps.
    pub step: f32,
    /// What large weights cost.
    pub penalty: f32,
    /// How much the expected F1 of pages counts; the rest is the log loss of their blocks.
    pub f1_part: f32,
}

impl Default for TrainOptions {
    /// By cross-validation (November 2026): penalties from 0.1 to 3 and parts from 0.5 to 0.8 differ by less than 0.003;
    /// 0 and 1 are worse by 0.005 and 0.01.
    fn default() -> TrainOptions {
        TrainOptions { n_epochs: 16, step: 0.05, penalty: 1.0, f1_part: 0.7 }
    }
}

/// A weight for each column, and what every block starts with.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// By column.
    pub weights: Vec<f32>,
    /// What every block starts with.
    pub start: f32,
}

impl Weights {
    /// The probabilities of the blocks of a page.
    pub fn probabilities(&self, rows: &[Vec<u16>]) -> Vec<f32> {
        let score =
            |row: &Vec<u16>| row.iter().fold(self.start, |sum, &column| sum + self.weights[usize::from(column)]);
        rows.iter().map(|row| 1.0 / (1.0 + (-score(row).clamp(-30.0, 30.0)).exp())).collect()
    }
}

/// How much a page of a data set counts. The texts of readability are those that another program kept, and of snippets
/// only a few blocks a page are known, half of them noise.
fn page_weight(set: &str) -> f32 {
    match set {
        "readability" => 0.7,
        "snippets" => 0.02,
        _ => 1.0,
    }
}

/// Fits weights on the pages that are named.
pub fn train(pages: &[BlockPage], columns: &Columns, of: &[usize], options: TrainOptions) -> Weights {
    let n_columns = columns.len();
    let mut order: Vec<usize> = of.to_vec();
    let mut random: u64 = 1;
    let mut next_random = move || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        random >> 33
    };
    let penalty = options.penalty / of.len().max(1) as f32;
    let mut weights = Weights { weights: vec![0.0; n_columns], start: 0.0 };
    // AdaGrad: columns that are rarely seen take longer steps. The start is the last of them.
    let mut squares = vec![1e-3_f32; n_columns + 1];
    let mut gradient = Gradient::new(n_columns);
    let mut mean = Weights { weights: vec![0.0; n_columns], start: 0.0 };
    let first_of_mean = options.n_epochs / 2;
    for epoch in 0..options.n_epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, (next_random() % (last as u64 + 1)) as usize);
        }
        for &page in &order {
            gradient.of_page(&pages[page], &columns.rows[page], &weights, options.f1_part);
            let step = |weight: &mut f32, square: &mut f32, slope: f32| {
                *square += slope * slope;
                *weight -= options.step * slope / square.sqrt();
            };
            for column in gradient.touched.drain(..).map(usize::from) {
                let weight = &mut weights.weights[column];
                let slope = std::mem::take(&mut gradient.slopes[column]) + penalty * *weight;
                step(weight, &mut squares[column], slope);
            }
            step(&mut weights.start, &mut squares[n_columns], std::mem::take(&mut gradient.start));
        }
        // The mean of the last weights is steadier than the last.
        if epoch >= first_of_mean {
            let part = 1.0 / (options.n_epochs - first_of_mean) as f32;
            mean.weights.iter_mut().zip(&weights.weights).for_each(|(mean, weight)| *mean += part * weight);
            mean.start += part * weights.start;
        }
    }
    mean
}

/// The slope of a page's loss, by column.
struct Gradient {
    slopes: Vec<f32>,
    touched: Vec<u16>,
    start: f32,
}

impl Gradient {
    fn new(n_columns: usize) -> Gradient {
        Gradient { slopes: vec![0.0; n_columns], touched: Vec::new(), start: 0.0 }
    }

    fn of_page(&mut self, page: &BlockPage, rows: &[Vec<u16>], weights: &Weights, f1_part: f32) {
        let weight = page_weight(&page.set);
        let chances = weights.probabilities(rows);
        let n_words = |idx: usize| page.blocks[idx].words.len() as f32;
        let share = |idx: usize| page.blocks[idx].share;
        let all_words: f32 = (0..rows.len()).map(n_words).sum::<f32>().max(1.0);
        let content: f32 = (0..rows.len()).map(|idx| chances[idx] * share(idx).unwrap_or(0.0) * n_words(idx)).sum();
        let kept: f32 = (0..rows.len()).map(|idx| chances[idx] * n_words(idx)).sum();
        let both = kept + page.truth.as_ref().map_or(0, Vec::len).max(1) as f32;
        for (idx, row) in rows.iter().enumerate() {
            let (Some(share), words, chance) = (share(idx), n_words(idx), chances[idx]) else { continue };
            let slope = if page.truth.is_some() {
                let f1 = 2.0 * words * (share / both - content / (both * both));
                (1.0 - f1_part) * words / all_words * (chance - share) - f1_part * f1 * chance * (1.0 - chance)
            } else {
                chance - share
            };
            let slope = weight * slope;
            if words == 0.0 || slope == 0.0 {
                continue;
            }
            self.start += slope;
            for &column in row {
                if self.slopes[usize::from(column)] == 0.0 {
                    self.touched.push(column);
                }
                self.slopes[usize::from(column)] += slope;
            }
        }
        // A slope that came back to zero was entered twice.
        self.touched.sort_unstable();
        self.touched.dedup();
    }
}

/// The probabilities of all blocks, each by weights that were fitted without the pages of its site.
pub fn out_of_fold(pages: &[BlockPage], columns: &Columns, n_folds: usize, options: TrainOptions) -> Vec<Vec<f32>> {
    let sites: BTreeSet<&str> = pages.iter().map(|page| page.site.as_str()).collect();
    let sites: Vec<&str> = sites.into_iter().collect();
    let fold = |page: usize| sites.binary_search(&pages[page].site.as_str()).unwrap_or(0) % n_folds.max(1);
    let mut chances = vec![Vec::new(); pages.len()];
    for left_out in 0..n_folds.max(1) {
        let others: Vec<usize> = (0..pages.len()).filter(|&page| fold(page) != left_out).collect();
        let weights = train(pages, columns, &others, options);
        for page in (0..pages.len()).filter(|&page| fold(page) == left_out) {
            chances[page] = weights.probabilities(&columns.rows[page]);
        }
    }
    chances
}
