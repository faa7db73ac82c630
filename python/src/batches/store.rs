//! Stores of templates, as far as a job over many machines needs them: a copy to read from, and what was learned put in.

#![expect(clippy::needless_pass_by_value, reason = "the interpreter hands arguments over by value")]

use crate::errors::{self, ErrorClass, error};
use crate::run;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use tamis::site::store::{self, Delta, DeltaError, StoreError, TemplateStore};

/// How many sites are copied at once.
const SITES_PER_MERGE: usize = 256;

fn all_of(from: &mut dyn TemplateStore) -> Result<Delta, StoreError> {
    let mut all = Delta::new();
    for (site, _) in from.sites()? {
        all.merge(from.load(&site)?);
    }
    Ok(all)
}

/// Copies a store into an empty file, to be read by others while this one goes on.
#[pyfunction]
fn copy_store(py: Python<'_>, location: &str, file: &str) -> PyResult<()> {
    let copied = run::guarded(py, || {
        let (mut from, mut into) = (store::open(location)?, store::open(file)?);
        let sites = from.sites()?;
        for sites in sites.chunks(SITES_PER_MERGE) {
            let mut some = Delta::new();
            for (site, _) in sites {
                some.merge(from.load(site)?);
            }
            into.merge(&some)?;
        }
        Ok(())
    })?;
    copied.map_err(|failed: StoreError| errors::of(py, failed))
}

/// Merges what workers learned into a store, all of it in one transaction; gives the number of templates and of counts.
#[pyfunction]
fn merge_deltas(py: Python<'_>, location: &str, deltas: Vec<PyBackedBytes>) -> PyResult<(usize, usize)> {
    let merged = merged(py, &deltas)?;
    if !merged.is_empty() {
        let written = run::guarded(py, || store::open(location)?.merge(&merged))?;
        written.map_err(|failed| errors::of(py, failed))?;
    }
    Ok((merged.templates().len(), merged.counts().len()))
}

/// Whether a location is the address of a database, by the rule of the store itself.
#[pyfunction]
fn is_store_address(location: &str) -> bool {
    store::is_address(location)
}

/// Opens a store, which is made if there is none, and finds out whether it can be written, without writing anything to it.
#[pyfunction]
fn check_store(py: Python<'_>, location: &str) -> PyResult<()> {
    // No site has this name: a transaction that writes is begun, and takes nothing out.
    let opened = run::guarded(py, || store::open(location)?.forget("", Some("")))?;
    opened.map(|_| ()).map_err(|failed| errors::of(py, failed))
}

/// A delta in so many slices, each with all of its sites: those of one name are in the same slice on every machine.
#[pyfunction]
fn delta_slices(
    py: Python<'_>,
    delta: PyBackedBytes,
    n_slices: NonZeroU32,
) -> PyResult<Vec<Option<Bound<'_, PyBytes>>>> {
    let delta = merged(py, std::slice::from_ref(&delta))?;
    let slices = run::guarded(py, || {
        let slices = delta.into_slices(n_slices);
        slices.iter().map(|slice| (!slice.is_empty()).then(|| slice.to_bytes())).collect::<Vec<_>>()
    })?;
    Ok(slices.into_iter().map(|slice| slice.map(|slice| PyBytes::new(py, &slice))).collect())
}

/// Several deltas as one.
#[pyfunction]
fn merged_deltas(py: Python<'_>, deltas: Vec<PyBackedBytes>) -> PyResult<Bound<'_, PyBytes>> {
    let merged = merged(py, &deltas)?;
    Ok(PyBytes::new(py, &run::guarded(py, || merged.to_bytes())?))
}

fn merged(py: Python<'_>, deltas: &[PyBackedBytes]) -> PyResult<Delta> {
    let merged = run::guarded(py, || {
        let mut merged = Delta::new();
        for delta in deltas {
            merged.merge(Delta::from_bytes(delta)?);
        }
        Ok(merged)
    })?;
    let hint = Some("deltas are what a SiteWorker of the same version gave");
    merged.map_err(|wrong: DeltaError| error(py, ErrorClass::Value, wrong, hint))
}

/// All that a store holds, as one delta: the same bytes for the same content.
#[pyfunction]
fn store_bytes<'py>(py: Python<'py>, location: &str) -> PyResult<Bound<'py, PyBytes>> {
    let all = run::guarded(py, || Ok(all_of(&mut *store::open(location)?)?.to_bytes()))?;
    Ok(PyBytes::new(py, &all.map_err(|failed: StoreError| errors::of(py, failed))?))
}

/// What a delta says of each site: how many templates, and how many pages were mapped from them.
#[pyfunction]
fn delta_summary(py: Python<'_>, delta: PyBackedBytes) -> PyResult<Vec<(String, usize, u64)>> {
    let delta = merged(py, std::slice::from_ref(&delta))?;
    run::guarded(py, || {
        let mut sites: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
        for key in delta.templates().keys() {
            sites.entry(&key.site).or_default().0 += 1;
        }
        for (counter, n) in delta.counts().iter().filter(|(counter, _)| counter.name == "pages") {
            sites.entry(&counter.key.site).or_default().1 += n;
        }
        sites.into_iter().map(|(site, (n_templates, n_pages))| (site.to_owned(), n_templates, n_pages)).collect()
    })
}

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(copy_store, module)?)?;
    module.add_function(wrap_pyfunction!(is_store_address, module)?)?;
    module.add_function(wrap_pyfunction!(check_store, module)?)?;
    module.add_function(wrap_pyfunction!(delta_slices, module)?)?;
    module.add_function(wrap_pyfunction!(merge_deltas, module)?)?;
    module.add_function(wrap_pyfunction!(merged_deltas, module)?)?;
    module.add_function(wrap_pyfunction!(store_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(delta_summary, module)?)
}
