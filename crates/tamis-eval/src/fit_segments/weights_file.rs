//! The fitted weights as the source file of the method.

use super::{Evidence, Weights};
use crate::metrics::segments::Level;
use std::fmt::Write;
use tamis_extract::segment::auto::Features;

/// The whole of `weights.rs`.
pub fn written(fitted: &[(Evidence, Level, Weights)]) -> String {
    let mut source = String::from(
        "//! The weights of the two decisions, fitted on a data set by `tamis-eval fit-segments`; see `docs/fitting.md`. Not\n\
         //! edited by hand.\n\n\
         #![allow(clippy::approx_constant, reason = \"a fitted weight may look like a constant of mathematics\")]\n\n\
         use super::score::Table;\n",
    );
    for (evidence, level, weights) in fitted {
        let (name, of) = match (evidence, level) {
            (Evidence::Markup, Level::One) => ("PARTS", "parts, by the markup"),
            (Evidence::Markup, Level::Two) => ("BLOCKS", "blocks, by the markup"),
            (Evidence::Layout, Level::One) => ("PARTS_WITH_LAYOUT", "parts, by the layout too"),
            (Evidence::Layout, Level::Two) => ("BLOCKS_WITH_LAYOUT", "blocks, by the layout too"),
        };
        // Writing to a string cannot fail.
        let _ = write!(
            source,
            "\n/// Whether a piece falls into several {of}.\n#[rustfmt::skip]\npub(super) static {name}: Table = Table {{\n    bias: {:.4},\n    weights: [\n",
            weights.bias
        );
        for (feature, weight) in Features::NAMES.iter().zip(&weights.weights) {
            let _ = writeln!(source, "        {weight:.4}, // {feature}");
        }
        source.push_str("    ],\n};\n");
    }
    source
}
