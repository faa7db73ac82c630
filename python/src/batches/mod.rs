//! Pages in Arrow record batches, for engines that run over many machines: batches come in and go out through Arrow's C
//! interface, without a copy of them in Python.
//!
//! A page that cannot be read, or that fails in any other way, costs its row: that says why. Only what no row could say, a
//! column that is missing or a store that fails, is an exception.

mod asking;
mod columns;
mod exclusive;
mod files;
mod pages;
mod site;
mod store;
mod warc;
mod worker;

use crate::errors::{ErrorClass, error};
use pyo3::prelude::*;
use pyo3_arrow::PySchema;
use tamis_arrow::RowKind;

/// What goes out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Output {
    /// The pages themselves.
    Pages,
    Rows(RowKind),
}

impl Output {
    fn named(py: Python<'_>, name: &str) -> PyResult<Output> {
        Ok(match name {
            "pages" => Output::Pages,
            "text" => Output::Rows(RowKind::Text),
            "records" => Output::Rows(RowKind::Records),
            "site" => Output::Rows(RowKind::Site),
            other => {
                let hint = Some("kind is text, records, site or, of an archive, pages");
                return Err(error(py, ErrorClass::Value, format!("there is no kind '{other}'"), hint));
            }
        })
    }
}

/// About how many bytes a batch may have; a batch of none would have no rows.
fn batch_bytes(py: Python<'_>, max_bytes: usize) -> PyResult<usize> {
    if max_bytes == 0 {
        return Err(error(py, ErrorClass::Value, "max_bytes is 0", Some("a batch has at least one byte")));
    }
    // Texts of a batch have places of 31 bits.
    Ok(max_bytes.min(1 << 30))
}

/// The columns of a kind of output, as a schema of pyarrow.
#[pyfunction(name = "arrow_schema")]
fn schema_of<'py>(py: Python<'py>, kind: &str) -> PyResult<Bound<'py, PyAny>> {
    let schema = match Output::named(py, kind)? {
        Output::Pages => pages::schema(),
        Output::Rows(kind) => kind.schema(),
    };
    PySchema::new(schema).into_pyarrow(py)
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<worker::BatchWorker>()?;
    module.add_class::<worker::Batches>()?;
    module.add_class::<warc::WarcBatches>()?;
    module.add_class::<site::SiteWorker>()?;
    module.add_function(wrap_pyfunction!(schema_of, module)?)?;
    files::add_to(module)?;
    module.add_function(wrap_pyfunction!(warc::warc_parts, module)?)?;
    module.add_function(wrap_pyfunction!(site::sites_of, module)?)?;
    store::add_to(module)
}
