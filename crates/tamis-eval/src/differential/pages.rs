//! The pages of data sets.

use super::case::{Case, Verdict};
use crate::html5lib::ours::OurParsers;
use anyhow::Context as _;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What comparing the pages of a directory showed.
#[derive(Clone, Debug, Default)]
pub struct PageReport {
    /// How many pages were compared.
    pub n_pages: usize,
    /// The pages on which our parser hit a cap; they are not compared.
    pub cap_hit: Vec<PathBuf>,
    /// The pages that show each known departure of html5ever.
    pub known: BTreeMap<&'static str, Vec<PathBuf>>,
    /// The pages that differ.
    pub different: Vec<(PathBuf, String)>,
}

/// Compares the trees of every page below `directory`.
///
/// # Errors
/// If the directory or a page cannot be read.
pub fn compare_pages(directory: &Path) -> anyhow::Result<PageReport> {
    let mut report = PageReport::default();
    let mut parsers = OurParsers::default();
    for path in crate::datasets::page_files(directory)? {
        let bytes = fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
        let case = Case::document(crate::datasets::decode(bytes));
        report.n_pages += 1;
        match case.judge(&mut parsers) {
            Verdict::Equal => {}
            Verdict::CapHit => report.cap_hit.push(path),
            Verdict::Known(departure) => report.known.entry(departure.name).or_default().push(path),
            Verdict::Different(difference) => report.different.push((path, difference.to_string())),
        }
    }
    Ok(report)
}
