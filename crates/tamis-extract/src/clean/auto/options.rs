//! The parameters of the method.

use crate::clean::blocks::Favor;
use crate::options::{MethodOptions, OptionSpec};

/// What is kept.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct AutoOptions {
    /// What is worse in the main content: to keep noise or to lose content. Default: both alike.
    pub favor: Favor,
    /// How sure the page's main list must be to be kept beside the main content; one of a page that is a list as a whole
    /// is kept anyhow. Default: 0.5, more likely than not.
    pub min_confidence: f64,
}

impl Default for AutoOptions {
    fn default() -> AutoOptions {
        AutoOptions { favor: Favor::Balance, min_confidence: 0.5 }
    }
}

impl MethodOptions for AutoOptions {
    /// There is no paper: the defaults.
    fn paper() -> AutoOptions {
        AutoOptions::default()
    }

    fn table() -> &'static [OptionSpec<AutoOptions>] {
        const {
            &[
                OptionSpec::choice(
                    "favor",
                    &Favor::WORDS,
                    Favor::QUESTION,
                    |options| options.favor as usize,
                    |options, idx| options.favor = Favor::ALL[idx],
                ),
                OptionSpec::number(
                    "min-confidence",
                    (0.0, 1.0),
                    "a list less likely than this to be what the reader came for is not kept for its own sake",
                    |options| options.min_confidence,
                    |options, value| options.min_confidence = value,
                ),
            ]
        }
    }
}
