//! Single-page methods: cleaning and records.
//!
//! Every method is a pure function from a view of a page and its options to an annotation over the page's nodes. Methods
//! cannot fail: where there is nothing to find, the answer is empty (or, for cleaning, the whole page). Each of them
//! also has a function `trace`, which returns what it saw on the way.
//!
//! A [`PageView`] is made of a document, a [`RenderedView`] of a page with its layout. What several methods derive from
//! a page is derived once, when it is first asked for:
//!
//! ```
//! use tamis_extract::{PageView, clean::tps, records::mdr};
//! use tamis_page::Document;
//!
//! let document = Document::parse("<ul><li><b>One</b><i>1</i><li><b>Two</b><i>2</i></ul>");
//! let view = PageView::of(&document);
//! let mask = tps::clean(&view, &tps::TpsOptions::default());
//! let tables = mdr::find_under(&view, &mask, &mdr::MdrOptions::default());
//! assert_eq!(tables[0].rows.len(), 2);
//! ```

pub mod clean;
pub mod metadata;
pub mod options;
pub mod pagination;
pub mod records;
pub mod segment;
pub mod structured;

mod compare;
mod values;
mod view;

pub use values::{
    DecimalMark, Moment, Money, PriceWords, ValueFormat, ValueType, currency_by_sign, has_shared_sign, is_shared_sign,
    price_words,
};
pub use view::{MAX_ROWS, PageView, PathStyle, RenderedView, TagPaths};
