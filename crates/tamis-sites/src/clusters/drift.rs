//! Does a template still fit?

use crate::template::Mapped;
use std::collections::{BTreeMap, VecDeque};

/// What is odd about a template by now, with the evidence.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Drift {
    /// Pages are less similar to the template than they were.
    LessSimilar {
        /// The mean similarity of the last pages.
        now: f64,
        /// That of all pages before.
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
const WINDOW: usize = 10;
/// A fall that is no chance of single pages.
const FALL: f64 = 0.1;
/// A page with a larger share missing fits badly: on pages of one template of 20 sites a tenth is missing in the mean.
const BAD_FIT: f64 = 0.3;
/// After how many pages in a row without a value a column is called empty.
const EMPTY_PAGES: u32 = 5;
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
        if let Some(table) = mapped.tables.as_ref().and_then(|tables| tables.first()) {
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
        let mut fits_badly = missing > BAD_FIT;
        let has_rows = counts.iter().any(|(name, n)| name == "rows" && *n > 0);
        for (name, n) in &counts {
            let Some(column) = name.strip_prefix("filled ").filter(|_| has_rows) else { continue };
            let n_empty = self.empty.entry(column.to_owned()).or_default();
            *n_empty = if *n == 0 { *n_empty + 1 } else { 0 };
            let before = self.sums.get(name).copied().unwrap_or(0) as f64 / (n_rows as f64).max(1.0);
            if *n == 0 && before >= 0.5 && n_pages >= WINDOW as u64 {
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

    /// Whether so many pages in a row fit badly that the template is to be learned again.
    pub(super) fn is_worn_out(&self, after: u32) -> bool {
        self.n_bad >= after.saturating_mul(1 << self.n_relearned.min(16))
    }

    fn sum(&self, name: &str) -> u64 {
        self.sums.get(name).copied().unwrap_or(0)
    }

    fn add(&mut self, name: &str, n: u64) {
        *self.sums.entry(name.to_owned()).or_default() += n;
    }
}
