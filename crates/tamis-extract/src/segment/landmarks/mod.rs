#![doc = include_str!("method.md")]

use super::{Regions, cut};
use crate::segment::auto::AutoOptions;
use crate::view::PageView;

/// Cuts the page by its markup.
pub fn segment(view: &PageView<'_>, options: &AutoOptions) -> Regions {
    cut::segment(view, &PageView::of(view.document()), options.thresholds())
}
