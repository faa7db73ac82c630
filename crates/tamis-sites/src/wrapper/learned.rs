//! What the pages that a wrapper was learned from were like, as far as the wrapper reads them.

use super::{LearnedColumn, LearnedPage, Sample, Wrapper};

/// Notes in a new wrapper what it finds on the pages that it was learned from.
pub fn describe(wrapper: &mut Wrapper, samples: &[Sample<'_>]) {
    let Ok(compiled) = wrapper.compile() else { return };
    let tables: Vec<_> = samples.iter().map(|sample| compiled.apply(sample.document).table).collect();
    let n_rows: Vec<usize> = tables.iter().map(|table| table.as_ref().map_or(0, |table| table.rows.len())).collect();
    let n_all = n_rows.iter().sum::<usize>().max(1);
    let fills: Vec<f64> = (0..wrapper.columns.len())
        .map(|place| {
            let rows = tables.iter().flatten().flat_map(|table| &table.rows);
            rows.filter(|row| row.cells[place].is_some()).count() as f64 / n_all as f64
        })
        .collect();
    let urls = samples.iter().map(|sample| sample.url.map(str::to_owned));
    wrapper.learned.pages = urls.zip(n_rows).map(|(url, n_rows)| LearnedPage { url, n_rows }).collect();
    for (column, fill) in wrapper.columns.iter_mut().zip(fills) {
        column.learned = LearnedColumn { name: column.name.clone(), fill, ..LearnedColumn::default() };
    }
}
