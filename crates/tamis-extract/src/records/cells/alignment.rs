//! The items of all records, lined up: each record is aligned to the columns so far, in the order of the page, and what
//! has no column yet makes one.

use super::items::Item;
use crate::records::table::ItemKind;
use crate::values::ValueType;
use tamis_page::budget;

/// Items of different records that mean the same.
#[derive(Clone, Debug)]
pub(super) struct AlignedColumn {
    pub(super) kind: ItemKind,
    /// By record: which of its items.
    pub(super) cells: Vec<Option<u32>>,
    /// The paths of its items, each once.
    class_paths: Vec<u64>,
    tag_paths: Vec<u64>,
    last_steps: Vec<u64>,
    /// Types seen, by number of cells.
    types: Vec<(ValueType, u32)>,
    /// The label of all cells so far, while it is one.
    label: Option<u64>,
    /// The text of all cells so far, while it is one.
    constant: Option<u64>,
    /// The mean logarithm of their lengths.
    length: f64,
    n_cells: u32,
}

/// An item and a column that are less similar than this are no match.
const MIN_MATCH: f64 = 1.0;
/// How many paths of a column are kept.
const MAX_PATHS: usize = 8;
/// How many pairs of an item and a column are compared on a page; the records after that are aligned by their paths
/// alone.
const MAX_PAIRS: usize = 4_000_000;

/// The most columns of a table, and the most cells, present or missing. A table of ten thousand rows whose records all
/// differ would otherwise have as many columns as rows.
const MAX_COLUMNS: usize = 256;
const MAX_CELLS: usize = 1_000_000;

/// How many columns a table of so many rows may have.
pub fn max_columns(n_rows: usize) -> usize {
    (MAX_CELLS / n_rows.max(1)).clamp(8, MAX_COLUMNS)
}

pub(super) fn align(records: &[Vec<Item>]) -> Vec<AlignedColumn> {
    let max_columns = max_columns(records.len());
    let mut columns: Vec<AlignedColumn> = Vec::new();
    let mut budget = MAX_PAIRS;
    let mut matches: Vec<Option<usize>> = Vec::new();
    let mut is_settled = false;
    for (row, items) in records.iter().enumerate() {
        // Most records have the same items as the one before.
        let is_like_last = is_settled && row.checked_sub(1).is_some_and(|last| have_same_shape(&records[last], items));
        if !is_like_last {
            let n_pairs = items.len() * columns.len();
            matches = if n_pairs <= budget { best_matches(items, &columns) } else { matches_by_path(items, &columns) };
            budget = budget.saturating_sub(n_pairs);
        }
        let n_before = columns.len();
        columns = add_row(columns, row, items, &matches, (records.len(), max_columns));
        is_settled = columns.len() == n_before;
    }
    columns
}

/// Whether the items of two records stand at the same places with the same types and labels.
fn have_same_shape(one: &[Item], other: &[Item]) -> bool {
    let shape = |item: &Item| (item.kind, item.path, item.value_type, item.label);
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| shape(one) == shape(other))
}

/// Puts the items of a record into their columns; new columns come after that of the item before.
fn add_row(
    mut columns: Vec<AlignedColumn>,
    row: usize,
    items: &[Item],
    matches: &[Option<usize>],
    (n_rows, max_columns): (usize, usize),
) -> Vec<AlignedColumn> {
    if matches.iter().all(Option::is_some) {
        for (index, (item, column)) in items.iter().zip(matches).enumerate() {
            if let Some(column) = column.and_then(|column| columns.get_mut(column)) {
                column.add(row, index, item);
            }
        }
        return columns;
    }
    let n_before = columns.len();
    let mut n_new = 0;
    let mut rest = columns.into_iter().enumerate().peekable();
    let mut with_row: Vec<AlignedColumn> = Vec::with_capacity(n_before + items.len());
    for (index, (item, column)) in items.iter().zip(matches).enumerate() {
        match column {
            Some(wanted) => {
                while let Some((_, before)) = rest.next_if(|(number, _)| number <= wanted) {
                    with_row.push(before);
                }
                if let Some(column) = with_row.last_mut() {
                    column.add(row, index, item);
                }
            }
            None if n_before + n_new < max_columns => {
                n_new += 1;
                with_row.push(AlignedColumn::new(row, index, item, n_rows));
            }
            None => {}
        }
    }
    with_row.extend(rest.map(|(_, column)| column));
    with_row
}

/// For each item the column it belongs to, so that the sum of similarities is highest and the order is kept.
fn best_matches(items: &[Item], columns: &[AlignedColumn]) -> Vec<Option<usize>> {
    let (n, m) = (items.len(), columns.len());
    let mut found = vec![None; n];
    if n == 0 || m == 0 {
        return found;
    }
    budget::spend(8 * n * m);
    // The best sum for the items from i on and the columns from j on, and what the pair of both adds to it.
    let mut sums = vec![0.0_f64; (n + 1) * (m + 1)];
    let mut gains = vec![f64::NEG_INFINITY; n * m];
    let at = |i: usize, j: usize| i * (m + 1) + j;
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            let mut best = sums[at(i + 1, j)].max(sums[at(i, j + 1)]);
            let gain = columns[j].similarity(&items[i]);
            if gain >= MIN_MATCH {
                gains[i * m + j] = gain;
                best = best.max(gain + sums[at(i + 1, j + 1)]);
            }
            sums[at(i, j)] = best;
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < n && j < m {
        let best = sums[at(i, j)];
        if best <= sums[at(i, j + 1)] {
            j += 1;
        } else if best <= sums[at(i + 1, j)] {
            i += 1;
        } else {
            found[i] = Some(j);
            (i, j) = (i + 1, j + 1);
        }
    }
    found
}

/// The next column with the item's own path, for tables that are too large to compare.
fn matches_by_path(items: &[Item], columns: &[AlignedColumn]) -> Vec<Option<usize>> {
    budget::spend(items.len() + columns.len());
    let mut next = 0;
    let find = |item: &Item| {
        let is_same =
            |column: &AlignedColumn| column.kind == item.kind && column.class_paths.contains(&item.path.classes);
        let found = columns[next..].iter().position(is_same).map(|position| next + position)?;
        next = found + 1;
        Some(found)
    };
    items.iter().map(find).collect()
}

impl AlignedColumn {
    fn new(row: usize, index: usize, item: &Item, n_rows: usize) -> AlignedColumn {
        let mut column = AlignedColumn {
            kind: item.kind,
            cells: vec![None; n_rows],
            class_paths: Vec::new(),
            tag_paths: Vec::new(),
            last_steps: Vec::new(),
            types: Vec::new(),
            label: Some(item.label),
            constant: Some(item.text_hash),
            length: 0.0,
            n_cells: 0,
        };
        column.add(row, index, item);
        column
    }

    fn add(&mut self, row: usize, index: usize, item: &Item) {
        self.cells[row] = Some(index as u32);
        for (list, value) in [
            (&mut self.class_paths, item.path.classes),
            (&mut self.tag_paths, item.path.tags),
            (&mut self.last_steps, item.path.last),
        ] {
            if list.len() < MAX_PATHS && !list.contains(&value) {
                list.push(value);
            }
        }
        match self.types.iter_mut().find(|(value_type, _)| *value_type == item.value_type) {
            Some((_, n)) => *n += 1,
            None => self.types.push((item.value_type, 1)),
        }
        self.label = self.label.filter(|&label| label == item.label);
        self.constant = self.constant.filter(|&constant| constant == item.text_hash);
        self.n_cells += 1;
        self.length += (log_length(item) - self.length) / f64::from(self.n_cells);
    }

    /// How well an item fits: by where it stands, what it is and what it says. The place counts most; a label or a text
    /// that all rows share can outweigh it, as a missing item moves the others up.
    fn similarity(&self, item: &Item) -> f64 {
        if self.kind != item.kind {
            return f64::NEG_INFINITY;
        }
        let place = if self.class_paths.contains(&item.path.classes) {
            2.0
        } else if self.last_steps.contains(&item.path.last) {
            1.2
        } else if self.tag_paths.contains(&item.path.tags) {
            1.0
        } else {
            0.0
        };
        if item.kind != ItemKind::Text {
            return place;
        }
        let usual = self.types.iter().max_by_key(|(_, n)| *n).map_or(ValueType::Text, |&(value_type, _)| value_type);
        let value_type = match (usual, item.value_type) {
            (ValueType::Text, ValueType::Text) => 0.3,
            (one, other) if one == other => 0.8,
            (ValueType::Text, _) | (_, ValueType::Text) => -0.3,
            _ => -0.4,
        };
        let label = match self.label {
            Some(label) if label != item.label => -1.2,
            Some(label) if label != 0 => 1.0,
            _ => 0.0,
        };
        let says = match self.constant {
            Some(constant) if constant == item.text_hash => 1.0,
            Some(_) if self.n_cells >= 3 => -0.5,
            _ => 0.0,
        };
        let length = 0.4 * (1.0 - (log_length(item) - self.length).abs() / 2.0).max(-1.0);
        place + value_type + label + says + length
    }
}

fn log_length(item: &Item) -> f64 {
    (item.text.len() as f64 + 1.0).ln()
}
