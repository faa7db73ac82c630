//! Methods of the literature that tamis does not use by default: as their papers print them, and as we recommend them.
//!
//! Each is a pure function from a view of a page and its options to an annotation over the page's nodes, as the methods of
//! `tamis-extract` are. Methods cannot fail: where there is nothing to find, the answer is empty (or, for cleaning, the whole
//! page). Each of them also has a function `trace`, which returns what it saw on the way.
//!
//! ```
//! use tamis_extract::PageView;
//! use tamis_page::Document;
//! use tamis_papers::{clean::tps, records::mdr};
//!
//! let document = Document::parse("<ul><li><b>One</b><i>1</i><li><b>Two</b><i>2</i></ul>");
//! let view = PageView::of(&document);
//! let mask = tps::clean(&view, &tps::TpsOptions::default());
//! let tables = mdr::find_under(&view, &mask, &mdr::MdrOptions::default());
//! assert_eq!(tables[0].rows.len(), 2);
//! ```

pub mod clean;
pub mod records;
pub mod segment;
pub mod style_tree;

mod compare;
#[cfg(test)]
mod option_tables;
mod view;

pub use view::{PathStyle, TagPaths};
