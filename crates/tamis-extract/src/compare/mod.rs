//! How similar two things are: trees, strings, clusters. Nothing here knows a page or a paper.

pub(crate) mod clustering;
pub(crate) mod string_distance;
pub(crate) mod tree_matching;
