//! Is this the column that was?
//!
//! What a column is called, which element holds it and what its values are like are each a hint; a redesign changes some of
//! them and seldom all. The score is their mean by weight. Values that were examples and are there again outweigh all else.

use crate::wrapper::learned::figures::ColumnFigures;
use crate::wrapper::{LearnedColumn, WrapperColumn};
use tamis_extract::records::{Column, Row};
use tamis_page::Document;

/// How alike two columns are, and by what.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Likeness {
    /// From 0 to 1.
    pub(super) score: f64,
    /// The hints, each with its weight and how well it fits, from 0 to 1.
    hints: Vec<(&'static str, f64, f64)>,
}

/// Types tell most: a price is no title. Names and elements are what a redesign changes, so that they count for less when they
/// differ than lengths do; where they are the same they settle it together with the values.
const TYPE: f64 = 3.0;
const LENGTH: f64 = 2.5;
const NAME: f64 = 2.0;
const HOLDER: f64 = 2.0;
const DISTINCT: f64 = 1.0;
const FILL: f64 = 1.5;
const ORDER: f64 = 1.0;
/// Of a column with few different values, such as labels: whether the values are those again.
const WORDS: f64 = 3.0;
const FEW_WORDS: f64 = 0.3;
/// What is left of the score where one is text and the other an attribute, or another attribute.
const OTHER_ATTRIBUTE: f64 = 0.4;
const BOTH_ATTRIBUTES: f64 = 0.8;
/// How far examples that are found again lift the score towards 1.
const EXAMPLES: f64 = 0.8;

/// How alike a column of a fresh wrapper is to an old one. The place says which of how many each is.
pub(super) fn likeness(
    old: &WrapperColumn,
    fresh: &WrapperColumn,
    place: (usize, usize, usize, usize),
    fresh_rows: &[(&Document, &Row)],
) -> Likeness {
    let names = [fresh.learned.name.as_str(), fresh.name.as_str()];
    between(old, &names, fresh.attribute.as_deref(), place, fresh_rows)
}

/// How much a column of a table is like an old column of the wrapper.
pub(super) fn of_table(
    old: &WrapperColumn,
    fresh: &Column,
    place: (usize, usize, usize, usize),
    fresh_rows: &[(&Document, &Row)],
) -> Likeness {
    between(old, &[&fresh.name], fresh.attribute.as_deref(), place, fresh_rows)
}

fn between(
    old: &WrapperColumn,
    names: &[&str],
    attribute: Option<&str>,
    place: (usize, usize, usize, usize),
    fresh_rows: &[(&Document, &Row)],
) -> Likeness {
    let (at, n_old, fresh_at, n_fresh) = place;
    let now = ColumnFigures::of(fresh_rows, fresh_at, &old.format);
    let share = |at: usize, n: usize| at as f64 / n.saturating_sub(1).max(1) as f64;
    let order = 1.0 - (share(at, n_old) - share(fresh_at, n_fresh)).abs().min(1.0);
    // The user's name counts where the user took it from there.
    let is_same_name = names.iter().any(|&name| name == old.learned.name || name == old.name);
    let mut hints = values(&old.learned, &now);
    hints.push(("name", NAME, f64::from(u8::from(is_same_name))));
    // The one column that somebody kept, or found, is first and last.
    if n_old > 1 && n_fresh > 1 {
        hints.push(("order", ORDER, order));
    }
    let by_attribute = same_attribute(old.attribute.as_deref(), attribute);
    finish(hints, by_attribute, &old.learned, fresh_rows, fresh_at)
}

/// How alike what the old selectors read is to what they read.
pub(super) fn of_kept(old: &WrapperColumn, at: usize, rows: &[(&Document, &Row)]) -> Likeness {
    let now = ColumnFigures::of(rows, at, &old.format);
    let mut hints = values(&old.learned, &now);
    hints.push(("name", NAME, 1.0));
    hints.push(("order", ORDER, 1.0));
    finish(hints, 1.0, &old.learned, rows, at)
}

fn finish(
    hints: Vec<(&'static str, f64, f64)>,
    factor: f64,
    learned: &LearnedColumn,
    rows: &[(&Document, &Row)],
    at: usize,
) -> Likeness {
    let mut hints = hints;
    if learned.distinct > 0.0 && learned.distinct <= FEW_WORDS {
        hints.push(("words", WORDS, known_values(learned, rows, at)));
    }
    let weight: f64 = hints.iter().map(|(_, weight, _)| weight).sum();
    let mean = hints.iter().map(|(_, weight, fit)| weight * fit).sum::<f64>() / weight.max(1.0);
    let found = examples_found(learned, rows, at);
    let score = factor * (mean + (1.0 - mean) * EXAMPLES * found);
    if found > 0.0 {
        hints.insert(0, ("examples", EXAMPLES, found));
    }
    Likeness { score, hints }
}

/// The hints that the values give; those of which nothing was learned are left out.
fn values(then: &LearnedColumn, now: &ColumnFigures) -> Vec<(&'static str, f64, f64)> {
    let mut hints = Vec::new();
    if now.n_values == 0 {
        return vec![("values", 1.0, 0.0)];
    }
    if then.fill > 0.0 {
        hints.push(("type", TYPE, 1.0 - (then.typed - now.typed).abs()));
        hints.push(("fill", FILL, 1.0 - (then.fill - now.fill()).abs()));
        hints.push(("variety", DISTINCT, 1.0 - (then.distinct - now.distinct).abs()));
    }
    if then.length > 0 {
        // Two characters more or less are nothing.
        let (one, other) = (then.length as f64 + 2.0, now.length as f64 + 2.0);
        hints.push(("length", LENGTH, one.min(other) / one.max(other)));
    }
    if let (Some(then), Some(now)) = (&then.holder, &now.holder) {
        hints.push(("element", HOLDER, holders(then, now)));
    }
    hints
}

/// How alike two holders are: the words that both have, of all that one has.
fn holders(one: &str, other: &str) -> f64 {
    fn words(holder: &str) -> Vec<&str> {
        let mut words: Vec<&str> = holder.split([' ', '>', '.']).filter(|word| !word.is_empty()).collect();
        words.sort_unstable();
        words.dedup();
        words
    }
    let (one, other) = (words(one), words(other));
    let n_common = one.iter().filter(|word| other.contains(word)).count();
    let n_all = one.len() + other.len() - n_common;
    n_common as f64 / n_all.max(1) as f64
}

/// Attributes that hold the same kind of thing are one: pages that load images late move `src`.
fn same_attribute(one: Option<&str>, other: Option<&str>) -> f64 {
    let is_image = |name: &str| name.ends_with("src") || name.ends_with("srcset");
    match (one, other) {
        (Some(one), Some(other)) if one == other || is_image(one) && is_image(other) => 1.0,
        (None, None) => 1.0,
        (Some(_), Some(_)) => BOTH_ATTRIBUTES,
        _ => OTHER_ATTRIBUTE,
    }
}

/// The share of the examples that are among the values.
fn examples_found(learned: &LearnedColumn, rows: &[(&Document, &Row)], at: usize) -> f64 {
    let cells = rows.iter().filter_map(|(_, row)| row.cells.get(at)?.as_ref());
    let mut values: Vec<&str> = cells.map(|cell| cell.text.as_str()).collect();
    values.sort_unstable();
    let is_there = |example: &&String| {
        // An example may be cut.
        let from = values.partition_point(|value| *value < example.as_str());
        values.get(from).is_some_and(|value| value.starts_with(example.as_str()))
    };
    let n_found = learned.examples.iter().filter(is_there).count();
    n_found as f64 / learned.examples.len().max(1) as f64
}

/// The share of the values that are among the examples.
fn known_values(learned: &LearnedColumn, rows: &[(&Document, &Row)], at: usize) -> f64 {
    let cells = || rows.iter().filter_map(|(_, row)| row.cells.get(at)?.as_ref());
    let is_known = |text: &str| learned.examples.iter().any(|example| text.starts_with(example.as_str()));
    let n_known = cells().filter(|cell| is_known(&cell.text)).count();
    n_known as f64 / cells().count().max(1) as f64
}

impl Likeness {
    /// What speaks for it and what against it, for people.
    pub(super) fn reason(&self) -> String {
        const FITS: f64 = 0.8;
        const DIFFERS: f64 = 0.5;
        let list = |is_meant: &dyn Fn(f64) -> bool| {
            let names: Vec<&str> = self.hints.iter().filter(|hint| is_meant(hint.2)).map(|hint| hint.0).collect();
            names.join(", ")
        };
        let (same, other) = (list(&|fit| fit >= FITS), list(&|fit| fit < DIFFERS));
        match (same.is_empty(), other.is_empty()) {
            (false, false) => format!("same {same}; other {other}"),
            (false, true) => format!("same {same}"),
            (true, false) => format!("other {other}"),
            (true, true) => "little is the same".to_owned(),
        }
    }
}
