//! Records: the things that a page lists, as tables.
//!
//! | method | finds records by | aligns their items by |
//! |---|---|---|
//! | [`mdr`] | neighbours that look alike under one parent | equal places in the record |
//! | [`depta`] | the same | partial tree alignment |
//! | [`derin`] | the room that alike children fill on the rendered page | clusters by look, type and path |
//!
//! All methods answer with [`Table`]s, the one that holds most of the page first.

mod grid;
#[cfg(test)]
mod hostile;
mod selector;
mod table;

pub mod depta;
pub mod derin;
pub mod mdr;

pub use selector::Selector;
pub use table::{Cell, Column, Rejected, Row, Table};
