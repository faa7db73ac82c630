//! The values of a table as they are written everywhere: numbers in one form, addresses absolute, a missing one missing.

use super::json::Fields;
use super::room::Room;
use crate::page::Page;
use std::borrow::Cow;
use tamis_extract::ValueType;
use tamis_extract::records::Table;
use tamis_page::absolute_url;
use url::Url;

/// Reads the cells of a page's tables.
pub(super) struct Values {
    base: Option<Url>,
    room: Room,
}

impl Values {
    pub(super) fn of(page: &Page) -> Values {
        Values { base: page.base_url(), room: Room::for_addresses(page) }
    }

    /// The value of a cell, `None` where the record lacks the item.
    pub(super) fn value(&self, table: &Table, row_idx: usize, column_idx: usize) -> Option<String> {
        let value = table.value(row_idx, column_idx)?;
        let is_address = matches!(table.columns[column_idx].format.value_type, ValueType::Url | ValueType::Image);
        if !is_address {
            return Some(value);
        }
        let absolute = absolute_url(self.base.as_ref(), &value).map(String::from);
        // Beyond the room an address stays as the page writes it.
        let fits = |absolute: &String| self.room.take(absolute.len().saturating_sub(value.len()));
        Some(absolute.filter(fits).unwrap_or(value))
    }

    /// The values of a record by the names of its columns, in their order.
    pub(super) fn fields<'t>(&self, table: &'t Table, row_idx: usize) -> Fields<'t, Option<String>> {
        let names = table.columns.iter().map(|column| Cow::Borrowed(column.name.as_str()));
        names.zip(self.row(table, row_idx)).collect()
    }

    /// The values of a record, one a column.
    pub(super) fn row(&self, table: &Table, row_idx: usize) -> Vec<Option<String>> {
        (0..table.columns.len()).map(|column_idx| self.value(table, row_idx, column_idx)).collect()
    }
}
