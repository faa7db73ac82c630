//! What the pages that a wrapper was learned from were like, as far as the wrapper reads them.

pub(super) mod figures;
pub(super) mod holder;
pub(super) mod sketch;

use super::{Applied, LearnedColumn, LearnedPage, Sample, Wrapper};
use figures::ColumnFigures;
use tamis_extract::records::{Row, Table};
use tamis_page::{Document, Features};

/// How many values of a column are kept as examples.
const N_EXAMPLES: usize = 6;
/// A longer example is cut: it is there to be recognised, not to be read.
const MAX_EXAMPLE: usize = 120;
/// Fewer records of a page say little about a column: one of them may well lack it.
pub(super) const MIN_ROWS: usize = 3;
/// Fewer values may be the same, or long, by chance.
pub(super) const MIN_VALUES: usize = 4;

/// Notes in a new wrapper what it finds on the pages that it was learned from.
pub fn describe(wrapper: &mut Wrapper, samples: &[Sample<'_>]) {
    let Ok(compiled) = wrapper.compile() else { return };
    let applied: Vec<Applied> = samples.iter().map(|sample| compiled.apply(sample.document)).collect();
    let found: Vec<(&Document, &Table)> = samples
        .iter()
        .zip(&applied)
        .filter_map(|(sample, applied)| Some((sample.document, applied.table.as_ref()?)))
        .collect();
    let pages: Vec<Vec<(&Document, &Row)>> =
        found.iter().map(|&(document, table)| table.rows.iter().map(|row| (document, row)).collect()).collect();
    let all: Vec<(&Document, &Row)> = pages.iter().flatten().copied().collect();
    let columns: Vec<LearnedColumn> = (0..wrapper.columns.len())
        .map(|place| {
            let column = &wrapper.columns[place];
            // A page with few records says little of a column, and one without any nothing.
            let several = pages.iter().filter(|rows| rows.len() >= MIN_ROWS);
            let of_pages: Vec<ColumnFigures> =
                several.map(|rows| ColumnFigures::of(rows, place, &column.format)).collect();
            let with_values = of_pages.iter().filter(|page| page.n_values >= MIN_VALUES);
            let figures = ColumnFigures::of(&all, place, &column.format);
            LearnedColumn {
                name: column.name.clone(),
                fill: figures.fill(),
                least_fill: of_pages.iter().map(ColumnFigures::fill).reduce(f64::min),
                typed: figures.typed,
                distinct: figures.distinct,
                least_distinct: with_values.map(|page| page.distinct).reduce(f64::min),
                length: figures.length,
                short: figures.short,
                long: figures.long,
                holder: figures.holder,
                examples: examples(all.iter().filter_map(|(_, row)| Some(row.cells[place].as_ref()?.text.as_str()))),
            }
        })
        .collect();
    let texts: Vec<RecordTexts> = found.iter().map(|(document, table)| RecordTexts::of(document, table)).collect();
    let mut outside: Vec<usize> = texts.iter().map(|texts| texts.outside).collect();
    let mut lengths: Vec<usize> = texts.into_iter().flat_map(|texts| texts.lengths).collect();
    let pages = samples.iter().zip(&applied).map(|(sample, applied)| LearnedPage {
        url: sample.url.map(str::to_owned),
        n_rows: applied.table.as_ref().map_or(0, |table| table.rows.len()),
        has_next: wrapper.next.as_ref().map(|_| applied.next.is_some()),
    });
    wrapper.learned.pages = pages.collect();
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
