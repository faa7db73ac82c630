//! The columns of a table with their values, for who writes them in a form of their own.

use super::allowance::Allowance;
use super::rows::{Values, written_columns};
use crate::page::Page;
use tamis_extract::ValueType;
use tamis_extract::records::Table;
use tamis_page::AbsolutePaths;

/// A column as every form writes it: a column of money is several.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ColumnValues {
    /// Unique in the table.
    pub name: String,
    /// What it holds of the column of the table.
    pub part: ColumnPart,
    /// Which column of the table it is, or is a part of.
    pub column_idx: usize,
    /// What the values are; of a currency, and of what an amount does not say, text.
    pub value_type: ValueType,
    /// The values as CSV and JSON have them, one a record; `None` where there is none.
    pub values: Vec<Option<String>>,
}

/// What a column holds of a column of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ColumnPart {
    /// Its values; of money the amounts.
    Value,
    /// The currency of each amount.
    Currency,
    /// What amount and currency do not say.
    Text,
}

/// The columns of a table, in the order in which they are written.
///
/// ```
/// use tamis::{Page, Recipe, Task, export};
///
/// let page = Page::parse("<ul><li><a href=1>Desk lamp</a> <b>5 €</b><li><a href=2>Wall lamp</a> <b>6 €</b></ul>");
/// let findings = tamis::ask(&page, &[Recipe::default_for(Task::Records)])?;
/// let columns = export::column_values(&page, &findings.tables().unwrap().answer[0]);
/// assert_eq!(columns[2].name, "price");
/// assert_eq!(columns[3].values[0].as_deref(), Some("EUR"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn column_values(page: &Page, table: &Table) -> Vec<ColumnValues> {
    columns_of(&Values::of(page), table)
}

/// The columns of all tables of a page, table by table. They share the room for long addresses, as in JSON.
pub fn column_values_of_tables(page: &Page, tables: &[Table]) -> Vec<Vec<ColumnValues>> {
    let values = Values::of(page);
    tables.iter().map(|table| columns_of(&values, table)).collect()
}

fn columns_of(values: &Values<'_>, table: &Table) -> Vec<ColumnValues> {
    let columns = written_columns(table);
    let mut written: Vec<ColumnValues> = columns
        .iter()
        .map(|column| ColumnValues {
            name: column.name.to_string(),
            part: column.part,
            column_idx: column.column_idx,
            value_type: match column.part {
                ColumnPart::Value => table.columns[column.column_idx].format.value_type,
                ColumnPart::Currency | ColumnPart::Text => ValueType::Text,
            },
            values: Vec::with_capacity(table.rows.len()),
        })
        .collect();
    // Row by row, as in every form: the room for long addresses goes to the first records.
    for row_idx in 0..table.rows.len() {
        for (value, column) in values.row(table, row_idx, &columns).into_iter().zip(&mut written) {
            column.values.push(value);
        }
    }
    written
}

/// Where records are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct RecordPaths {
    /// The paths of the nodes of each record, one record after the other; none where they are left out.
    pub paths: Vec<Vec<String>>,
    /// What is said if some are left out.
    pub warning: Option<String>,
}

/// Where each record of these tables is. Of a page that is so deep that the paths would be many times as long as the page, the
/// later ones are left out.
pub fn record_paths(page: &Page, tables: &[Table]) -> RecordPaths {
    let mut n_left_out = 0;
    let mut paths = AbsolutePaths::new(page.document());
    let allowance = Allowance::for_paths(page);
    let rows = tables.iter().flat_map(|table| &table.rows);
    let path_of_row = rows.map(|row| {
        let found: Vec<String> =
            if allowance.is_left() { row.nodes.iter().map(|&node| paths.of(node)).collect() } else { Vec::new() };
        let n_bytes = found.iter().map(String::len).sum();
        if found.len() == row.nodes.len() && allowance.take(n_bytes) {
            return found;
        }
        n_left_out += 1;
        Vec::new()
    });
    let paths = path_of_row.collect();
    let warning =
        (n_left_out > 0).then(|| format!("the paths of {n_left_out} records are not written: the page is too deep"));
    RecordPaths { paths, warning }
}
