//! Columns that are described once: their names, their types, and what of a row goes into them.

use crate::batch::{UTC, field, timestamp};
use arrow_array::builder::{
    BooleanBuilder, Date32Builder, Decimal128Builder, Float64Builder, Int64Builder, ListBuilder, StringBuilder,
    TimestampMicrosecondBuilder,
};
use arrow_array::{ArrayRef, ListArray, StructArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Fields};
use std::sync::Arc;

/// A column of rows that are `R`.
pub(crate) struct Column<R: 'static> {
    pub(crate) name: &'static str,
    pub(crate) holds: Type,
    /// What goes into it, of this type.
    pub(crate) read: for<'r> fn(&'r R) -> ColumnInput<'r>,
}

/// A column.
pub(crate) const fn column<R>(
    name: &'static str,
    holds: Type,
    read: for<'r> fn(&'r R) -> ColumnInput<'r>,
) -> Column<R> {
    Column { name, holds, read }
}

/// What columns hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Text,
    Texts,
    Whole,
    Wholes,
    Share,
    Flag,
    Number,
    Day,
    Moment,
    /// On a clock of which nobody knows the zone.
    LocalMoment,
}

/// What a row gives a column.
pub(crate) enum ColumnInput<'r> {
    Null,
    Text(&'r str),
    Texts(&'r [String]),
    Whole(i64),
    Wholes(&'r [i64]),
    Share(f64),
    Flag(bool),
    /// With [`SCALE`] decimals.
    Number(i128),
    Day(i32),
    /// In universal time, or on a clock without a zone.
    Moment(i64),
}

/// Digits of a number after its point, and in all.
pub(crate) const SCALE: u8 = 9;
const PRECISION: u8 = 38;

impl<'r> ColumnInput<'r> {
    pub(crate) fn text(text: Option<&'r str>) -> ColumnInput<'r> {
        text.map_or(ColumnInput::Null, ColumnInput::Text)
    }

    pub(crate) fn texts(texts: Option<&'r Vec<String>>) -> ColumnInput<'r> {
        texts.map_or(ColumnInput::Null, |texts| ColumnInput::Texts(texts))
    }

    pub(crate) fn whole(number: Option<usize>) -> ColumnInput<'r> {
        number.map_or(ColumnInput::Null, |number| ColumnInput::Whole(number as i64))
    }

    pub(crate) fn share(share: Option<f64>) -> ColumnInput<'r> {
        share.map_or(ColumnInput::Null, ColumnInput::Share)
    }

    pub(crate) fn flag(flag: Option<bool>) -> ColumnInput<'r> {
        flag.map_or(ColumnInput::Null, ColumnInput::Flag)
    }

    /// About how many bytes of memory it takes.
    fn n_bytes(&self) -> usize {
        match self {
            ColumnInput::Text(text) => text.len() + 4,
            ColumnInput::Texts(texts) => texts.iter().map(|text| text.len() + 4).sum::<usize>() + 4,
            ColumnInput::Wholes(numbers) => 8 * numbers.len() + 4,
            ColumnInput::Number(_) => 16,
            _ => 8,
        }
    }
}

impl Type {
    pub(crate) fn data_type(self) -> DataType {
        match self {
            Type::Text => DataType::Utf8,
            Type::Texts => DataType::List(Arc::new(field("item", DataType::Utf8))),
            Type::Whole => DataType::Int64,
            Type::Wholes => DataType::List(Arc::new(field("item", DataType::Int64))),
            Type::Share => DataType::Float64,
            Type::Flag => DataType::Boolean,
            Type::Number => DataType::Decimal128(PRECISION, SCALE as i8),
            Type::Day => DataType::Date32,
            Type::Moment => timestamp(true),
            Type::LocalMoment => timestamp(false),
        }
    }
}

/// The values of a column so far.
#[derive(Debug)]
enum ColumnBuilder {
    Text(StringBuilder),
    Texts(ListBuilder<StringBuilder>),
    Whole(Int64Builder),
    Wholes(ListBuilder<Int64Builder>),
    Share(Float64Builder),
    Flag(BooleanBuilder),
    Number(Decimal128Builder),
    Day(Date32Builder),
    Moment(TimestampMicrosecondBuilder),
}

impl ColumnBuilder {
    /// Without room ahead: a batch may be of one page, and many such batches wait to be written.
    fn new(column_type: Type) -> ColumnBuilder {
        match column_type {
            Type::Text => ColumnBuilder::Text(StringBuilder::with_capacity(0, 0)),
            Type::Texts => {
                let item = Arc::new(field("item", DataType::Utf8));
                ColumnBuilder::Texts(ListBuilder::with_capacity(StringBuilder::with_capacity(0, 0), 0).with_field(item))
            }
            Type::Whole => ColumnBuilder::Whole(Int64Builder::with_capacity(0)),
            Type::Wholes => {
                let item = Arc::new(field("item", DataType::Int64));
                ColumnBuilder::Wholes(ListBuilder::with_capacity(Int64Builder::with_capacity(0), 0).with_field(item))
            }
            Type::Share => ColumnBuilder::Share(Float64Builder::with_capacity(0)),
            Type::Flag => ColumnBuilder::Flag(BooleanBuilder::with_capacity(0)),
            Type::Number => {
                ColumnBuilder::Number(Decimal128Builder::with_capacity(0).with_data_type(column_type.data_type()))
            }
            Type::Day => ColumnBuilder::Day(Date32Builder::with_capacity(0)),
            Type::Moment => ColumnBuilder::Moment(TimestampMicrosecondBuilder::with_capacity(0).with_timezone(UTC)),
            Type::LocalMoment => ColumnBuilder::Moment(TimestampMicrosecondBuilder::with_capacity(0)),
        }
    }

    /// What is of another type is as good as nothing.
    fn append(&mut self, given: &ColumnInput<'_>) {
        match (self, given) {
            (ColumnBuilder::Text(builder), ColumnInput::Text(text)) => builder.append_value(text),
            (ColumnBuilder::Text(builder), _) => builder.append_null(),
            (ColumnBuilder::Texts(builder), ColumnInput::Texts(texts)) => builder.append_value(texts.iter().map(Some)),
            (ColumnBuilder::Texts(builder), _) => builder.append_null(),
            (ColumnBuilder::Whole(builder), ColumnInput::Whole(number)) => builder.append_value(*number),
            (ColumnBuilder::Whole(builder), _) => builder.append_null(),
            (ColumnBuilder::Wholes(builder), ColumnInput::Wholes(numbers)) => {
                builder.append_value(numbers.iter().copied().map(Some));
            }
            (ColumnBuilder::Wholes(builder), _) => builder.append_null(),
            (ColumnBuilder::Share(builder), ColumnInput::Share(share)) => builder.append_value(*share),
            (ColumnBuilder::Share(builder), _) => builder.append_null(),
            (ColumnBuilder::Flag(builder), ColumnInput::Flag(flag)) => builder.append_value(*flag),
            (ColumnBuilder::Flag(builder), _) => builder.append_null(),
            (ColumnBuilder::Number(builder), ColumnInput::Number(number)) => builder.append_value(*number),
            (ColumnBuilder::Number(builder), _) => builder.append_null(),
            (ColumnBuilder::Day(builder), ColumnInput::Day(day)) => builder.append_value(*day),
            (ColumnBuilder::Day(builder), _) => builder.append_null(),
            (ColumnBuilder::Moment(builder), ColumnInput::Moment(moment)) => builder.append_value(*moment),
            (ColumnBuilder::Moment(builder), _) => builder.append_null(),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            ColumnBuilder::Text(builder) => Arc::new(builder.finish()),
            ColumnBuilder::Texts(builder) => Arc::new(builder.finish()),
            ColumnBuilder::Whole(builder) => Arc::new(builder.finish()),
            ColumnBuilder::Wholes(builder) => Arc::new(builder.finish()),
            ColumnBuilder::Share(builder) => Arc::new(builder.finish()),
            ColumnBuilder::Flag(builder) => Arc::new(builder.finish()),
            ColumnBuilder::Number(builder) => Arc::new(builder.finish()),
            ColumnBuilder::Day(builder) => Arc::new(builder.finish()),
            ColumnBuilder::Moment(builder) => Arc::new(builder.finish()),
        }
    }
}

/// The fields of columns.
pub(crate) fn fields<R>(columns: &[Column<R>]) -> Vec<arrow_schema::Field> {
    columns.iter().map(|column| field(column.name, column.holds.data_type())).collect()
}

/// Bytes of a batch: the ends of texts and lists are counted in 31 bits. Since [`ColumnInput::n_bytes`] counts every text and every
/// item of a list, no column of a batch that has fewer can have more than that.
pub(crate) const MAX_BATCH_BYTES: usize = i32::MAX as usize;

/// Why a page has no rows of its own in a batch.
pub(crate) const TOO_LARGE: &str = "its rows do not fit into one batch of 2 GiB";

/// Columns that grow row by row.
pub(crate) struct Group<R: 'static> {
    columns: &'static [Column<R>],
    values: Vec<ColumnBuilder>,
    n_rows: usize,
    n_bytes: usize,
}

impl<R> Group<R> {
    pub(crate) fn new(columns: &'static [Column<R>]) -> Group<R> {
        let values = columns.iter().map(|column| ColumnBuilder::new(column.holds)).collect();
        Group { columns, values, n_rows: 0, n_bytes: 0 }
    }

    /// About how many bytes of memory a row would take.
    pub(crate) fn n_bytes_of(&self, row: &R) -> usize {
        self.columns.iter().map(|column| (column.read)(row).n_bytes()).sum()
    }

    /// Adds a row; without one, a row of nulls.
    pub(crate) fn append(&mut self, row: Option<&R>) {
        for (column, values) in self.columns.iter().zip(&mut self.values) {
            let given = row.map_or(ColumnInput::Null, column.read);
            self.n_bytes += given.n_bytes();
            values.append(&given);
        }
        self.n_rows += 1;
    }

    pub(crate) fn n_rows(&self) -> usize {
        self.n_rows
    }

    pub(crate) fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// The columns; there are no rows after it.
    pub(crate) fn finish(&mut self) -> Vec<ArrayRef> {
        (self.n_rows, self.n_bytes) = (0, 0);
        self.values.iter_mut().map(ColumnBuilder::finish).collect()
    }
}

/// Where the lists of a column end, of which each item is a struct.
pub(crate) struct Lists {
    ends: Vec<i32>,
    nulls: NullBufferBuilder,
}

impl Lists {
    pub(crate) fn new() -> Lists {
        Lists { ends: vec![0], nulls: NullBufferBuilder::new(0) }
    }

    /// Ends a list behind so many items of all lists; without one there is no list in the row.
    pub(crate) fn end(&mut self, n_items: Option<usize>) {
        let last = self.ends.last().copied().unwrap_or(0);
        let end = n_items.map(|n_items| i32::try_from(n_items).expect("invariant: a batch has fewer than 2^31 items"));
        self.ends.push(end.unwrap_or(last));
        self.nulls.append(n_items.is_some());
    }

    /// The lists, made of the columns of their items; there are none after it.
    pub(crate) fn finish(&mut self, fields: Fields, items: Vec<ArrayRef>) -> ArrayRef {
        let ends = std::mem::replace(&mut self.ends, vec![0]);
        let nulls = self.nulls.finish();
        let items = StructArray::new(fields.clone(), items, None);
        let item = Arc::new(field("item", DataType::Struct(fields)));
        Arc::new(ListArray::new(item, OffsetBuffer::new(ScalarBuffer::from(ends)), Arc::new(items), nulls))
    }
}

/// The type of lists of structs with these fields.
pub(crate) fn list_of(fields: Fields) -> DataType {
    DataType::List(Arc::new(field("item", DataType::Struct(fields))))
}
