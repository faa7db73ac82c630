//! What was found, as Arrow: record batches of one schema a kind of output, and tables whose columns have types.
//!
//! The types of the Arrow crates are part of this interface, because they are what it is for.

mod batch;
#[cfg(feature = "files")]
mod file;
mod rows;
#[cfg(test)]
mod tests;
mod typed;

pub use arrow_array::RecordBatch;
pub use arrow_schema::SchemaRef;
pub use batch::{empty_table, table};
#[cfg(feature = "files")]
pub use file::{FileError, FileFormat, FileWriter};
pub use rows::{RowKind, Rows, WrapperRows};
pub use typed::{ColumnType, TypedColumn, Value, typed_columns};

use std::collections::HashMap;

/// The version of all schemas. It rises when a column changes its meaning or type, or goes; new columns do not count.
pub const SCHEMA_VERSION: u32 = 1;

/// What a schema says of itself.
fn metadata(kind: &str, version: u32) -> HashMap<String, String> {
    [("tamis.schema", kind.to_owned()), ("tamis.schema_version", version.to_string())]
        .map(|(key, value)| (key.to_owned(), value))
        .into()
}
