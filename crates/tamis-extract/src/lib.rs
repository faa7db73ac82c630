//! Single-page methods over a [`Document`](tamis_page::Document): cleaning, segmentation, records.
//!
//! Every method is a pure function from a page to an annotation over its nodes. Methods cannot fail: where there is
//! nothing to find, the answer is empty (or, for cleaning, the whole page).

pub mod clean;
pub mod measure;
pub mod options;
pub mod records;
