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
//! use tamis_extract::{PageView, clean::blocks, records::auto};
//! use tamis_page::Document;
//!
//! let document = Document::parse("<ul><li><b>Desk lamp</b><i>5 €</i><li><b>Wall light</b><i>6 €</i></ul>");
//! let view = PageView::of(&document);
//! let mask = blocks::clean(&view, &blocks::BlocksOptions::default());
//! let tables = auto::find(&view, &auto::AutoOptions::default());
//! assert_eq!(tables[0].rows.len(), 2);
//! assert!(mask.keeps(tables[0].rows[0].nodes[0]));
//! ```

pub mod clean;
pub mod metadata;
pub mod options;
pub mod pagination;
pub mod records;
pub mod segment;
pub mod structured;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

mod answers;
mod compare;
mod element_names;
mod values;
mod view;

pub use answers::{Answers, MainContent};
pub use values::{
    CellValue, Decimal, DecimalMark, Moment, Money, PriceWords, ValueFormat, ValueType, currency_by_sign,
    declared_language, has_shared_sign, is_shared_sign, price_words,
};
pub use view::{MAX_ROWS, PageView, RenderedView};
