//! What is remembered across the pages of a site.

pub mod store;
