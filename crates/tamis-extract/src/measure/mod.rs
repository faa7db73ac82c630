//! What methods measure on a page. Nothing here knows a paper.

pub mod clustering;
pub mod densities;
pub mod ngrams;
pub mod quartiles;
pub mod sentences;
pub mod shallow_trees;
pub mod string_distance;
pub mod tag_paths;
pub mod tag_tree;
pub mod tree_matching;
pub mod value_types;
