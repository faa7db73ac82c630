//! Options of the default.

use crate::segment::cut::Thresholds;

crate::options! {
    /// How fine the page is cut.
    pub struct AutoOptions {
        /// How likely an element has to fall into several parts of the page to be divided into them.
        part_threshold, with_part_threshold: f64 = 0.5, in 0.0..=1.0;

        /// How likely a part has to fall into several blocks to be divided into them; lower is finer.
        block_threshold, with_block_threshold: f64 = 0.6, in 0.0..=1.0;
    }
}

impl AutoOptions {
    pub(crate) fn thresholds(self) -> Thresholds {
        Thresholds { part: self.part_threshold, block: self.block_threshold }
    }
}
