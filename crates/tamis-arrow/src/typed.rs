//! A table with typed columns: what Arrow, and a person at a Python prompt, want to have.
//!
//! A column has a type if every value that it has can be given in it exactly, else it is text: no value is lost or changed for
//! the sake of its type.

use tamis::export::{CellValue, ColumnValues, Decimal, Moment, ValueType, column_values};
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
///
/// ```
/// use tamis::{Page, Recipe, Task};
/// use tamis_arrow::{ColumnType, Value};
///
/// let page = Page::parse("<ul><li><a href=1>Desk lamp</a> <b>5,50 €</b><li><a href=2>Wall lamp</a> <b>6 €</b></ul>");
/// let findings = tamis::ask(&page, &[Recipe::default_for(Task::Records)])?;
/// let columns = tamis_arrow::typed_columns(&page, &findings.tables().unwrap().answer[0]);
/// assert_eq!(columns[2].column_type, ColumnType::Decimal { scale: 2 });
/// assert_eq!(columns[2].values, [Some(Value::Decimal(550)), Some(Value::Decimal(600))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn typed_columns(page: &Page, table: &Table) -> Vec<TypedColumn> {
    column_values(page, table).into_iter().map(|column| typed(table, column)).collect()
}

fn typed(table: &Table, column: ColumnValues) -> TypedColumn {
    let found = match column.value_type {
        ValueType::Money | ValueType::Percentage => decimals(table, &column),
        // 007 is a name: as a number it would lose its zeros.
        ValueType::Decimal => decimals(table, &column).filter(|_| has_no_names(table, &column)),
        ValueType::Integer => integers(table, &column).filter(|_| has_no_names(table, &column)),
        ValueType::Date => moments(table, &column),
        _ => None,
    };
    let texts = |values: Vec<Option<String>>| values.into_iter().map(|value| value.map(Value::Text)).collect();
    let (column_type, values) = found.unwrap_or_else(|| (ColumnType::Text, texts(column.values)));
    TypedColumn { name: column.name, column_type, values }
}

type Typed = (ColumnType, Vec<Option<Value>>);

/// What the cells of a column hold, one a row with `None` for a missing value; `None` in all if one holds something else.
fn each<T>(table: &Table, column: &ColumnValues, read: impl Fn(&CellValue) -> Option<T>) -> Option<Vec<Option<T>>> {
    let cell = |row_idx| Some(&table.cell(row_idx, column.column_idx)?.value);
    let rows = column.values.iter().enumerate();
    rows.map(|(row_idx, value)| if value.is_some() { read(cell(row_idx)?).map(Some) } else { Some(None) }).collect()
}

fn integers(table: &Table, column: &ColumnValues) -> Option<Typed> {
    Some((ColumnType::Integer, each(table, column, |value| integer(value.number()?).map(Value::Integer))?))
}

/// A number without decimals.
pub(crate) fn integer(number: Decimal) -> Option<i64> {
    number.scaled(0).and_then(|number| i64::try_from(number).ok())
}

fn has_no_names(table: &Table, column: &ColumnValues) -> bool {
    each(table, column, |value| value.number().filter(|number| !number.has_leading_zeros())).is_some()
}

fn decimals(table: &Table, column: &ColumnValues) -> Option<Typed> {
    let numbers = each(table, column, CellValue::number)?;
    let scale = numbers.iter().flatten().map(|number| number.n_decimals()).max().unwrap_or(0);
    let values = numbers.into_iter().map(|number| number?.scaled(scale).map(Value::Decimal)).collect();
    Some((ColumnType::Decimal { scale }, values))
}

/// Digits of a decimal.
pub(crate) const MAX_DIGITS: u8 = 38;

/// Days where all values are, moments where all have a time and all or none of them a zone.
fn moments(table: &Table, column: &ColumnValues) -> Option<Typed> {
    let moments = each(table, column, CellValue::moment)?;
    let all = |holds: fn(&Moment) -> bool| moments.iter().flatten().all(holds);
    let given = |read: fn(Moment) -> Option<Value>| moments.iter().map(|moment| read((*moment)?)).collect();
    if all(|moment| moment.time.is_none()) {
        Some((ColumnType::Date, given(|moment| Some(Value::Date(moment.day)))))
    } else if all(|moment| moment.universal().is_some()) {
        let values = given(|moment| moment.universal().map(Value::Timestamp));
        Some((ColumnType::Timestamp { has_zone: true }, values))
    } else if all(|moment| moment.without_zone().is_some()) {
        let values = given(|moment| moment.local().map(Value::Timestamp));
        Some((ColumnType::Timestamp { has_zone: false }, values))
    } else {
        None
    }
}
