//! The rows that a wrapper finds on many pages: it says which columns there are and what they hold, so that all pages share
//! typed columns.
//!
//! What a column is cannot depend on its values here, since later pages may have others. So a column that is no text is
//! followed by others for what its type has no room for: `price` by `price_currency` and `price_text`, `date` by `date_at`,
//! `date_local_at` and `date_text`.

use super::columns::{Group, MAX_BATCH_BYTES, SCALE, TOO_LARGE, fields};
use super::page::{BESIDE, PageRow};
use crate::batch::{SHARED_DIGITS, array_of, field};
use crate::typed::{self, ColumnType, TypedColumn, Value};
use crate::{SCHEMA_VERSION, metadata};
use arrow_array::RecordBatch;
use arrow_schema::{Field, Schema, SchemaRef};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use tamis::export::{self, ColumnPart, ColumnValues, Moment, ValueType};
use tamis::source::Origin;
use tamis::wrapper::Wrapper;
use tamis::{Findings, Table};

/// Rows of a wrapper that become a batch. A page without records is a row without one, so that no page is missing; one
/// whose rows no longer fit into the 2 GiB of a batch is added as one that failed.
pub struct WrapperRows {
    schema: SchemaRef,
    page: Group<PageRow>,
    /// Those of the wrapper, and what follows each.
    columns: Vec<TypedColumn>,
    /// Those that the wrapper names, and what they hold.
    declared: Vec<(String, ValueType)>,
    /// Of the columns of the wrapper.
    n_bytes: usize,
    pub(super) max_bytes: usize,
}

impl WrapperRows {
    /// No rows yet.
    pub fn new(wrapper: &Wrapper) -> WrapperRows {
        let mut taken: BTreeSet<String> = wrapper.columns.iter().map(|column| column.name.clone()).collect();
        let mut unique = |name: String| {
            let numbered = (2..).map(|number| format!("{name}_{number}"));
            let found = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name));
            let found = found.unwrap_or(name);
            taken.insert(found.clone());
            found
        };
        let of_page: Vec<Field> = fields(BESIDE)
            .into_iter()
            .map(|field| {
                let name = unique(field.name().clone());
                field.with_name(name)
            })
            .collect();
        let mut columns: Vec<TypedColumn> = Vec::new();
        let mut add = |name, column_type| columns.push(TypedColumn { name, column_type, values: Vec::new() });
        let declared = wrapper.columns.iter().map(|column| (column.name.clone(), column.format.value_type));
        let declared: Vec<(String, ValueType)> = declared.collect();
        for (name, value_type) in &declared {
            let value_type = *value_type;
            add(name.clone(), column_type(value_type));
            if value_type == ValueType::Money {
                add(unique(format!("{name}_currency")), ColumnType::Text);
            }
            if value_type == ValueType::Date {
                add(unique(format!("{name}_at")), ColumnType::Timestamp { has_zone: true });
                add(unique(format!("{name}_local_at")), ColumnType::Timestamp { has_zone: false });
            }
            if column_type(value_type) != ColumnType::Text {
                add(unique(format!("{name}_text")), ColumnType::Text);
            }
        }
        let typed =
            columns.iter().map(|column| field(&column.name, array_of(column, SHARED_DIGITS).data_type().clone()));
        let fields: Vec<Field> = of_page.into_iter().chain(typed).collect();
        let schema = Arc::new(Schema::new_with_metadata(fields, metadata("wrapper", SCHEMA_VERSION)));
        let page = Group::new(BESIDE);
        WrapperRows { schema, page, columns, declared, n_bytes: 0, max_bytes: MAX_BATCH_BYTES }
    }

    /// The columns.
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// Adds the records of a page that the wrapper was applied to.
    pub fn add(&mut self, origin: &Origin, findings: &Findings) {
        let page = PageRow::brief(origin, findings);
        let mut rows: Vec<Vec<Option<Value>>> = Vec::new();
        let tables = findings.tables().map_or(&[][..], |tables| tables.answer);
        for (table, columns) in tables.iter().zip(export::column_values_of_tables(findings.page(), tables)) {
            rows.extend((0..table.rows.len()).map(|row_idx| self.values(table, &columns, row_idx)));
        }
        if rows.is_empty() {
            rows.push(Vec::new());
        }
        let n_bytes = rows.iter().map(|values| self.n_bytes_of(&page, values)).fold(0, usize::saturating_add);
        if !self.has_room_for(n_bytes) {
            let url = findings.page().url().map(tamis::Url::as_str);
            return self.add_failed(origin, url, TOO_LARGE);
        }
        for values in rows {
            self.append(&page, values);
        }
    }

    /// Adds the row of a page that failed. Without an address, that by which it was asked for counts.
    pub fn add_failed(&mut self, origin: &Origin, url: Option<&str>, error: &str) {
        let mut page = PageRow::failed(origin, url, error);
        if !self.has_room_for(self.n_bytes_of(&page, &[])) {
            page = PageRow::nameless(TOO_LARGE);
        }
        self.append(&page, Vec::new());
    }

    /// How many there are.
    pub fn n_rows(&self) -> usize {
        self.page.n_rows()
    }

    /// About how many bytes of memory they take.
    pub fn n_bytes(&self) -> usize {
        self.page.n_bytes() + self.n_bytes
    }

    /// The batch; there are no rows after it.
    pub fn finish(&mut self) -> RecordBatch {
        let typed = self.columns.iter().map(|column| array_of(column, SHARED_DIGITS));
        let arrays = self.page.finish().into_iter().chain(typed).collect();
        self.columns.iter_mut().for_each(|column| column.values.clear());
        self.n_bytes = 0;
        RecordBatch::try_new(self.schema(), arrays).expect("invariant: the columns are those of the schema")
    }

    /// The values of a record, one a column of the wrapper and of what follows it.
    fn values(&self, table: &Table, columns: &[ColumnValues], row_idx: usize) -> Vec<Option<Value>> {
        let mut values = Vec::with_capacity(self.columns.len());
        for (name, value_type) in &self.declared {
            // By name: a table may be without the columns that are the same in every row.
            let column_idx = table.columns.iter().position(|column| column.name == *name);
            let cell = column_idx.and_then(|column_idx| table.cell(row_idx, column_idx));
            let written = |part| {
                let mut own = columns.iter().filter(|column| Some(column.column_idx) == column_idx);
                own.find(|column| column.part == part)?.values[row_idx].clone()
            };
            let number = cell.and_then(|cell| cell.value.number());
            let moment = cell.and_then(|cell| cell.value.moment());
            let (given, says_all) = match column_type(*value_type) {
                ColumnType::Decimal { scale } => {
                    let number = number.and_then(|number| number.scaled(scale));
                    let is_all = cell.and_then(|cell| cell.value.money()).is_none_or(|money| money.is_all);
                    (number.map(Value::Decimal), number.is_some() && is_all)
                }
                ColumnType::Integer => {
                    let is_plain = number.is_some_and(|number| Some(number.to_string()) == written(ColumnPart::Value));
                    let number = number.and_then(typed::integer);
                    (number.map(Value::Integer), is_plain && number.is_some())
                }
                ColumnType::Date => {
                    let is_day = moment.is_some_and(|moment| moment.time.is_none());
                    (moment.map(|moment| Value::Date(moment.day)), is_day)
                }
                _ => (written(ColumnPart::Value).map(Value::Text), true),
            };
            values.push(given);
            if *value_type == ValueType::Money {
                values.push(written(ColumnPart::Currency).map(Value::Text));
            }
            if *value_type == ValueType::Date {
                values.push(moment.and_then(Moment::universal).map(Value::Timestamp));
                values.push(moment.and_then(Moment::without_zone).map(Value::Timestamp));
            }
            if column_type(*value_type) != ColumnType::Text {
                values.push(cell.filter(|_| !says_all).map(|cell| Value::Text(cell.text.clone())));
            }
        }
        values
    }

    fn has_room_for(&self, n_bytes: usize) -> bool {
        self.n_bytes().saturating_add(n_bytes) <= self.max_bytes
    }

    /// About how many bytes of memory a row would take.
    fn n_bytes_of(&self, page: &PageRow, values: &[Option<Value>]) -> usize {
        self.page.n_bytes_of(page) + self.n_bytes_of_values(values)
    }

    /// At least those of the texts and of where they end.
    fn n_bytes_of_values(&self, values: &[Option<Value>]) -> usize {
        let text = |value: &Option<Value>| if let Some(Value::Text(text)) = value { text.len() } else { 0 };
        self.columns.len() * 16 + values.iter().map(text).sum::<usize>()
    }

    fn append(&mut self, page: &PageRow, values: Vec<Option<Value>>) {
        self.n_bytes += self.n_bytes_of_values(&values);
        self.page.append(Some(page));
        for (column, value) in self.columns.iter_mut().zip(values.into_iter().chain(std::iter::repeat(None))) {
            column.values.push(value);
        }
    }
}

impl fmt::Debug for WrapperRows {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("WrapperRows")
            .field("schema", &self.schema)
            .field("n_rows", &self.n_rows())
            .finish_non_exhaustive()
    }
}

/// What all pages share, whatever the values of one are.
fn column_type(value_type: ValueType) -> ColumnType {
    match value_type {
        ValueType::Money | ValueType::Percentage | ValueType::Decimal => ColumnType::Decimal { scale: SCALE },
        ValueType::Integer => ColumnType::Integer,
        ValueType::Date => ColumnType::Date,
        _ => ColumnType::Text,
    }
}
