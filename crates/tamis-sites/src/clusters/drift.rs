//! Notices that a template no longer fits the pages of its site.

use crate::template::Mapped;
use std::collections::{BTreeMap, VecDeque};

/// A sign that a template no longer fits its site, with the evidence.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Drift {
    /// Pages are less similar to the template than they were.
    LessSimilar {
        /// The mean similarity of the last pages.
        now: f64,
        /// The mean similarity of all pages before.
        before: f64,
    },
    /// More of what the template names is missing than was.
    MoreMissing {
        /// The share that is missing on the last pages.
        now: f64,
        /// That on all pages before.
        before: f64,
    },
    /// A column of the main table that had values has none on the last pages.
    ColumnEmpty {
        /// The column.
        column: String,
        /// The share of rows that had a value before.
        before: f64,
        /// On how many pages it was empty in a row.
        n_pages: u32,
    },
}

impl std::fmt::Display for Drift {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Drift::LessSimilar { now, before } => {
                write!(
                    out,
                    "the last {WINDOW} pages are {now:.2} similar to the template, those before were {before:.2}"
                )
            }
            Drift::MoreMissing { now, before } => write!(
                out,
                "{:.0} % of what the template names is missing on the last {WINDOW} pages, before it was {:.0} %",
                100.0 * now,
                100.0 * before
            ),
            Drift::ColumnEmpty { column, before, n_pages } => write!(
                out,
                "the column {column} is empty on the last {n_pages} pages, before it had a value in {:.0} % of the rows",
                100.0 * before
            ),
        }
    }
}

/// How many pages are compared with all before them.
const WINDOW: usize = 20;
/// A fall that is no chance of single pages: within one state of a site, on 20 sites and five manuals, means of ten pages
/// fell by up to 0.23 because one kind of page came after another.
const FALL: f64 = 0.25;
/// A page that lacks a larger share of the template's frame fits badly.
const BAD_FIT: f64 = 0.3;
/// After how many pages in a row without a value a column is called empty.
const EMPTY_PAGES: u32 = 5;
/// How many values make a column one that is expected to have values.
const MIN_VALUES: u64 = 10;
/// Shares are counted in millionths: sums of whole numbers are the same in any order.
const MILLION: f64 = 1e6;

/// What is known of a template's pages: sums over all, and the last ones of this run.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Watch {
    sums: BTreeMap<String, u64>,
    /// Similarity and missing share of the last pages.
    last: VecDeque<(f64, f64)>,
    /// Pages in a row that fit badly.
    n_bad: u32,
    /// Of each column on how many pages in a row it was empty.
    empty: BTreeMap<String, u32>,
    /// How often the template was learned again in this run: each time it takes twice as long until the next.
    n_relearned: u32,
}

impl Watch {
    /// From the counts of a store.
    pub(super) fn of<'a>(counts: impl Iterator<Item = (&'a str, u64)>) -> Watch {
        Watch { sums: counts.map(|(name, n)| (name.to_owned(), n)).collect(), ..Watch::default() }
    }

    /// For the template that takes the place of this one's.
    pub(super) fn after_relearning(&self) -> Watch {
        Watch { n_relearned: self.n_relearned + 1, ..Watch::default() }
    }

    /// What a page adds to the sums.
    pub(super) fn counts(similarity: f64, mapped: &Mapped) -> Vec<(String, u64)> {
        let mut counts = vec![
            ("pages".to_owned(), 1),
            ("similarity".to_owned(), (similarity * MILLION).round() as u64),
            ("missing".to_owned(), (mapped.fit.missing() * MILLION).round() as u64),
        ];
        if mapped.is_applied() {
            counts.push(("applied".to_owned(), 1));
        }
        if let Some(table) = mapped.answers.tables.as_ref().and_then(|tables| tables.first()) {
            counts.push(("rows".to_owned(), table.rows.len() as u64));
            for (place, column) in table.columns.iter().enumerate() {
                let n_filled = table.rows.iter().filter(|row| row.cells[place].is_some()).count();
                counts.push((format!("filled {}", column.name), n_filled as u64));
            }
        }
        counts
    }

    /// Takes a page in; gives what is odd by now.
    pub(super) fn page(&mut self, similarity: f64, mapped: &Mapped) -> Vec<Drift> {
        let missing = mapped.fit.missing();
        let counts = Watch::counts(similarity, mapped);
        let n_pages = self.sum("pages");
        let n_rows = self.sum("rows");
        let mut drift = Vec::new();
        let mut fits_badly = mapped.frame.missing() > BAD_FIT;
        let has_rows = counts.iter().any(|(name, n)| name == "rows" && *n > 0);
        for (name, n) in &counts {
            let Some(column) = name.strip_prefix("filled ").filter(|_| has_rows) else { continue };
            let n_empty = self.empty.entry(column.to_owned()).or_default();
            *n_empty = if *n == 0 { *n_empty + 1 } else { 0 };
            let n_filled = self.sums.get(name).copied().unwrap_or(0);
            let before = n_filled as f64 / (n_rows as f64).max(1.0);
            if *n == 0 && before >= 0.5 && n_filled >= MIN_VALUES {
                fits_badly = true;
                if *n_empty >= EMPTY_PAGES {
                    drift.push(Drift::ColumnEmpty { column: column.to_owned(), before, n_pages: *n_empty });
                }
            }
        }
        self.n_bad = if fits_badly { self.n_bad + 1 } else { 0 };
        self.last.push_back((similarity, missing));
        if self.last.len() > WINDOW
            && let Some((similarity, missing)) = self.last.pop_front()
        {
            // What leaves the window is "before" from now on.
            self.add("pages", 1);
            self.add("similarity", (similarity * MILLION).round() as u64);
            self.add("missing", (missing * MILLION).round() as u64);
        }
        for (name, n) in counts {
            if name == "rows" || name.starts_with("filled ") {
                self.add(&name, n);
            }
        }
        if self.last.len() == WINDOW && n_pages >= WINDOW as u64 {
            let mean = |part: fn(&(f64, f64)) -> f64| self.last.iter().map(part).sum::<f64>() / WINDOW as f64;
            let before = |name| self.sum(name) as f64 / MILLION / self.sum("pages") as f64;
            let (now, was) = (mean(|page| page.0), before("similarity"));
            if now < was - FALL {
                drift.push(Drift::LessSimilar { now, before: was });
            }
            let (now, was) = (mean(|page| page.1), before("missing"));
            if now > was + FALL {
                drift.push(Drift::MoreMissing { now, before: was });
            }
        }
        drift
    }

    /// Whether enough pages in a row fit badly for the template to be learned again.
    pub(super) fn is_worn_out(&self, after: usize) -> bool {
        self.n_bad as usize >= after.saturating_mul(1 << self.n_relearned.min(16))
    }

    fn sum(&self, name: &str) -> u64 {
        self.sums.get(name).copied().unwrap_or(0)
    }

    fn add(&mut self, name: &str, n: u64) {
        *self.sums.entry(name.to_owned()).or_default() += n;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::Fit;
    use tamis_extract::records::{Cell, Column, Row, Table};
    use tamis_extract::{ValueFormat, ValueType};
    use tamis_page::{Document, names};

    fn missing(n_missing: usize) -> Mapped {
        Mapped { fit: Fit { n_named: 10, n_missing }, ..Mapped::default() }
    }

    /// A table with one row, whose price may be missing.
    fn priced(has_price: bool) -> Mapped {
        let document = Document::parse("<p>Lamp</p><b>5</b>");
        let (p, b) = (names::P, names::B);
        let node = |name| document.elements_named(name).next().expect("it is there");
        let cell = |name| Some(Cell::read(&document, vec![node(name)], None));
        let format = ValueFormat::of_type(ValueType::Text);
        let columns = ["title", "price"].map(|name| Column::new(name.to_owned(), format.clone(), None));
        let cells = vec![cell(p), cell(b).filter(|_| has_price)];
        let mut table = Table::new(node(p), columns.into());
        table.rows.push(Row::new(vec![node(p)], "Lamp 5".to_owned(), cells));
        Mapped { answers: vec![table].into(), ..Mapped::default() }
    }

    /// What is odd after each of the pages.
    fn drift(pages: impl IntoIterator<Item = (f64, Mapped)>) -> Vec<Vec<Drift>> {
        let mut watch = Watch::default();
        pages.into_iter().map(|(similarity, mapped)| watch.page(similarity, &mapped)).collect()
    }

    #[test]
    fn pages_that_are_as_they_were_are_not_odd() {
        let pages = (0..200).map(|number| (0.8 + 0.01 * f64::from(number % 20), missing(number as usize % 3)));
        assert!(drift(pages).iter().all(Vec::is_empty));
    }

    #[test]
    fn a_falling_similarity_is_said_with_both_figures() {
        let pages = (0..80).map(|number| (if number < 40 { 0.95 } else { 0.62 }, missing(0)));
        let odd = drift(pages);
        assert!(odd[..45].iter().all(Vec::is_empty), "single pages are no evidence");
        let Some(Drift::LessSimilar { now, before }) = odd[59].first() else { panic!("{:?}", odd[59]) };
        assert!((now - 0.62).abs() < 1e-9 && (before - 0.95).abs() < 1e-6, "{now} {before}");
        assert_eq!(
            odd[59][0].to_string(),
            "the last 20 pages are 0.62 similar to the template, those before were 0.95"
        );
    }

    #[test]
    fn things_that_go_missing_are_said() {
        let pages = (0..80).map(|number| (0.9, missing(if number < 40 { 0 } else { 6 })));
        let odd = drift(pages);
        assert!(matches!(odd[59].as_slice(), [Drift::MoreMissing { .. }]), "{:?}", odd[59]);
    }

    #[test]
    fn a_column_that_becomes_empty_is_said_after_a_few_pages() {
        let odd = drift((0..36).map(|number| (0.9, priced(number < 30))));
        assert!(odd[..34].iter().all(Vec::is_empty));
        let expect = Drift::ColumnEmpty { column: "price".to_owned(), before: 30.0 / 34.0, n_pages: 5 };
        assert_eq!(odd[34], [expect]);
    }

    #[test]
    fn each_time_a_template_is_learned_again_it_takes_twice_as_long_until_the_next() {
        let bad = || Mapped { frame: Fit { n_named: 10, n_missing: 4 }, ..Mapped::default() };
        let n_until_worn = |mut watch: Watch| {
            (1..100).find(|_| {
                watch.page(0.9, &bad());
                watch.is_worn_out(3)
            })
        };
        let first = Watch::default();
        assert_eq!(n_until_worn(first.after_relearning()), Some(6));
        assert_eq!(n_until_worn(first), Some(3));
    }
}
