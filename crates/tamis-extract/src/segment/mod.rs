//! Segmentation: the blocks that a page consists of, as a reader sees them.
//!
//! Each method is a function `segment(view, options) -> Regions`: a tree of areas over the nodes of the page, each with
//! its place, its role and a reason. The methods of the literature look at boxes and take a
//! [`RenderedView`](crate::RenderedView).
//!
//! | method | decides by |
//! |---|---|
//! | [`auto`] | which of the page's own elements fall into several blocks, by weights that were fitted on marked pages |
//! | [`landmarks`] | the same by the markup alone |
//! | [`vips`] | rules for dividing elements, and the white space between what is left |
//! | [`visual_areas`] | boxes that stand out, joined to lines and groups between separators |
//! | [`bcs`] | boxes that are near and look the same |
//! | [`tps`] | ranges of the page whose tag paths occur nowhere else |

pub mod auto;
pub mod bcs;
mod cut;
mod geometry;
pub mod landmarks;
mod regions;
mod roles;
mod seen;
pub mod tps;
pub mod vips;
pub mod visual_areas;
mod words;

#[cfg(test)]
mod drawn_page;

pub use geometry::{Direction, PixelRect};
pub use regions::{Area, AreaId, AreaValue, Levels, RawAreaId, Regions, RegionsBuilder, Role, is_atom};
