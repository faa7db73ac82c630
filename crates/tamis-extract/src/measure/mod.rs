//! What methods measure on a page. Nothing here knows a paper.

pub mod densities;
pub mod hidden;
pub mod sentences;
pub mod string_distance;
pub mod tag_paths;
pub mod tag_tree;
pub mod tree_matching;
pub mod value_types;
pub mod visibility;
