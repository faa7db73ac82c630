//! What is remembered across the pages of a site.

mod noise;
pub mod repeated;
pub mod store;
pub mod style_tree;
