//! A table with typed columns: what Arrow, and a person at a Python prompt, want to have.
//!
//! A column has a type if every value that it has can be given in it exactly, else it is text: no value is lost or changed for
//! the sake of its type.

use tamis::export::{ColumnValues, Moment, ValueType, column_values};
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
    column_values(page, table).into_iter().map(|column| typed(page, column)).collect()
}

fn typed(page: &Page, column: ColumnValues) -> TypedColumn {
    let found = match column.value_type {
        ValueType::Money | ValueType::Percentage => decimals(&column.values),
        ValueType::Decimal => decimals(&column.values).filter(|_| are_plain(&column.values)),
        ValueType::Integer => integers(&column.values).filter(|_| are_plain(&column.values)),
        ValueType::Date => moments(&column, page),
        _ => None,
    };
    let texts = |values: Vec<Option<String>>| values.into_iter().map(|value| value.map(Value::Text)).collect();
    let (column_type, values) = found.unwrap_or_else(|| (ColumnType::Text, texts(column.values)));
    TypedColumn { name: column.name, column_type, values }
}

type Typed = (ColumnType, Vec<Option<Value>>);

fn integers(values: &[Option<String>]) -> Option<Typed> {
    let values = each(values, |value| value.parse().ok().map(Value::Integer))?;
    Some((ColumnType::Integer, values))
}

/// Whether no number is written with zeros before it, which would be lost: 007 is a name.
fn are_plain(values: &[Option<String>]) -> bool {
    values.iter().flatten().all(|value| {
        let digits = value.trim_start_matches(['-', '+']);
        !(digits.starts_with('0') && digits[1..].starts_with(|c: char| c.is_ascii_digit()))
    })
}

fn decimals(values: &[Option<String>]) -> Option<Typed> {
    let scale = values.iter().flatten().filter_map(|value| Some(value.split_once('.')?.1.len())).max().unwrap_or(0);
    let scale = u8::try_from(scale).ok().filter(|&scale| scale <= MAX_DIGITS)?;
    let values = each(values, |value| decimal(value, scale).map(Value::Decimal))?;
    Some((ColumnType::Decimal { scale }, values))
}

/// Digits of a decimal.
pub(crate) const MAX_DIGITS: u8 = 38;

/// A number as it is written, with so many decimals and without its point; `None` for what is none or has more digits.
pub(crate) fn decimal(value: &str, scale: u8) -> Option<i128> {
    let (is_negative, digits) = value.strip_prefix('-').map_or((false, value), |digits| (true, digits));
    let (whole, broken) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number =
        !whole.is_empty() && [whole, broken].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    let n_zeros = usize::from(scale).checked_sub(broken.len()).filter(|_| is_number)?;
    let digits = whole.trim_start_matches('0').bytes().chain(broken.bytes()).chain(std::iter::repeat_n(b'0', n_zeros));
    let number = digits.enumerate().try_fold(0i128, |number, (place, byte)| {
        (place < usize::from(MAX_DIGITS)).then(|| number * 10 + i128::from(byte - b'0'))
    })?;
    Some(if is_negative { -number } else { number })
}

/// Days where all values are, moments where all have a time and all or none of them a zone.
fn moments(column: &ColumnValues, page: &Page) -> Option<Typed> {
    let moments = column.moments(page);
    let is_read = |(value, moment): (&Option<String>, &Option<Moment>)| value.is_some() == moment.is_some();
    if !column.values.iter().zip(&moments).all(is_read) {
        return None;
    }
    let all = |holds: fn(&Moment) -> bool| moments.iter().flatten().all(holds);
    let given = |read: fn(Moment) -> Option<Value>| moments.iter().map(|moment| read((*moment)?)).collect();
    if all(|moment| moment.time.is_none()) {
        Some((ColumnType::Date, given(|moment| Some(Value::Date(moment.day)))))
    } else if all(|moment| moment.universal().is_some()) {
        let values = given(|moment| moment.universal().map(Value::Timestamp));
        Some((ColumnType::Timestamp { has_zone: true }, values))
    } else if all(|moment| moment.local().is_some() && moment.offset.is_none()) {
        let values = given(|moment| moment.local().map(Value::Timestamp));
        Some((ColumnType::Timestamp { has_zone: false }, values))
    } else {
        None
    }
}

/// All values, `None` if one of them cannot be given.
fn each(values: &[Option<String>], give: impl Fn(&str) -> Option<Value>) -> Option<Vec<Option<Value>>> {
    values.iter().map(|value| value.as_deref().map_or(Some(None), |value| give(value).map(Some))).collect()
}
