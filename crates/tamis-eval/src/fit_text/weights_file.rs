//! The fitted weights as source files: those of the method, and the words of class names.

use super::{Columns, Weights};
use std::fmt::Write;
use tamis_extract::clean::blocks::{BlocksTrace, Features};

/// The whole of `weights.rs`.
pub fn written(columns: &Columns, weights: &Weights) -> String {
    let list = |values: &[f32]| values.iter().map(|&value| number(value)).collect::<Vec<_>>().join(", ");
    let part = |start: usize, len: usize| &weights.weights[start..start + len];
    let mut source = String::from(
        "//! The weights of the score, fitted on data sets by `tamis-eval fit-text`; see `docs/fitting.md`. Not edited by hand.\n\n\
         #![allow(clippy::approx_constant, reason = \"a fitted weight may look like a constant of mathematics\")]\n\n\
         /// What every block starts with.\n",
    );
    let _ = writeln!(source, "pub(super) const START: f32 = {};\n", number(weights.start));
    source.push_str("/// The weights of each feature: the limits of its bins, and a weight for each bin.\n");
    source.push_str("#[rustfmt::skip]\npub(super) static BINS: &[(&[f32], &[f32])] = &[\n");
    for (feature, limits) in columns.limits.iter().enumerate() {
        let of_bins = part(columns.start_of_feature(feature), limits.len() + 1);
        let limits: Vec<String> = limits.iter().map(|limit| format!("{limit:?}")).collect();
        let name = Features::NAMES[feature];
        let _ = writeln!(source, "    // {name}\n    (&[{}], &[{}]),", limits.join(", "), list(of_bins));
    }
    source.push_str(
        "];\n\n/// The weights of the tag around a block, by its number, and of the tag around its first text.\n",
    );
    source.push_str("#[rustfmt::skip]\npub(super) static TAG_WEIGHTS: [&[f32]; 2] = [\n");
    for place in 0..2 {
        let _ = writeln!(source, "    &[{}],", list(part(columns.start_of_tags(place), BlocksTrace::N_TAGS)));
    }
    source.push_str("];\n");
    source
}

/// The whole of `content_words.rs`.
pub fn written_words(columns: &Columns, weights: &Weights) -> String {
    let mut source = String::from(
        "//! The words of names that speak for or against main content, fitted on data sets by `tamis-eval fit-text`; see\n\
         //! `docs/fitting.md`. Not edited by hand.\n\n\
         #![allow(clippy::approx_constant, reason = \"a fitted weight may look like a constant of mathematics\")]\n\n\
         /// The words of class names and their weights, in alphabetical order.\n\
         #[rustfmt::skip]\npub(crate) static CONTENT_WORDS: &[(&str, f32)] = &[\n",
    );
    let mut line = String::from("   ");
    for (word, &weight) in columns.words.iter().zip(&weights.weights[columns.start_of_words()..]) {
        let word = format!(" ({word:?}, {}),", number(weight));
        if line.len() + word.len() > 120 {
            source.push_str(&line);
            line = String::from("\n   ");
        }
        line.push_str(&word);
    }
    source.push_str(&line);
    source.push_str("\n];\n");
    source
}

fn number(weight: f32) -> String {
    format!("{:?}", (weight * 1000.0).round() / 1000.0)
}
