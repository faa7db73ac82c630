//! A wrapper held against pages, and a repaired one.

use super::{CheckOptions, CheckReport, LearnError, LearnOptions, ReadyWrapper, Repair, Wrapper, learn};
use crate::findings::Findings;
use tamis_sites::wrapper::{CheckedPage, Sample};

/// Checks a wrapper on pages, whatever was asked of them: whether it still finds what it was learned to find. The report calls
/// the pages by these names, in the same order, and by its address a page that has none.
pub fn check(wrapper: &ReadyWrapper, pages: &[Findings], names: &[String], options: &CheckOptions) -> CheckReport {
    let names = names.iter().map(|name| Some(name.as_str())).chain(std::iter::repeat(None));
    let pages: Vec<CheckedPage<'_>> = pages
        .iter()
        .zip(names)
        .map(|(findings, name)| {
            let page = findings.page();
            CheckedPage { document: page.document(), url: page.url().map(url::Url::as_str), name }
        })
        .collect();
    tamis_sites::wrapper::check(wrapper.compiled(), &pages, options)
}

/// Repairs a wrapper by pages that it does not fit any more and that were asked for their records. What it was learned to
/// find is looked for in all of their tables.
///
/// # Errors
/// No column of the wrapper is found on the pages.
pub fn repair(wrapper: &Wrapper, pages: &[Findings]) -> Result<Repair, LearnError> {
    let all: Vec<Sample<'_>> = pages
        .iter()
        .flat_map(|findings| {
            let sample = learn::sample(findings);
            let tables = findings.tables().map_or(&[][..], |tables| tables.answer);
            let others = tables.iter().skip(1).map(move |table| Sample { table: Some(table), ..sample });
            std::iter::once(sample).chain(others)
        })
        .collect();
    let mut options = LearnOptions::default();
    options.language = wrapper.language;
    tamis_sites::wrapper::repair(wrapper, &all, &options)
}
