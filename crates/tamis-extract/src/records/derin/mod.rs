//! DERIN: the main data region of a rendered page, its records, and their attributes in columns.
//!
//! # What it decides
//! Which part of a page holds the records that a reader came for, where each record begins and ends, and which items of
//! different records are the same attribute. The region is chosen by the room it takes on the screen, attributes by how
//! they look and where they stand, so the method needs a [`RenderedView`].
//!
//! # Paper
//! L. N. L. Figueiredo, G. T. de Assis, A. A. Ferreira: *DERIN: A data extraction method based on rendering information
//! and n-gram*. Information Processing and Management 53(5), 2017. Attributes are compared as in H. He, W. Meng,
//! H. Zhao, C. Yu: *Annotating Structured Data of the Deep Web*. ICDE 2007.
//!
//! # Steps
//! [`Profile::Paper`], in the order of the paper (room `paper`; what is done with attributes is in the room
//! `attributes`):
//! 1. Elements with three children or more are candidates; those that fill too little of the body's area, height or
//!    width are dropped (`candidates`), and those that another candidate fills (`choice`).
//! 2. The largest is the region, or an element up to three levels above it that has other elements with children like
//!    its own (`climb`).
//! 3. Its children are records, less separators and what cannot be seen (`initial`).
//! 4. What a record shows or points to is a candidate attribute (`units`). Candidate attributes of all records are
//!    compared by content, style, type, path and neighbours (`similarity`) and clustered by average linkage; two of one
//!    record stay apart (`concepts`). A value that is the same in all records is left out (`repeats`).
//! 5. If the records have too few attributes in common (`cohesion`), the sequence of all attributes is cut anew by the
//!    n-grams that explain most of it (`structure`), and aligned again.
//! 6. Records whose mean similarity to the others is below the fence of the quartiles are left out (`outliers`).
//!
//! [`Profile::Tuned`] reads every candidate as a list of records first (room `tuned`, `record_list`): children of one
//! kind are records each; children of several kinds are records by the n-gram of kinds that explains most of them;
//! children unlike the typical record are outliers. Records of the same kind that stand apart, inside other children or
//! up to three levels above, join them (`distant`). The candidate whose records fill most of the page wins. Attributes
//! are aligned as above.
//!
//! # Where we differ
//! The paper's profile reads unclear places as the paper's own examples ask for; the documentation of the method lists
//! them, and what each step of the tuned profile changes. Both profiles:
//! * start the clustering with groups of attributes of equal path, style and type, compare at most 400 groups by up to
//!   16 pairs each, and read at most 60,000 attributes;
//! * never put a text and an address into one column;
//! * take a sentence with emphasised words in it as one attribute;
//! * without computed styles, take font, size and colour for equal where the class is, and the rest from tags.
//!
//! On 219 result pages of 2017 laid out by the embedded renderer: records F1 0.67 by the paper's steps and 0.99 by ours,
//! cells 0.61 and 0.78.
//!
//! # Example
//! ```
//! use tamis_extract::{RenderedView, records::derin::{self, DerinOptions}};
//! use tamis_page::layout::{BoxFlags, Display, LayoutBuilder, Rect};
//! use tamis_page::render::{RenderedPage, Viewport};
//! use tamis_page::{Document, names};
//!
//! let document = Document::parse(
//!     "<ul><li><h3>Desk lamp</h3><b>5 €</b><li><h3>Floor lamp</h3><b>9 €</b><li><h3>Lantern</h3><b>7 €</b></ul>",
//! );
//! // A renderer does this: every item is 100 px high.
//! let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
//! let mut place = |node, y, height| {
//!     builder.set_box(node, Rect::new(0.0, y, 1280.0, height), BoxFlags::default(), Display::Block);
//! };
//! place(document.body().unwrap(), 0.0, 300.0);
//! place(document.elements_named(names::UL).next().unwrap(), 0.0, 300.0);
//! for (item, y) in document.elements_named(names::LI).zip([0.0, 100.0, 200.0]) {
//!     place(item, y, 100.0);
//! }
//! let page = RenderedPage::new(document, builder.finish());
//!
//! let tables = derin::find(&RenderedView::of(&page), &DerinOptions::tuned());
//! assert_eq!(tables[0].rows.len(), 3);
//! assert_eq!(tables[0].value(1, 1).as_deref(), Some("9"));
//! ```

mod attributes;
mod candidates;
mod options;
mod paper;
mod screen;
mod trace;
mod tuned;

pub use attributes::ngrams::RankedNgram;
pub use attributes::similarity::Similarity;
pub use candidates::{Candidate, Region, Shares, Verdict};
pub use options::{DerinOptions, Profile};
pub use paper::{Outliers, PaperTrace, Quartiles, candidates};
pub use trace::{Attribute, DerinTrace, Steps};
pub use tuned::{Compared, ListSummary, TunedTrace};

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod tests;

use super::Table;
use crate::view::RenderedView;
use screen::Screen;

/// The records of the main data region of a page: one table, or none. [`trace`] says why.
pub fn find(view: &RenderedView<'_>, options: &DerinOptions) -> Vec<Table> {
    trace(view, options).tables
}

/// The same, with everything that led to it.
pub fn trace(view: &RenderedView<'_>, options: &DerinOptions) -> DerinTrace {
    let view = Screen::of(view);
    let mut trace = DerinTrace::new(options.profile, options.weights, view.body_box());
    match options.profile {
        Profile::Paper => paper::run(&view, options, &mut trace),
        Profile::Tuned => tuned::run(&view, options, &mut trace),
    }
    trace
}
