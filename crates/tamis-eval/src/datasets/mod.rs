//! Data sets: a folder with `dataset.json`, and one folder a page with `page.html` and `truth.json`.

mod files;

pub use files::{decode, page_files};
