//! Data sets: a folder with `dataset.json`, and one folder a page with `page.html` and `truth.json`.
//!
//! The pages are other people's and are not part of this repository; a user names the folder.

mod corpus_hash;
mod files;
pub mod firefox_boxes;
mod labels;
mod layouts;
mod listing;
mod marked_blocks;
mod truth;

pub use corpus_hash::corpus_hash;
pub use files::{decode, page_files, set_name};
pub use layouts::{LayoutSource, Layouts};
pub use listing::Listing;
pub use marked_blocks::{MarkedBlocks, blocks_at, same_nodes};
pub use truth::{PageCase, Published, cases};
