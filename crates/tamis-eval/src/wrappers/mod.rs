//! What wrappers are worth on pages that they were not learned from: of lists, where the truth of a data set has records, and of
//! detail pages, where it has the values of attributes.

pub mod detail;
pub mod lists;
