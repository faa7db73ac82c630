//! What was found, as Arrow: record batches of one schema a kind of output, and tables whose columns have types.
//!
//! The types of the Arrow crates are part of this interface, because they are what it is for.

mod rows;
mod typed;

pub use arrow_array::RecordBatch;
pub use arrow_schema::SchemaRef;
pub use rows::{Kind, Rows};
pub use typed::{ColumnType, TypedColumn, Value, table, typed_columns};

/// The version of all schemas. It rises when a column changes its meaning or type, or goes; new columns do not count.
pub const SCHEMA_VERSION: u32 = 1;
