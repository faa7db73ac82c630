//! Records: the things that a page lists, as tables.
//!
//! | method | finds records by | aligns their items by |
//! |---|---|---|
//! | [`mdr`] | similar neighbours under one parent | equal places in the record |
//! | [`depta`] | similar neighbours under one parent | partial tree alignment |
//! | [`xpath_rank`] | nodes with a link that an XPath selects, by area and similarity on the rendered page | equal places in the record |
//! | [`derin`] | the room that similar children fill on the rendered page | clusters by look, type and path |
//!
//! All methods answer with [`Table`](tamis_extract::records::Table)s, the one that holds most of the page first.

mod grid;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod laid_out;

pub mod depta;
pub mod derin;
pub mod mdr;
pub mod xpath_rank;
