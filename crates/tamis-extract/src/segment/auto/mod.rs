#![doc = include_str!("method.md")]

mod options;

pub use super::cut::{CutPiece, CutTrace, Features};
pub use options::AutoOptions;

use super::{Regions, cut};
use crate::view::PageView;

/// Cuts the page into parts and blocks.
pub fn segment(view: &PageView<'_>, options: &AutoOptions) -> Regions {
    cut::segment(view, view, options.thresholds())
}

/// What was found out about each piece of the page.
pub fn trace(view: &PageView<'_>, options: &AutoOptions) -> CutTrace {
    cut::trace(view, options.thresholds())
}
