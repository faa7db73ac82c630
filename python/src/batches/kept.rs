//! Columns of the input that are wanted in the output too.

use crate::errors::{Kind, error};
use arrow_array::{ArrayRef, RecordBatch, UInt32Array};
use arrow_schema::{FieldRef, Schema, SchemaRef};
use pyo3::prelude::*;
use std::sync::Arc;

/// The columns that are wanted.
pub(super) struct Kept {
    columns: Vec<(FieldRef, ArrayRef)>,
}

impl Kept {
    /// The columns of these names.
    pub(super) fn of(py: Python<'_>, batch: &RecordBatch, names: &[String], schema: &SchemaRef) -> PyResult<Kept> {
        let mut columns = Vec::new();
        for name in names {
            let refused = |message: String, hint: &str| error(py, Kind::Value, message, Some(hint));
            if schema.column_with_name(name).is_some() {
                let message = format!("a column '{name}' is in the results already");
                return Err(refused(message, "rename it before"));
            }
            let Some((idx, field)) = batch.schema_ref().column_with_name(name) else {
                return Err(refused(format!("there is no column '{name}' to keep"), "see the names of the input"));
            };
            let field = Arc::new(field.clone().with_nullable(true));
            columns.push((field, ArrayRef::clone(batch.column(idx))));
        }
        Ok(Kept { columns })
    }

    /// The results with the columns, each row with what was in the row that it is from.
    pub(super) fn beside(&self, results: RecordBatch, from: Vec<u32>) -> RecordBatch {
        if self.columns.is_empty() {
            return results;
        }
        let from = UInt32Array::from(from);
        let schema = results.schema();
        let mut fields: Vec<FieldRef> = schema.fields().iter().cloned().collect();
        let mut columns = results.columns().to_vec();
        for (field, column) in &self.columns {
            let taken = arrow_select::take::take(column, &from, None);
            columns.push(taken.expect("invariant: rows are those of the batch"));
            fields.push(Arc::clone(field));
        }
        let schema = Schema::new_with_metadata(fields, schema.metadata().clone());
        RecordBatch::try_new(Arc::new(schema), columns).expect("invariant: the columns are of one length")
    }
}
