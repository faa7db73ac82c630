//! Records and their attributes.
//!
//! A row finds a true record when it holds at least 80 % of its words and does not also hold 80 % of another true record,
//! unless the two are near copies. Rows and records pair off one to one, best first. Precision, recall and F1 are over
//! all records of all pages; the main table of a page is right from recall 0.9 and precision 0.8. Where the truth knows
//! the nodes of its records, their places decide which row finds which record.
//!
//! Within the paired rows each predicted column is assigned to the true column whose cells it equals most often. A true
//! cell is found when the row's value in the assigned column equals it, that is at word F1 of 0.9.

use super::{Bag, f1, places, share, words};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// What is true of a page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TrueRecords {
    /// The text of each record.
    pub texts: Vec<String>,
    /// The cells of each record in the order of the columns, where they are known.
    pub cells: Option<Vec<Vec<String>>>,
    /// The absolute XPaths of each record's nodes, where they are known.
    pub places: Option<Vec<Vec<String>>>,
}

/// A predicted record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Row {
    /// The visible text of the whole record; if it is empty, the values stand for it.
    pub text: String,
    /// The text columns by name, in their order.
    pub values: Vec<(String, String)>,
    /// The absolute XPaths of the record's nodes; empty if nobody wrote them down.
    pub places: Vec<String>,
}

/// The counts of one page or of many.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RecordCounts {
    /// Pages.
    pub n_pages: usize,
    /// Pages whose main table is right.
    pub n_right: usize,
    /// The sum of F1 over pages.
    pub page_f1_sum: f64,
    /// Rows that found a record.
    pub true_positives: usize,
    /// Rows that found none.
    pub false_positives: usize,
    /// Records that no row found.
    pub false_negatives: usize,
    /// True cells that are not empty.
    pub n_cells: usize,
    /// Predicted cells that are not empty.
    pub n_predicted_cells: usize,
    /// True cells that were found.
    pub n_cells_found: usize,
}

impl RecordCounts {
    /// Adds the counts of other pages.
    pub fn add(&mut self, other: &RecordCounts) {
        self.n_pages += other.n_pages;
        self.n_right += other.n_right;
        self.page_f1_sum += other.page_f1_sum;
        self.true_positives += other.true_positives;
        self.false_positives += other.false_positives;
        self.false_negatives += other.false_negatives;
        self.n_cells += other.n_cells;
        self.n_predicted_cells += other.n_predicted_cells;
        self.n_cells_found += other.n_cells_found;
    }

    /// The number of true records.
    pub fn n_records(&self) -> usize {
        self.true_positives + self.false_negatives
    }

    /// The share of rows that found a record.
    pub fn precision(&self) -> f64 {
        share(self.true_positives, self.true_positives + self.false_positives)
    }

    /// The share of records that were found.
    pub fn recall(&self) -> f64 {
        share(self.true_positives, self.n_records())
    }

    /// The mean of the two.
    pub fn f1(&self) -> f64 {
        f1(self.precision(), self.recall())
    }

    /// The mean of F1 over pages.
    pub fn page_f1(&self) -> f64 {
        if self.n_pages == 0 { 0.0 } else { self.page_f1_sum / self.n_pages as f64 }
    }

    /// The share of pages whose main table is right.
    pub fn main_table_right(&self) -> f64 {
        share(self.n_right, self.n_pages)
    }

    /// Precision, recall and F1 of the cells, if the truth has any.
    pub fn attributes(&self) -> Option<(f64, f64, f64)> {
        let (precision, recall) =
            (share(self.n_cells_found, self.n_predicted_cells), share(self.n_cells_found, self.n_cells));
        (self.n_cells > 0).then(|| (precision, recall, f1(precision, recall)))
    }
}

/// Scores the rows of one page.
pub fn score(truth: &TrueRecords, rows: &[Row]) -> RecordCounts {
    let record_bags: Vec<Bag<String>> = truth.texts.iter().map(|text| bag(text)).collect();
    // A record without a word cannot be found and does not count.
    let kept: Vec<usize> = (0..record_bags.len()).filter(|&i| !record_bags[i].is_empty()).collect();
    let records: Vec<&Bag<String>> = kept.iter().map(|&i| &record_bags[i]).collect();
    let row_bags: Vec<Bag<String>> = rows.iter().map(|row| bag(&row_text(row))).collect();
    let known_places =
        truth.places.as_ref().filter(|_| !rows.is_empty() && rows.iter().all(|row| !row.places.is_empty()));
    let pairs = match known_places {
        Some(true_places) => {
            let true_places: Vec<&[String]> = kept.iter().map(|&i| true_places[i].as_slice()).collect();
            let row_places: Vec<&[String]> = rows.iter().map(|row| row.places.as_slice()).collect();
            places::pair((&records, &true_places), (&row_bags, &row_places))
        }
        None => pair(&records, &row_bags),
    };

    let mut counts = RecordCounts {
        n_pages: 1,
        true_positives: pairs.len(),
        false_positives: rows.len() - pairs.len(),
        false_negatives: records.len() - pairs.len(),
        ..RecordCounts::default()
    };
    let is_right = !records.is_empty() && counts.recall() >= 0.9 && counts.precision() >= 0.8;
    counts.n_right = usize::from(is_right);
    counts.page_f1_sum = counts.f1();
    if let Some(cells) = &truth.cells {
        let cells: Vec<&[String]> = kept.iter().map(|&i| cells[i].as_slice()).collect();
        counts.n_cells = cells.iter().flat_map(|row| *row).filter(|cell| !words(cell).is_empty()).count();
        let values = rows.iter().flat_map(|row| &row.values);
        counts.n_predicted_cells = values.filter(|(_, value)| !words(value).is_empty()).count();
        counts.n_cells_found = count_found_cells(&cells, rows, &pairs);
    }
    counts
}

fn bag(text: &str) -> Bag<String> {
    words(text).into_iter().collect()
}

fn row_text(row: &Row) -> String {
    if !row.text.is_empty() {
        return row.text.clone();
    }
    row.values.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" ")
}

/// A record and a row that may be a pair; the best sorts first.
struct Candidate {
    held: f64,
    spare: usize,
    distance: usize,
    record: usize,
    row: usize,
}

/// Pairs of records and rows, in the order of the records.
fn pair(records: &[&Bag<String>], rows: &[Bag<String>]) -> Vec<(usize, usize)> {
    let are_copies = |one: usize, other: usize| {
        let shorter = records[one].len().min(records[other].len()).max(1);
        records[one].common(records[other]) as f64 >= 0.8 * shorter as f64
    };
    let mut options = Vec::new();
    for (row_idx, row) in rows.iter().enumerate() {
        let held: Vec<f64> = records.iter().map(|record| share(record.common(row), record.len())).collect();
        let full: Vec<usize> = (0..records.len()).filter(|&record| held[record] >= 0.8).collect();
        for &record in &full {
            if full.iter().all(|&other| other == record || are_copies(record, other)) {
                options.push(Candidate {
                    held: held[record],
                    spare: row.len().saturating_sub(records[record].len()),
                    distance: record.abs_diff(row_idx),
                    record,
                    row: row_idx,
                });
            }
        }
    }
    options.sort_by(|one, other| {
        let by_held = other.held.partial_cmp(&one.held).unwrap_or(Ordering::Equal);
        let rest = |option: &Candidate| (option.spare, option.distance, option.record, option.row);
        by_held.then_with(|| rest(one).cmp(&rest(other)))
    });
    let (mut record_used, mut row_used) = (vec![false; records.len()], vec![false; rows.len()]);
    let mut pairs = Vec::new();
    for option in options {
        if !record_used[option.record] && !row_used[option.row] {
            (record_used[option.record], row_used[option.row]) = (true, true);
            pairs.push((option.record, option.row));
        }
    }
    pairs.sort_unstable();
    pairs
}

/// How many cells of the paired records stand in the column that is assigned to theirs.
fn count_found_cells(cells: &[&[String]], rows: &[Row], pairs: &[(usize, usize)]) -> usize {
    // Two columns of one name are one column with the last value, as in any table of named values.
    let values: Vec<BTreeMap<&str, Bag<String>>> =
        rows.iter().map(|row| row.values.iter().map(|(name, value)| (name.as_str(), bag(value))).collect()).collect();
    let cell_bags: Vec<Vec<Bag<String>>> = cells.iter().map(|row| row.iter().map(|cell| bag(cell)).collect()).collect();
    let mut votes: BTreeMap<(&str, usize), usize> = BTreeMap::new();
    for &(record, row) in pairs {
        for (&name, value) in &values[row] {
            for (column, cell) in cell_bags[record].iter().enumerate() {
                if is_same_cell(cell, value) {
                    *votes.entry((name, column)).or_default() += 1;
                }
            }
        }
    }
    let mut by_votes: Vec<((&str, usize), usize)> = votes.into_iter().collect();
    by_votes.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| spelt(one.0).cmp(&spelt(other.0))));
    let mut assigned: BTreeMap<&str, usize> = BTreeMap::new();
    for ((name, column), _) in by_votes {
        if !assigned.contains_key(name) && !assigned.values().any(|&taken| taken == column) {
            assigned.insert(name, column);
        }
    }
    let is_found = |record: usize, row: usize, name: &str, column: usize| {
        let cell = cell_bags[record].get(column);
        cell.zip(values[row].get(name)).is_some_and(|(cell, value)| is_same_cell(cell, value))
    };
    let per_pair = |&(record, row): &(usize, usize)| {
        assigned.iter().filter(|&(name, &column)| is_found(record, row, name, column)).count()
    };
    pairs.iter().map(per_pair).sum()
}

/// The order of equal votes: the pair of name and column as the referee writes it.
fn spelt((name, column): (&str, usize)) -> String {
    let quote = if name.contains('\'') && !name.contains('"') { '"' } else { '\'' };
    format!("({quote}{name}{quote}, {column})")
}

fn is_same_cell(cell: &Bag<String>, value: &Bag<String>) -> bool {
    if cell.is_empty() || value.is_empty() {
        return false;
    }
    let common = cell.common(value);
    f1(share(common, value.len()), share(common, cell.len())) >= 0.9
}
