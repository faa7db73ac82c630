//! How similar two things are: trees, strings, clusters, and numbers for those that are equal. Nothing here knows a paper.

pub(crate) mod clustering;
pub(crate) mod fingerprint;
pub(crate) mod string_distance;
pub(crate) mod tree_matching;
