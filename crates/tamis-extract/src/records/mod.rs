//! Records: the things that a page lists, as tables.
//!
//! [`auto`] finds them: lists from several sources under one score, whose items are aligned in the order of the page, by place,
//! type and label. It answers with [`Table`]s, the one that holds most of the page first; what any method needs to write one is
//! here too.

mod cells;
mod naming;
mod selectors;
mod table;

pub mod auto;

pub use cells::{max_columns, read_records, record_text};
pub use naming::{column_names, name_columns};
pub use selectors::{ColumnSelector, TableSelectors, selectors};
pub use table::{Cell, Column, ItemKind, Rejected, Row, Table, TableRole};
