//! The compiled part of the Python package `tamis`: what must be fast or needs the engine. Signatures that people read,
//! defaults and documentation are in Python, in the folder beside this one.
//!
//! Every function that works on pages releases the interpreter while it does (`run.rs`), and everything that can go wrong
//! is an exception of the package (`errors.rs`).

mod batches;
mod document;
mod errors;
mod extract;
mod found;
mod handed;
mod input;
mod iterate;
mod locks;
mod page;
mod queue;
mod readers;
mod recipes;
mod run;
mod settings;
mod site;
mod stream;
mod table;
mod wrapper;

use pyo3::prelude::*;

#[pymodule]
#[pyo3(name = "_tamis")]
fn add_all(module: &Bound<'_, PyModule>) -> PyResult<()> {
    run::silence_panics();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("has_renderer", cfg!(feature = "blitz"))?;
    module.add_class::<settings::Settings>()?;
    document::add_to(module)?;
    iterate::add_to(module)?;
    page::add_to(module)?;
    batches::add_to(module)?;
    site::add_to(module)?;
    table::add_to(module)?;
    wrapper::add_to(module)?;
    extract::add_to(module)?;
    module.add_function(wrap_pyfunction!(readers::serve_render_worker, module)?)?;
    module.add_function(wrap_pyfunction!(readers::set_render_worker, module)?)?;
    module.add_function(wrap_pyfunction!(readers::_n_readers, module)?)?;
    module.add_function(wrap_pyfunction!(run::_panic, module)?)?;
    module.add_function(wrap_pyfunction!(run::_hold, module)?)?;
    // Nobody imports all of a private module, and a list would have to be kept with the stubs.
    module.delattr("__all__")?;
    Ok(())
}
