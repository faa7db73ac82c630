//! What methods measure on a page. Nothing here knows a paper.

pub mod tag_paths;
