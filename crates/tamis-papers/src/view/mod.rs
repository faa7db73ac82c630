//! What several methods derive from a page, beside what a [`PageView`](tamis_extract::PageView) has.
//!
//! | module | what it reads |
//! |---|---|
//! | `tag_paths` | the sequence of tag paths, for each [`PathStyle`] |
//! | `paths` | the tag path of every element, as a number |
//! | `sentences` | which neighbours are one piece of text |
//! | `tag_tree` | a tree of tags that methods compare |

pub(crate) mod paths;
pub(crate) mod sentences;
pub(crate) mod tag_paths;
pub(crate) mod tag_tree;

pub use tag_paths::{PathStyle, TagPaths};
