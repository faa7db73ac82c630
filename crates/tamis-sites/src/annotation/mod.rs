//! What was said about a template's first page, in a form that can be said of its other pages.

mod areas;
mod retained;
mod tables;
#[cfg(test)]
mod tests;
mod uniform_subtrees;

pub(crate) use areas::{AreaMap, StoredArea};
pub(crate) use retained::{KeptMap, KeptNodes};
pub(crate) use tables::{
    MAX_BYTES, MAX_COLUMNS, MAX_WRAPPERS, NoWrapper, Pattern, RecordPosition, STANDS_FOR_CLASS_TEST, StoredColumn,
    StoredTable, TableMap, TableNodes, TableWrapper,
};
