//! From findings of pages to a wrapper.

use super::columns::{self, Pinned, names};
use super::{ColumnEdit, ColumnEditError, LearnError, LearnOptions, ValueFormat, ValueType, Wrapper, WrapperColumn};
use crate::findings::Findings;
use tamis_extract::records::Table;
use tamis_sites::wrapper::{Sample, describe};
use tamis_sites::{ClusterOptions, Fingerprint, most_typical};

/// Learns a wrapper from one or several pages of a template that were asked for their records. What differs between pages is
/// content, what stays is template: several make a better one.
///
/// # Errors
/// There is nothing to learn from.
pub fn learn(pages: &[Findings], options: &LearnOptions) -> Result<Wrapper, LearnError> {
    let samples: Vec<Sample<'_>> = pages.iter().map(sample).collect();
    tamis_sites::wrapper::learn(&samples, options)
}

pub(super) fn sample(findings: &Findings) -> Sample<'_> {
    let page = findings.page();
    Sample {
        document: page.document(),
        url: page.url().map(url::Url::as_str),
        table: findings.tables().and_then(|tables| tables.answer.first()),
        pagination: Some(page.pagination()),
    }
}

/// Makes changes to the columns of a wrapper. The types of columns with new selectors are decided from their values on these
/// pages, and what the values are like is noted.
///
/// # Errors
/// A column is not there, a selector is none or selects nothing, or no column is left; the wrapper is as it was then.
pub fn edit(wrapper: &mut Wrapper, edits: &[ColumnEdit], pages: &[Findings]) -> Result<(), ColumnEditError> {
    if edits.is_empty() {
        return Ok(());
    }
    let mut changed = wrapper.clone();
    for pinned in columns::make(edits, &mut changed)? {
        look_at_values(&mut changed, pinned, pages).map_err(|error| match error {
            // One of those that were learned may have been meant.
            ColumnEditError::Nothing { name, selector, .. } => {
                ColumnEditError::Nothing { name, selector, columns: names(wrapper) }
            }
            error => error,
        })?;
    }
    if changed.columns.is_empty() {
        return Err(ColumnEditError::NoneLeft);
    }
    changed.compile()?;
    *wrapper = changed;
    Ok(())
}

/// Decides the type of a column that was pinned, and from which of the record's elements its selector starts.
fn look_at_values(wrapper: &mut Wrapper, pinned: Pinned, pages: &[Findings]) -> Result<(), ColumnEditError> {
    let mut column = wrapper.columns[pinned.place].clone();
    let n_nodes = if pinned.is_new { wrapper.record.as_ref().map_or(1, |record| record.n_nodes) } else { 1 };
    let mut values = Vec::new();
    // Of several that serve equally the first.
    for node in 0..n_nodes {
        let mut tried = column.clone();
        tried.node = if pinned.is_new { node } else { column.node };
        let found = values_of(wrapper, &tried, pages)?;
        if node == 0 || found.len() > values.len() {
            (values, column) = (found, tried);
        }
    }
    if pinned.is_new && values.is_empty() && !pages.is_empty() {
        let language = wrapper.language;
        let selector = language.of(&column.selectors).map_or("", |(_, selector)| selector).to_owned();
        return Err(ColumnEditError::Nothing { name: column.name, selector, columns: Vec::new() });
    }
    column.format = ValueFormat::of_column(values.iter().map(String::as_str));
    if let Some(value_type) = pinned.value_type.or_else(|| address(&column)) {
        column.format.value_type = value_type;
        column.format.unit = column.format.unit.filter(|_| value_type == ValueType::Money);
    }
    let old_name = Some(wrapper.columns[pinned.place].learned.name.clone()).filter(|name| !name.is_empty());
    wrapper.columns[pinned.place] = column;
    let mut described = wrapper.clone();
    let samples: Vec<Sample<'_>> = pages.iter().map(sample).collect();
    describe(&mut described, &samples);
    let learned = &mut wrapper.columns[pinned.place].learned;
    learned.clone_from(&described.columns[pinned.place].learned);
    learned.name = old_name.unwrap_or_else(|| std::mem::take(&mut learned.name));
    Ok(())
}

/// What a column selects on the pages.
fn values_of(wrapper: &Wrapper, column: &WrapperColumn, pages: &[Findings]) -> Result<Vec<String>, ColumnEditError> {
    let mut alone = wrapper.clone();
    alone.columns = vec![column.clone()];
    let compiled = alone.compile()?;
    let tables = pages.iter().filter_map(|findings| compiled.apply(findings.page().document()).table);
    let of_table = |table: Table| {
        let cells = table.rows.into_iter().filter_map(|row| row.cells.into_iter().next().flatten());
        cells.map(|cell| cell.text).collect::<Vec<_>>()
    };
    Ok(tables.flat_map(of_table).collect())
}

/// The type of a column that holds addresses, as its attribute tells.
fn address(column: &WrapperColumn) -> Option<ValueType> {
    let of_xpath = || column.selectors.xpath.as_deref()?.rsplit_once("/@").map(|(_, attribute)| attribute);
    match column.attribute.as_deref().or_else(of_xpath)? {
        "href" => Some(ValueType::Url),
        "src" | "data-src" | "data-original" => Some(ValueType::Image),
        _ => None,
    }
}

/// Pages that look as if they were of another template than the others: the place of each, that of the page that it was held
/// against, and how alike the two are, from 0 to 1.
pub fn odd_pages(pages: &[Findings]) -> Vec<(usize, usize, f64)> {
    let prints: Vec<Fingerprint> = pages.iter().map(|findings| Fingerprint::of(findings.page().document())).collect();
    let typical = most_typical(&prints.iter().collect::<Vec<_>>());
    let threshold = ClusterOptions::default().threshold;
    let mut odd = Vec::new();
    for (place, print) in prints.iter().enumerate().filter(|&(place, _)| place != typical) {
        let other = &prints[typical];
        let coverage = print.blocks().coverage_from(other.blocks(), 0.0).unwrap_or(0.0);
        let alike = print.paths().similarity(other.paths()).max(print.blocks().similarity(other.blocks()));
        // A short page of a template has few of the blocks of a long one, but hardly any others.
        if alike < threshold && coverage < ENOUGH_COVERAGE {
            odd.push((place, typical, alike));
        }
    }
    odd
}

/// The share of a short page's blocks that its template must have, as on whole sites.
const ENOUGH_COVERAGE: f64 = 0.7;

#[cfg(test)]
mod tests;
