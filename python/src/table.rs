//! A table of records.

use crate::errors::{ErrorClass, error};
use crate::found::Found;
use crate::settings::Settings;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCapsule, PyDict, PyList, PyString, PyTuple};
use pyo3_arrow::PyTable;
use std::sync::Arc;
use tamis::{Findings, Warning, export};
use tamis_arrow::{ColumnType, TypedColumn, Value, typed_columns};

/// A table of records: one row each, aligned into columns that have names and types.
///
///     >>> import tamis
///     >>> html = "<ul><li><a href=/1>Desk lamp</a> <b>5.50 €</b><li><a href=/2>Floor lamp</a> <b>61.00 €</b></ul>"
///     >>> table = tamis.records(html, url="https://shop.example/")[0]
///     >>> [column.name for column in table.columns]
///     ['title', 'title_url', 'price', 'price_currency']
///     >>> table[1]["title"], table[1]["price"]
///     ('Floor lamp', Decimal('61.00'))
#[pyclass(frozen, module = "tamis")]
pub(crate) struct Table {
    found: Arc<Found>,
    idx: usize,
    /// Columns and rows as people see them, made once.
    columns: PyOnceLock<Py<PyList>>,
    rows: PyOnceLock<Py<PyList>>,
}

impl Table {
    /// The tables of a page, the main one first.
    pub(crate) fn all(found: &Arc<Found>) -> Vec<Table> {
        let n_tables = found.findings.tables().map_or(0, |tables| tables.answer.len());
        (0..n_tables)
            .map(|idx| Table { found: Arc::clone(found), idx, columns: PyOnceLock::new(), rows: PyOnceLock::new() })
            .collect()
    }

    /// What the methods say of it.
    pub(crate) fn table(&self) -> &tamis::Table {
        table_of(&self.found, self.idx)
    }

    /// The findings that it is of, and which of their tables it is.
    pub(crate) fn findings(&self) -> (&Arc<Findings>, usize) {
        (&self.found.findings, self.idx)
    }

    /// How its page was read.
    pub(crate) fn settings(&self) -> &Settings {
        &self.found.settings
    }

    fn typed(&self, py: Python<'_>) -> PyResult<Vec<TypedColumn>> {
        let idx = self.idx;
        self.found.made(py, move |found| Ok(typed_columns(found.findings.page(), table_of(found, idx))))
    }

    /// What the JSON says of the table.
    fn details<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let tables = self.found.details(py)?.get_item("tables")?;
        match tables {
            Some(tables) => tables.get_item(self.idx),
            None => Ok(PyDict::new(py).into_any()),
        }
    }

    fn made_rows<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyList>> {
        let rows = self.rows.get_or_try_init(py, || {
            let made = py.import("tamis._results")?.call_method1("rows_of", (self.details(py)?, self.to_dicts(py)?))?;
            Ok::<_, PyErr>(made.cast_into::<PyList>()?.unbind())
        })?;
        Ok(rows.bind(py))
    }

    fn arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTable>> {
        let idx = self.idx;
        let batch =
            self.found.made(py, move |found| Ok(tamis_arrow::table(found.findings.page(), table_of(found, idx))))?;
        let schema = batch.schema();
        Bound::new(py, PyTable::try_new(vec![batch], schema)?)
    }
}

/// One of the tables that were found.
fn table_of(found: &Found, idx: usize) -> &tamis::Table {
    let tables = found.findings.tables().map_or(&[][..], |found| found.answer);
    &tables[idx]
}

/// A column: its name, the name of its type, its values.
type NamedValues<'py> = (String, &'static str, Vec<Bound<'py, PyAny>>);

/// A table, given to a function of the package.
fn by<'py>(slf: &Bound<'py, Table>, module: &str, function: &str) -> PyResult<Bound<'py, PyAny>> {
    slf.py().import(module)?.call_method1(function, (slf,))
}

#[pymethods]
impl Table {
    /// What the list is to the page: main, list, nav, sidebar or other.
    #[getter]
    fn role(&self) -> &'static str {
        self.table().role.as_str()
    }

    /// How sure the method is of the table, from 0 to 1.
    #[getter]
    fn confidence(&self) -> f64 {
        self.table().confidence
    }

    /// Why these are records.
    #[getter]
    fn reasons(&self) -> Vec<String> {
        self.table().reasons.clone()
    }

    /// What a user should know before trusting the table.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        let table = self.table();
        let left_out = (table.n_left_out > 0).then_some(Warning::TooManyRows { n_left_out: table.n_left_out });
        let left_out = left_out.map(|warning| warning.message().into_owned());
        table.warnings.iter().cloned().chain(left_out).collect()
    }

    /// Where the list is on the page.
    #[getter]
    fn region<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("tamis._results")?.call_method1("selectors_of", (self.details(py)?.get_item("region")?,))
    }

    /// Where a record is within the list.
    #[getter]
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("tamis._results")?.call_method1("selectors_of", (self.details(py)?.get_item("record")?,))
    }

    /// How many neighbouring nodes a record consists of.
    #[getter]
    fn nodes_per_record(&self) -> usize {
        self.table().nodes_per_record
    }

    /// What stands among the records and is none, and why.
    #[getter]
    fn rejected<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("tamis._results")?.call_method1("rejected_of", (self.details(py)?.get_item("rejected")?,))
    }

    /// The columns, in the order in which they are written.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let columns = self.columns.get_or_try_init(py, || {
            let details = self.details(py)?.get_item("columns")?;
            let made = py.import("tamis._results")?.call_method1("columns_of", (details,))?;
            Ok::<_, PyErr>(made.cast_into::<PyList>()?.unbind())
        })?;
        columns.bind(py).get_slice(0, usize::MAX >> 1).cast_into().map_err(PyErr::from)
    }

    /// The records, in the order of the page.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.made_rows(py)?.get_slice(0, usize::MAX >> 1).into_any())
    }

    /// The table as the JSON of the page has it, as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("tamis._results")?.call_method1("copied", (self.details(py)?,))
    }

    /// The records as dicts, with values of the types of their columns.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let columns = self.typed(py)?;
        let values = PythonValues::new(py)?;
        let rows: Vec<Bound<'py, PyDict>> = self.table().rows.iter().map(|_| PyDict::new(py)).collect();
        for column in columns {
            for (row, value) in rows.iter().zip(column.values) {
                row.set_item(&column.name, values.of(column.column_type, value)?)?;
            }
        }
        Ok(rows)
    }

    /// Each column with the name of its type and its values.
    fn _typed<'py>(&self, py: Python<'py>) -> PyResult<Vec<NamedValues<'py>>> {
        let values = PythonValues::new(py)?;
        let columns = self.typed(py)?.into_iter().map(|column| {
            let of = |value| values.of(column.column_type, value);
            let made = column.values.into_iter().map(of).collect::<PyResult<Vec<_>>>()?;
            Ok((column.name, PythonValues::name_of(column.column_type), made))
        });
        columns.collect()
    }

    /// The table as a pandas `DataFrame`.
    fn to_pandas<'py>(slf: &Bound<'py, Table>) -> PyResult<Bound<'py, PyAny>> {
        by(slf, "tamis._frames", "to_pandas")
    }

    /// The table as a polars `DataFrame`.
    fn to_polars<'py>(slf: &Bound<'py, Table>) -> PyResult<Bound<'py, PyAny>> {
        by(slf, "tamis._frames", "to_polars")
    }

    /// The table as a pyarrow Table.
    fn to_arrow<'py>(slf: &Bound<'py, Table>) -> PyResult<Bound<'py, PyAny>> {
        by(slf, "tamis._frames", "to_arrow")
    }

    /// The table for whatever reads Arrow's streams.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.arrow(py)?.call_method1("__arrow_c_stream__", (requested_schema,))
    }

    /// Its schema for whatever reads Arrow's.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.arrow(py)?.call_method0("__arrow_c_schema__")
    }

    /// The table as comma-separated values, the columns' names first.
    fn to_csv(&self, py: Python<'_>) -> PyResult<String> {
        let idx = self.idx;
        self.found.made(py, move |found| Ok(export::csv(found.findings.page(), table_of(found, idx))))
    }

    /// The table as one in Markdown.
    fn to_markdown(&self, py: Python<'_>) -> PyResult<String> {
        let idx = self.idx;
        self.found.made(py, move |found| Ok(export::markdown(found.findings.page(), table_of(found, idx))))
    }

    /// The selectors of the table, to be used on other pages of its kind.
    fn wrapper<'py>(slf: &Bound<'py, Table>) -> PyResult<Bound<'py, PyAny>> {
        by(slf, "tamis._wrapper", "of_table")
    }

    fn __len__(&self) -> usize {
        self.table().rows.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if key.is_instance_of::<PyString>() {
            return Err(error(
                py,
                ErrorClass::Argument,
                "the items of a table are its rows, by number",
                Some("a column is [row[NAME] for row in table], or table.to_pandas()[NAME]"),
            ));
        }
        self.made_rows(py)?.as_any().get_item(key)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.made_rows(py)?.as_any().try_iter()?.into_any())
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Table>) -> PyResult<Bound<'py, PyAny>> {
        by(slf, "tamis._show", "table")
    }

    fn __repr__<'py>(slf: &Bound<'py, Table>) -> PyResult<Bound<'py, PyAny>> {
        by(slf, "tamis._show", "table_line")
    }

    fn __copy__<'py>(slf: &Bound<'py, Table>) -> Bound<'py, Table> {
        slf.clone()
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Table>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Table> {
        slf.clone()
    }

    #[expect(clippy::unused_self, reason = "a method of the object in Python")]
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Err(error(
            py,
            ErrorClass::Argument,
            "a Table cannot be pickled: it holds the whole document",
            Some("send table.to_dicts(), table.to_pandas() or table.to_arrow()"),
        ))
    }
}

/// The classes that values are made of.
struct PythonValues<'py> {
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
    fn new(py: Python<'py>) -> PyResult<PythonValues<'py>> {
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
    fn of(&self, column_type: ColumnType, value: Option<Value>) -> PyResult<Bound<'py, PyAny>> {
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
    fn name_of(column_type: ColumnType) -> &'static str {
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

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Table>()
}
