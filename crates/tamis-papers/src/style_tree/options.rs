//! The parameters of the method.

use tamis_extract::options::{MethodOptions, OptionSpec};

/// How pages are merged, and what is noise then.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct StyleTreeOptions {
    /// What is noise at most, from 0 to 1. Default: 0.1; paper: 0.2.
    pub threshold: f64,
    /// How much the importance below an element counts beside that of its own styles, from 0 to 1. Default and paper: 0.9.
    pub gamma: f64,
    /// Which children of two pages are one. Default: those of one name and rank; paper: those of one whole sequence.
    pub siblings: Siblings,
    /// What of a text is compared. Default: all of it; paper: each of its words.
    pub features: TextFeatures,
    /// On which share of the pages something has to stand to be noise. Default: 0.5; paper: 0, that is on three pages.
    pub min_share: f64,
    /// Whether a line of text goes whole or not at all. Default: true; paper: false.
    pub whole_lines: bool,
    /// Whether a label stays with what it is a label of, though it repeats. Default: true; paper: false.
    pub labels: bool,
}

/// Which children of two pages are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Siblings {
    /// Those with the same tag, classes, id and rank among such siblings.
    Aligned,
    /// Those at the same position of the same sequence of children.
    Exact,
}

/// What of a text is compared with that of other pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextFeatures {
    /// The whole text.
    Text,
    /// Each of its words.
    Words,
}

impl Default for StyleTreeOptions {
    fn default() -> StyleTreeOptions {
        StyleTreeOptions {
            threshold: 0.1,
            gamma: 0.9,
            siblings: Siblings::Aligned,
            features: TextFeatures::Text,
            min_share: 0.5,
            whole_lines: true,
            labels: true,
        }
    }
}

impl StyleTreeOptions {
    /// Sets what is noise at most.
    #[must_use]
    pub fn with_threshold(mut self, threshold: f64) -> StyleTreeOptions {
        self.threshold = threshold;
        self
    }
}

impl MethodOptions for StyleTreeOptions {
    fn paper() -> StyleTreeOptions {
        StyleTreeOptions {
            siblings: Siblings::Exact,
            features: TextFeatures::Words,
            min_share: 0.0,
            whole_lines: false,
            labels: false,
            threshold: 0.2,
            ..StyleTreeOptions::default()
        }
    }

    fn table() -> &'static [OptionSpec<StyleTreeOptions>] {
        const FEATURES: [TextFeatures; 2] = [TextFeatures::Text, TextFeatures::Words];
        const SIBLINGS: [Siblings; 2] = [Siblings::Aligned, Siblings::Exact];
        const {
            &[
                OptionSpec::number(
                    "threshold",
                    (0.0, 1.0),
                    "importance up to which something is noise",
                    |options| options.threshold,
                    |options, value| options.threshold = value,
                ),
                OptionSpec::number(
                    "gamma",
                    (0.0, 1.0),
                    "how much the importance below an element counts beside that of its own styles",
                    |options| options.gamma,
                    |options, value| options.gamma = value,
                ),
                OptionSpec::choice(
                    "siblings",
                    &["aligned", "exact"],
                    "which children of two pages are one: of one name and rank, or at one position of one sequence",
                    |options| options.siblings as usize,
                    |options, idx| options.siblings = SIBLINGS[idx],
                ),
                OptionSpec::choice(
                    "features",
                    &["text", "words"],
                    "what of a text is compared with other pages: all of it, or each of its words",
                    |options| options.features as usize,
                    |options, idx| options.features = FEATURES[idx],
                ),
                OptionSpec::number(
                    "min-share",
                    (0.0, 1.0),
                    "share of the pages on which something has to stand to be noise",
                    |options| options.min_share,
                    |options, value| options.min_share = value,
                ),
                OptionSpec::flag(
                    "whole-lines",
                    "let a line of text go whole or not at all",
                    |options| options.whole_lines,
                    |options, value| options.whole_lines = value,
                ),
                OptionSpec::flag(
                    "labels",
                    "keep a label with what it is a label of, though it repeats",
                    |options| options.labels,
                    |options, value| options.labels = value,
                ),
            ]
        }
    }
}
