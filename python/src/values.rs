//! Typed values as Python has them.

use pyo3::prelude::*;
use tamis_arrow::{ColumnType, Value};

/// The classes that values are made of.
pub(crate) struct PythonValues<'py> {
    py: Python<'py>,
    decimal: Bound<'py, PyAny>,
    timedelta: Bound<'py, PyAny>,
    /// The first day of 1970.
    first_day: Bound<'py, PyAny>,
    /// Its first moment, and the same in universal time.
    first_moment: Bound<'py, PyAny>,
    first_moment_utc: Bound<'py, PyAny>,
}

impl<'py> PythonValues<'py> {
    pub(crate) fn new(py: Python<'py>) -> PyResult<PythonValues<'py>> {
        let datetime = py.import("datetime")?;
        let (moment, utc) = (datetime.getattr("datetime")?, datetime.getattr("timezone")?.getattr("utc")?);
        Ok(PythonValues {
            py,
            decimal: py.import("decimal")?.getattr("Decimal")?,
            timedelta: datetime.getattr("timedelta")?,
            first_day: datetime.getattr("date")?.call1((1970, 1, 1))?,
            first_moment: moment.call1((1970, 1, 1))?,
            first_moment_utc: moment.call1((1970, 1, 1, 0, 0, 0, 0, utc))?,
        })
    }

    /// The value; None for a missing one, and for a time that Python cannot hold.
    pub(crate) fn of(&self, column_type: ColumnType, value: Option<Value>) -> PyResult<Bound<'py, PyAny>> {
        let none = self.py.None().into_bound(self.py);
        let made = match (value, column_type) {
            (Some(Value::Text(text)), _) => text.into_pyobject(self.py)?.into_any(),
            (Some(Value::Integer(number)), _) => number.into_pyobject(self.py)?.into_any(),
            (Some(Value::Decimal(digits)), ColumnType::Decimal { scale }) => {
                self.decimal.call1((written(digits, scale),))?
            }
            (Some(Value::Decimal(digits)), _) => self.decimal.call1((digits.to_string(),))?,
            (Some(Value::Date(days)), _) => self.later(&self.first_day, (days,)).unwrap_or(none),
            (Some(Value::Timestamp(microseconds)), ColumnType::Timestamp { has_zone: true }) => {
                self.later(&self.first_moment_utc, (0, 0, microseconds)).unwrap_or(none)
            }
            (Some(Value::Timestamp(microseconds)), _) => {
                self.later(&self.first_moment, (0, 0, microseconds)).unwrap_or(none)
            }
            (None | Some(_), _) => none,
        };
        Ok(made)
    }

    fn later(&self, begin: &Bound<'py, PyAny>, by: impl pyo3::call::PyCallArgs<'py>) -> Option<Bound<'py, PyAny>> {
        begin.add(self.timedelta.call1(by).ok()?).ok()
    }

    /// The name of a type.
    pub(crate) fn name_of(column_type: ColumnType) -> &'static str {
        match column_type {
            ColumnType::Text => "text",
            ColumnType::Integer => "integer",
            ColumnType::Decimal { .. } => "decimal",
            ColumnType::Date => "date",
            ColumnType::Timestamp { has_zone: true } => "timestamp with zone",
            ColumnType::Timestamp { has_zone: false } => "timestamp",
            _ => "other",
        }
    }
}

/// A number with its point.
fn written(digits: i128, scale: u8) -> String {
    let scale = usize::from(scale);
    let sign = if digits < 0 { "-" } else { "" };
    let padded = format!("{:0>width$}", digits.unsigned_abs(), width = scale + 1);
    let (whole, rest) = padded.split_at(padded.len() - scale);
    if rest.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}
