//! The files that a name stands for, by the rule of the command: what runs on many machines reads the same ones.

use crate::errors::{ErrorClass, error};
use crate::run;
use pyo3::prelude::*;
use std::path::PathBuf;
use tamis::source::{PAGE_EXTENSIONS, Source, SourceOptions, Sources};

/// The files of a directory or a pattern, in their order, each with its name below what was named. If there are archives
/// among them, which must be opened to know their pages, the name is the path.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "the interpreter hands arguments over by value")]
fn page_files(py: Python<'_>, path: PathBuf) -> PyResult<Vec<(PathBuf, PathBuf)>> {
    let found = run::guarded(py, || Sources::find(std::slice::from_ref(&path), SourceOptions::default()))?;
    let hint = Some("archives and files of HTML are looked for");
    let mut sources = found.map_err(|failed| error(py, ErrorClass::Source, failed, hint))?;
    if sources.n_left().is_none() {
        return Ok(sources.paths().map(|path| (path.to_owned(), path.to_owned())).collect());
    }
    // A directory that cannot be listed is among them: it is a page that fails, and not one that is missing.
    let inputs = std::iter::from_fn(|| sources.next_input());
    Ok(inputs.filter_map(|input| Some((input.origin.path()?.to_owned(), input.place))).collect())
}

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("PAGE_EXTENSIONS", PAGE_EXTENSIONS.to_vec())?;
    module.add_function(wrap_pyfunction!(page_files, module)?)
}
