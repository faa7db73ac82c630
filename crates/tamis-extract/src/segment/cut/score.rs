//! How likely a piece is to be divided.

use super::Features;
use super::weights::{BLOCKS, BLOCKS_WITH_LAYOUT, PARTS, PARTS_WITH_LAYOUT};

/// The weights of one decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    pub(super) bias: f64,
    pub(super) weights: [f64; Features::LEN],
}

impl Table {
    /// How likely a piece is to be divided.
    pub(super) fn probability(&self, features: &Features) -> f64 {
        let terms = self.weights.iter().zip(features.values()).map(|(weight, value)| weight * value);
        let score: f64 = self.bias + terms.sum::<f64>();
        1.0 / (1.0 + (-score).exp())
    }
}

/// Those for parts and those for blocks.
pub(super) fn tables(has_layout: bool) -> [&'static Table; 2] {
    if has_layout { [&PARTS_WITH_LAYOUT, &BLOCKS_WITH_LAYOUT] } else { [&PARTS, &BLOCKS] }
}
