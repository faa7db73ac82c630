//! Segmentation: the blocks that a page consists of, as a reader sees them.
//!
//! | method | decides by |
//! |---|---|
//! | [`vips`] | rules for dividing elements, and the white space between what is left |
//! | [`visual_areas`] | boxes that stand out, joined to lines and groups between separators |
//! | [`bcs`] | boxes that are near and look the same |
//! | [`tps`] | ranges of the page whose tag paths occur nowhere else |
//!
//! All but `tps` look at boxes and take a [`RenderedView`](tamis_extract::RenderedView).

pub mod bcs;
mod geometry;
mod painted;
pub mod tps;
pub mod vips;
pub mod visual_areas;

pub use geometry::{Direction, PixelRect};
