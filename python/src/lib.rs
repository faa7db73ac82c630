//! The compiled part of the Python package `tamis`: what must be fast or needs the engine. Signatures that people read,
//! defaults and documentation are in Python, in the folder beside this one.
//!
//! Every function that works on pages releases the interpreter while it does ([`run`]), and everything that can go wrong
//! is an exception of the package ([`errors`]).

mod errors;
mod input;
mod page;
mod readers;
mod run;
mod settings;

use pyo3::prelude::*;

#[pymodule]
#[pyo3(name = "_tamis")]
fn add_all(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("has_renderer", cfg!(feature = "blitz"))?;
    module.add_class::<settings::Settings>()?;
    page::add_to(module)?;
    module.add_function(wrap_pyfunction!(readers::serve_render_worker, module)?)?;
    Ok(())
}
