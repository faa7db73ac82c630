//! Segmentation: the blocks that a page consists of, as a reader sees them.
//!
//! Each method is a function `segment(view, options) -> Regions`. The methods of the literature look at boxes and take a
//! [`RenderedView`](crate::RenderedView); the answer of every method is a tree of areas over the nodes of the page.

pub mod auto;
mod cut;
pub mod landmarks;
mod regions;
mod roles;
pub mod vips;
mod words;

pub use regions::{Area, AreaId, AreaValue, Levels, RawAreaId, Regions, RegionsBuilder, Role};
