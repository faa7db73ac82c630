//! Whole pixels: the rectangles, intervals and directions that the methods think in, and the tree that finds rectangles.
//!
//! All coordinates are half-open: the right and the bottom edge are the first column and row outside, so that boxes that
//! touch share an edge and a width is a difference. The program behind [visual areas](super::visual_areas) names the last
//! pixel inside instead. That is kept out of here: where one of its constants counts pixels from inside to inside, the
//! step that uses it adds the one.

mod pixel_rect;
mod rect_tree;

pub use pixel_rect::Direction;
pub use pixel_rect::PixelRect;
pub(super) use pixel_rect::Toward;
pub(super) use pixel_rect::{cut_places, gaps};
pub(super) use rect_tree::RectTree;
