//! The fitted weights as the source file of the method.

use super::{Evidence, Weights};
use crate::metrics::segments::Level;
use std::fmt::Write;
use tamis_extract::segment::auto::Features;

/// The whole of `weights.rs`: a column for each decision, by the markup and then by the layout too.
pub fn written(fitted: &[(Evidence, Level, Weights)]) -> String {
    let row = |weight: &dyn Fn(&Weights) -> f64| {
        let weights: Vec<String> = fitted.iter().map(|(.., weights)| format!("{:>7.4}", weight(weights))).collect();
        format!("[{}]", weights.join(", "))
    };
    let mut source = String::from(
        "//! The weights of the two decisions, fitted on a data set by `tamis-eval fit-segments`; see `docs/fitting.md`. Not\n\
         //! edited by hand.\n\
         //!\n\
         //! A row has four numbers: whether a piece falls into several parts, and into several blocks, by the markup alone; then\n\
         //! both by the layout too.\n\n\
         #![allow(clippy::approx_constant, reason = \"a fitted weight may look like a constant of mathematics\")]\n\n\
         /// What every piece starts with.\n#[rustfmt::skip]\npub(super) static BIAS: [f64; 4] =\n",
    );
    // Writing to a string cannot fail.
    let _ = writeln!(source, "    {};", row(&|weights| weights.bias));
    source.push_str("\n/// The weights of each feature.\n#[rustfmt::skip]\n");
    source.push_str("pub(super) static WEIGHTS: [[f64; 4]; super::Features::LEN] = [\n");
    for (place, feature) in Features::NAMES.iter().enumerate() {
        let _ = writeln!(source, "    {}, // {feature}", row(&|weights| weights.weights[place]));
    }
    source.push_str("];\n");
    source
}
