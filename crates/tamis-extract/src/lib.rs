//! Single-page methods.

pub mod measure;
pub mod records;
