//! The columns of a batch that comes in: those that pages are read from, whatever Arrow type their texts have, and those that
//! are carried over into the results.

use crate::errors::{ErrorClass, error};
use crate::input::utf8_capture;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, UInt32Array};
use arrow_schema::{DataType, FieldRef, Schema, SchemaRef};
use arrow_select::take::take;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use tamis::source::{ArchivePlace, Origin};
use tamis::{Capture, Url};

/// A page of a batch.
pub(super) struct GivenPage {
    pub(super) origin: Origin,
    /// The address as it was given, for what is said of a page that fails.
    pub(super) url: Option<String>,
    /// The page, or why there is none.
    pub(super) capture: Result<Capture, String>,
    /// The row that it was in.
    pub(super) row: usize,
}

/// The columns that are looked at.
pub(super) struct InputColumns {
    n_rows: usize,
    url: Option<TextColumn>,
    html: TextColumn,
    is_text: bool,
    content_type: Option<TextColumn>,
    charset: Option<TextColumn>,
    /// Why there is no page, if somebody else tried to read it.
    error: Option<TextColumn>,
    place: Option<ArchiveColumns>,
}

/// Where in an archive pages are from.
struct ArchiveColumns {
    path: TextColumn,
    file: Option<TextColumn>,
    offset: ArrayRef,
    within: Option<ArrayRef>,
    date: Option<TextColumn>,
    digest: Option<TextColumn>,
    status: Option<ArrayRef>,
}

/// A column of texts or bytes.
pub(super) struct TextColumn(ArrayRef);

impl TextColumn {
    pub(super) fn of(column: &ArrayRef) -> Option<TextColumn> {
        if let Some(dictionary) = column.as_any_dictionary_opt() {
            return TextColumn::of(&take(dictionary.values(), dictionary.keys(), None).ok()?);
        }
        let is_known = matches!(
            column.data_type(),
            DataType::Utf8
                | DataType::LargeUtf8
                | DataType::Utf8View
                | DataType::Binary
                | DataType::LargeBinary
                | DataType::BinaryView
                | DataType::Null
        );
        is_known.then(|| TextColumn(ArrayRef::clone(column)))
    }

    fn get(&self, row: usize) -> Option<&[u8]> {
        let column = &self.0;
        if column.is_null(row) || *column.data_type() == DataType::Null {
            return None;
        }
        Some(match column.data_type() {
            DataType::Utf8 => column.as_string::<i32>().value(row).as_bytes(),
            DataType::LargeUtf8 => column.as_string::<i64>().value(row).as_bytes(),
            DataType::Utf8View => column.as_string_view().value(row).as_bytes(),
            DataType::Binary => column.as_binary::<i32>().value(row),
            DataType::LargeBinary => column.as_binary::<i64>().value(row),
            _ => column.as_binary_view().value(row),
        })
    }

    pub(super) fn text(&self, row: usize) -> Option<String> {
        self.get(row).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }
}

/// A number of a column; `None` if it is none.
fn number(column: &ArrayRef, row: usize) -> Option<i64> {
    if column.is_null(row) {
        return None;
    }
    match column.data_type() {
        DataType::Int8 => Some(column.as_primitive::<Int8Type>().value(row).into()),
        DataType::Int16 => Some(column.as_primitive::<Int16Type>().value(row).into()),
        DataType::Int32 => Some(column.as_primitive::<Int32Type>().value(row).into()),
        DataType::Int64 => Some(column.as_primitive::<Int64Type>().value(row)),
        DataType::UInt8 => Some(column.as_primitive::<UInt8Type>().value(row).into()),
        DataType::UInt16 => Some(column.as_primitive::<UInt16Type>().value(row).into()),
        DataType::UInt32 => Some(column.as_primitive::<UInt32Type>().value(row).into()),
        DataType::UInt64 => i64::try_from(column.as_primitive::<UInt64Type>().value(row)).ok(),
        _ => None,
    }
}

impl InputColumns {
    /// The columns of a batch, or what is wrong with them.
    pub(super) fn of(py: Python<'_>, batch: &RecordBatch, url: Option<&str>, html: &str) -> PyResult<InputColumns> {
        let refused = |message: String, hint: &str| error(py, ErrorClass::Value, message, Some(hint));
        let texts = |name: &str| -> PyResult<Option<TextColumn>> {
            let Some(column) = batch.column_by_name(name) else { return Ok(None) };
            let odd = || {
                let message = format!("the column '{name}' has the type {}", column.data_type());
                refused(message, "it is to hold text or bytes")
            };
            TextColumn::of(column).map(Some).ok_or_else(odd)
        };
        let missing = |name: &str, what: &str| {
            let schema = batch.schema();
            let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
            refused(format!("there is no column '{name}'"), &format!("the columns are {}; {what}", names.join(", ")))
        };
        let of_pages = "html_column says which of them holds pages";
        let html_column = texts(html)?.ok_or_else(|| missing(html, of_pages))?;
        // Without a word all addresses would be gone, for a name that was mistyped.
        let of_addresses = "url_column says which of them holds addresses, and None that there are none";
        let url = match url {
            Some(url) => Some(texts(url)?.ok_or_else(|| missing(url, of_addresses))?),
            None => None,
        };
        let is_text = matches!(html_column.0.data_type(), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
        let numbers = |name: &str| batch.column_by_name(name).filter(|column| column.data_type().is_integer());
        let place = match (texts("archive_path")?, numbers("archive_offset")) {
            (Some(path), Some(offset)) => Some(ArchiveColumns {
                path,
                offset: ArrayRef::clone(offset),
                file: texts("archive_file")?,
                within: numbers("archive_within").cloned(),
                date: texts("archive_date").ok().flatten(),
                digest: texts("archive_digest")?,
                status: numbers("http_status").cloned(),
            }),
            _ => None,
        };
        Ok(InputColumns {
            n_rows: batch.num_rows(),
            url,
            html: html_column,
            is_text,
            content_type: texts("content_type")?,
            charset: texts("charset")?,
            // Whoever has a column of this name may mean something else by it.
            error: texts("error").ok().flatten(),
            place,
        })
    }

    pub(super) fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// The page of a row.
    pub(super) fn page(&self, row: usize) -> GivenPage {
        let text = |column: &Option<TextColumn>| column.as_ref().and_then(|column| column.text(row));
        let url = text(&self.url);
        let address = url.as_deref().and_then(|url| Url::parse(url.trim()).ok());
        let origin = match (self.place.as_ref().and_then(|place| place.origin(row, url.as_deref())), &address) {
            (Some(origin), _) => origin,
            (None, Some(address)) => Origin::Address(address.clone()),
            (None, None) => Origin::Path(PathBuf::from(url.clone().unwrap_or_else(|| "page".to_owned()))),
        };
        let capture = match self.html.get(row) {
            None => Err(text(&self.error).unwrap_or_else(|| "there is no page: the column is null".to_owned())),
            Some(bytes) => {
                let capture = if self.is_text { utf8_capture(bytes) } else { Capture::new(bytes) };
                let capture = match (self.is_text, text(&self.content_type), text(&self.charset)) {
                    (true, ..) | (false, None, None) => capture,
                    (false, _, Some(charset)) => {
                        capture.with_header("content-type", format!("text/html; charset={charset}"))
                    }
                    (false, Some(content_type), None) => capture.with_header("content-type", content_type),
                };
                Ok(match address {
                    Some(address) => capture.with_url(address),
                    None => capture,
                })
            }
        };
        GivenPage { origin, url, capture, row }
    }
}

impl ArchiveColumns {
    fn origin(&self, row: usize, url: Option<&str>) -> Option<Origin> {
        let unsigned = |column: &ArrayRef| number(column, row).and_then(|number| u64::try_from(number).ok());
        let text = |column: &Option<TextColumn>| column.as_ref().and_then(|column| column.text(row));
        let mut place = ArchivePlace::new(self.path.text(row)?, unsigned(&self.offset)?);
        place.file = text(&self.file);
        place.within = self.within.as_ref().and_then(unsigned).unwrap_or_default();
        place.url = url.map(str::to_owned);
        place.date = text(&self.date);
        place.digest = text(&self.digest);
        place.http_status = self.status.as_ref().and_then(unsigned).and_then(|status| u16::try_from(status).ok());
        Some(Origin::Archive(Box::new(place)))
    }
}

/// Columns of the input that are wanted in the output, too.
pub(super) struct CarriedColumns {
    columns: Vec<(FieldRef, ArrayRef)>,
}

impl CarriedColumns {
    /// The columns of these names.
    pub(super) fn of(
        py: Python<'_>,
        batch: &RecordBatch,
        names: &[String],
        schema: &SchemaRef,
    ) -> PyResult<CarriedColumns> {
        let mut columns = Vec::new();
        for name in names {
            let refused = |message: String, hint: &str| error(py, ErrorClass::Value, message, Some(hint));
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
        Ok(CarriedColumns { columns })
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
            let taken = take(column, &from, None);
            columns.push(taken.expect("invariant: rows are those of the batch"));
            fields.push(Arc::clone(field));
        }
        let schema = Schema::new_with_metadata(fields, schema.metadata().clone());
        RecordBatch::try_new(Arc::new(schema), columns).expect("invariant: the columns are of one length")
    }
}
