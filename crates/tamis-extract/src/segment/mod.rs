//! Segmentation: the blocks that a page consists of, as a reader sees them.
//!
//! Each method is a function `segment(view, options) -> Regions`: a tree of areas over the nodes of the page, each with
//! its place, its role and a reason.
//!
//! | method | decides by |
//! |---|---|
//! | [`auto`] | which of the page's own elements fall into several blocks, by weights that were fitted on marked pages |
//! | [`landmarks`] | the same by the markup alone |

pub mod auto;
mod cut;
pub mod landmarks;
mod regions;
mod roles;
mod words;

pub use regions::{Area, AreaId, AreaValue, Levels, RawAreaId, Regions, RegionsBuilder, Role, is_atom};
