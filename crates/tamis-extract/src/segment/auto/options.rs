//! Options of the default.

use crate::options::{MethodOptions, OptionSpec};
use crate::segment::cut::Thresholds;

/// How fine the page is cut.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct AutoOptions {
    /// A piece is divided into parts if that is more likely than this.
    pub part_threshold: f64,
    /// A piece is divided into blocks if that is more likely than this.
    pub block_threshold: f64,
}

impl Default for AutoOptions {
    fn default() -> AutoOptions {
        AutoOptions { part_threshold: 0.5, block_threshold: 0.6 }
    }
}

impl AutoOptions {
    /// Sets the threshold of parts.
    #[must_use]
    pub fn with_part_threshold(mut self, threshold: f64) -> AutoOptions {
        self.part_threshold = threshold;
        self
    }

    /// Sets the threshold of blocks.
    #[must_use]
    pub fn with_block_threshold(mut self, threshold: f64) -> AutoOptions {
        self.block_threshold = threshold;
        self
    }

    pub(crate) fn thresholds(self) -> Thresholds {
        Thresholds { part: self.part_threshold, block: self.block_threshold }
    }
}

impl MethodOptions for AutoOptions {
    fn paper() -> AutoOptions {
        AutoOptions::default()
    }

    fn table() -> &'static [OptionSpec<AutoOptions>] {
        const {
            &[
                OptionSpec::number(
                    "part-threshold",
                    (0.0, 1.0),
                    "how likely an element has to fall into several parts of the page to be divided into them",
                    |options| options.part_threshold,
                    |options, value| options.part_threshold = value,
                ),
                OptionSpec::number(
                    "block-threshold",
                    (0.0, 1.0),
                    "the same for the blocks of the parts; lower is finer",
                    |options| options.block_threshold,
                    |options, value| options.block_threshold = value,
                ),
            ]
        }
    }
}
