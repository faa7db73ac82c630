//! What can be chosen about the rules.

use tamis_extract::options::{MethodOptions, OptionSpec};

/// How noise is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct RulesOptions {
    /// How many tags a subtree must have to count as large. Default: learnt from the page. For the pages of one site,
    /// give what [`ThresholdLearner`](super::ThresholdLearner) finds over several of them.
    pub threshold: Threshold,
    /// How the rules are read. Default: from the body down.
    pub reading: Reading,
}

impl RulesOptions {
    /// As in the paper: figure 8 to the letter, with the lowest threshold that section 5 allows; the paper's own thresholds are lost.
    #[must_use]
    pub fn paper() -> RulesOptions {
        RulesOptions { threshold: Threshold::Fixed(super::threshold::LOWEST), reading: Reading::Literal }
    }

    /// The same with another [`threshold`](RulesOptions::threshold).
    #[must_use]
    pub fn with_threshold(mut self, threshold: Threshold) -> RulesOptions {
        self.threshold = threshold;
        self
    }

    /// The same with another [`reading`](RulesOptions::reading).
    #[must_use]
    pub fn with_reading(mut self, reading: Reading) -> RulesOptions {
        self.reading = reading;
        self
    }
}

/// Where the threshold comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Threshold {
    /// From the sizes of the page's own subtrees.
    #[default]
    Learnt,
    /// Given, in tags.
    Fixed(u32),
}

/// How the two rules are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// From the body down, once, on the page as it came; rule 1 for links, images and form options only.
    #[default]
    TopDown,
    /// Figure 8 of the paper to the letter: from the leaves up, each node judged on what is left below it, rule 1 for
    /// any tag. Removes nearly everything; kept to show it.
    Literal,
}

impl MethodOptions for RulesOptions {
    fn paper() -> RulesOptions {
        RulesOptions::paper()
    }

    fn table() -> &'static [OptionSpec<RulesOptions>] {
        const {
            &[
                OptionSpec::count_or_auto(
                    "threshold",
                    (1, 10_000),
                    "how many tags a subtree must have to count as large; auto learns it from the page",
                    |options| match options.threshold {
                        Threshold::Learnt => None,
                        Threshold::Fixed(n_tags) => Some(n_tags as usize),
                    },
                    |options, n_tags| {
                        options.threshold = n_tags.map_or(Threshold::Learnt, |n_tags| Threshold::Fixed(n_tags as u32));
                    },
                ),
                OptionSpec::choice(
                    "reading",
                    &["top-down", "literal"],
                    "how the rules are read; literal is the paper to the letter and removes nearly everything",
                    |options| options.reading as usize,
                    |options, place| options.reading = [Reading::TopDown, Reading::Literal][place],
                ),
            ]
        }
    }
}
