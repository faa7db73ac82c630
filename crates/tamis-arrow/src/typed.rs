//! A table with typed columns: what Arrow, and a person at a Python prompt, want to have.

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema};
use std::sync::Arc;
use tamis::{Page, Table};

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ColumnType {
    /// Words, addresses too.
    Text,
    /// A whole number.
    Integer,
    /// A number with so many decimals.
    Decimal {
        /// Digits after the point.
        scale: u8,
    },
    /// A day.
    Date,
    /// A moment; in universal time if the page says where it is.
    Timestamp {
        /// Whether the page says how far from universal time it is.
        has_zone: bool,
    },
    /// Several texts.
    Texts,
}

/// A value of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Value {
    /// Words.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// The number without its point; the column knows where it is.
    Decimal(i128),
    /// Days since 1970-01-01.
    Date(i32),
    /// Microseconds since the beginning of 1970.
    Timestamp(i64),
    /// Several texts.
    Texts(Vec<String>),
}

/// A column with its values, one a row.
#[derive(Clone, PartialEq, Debug)]
pub struct TypedColumn {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub column_type: ColumnType,
    /// The values; `None` where the record has none.
    pub values: Vec<Option<Value>>,
}

/// The columns of a table, in the order in which they are written.
pub fn typed_columns(page: &Page, table: &Table) -> Vec<TypedColumn> {
    let _ = page;
    let columns = table.columns.iter().enumerate().map(|(idx, column)| TypedColumn {
        name: column.name.clone(),
        column_type: ColumnType::Text,
        values: table.rows.iter().map(|row| Some(Value::Text(row.cells[idx].as_ref()?.text.to_string()))).collect(),
    });
    columns.collect()
}

/// A table as one batch.
pub fn table(page: &Page, table: &Table) -> RecordBatch {
    let columns = typed_columns(page, table);
    let fields: Vec<Field> = columns.iter().map(|column| Field::new(&column.name, DataType::Utf8, true)).collect();
    let arrays = columns.iter().map(|column| {
        let texts = column.values.iter().map(|value| match value {
            Some(Value::Text(text)) => Some(text.as_str()),
            _ => None,
        });
        Arc::new(texts.collect::<StringArray>()) as ArrayRef
    });
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays.collect()).expect("invariant: columns are of one length")
}
