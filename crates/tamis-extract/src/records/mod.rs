//! Records: the things that a page lists, as tables.
//!
//! | method | finds records by | aligns their items by |
//! |---|---|---|
//! | [`auto`] | lists from several sources under one score; the default | the order of the page, by place, type and label |
//! | [`mdr`] | similar neighbours under one parent | equal places in the record |
//! | [`depta`] | the same | partial tree alignment |
//! | [`xpath_rank`] | nodes with a link that an XPath selects, by area and similarity on the rendered page | equal places in the record |
//! | [`derin`] | the room that similar children fill on the rendered page | clusters by look, type and path |
//!
//! All methods answer with [`Table`]s, the one that holds most of the page first.

mod cells;
mod grid;
#[cfg(test)]
pub(crate) mod hostile;
#[cfg(test)]
mod laid_out;
mod naming;
mod selectors;
mod table;

pub mod auto;
pub mod depta;
pub mod derin;
pub mod mdr;
pub mod xpath_rank;

pub use cells::record_text;
pub use naming::column_names;
pub use selectors::{ColumnSelector, TableSelectors, selectors};
pub use table::{Cell, Column, Rejected, Row, Table, TableRole};
