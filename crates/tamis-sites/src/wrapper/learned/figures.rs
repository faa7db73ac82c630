//! The values of a column in figures: the same for the pages that a wrapper was learned from and for those it is checked on.

use super::holder;
use tamis_extract::records::Row;
use tamis_extract::{ValueFormat, ValueType};
use tamis_page::Document;

/// What the values of a column are like on some pages.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct ColumnFigures {
    /// How many records there are.
    pub n_rows: usize,
    /// How many of them have a value.
    pub n_values: usize,
    /// How many different values there are.
    pub n_distinct: usize,
    /// The share of the values that fit the type, from 0 to 1.
    pub typed: f64,
    /// The share of the values that are different ones, from 0 to 1.
    pub distinct: f64,
    /// The median of their lengths in characters.
    pub length: usize,
    /// One value in ten is shorter than so many characters.
    pub short: usize,
    /// One value in ten is longer than so many characters.
    pub long: usize,
    /// What the values would be taken for.
    pub value_type: ValueType,
    /// The element that holds most of the values.
    pub holder: Option<String>,
}

/// The share of the values that come from one kind of element for that to be the column's.
const SAME_HOLDER: f64 = 0.8;

impl ColumnFigures {
    /// The figures of a column, by its place among the cells of these rows.
    pub(in crate::wrapper) fn of(rows: &[(&Document, &Row)], place: usize, format: &ValueFormat) -> ColumnFigures {
        let cells: Vec<_> =
            rows.iter().filter_map(|&(document, row)| Some((document, row, row.cells[place].as_ref()?))).collect();
        let values: Vec<&str> = cells.iter().map(|(_, _, cell)| cell.text.as_str()).collect();
        let mut holders: Vec<String> =
            cells.iter().filter_map(|(document, row, cell)| holder::of_cell(document, row, cell)).collect();
        holders.sort_unstable();
        let n_most = SAME_HOLDER * values.len() as f64;
        let holder = holders.chunk_by(|one, other| one == other).find(|same| same.len() as f64 >= n_most);
        ColumnFigures {
            n_rows: rows.len(),
            holder: holder.map(|same| same[0].clone()),
            ..ColumnFigures::of_values(&values, format)
        }
    }

    /// The figures of values alone.
    pub(crate) fn of_values(values: &[&str], format: &ValueFormat) -> ColumnFigures {
        let n_values = values.len();
        let mut lengths: Vec<usize> = values.iter().map(|value| value.chars().count()).collect();
        lengths.sort_unstable();
        let mut different = values.to_vec();
        different.sort_unstable();
        different.dedup();
        let share = |n: usize| n as f64 / n_values.max(1) as f64;
        let at = |tenths: usize| lengths.get((n_values * tenths / 10).min(n_values.saturating_sub(1))).copied();
        ColumnFigures {
            n_rows: n_values,
            n_values,
            n_distinct: different.len(),
            typed: share(values.iter().filter(|value| format.fits(value)).count()),
            distinct: share(different.len()),
            length: at(5).unwrap_or(0),
            short: at(1).unwrap_or(0),
            long: at(9).unwrap_or(0),
            value_type: match format.value_type {
                // What an attribute holds is what it is by its name, however its addresses are written.
                kind @ (ValueType::Url | ValueType::Image) if values.iter().all(|value| format.fits(value)) => kind,
                _ => ValueFormat::of_column(values.iter().copied()).value_type,
            },
            holder: None,
        }
    }

    /// The share of the records that have a value, from 0 to 1.
    pub fn fill(&self) -> f64 {
        self.n_values as f64 / self.n_rows.max(1) as f64
    }
}

/// The upper median; 0 of nothing.
pub(in crate::wrapper) fn median(numbers: &mut [usize]) -> usize {
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_by_type_length_and_difference() {
        let prices = ValueFormat::of_column(["5 €", "6 €"]);
        let figures = ColumnFigures::of_values(&["5 €", "12 €", "sold out", "12 €"], &prices);
        assert_eq!((figures.n_values, figures.n_distinct, figures.length), (4, 3, 4));
        assert_eq!((figures.typed, figures.distinct), (0.75, 0.75));
        assert_eq!(figures.value_type, ValueType::Money);
        let none = ColumnFigures::of_values(&[], &prices);
        assert_eq!((none.fill(), none.typed, none.length), (0.0, 0.0, 0));
    }

    #[test]
    fn an_address_need_not_be_whole_and_a_price_is_no_text() {
        assert!(ValueFormat::of_type(ValueType::Url).fits("/lamps/5"));
        assert!(!ValueFormat::of_type(ValueType::Url).fits("A desk lamp"));
        assert!(ValueFormat::default().fits("A desk lamp"));
        assert!(!ValueFormat::default().fits("12.50 €"));
    }
}
