#![doc = include_str!("method.md")]

pub use super::cut::{CutPiece, CutTrace, Features};

use super::{Regions, cut};
use crate::segment::cut::Thresholds;
use crate::view::PageView;

/// Cuts the page into parts and blocks.
pub fn segment(view: &PageView<'_>, options: &AutoOptions) -> Regions {
    cut::segment(view, view, options.thresholds())
}

/// What was found out about each piece of the page.
pub fn trace(view: &PageView<'_>, options: &AutoOptions) -> CutTrace {
    cut::trace(view, options.thresholds())
}

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
