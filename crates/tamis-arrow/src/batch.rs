//! A table as a batch: each column in the Arrow type of its values.

use crate::typed::{ColumnType, MAX_DIGITS, TypedColumn, Value, typed_columns};
use crate::{SCHEMA_VERSION, metadata};
use arrow_array::{
    ArrayRef, Date32Array, Decimal128Array, Int64Array, LargeStringArray, RecordBatch, RecordBatchOptions, StringArray,
    TimestampMicrosecondArray,
};
use arrow_schema::{DataType, Field, Schema, TimeUnit};
use std::sync::Arc;
use tamis::{Page, Table};

/// The zone of universal time.
pub(crate) const UTC: &str = "UTC";

/// Digits that a decimal has room for where that is enough: so many fit into 64 bits, in a file and elsewhere.
const FEW_DIGITS: u8 = 18;

/// Digits that a decimal has room for where later values may have more.
pub(crate) const SHARED_DIGITS: u8 = MAX_DIGITS;

/// A table as one batch, with the [types](typed_columns) of its columns. Every column may have nulls. One without columns has the
/// texts of its records, since some readers refuse files without any.
pub fn table(page: &Page, table: &Table) -> RecordBatch {
    let mut columns = typed_columns(page, table);
    if columns.is_empty() {
        let values = table.rows.iter().map(|row| Some(Value::Text(row.text.clone()))).collect();
        columns.push(TypedColumn { name: "text".to_owned(), column_type: ColumnType::Text, values });
    }
    let arrays: Vec<ArrayRef> = columns.iter().map(|column| array_of(column, FEW_DIGITS)).collect();
    let fields = columns.iter().zip(&arrays).map(|(column, array)| field(&column.name, array.data_type().clone()));
    let schema = Schema::new_with_metadata(fields.collect::<Vec<_>>(), metadata("table", SCHEMA_VERSION));
    let options = RecordBatchOptions::new().with_row_count(Some(table.rows.len()));
    RecordBatch::try_new_with_options(Arc::new(schema), arrays, &options)
        .expect("invariant: every column has a value or a null for each row")
}

/// What stands for a page without a table: no rows. There is one column, since some readers refuse files without any.
pub fn empty_table() -> RecordBatch {
    let schema = Schema::new_with_metadata(vec![field("text", DataType::Utf8)], metadata("table", SCHEMA_VERSION));
    RecordBatch::new_empty(Arc::new(schema))
}

/// A field that may be null, as all are.
pub(crate) fn field(name: &str, data_type: DataType) -> Field {
    Field::new(name, data_type, true)
}

/// The type of moments: in universal time, or on a clock that nobody knows the zone of.
pub(crate) fn timestamp(has_zone: bool) -> DataType {
    DataType::Timestamp(TimeUnit::Microsecond, has_zone.then(|| UTC.into()))
}

/// The values of a column; decimals with room for so many digits, or for as many as there can be.
pub(crate) fn array_of(column: &TypedColumn, n_least_digits: u8) -> ArrayRef {
    match column.column_type {
        ColumnType::Text => text_array(column, i32::MAX as usize),
        ColumnType::Integer => Arc::new(each(column, integer).collect::<Int64Array>()),
        ColumnType::Date => Arc::new(each(column, date).collect::<Date32Array>()),
        ColumnType::Decimal { scale } => {
            let n_digits = each(column, decimal).flatten().map(n_digits).max().unwrap_or(0).max(scale);
            let precision = if n_digits <= n_least_digits { n_least_digits } else { MAX_DIGITS };
            let array = each(column, decimal).collect::<Decimal128Array>();
            let array = array.with_precision_and_scale(precision, scale as i8);
            Arc::new(array.expect("invariant: a scale is at most the precision, which is at most 38"))
        }
        ColumnType::Timestamp { has_zone } => {
            let array = each(column, moment).collect::<TimestampMicrosecondArray>();
            Arc::new(if has_zone { array.with_timezone(UTC) } else { array })
        }
    }
}

/// The texts of a column, with wide offsets if they are more than `max_bytes` together, which narrow ones cannot count.
fn text_array(column: &TypedColumn, max_bytes: usize) -> ArrayRef {
    let n_bytes: usize = each(column, text).flatten().map(str::len).sum();
    if n_bytes > max_bytes {
        Arc::new(each(column, text).collect::<LargeStringArray>())
    } else {
        Arc::new(each(column, text).collect::<StringArray>())
    }
}

fn each<'c, T>(
    column: &'c TypedColumn,
    read: fn(&'c Value) -> Option<T>,
) -> impl Iterator<Item = Option<T>> + use<'c, T> {
    column.values.iter().map(move |value| value.as_ref().and_then(read))
}

fn text(value: &Value) -> Option<&str> {
    if let Value::Text(text) = value { Some(text) } else { None }
}

fn integer(value: &Value) -> Option<i64> {
    if let Value::Integer(number) = value { Some(*number) } else { None }
}

fn decimal(value: &Value) -> Option<i128> {
    if let Value::Decimal(number) = value { Some(*number) } else { None }
}

fn date(value: &Value) -> Option<i32> {
    if let Value::Date(day) = value { Some(*day) } else { None }
}

fn moment(value: &Value) -> Option<i64> {
    if let Value::Timestamp(moment) = value { Some(*moment) } else { None }
}

fn n_digits(number: i128) -> u8 {
    number.unsigned_abs().checked_ilog10().map_or(1, |power| power as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::cast::AsArray;

    #[test]
    fn more_text_than_narrow_offsets_can_count_has_wide_ones() {
        let values = ["a lamp", "a desk"].map(|text| Some(Value::Text(text.to_owned()))).to_vec();
        let column = TypedColumn { name: "name".to_owned(), column_type: ColumnType::Text, values };
        assert_eq!(text_array(&column, 12).data_type(), &DataType::Utf8);
        let wide = text_array(&column, 11);
        assert_eq!(wide.as_string::<i64>().iter().flatten().collect::<Vec<_>>(), ["a lamp", "a desk"]);
    }
}
