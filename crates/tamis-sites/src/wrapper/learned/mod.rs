//! What the pages that a wrapper was learned from were like, as far as the wrapper reads them.

pub(super) mod figures;
pub(super) mod holder;
pub(super) mod sketch;

use super::{LearnedColumn, LearnedPage, Sample, Wrapper};
use figures::ColumnFigures;
use tamis_extract::records::{Row, Table};
use tamis_page::{Document, Features};

/// How many values of a column are kept as examples.
const N_EXAMPLES: usize = 6;
/// A longer example is cut: it is there to be recognised, not to be read.
const MAX_EXAMPLE: usize = 120;

/// Notes in a new wrapper what it finds on the pages that it was learned from.
pub fn describe(wrapper: &mut Wrapper, samples: &[Sample<'_>]) {
    let Ok(compiled) = wrapper.compile() else { return };
    let tables: Vec<Option<Table>> = samples.iter().map(|sample| compiled.apply(sample.document).table).collect();
    let found: Vec<(&Document, &Table)> =
        samples.iter().zip(&tables).filter_map(|(sample, table)| Some((sample.document, table.as_ref()?))).collect();
    let columns: Vec<LearnedColumn> = (0..wrapper.columns.len())
        .map(|place| {
            let column = &wrapper.columns[place];
            let of_page = |&(document, table): &(&Document, &Table)| {
                let rows: Vec<(&Document, &Row)> = table.rows.iter().map(|row| (document, row)).collect();
                ColumnFigures::of(&rows, place, &column.format).fill()
            };
            let least_fill = found.iter().map(of_page).reduce(f64::min).unwrap_or(0.0);
            let all: Vec<(&Document, &Row)> =
                found.iter().flat_map(|&(document, table)| table.rows.iter().map(move |row| (document, row))).collect();
            let figures = ColumnFigures::of(&all, place, &column.format);
            // A page without the region has no rows, and so no say.
            let examples = examples(all.iter().filter_map(|(_, row)| Some(row.cells[place].as_ref()?.text.as_str())));
            LearnedColumn {
                name: column.name.clone(),
                fill: figures.fill(),
                least_fill,
                typed: figures.typed,
                distinct: figures.distinct,
                length: figures.length,
                short: figures.short,
                long: figures.long,
                holder: figures.holder,
                examples,
            }
        })
        .collect();
    let mut outside: Vec<usize> =
        found.iter().map(|(document, table)| RecordTexts::of(document, table).outside).collect();
    let mut lengths: Vec<usize> =
        found.iter().flat_map(|(document, table)| RecordTexts::of(document, table).lengths).collect();
    let n_rows = tables.iter().map(|table| table.as_ref().map_or(0, |table| table.rows.len()));
    let urls = samples.iter().map(|sample| sample.url.map(str::to_owned));
    wrapper.learned.pages = urls.zip(n_rows).map(|(url, n_rows)| LearnedPage { url, n_rows }).collect();
    wrapper.learned.paths = sketch::of(samples.iter().map(|sample| sample.document));
    wrapper.learned.outside = figures::median(&mut outside);
    wrapper.learned.record_length = figures::median(&mut lengths);
    for (column, learned) in wrapper.columns.iter_mut().zip(columns) {
        column.learned = learned;
    }
}

/// Different values, spread over all of them.
fn examples<'a>(values: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut different: Vec<&str> = Vec::new();
    let mut known = std::collections::BTreeSet::new();
    different.extend(values.filter(|value| known.insert(*value)));
    let step = different.len().div_ceil(N_EXAMPLES).max(1);
    different.iter().step_by(step).map(|value| value.chars().take(MAX_EXAMPLE).collect()).collect()
}

/// How much text of a page is in its records, and how much is not, in characters.
pub(super) struct RecordTexts {
    /// That of each record.
    pub(super) lengths: Vec<usize>,
    /// That of the page outside of them.
    pub(super) outside: usize,
}

impl RecordTexts {
    pub(super) fn of(document: &Document, table: &Table) -> RecordTexts {
        let features = Features::of(document);
        let of_row = |row: &Row| -> usize {
            row.nodes.iter().map(|&node| features.text_chars(document.subtree_range(node)) as usize).sum()
        };
        let lengths: Vec<usize> = table.rows.iter().map(of_row).collect();
        let all = features.text_chars(0..document.len()) as usize;
        RecordTexts { outside: all.saturating_sub(lengths.iter().sum()), lengths }
    }
}
