//! Wrappers of lists.

use super::column_groups;
use super::columns::{ColumnWriter, LearnedValues};
use super::next::{self, at_page};
use super::pages::Pages;
use super::{LearnError, Sample, region};
use crate::wrapper::{RecordSelectors, SelectorLanguage, Wrapper};
use tamis_page::SelectorWriter;

/// Steps of the writer for all selectors, besides some for each node: several are written for each.
const STEPS: u64 = 60_000;
const STEPS_A_NODE: u64 = 40;

/// Learns the wrapper of a list.
pub(super) fn learn(samples: &[Sample<'_>], language: SelectorLanguage) -> Result<Wrapper, LearnError> {
    let pages = Pages::of(samples);
    if pages.tables.is_empty() {
        return Err(LearnError::NoRecords);
    }
    let document = pages.document();
    let writer = SelectorWriter::new(document)
        .with_max_steps(STEPS + STEPS_A_NODE * document.len() as u64)
        .with_classes_as_words();
    let place = region::find(&pages, &writer).ok_or(LearnError::NoRecords)?;
    let n_nodes = pages.n_nodes(&place.pages);
    let record = RecordSelectors::new(place.record, n_nodes);
    let mut wrapper = Wrapper::new(at_page(place.region), Some(record));
    wrapper.language = language;
    // Rows that the selectors do not find have no say in where the values are.
    let rows = pages.rows(&place.pages, &place.selected, n_nodes);
    let mut columns = ColumnWriter::new(&pages, &writer, &rows);
    let groups = column_groups::group(&pages, &place.pages, &rows);
    let found: Vec<LearnedValues> = groups.iter().filter_map(|group| columns.write(group)).collect();
    for learned in without_same(found) {
        let mut column = learned.column;
        column.name = unique(column.name, &wrapper);
        wrapper.columns.push(column);
    }
    wrapper.next = next::find(samples);
    Ok(wrapper)
}

/// Leaves out columns that give the same values as another, which serves more rows.
fn without_same(columns: Vec<LearnedValues>) -> Vec<LearnedValues> {
    let is_same = |one: &LearnedValues, other: &LearnedValues| {
        one.column.attribute.is_some() == other.column.attribute.is_some() && one.judged.values == other.judged.values
    };
    let mut kept: Vec<LearnedValues> = Vec::new();
    for column in columns {
        match kept.iter_mut().find(|known| is_same(known, &column)) {
            Some(known) if column.judged.f1 > known.judged.f1 => *known = column,
            Some(_) => {}
            None => kept.push(column),
        }
    }
    kept
}

/// A name that no other column has.
fn unique(name: String, wrapper: &Wrapper) -> String {
    let is_taken = |name: &str| wrapper.columns.iter().any(|column| column.name == name);
    if !is_taken(&name) {
        return name;
    }
    let mut numbered = (2..).map(|number| format!("{name}_{number}"));
    numbered.find(|name| !is_taken(name)).unwrap_or(name)
}
