//! How similar two things are: trees, strings and clusters. Nothing here knows a paper.

pub(crate) mod clustering;
pub(crate) mod string_distance;
pub(crate) mod tree_matching;
