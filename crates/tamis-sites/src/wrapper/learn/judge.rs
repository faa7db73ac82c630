//! How well a selector serves the rows that it is tried on.

use crate::wrapper::reading::{by_xpath, text_of};
use std::collections::BTreeMap;
use tamis_page::{Document, NodeId, XPath, budget};

/// What a column should give in a row.
pub(super) struct Wanted<'a> {
    /// The element that the selector starts from; `None` where the record lacks it.
    pub(super) scope: Option<NodeId>,
    /// The value that the method found.
    pub(super) value: Option<&'a str>,
    /// Whether the page's table has the column at all: where it has not, a value may still be right.
    pub(super) is_known: bool,
}

/// A selector with what it gives.
pub(super) struct Judged {
    /// The mean of precision and recall, from 0 to 1.
    pub(super) f1: f64,
    /// The values, by row.
    pub(super) values: Vec<Option<String>>,
    /// How many rows have a value that is right.
    pub(super) n_right: usize,
}

/// A value that a method did not find is a smaller mistake than a wrong one: it may be the method that errs.
const EXTRA: f64 = 0.5;
const EXTRA_UNKNOWN: f64 = 0.15;

/// Tries an expression; `None` if it cannot be read.
pub(super) fn judge(document: &Document, xpath: &str, wanted: &[Wanted<'_>]) -> Option<Judged> {
    let values: Vec<Option<String>> = match xpath {
        "." => wanted.iter().map(|it| it.scope.map(|scope| text_of(document, scope))).collect(),
        _ => {
            let xpath = XPath::parse(xpath).ok()?;
            let value = |scope: NodeId| {
                budget::spend(document.subtree_range(scope).len());
                by_xpath(document, scope, &xpath).map(|(_, text)| text)
            };
            wanted.iter().map(|it| value(it.scope?)).collect()
        }
    };
    let values: Vec<Option<String>> = values.into_iter().map(|it| it.filter(|text| !text.is_empty())).collect();
    let (mut right, mut given, mut n_wanted, mut n_right) = (0.0, 0.0, 0.0, 0);
    for (value, wanted) in values.iter().zip(wanted) {
        match (value, wanted.value) {
            (Some(value), Some(wanted)) => {
                let likeness = likeness(value, wanted);
                right += likeness;
                n_right += usize::from(likeness >= 0.9);
                given += 1.0;
                n_wanted += 1.0;
            }
            (None, Some(_)) => n_wanted += 1.0,
            (Some(_), None) => given += if wanted.is_known { EXTRA } else { EXTRA_UNKNOWN },
            (None, None) => {}
        }
    }
    let f1 = if right > 0.0 { 2.0 * right / (given + n_wanted) } else { 0.0 };
    Some(Judged { f1, values, n_right })
}

/// How far a value is the wanted one, from 0 to 1: a part of a sentence is better than nothing.
pub(super) fn likeness(value: &str, wanted: &str) -> f64 {
    if value == wanted {
        return 1.0;
    }
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let words = |text| str::split(text, |letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words(value).for_each(|word| counts.entry(word).or_default().0 += 1);
    words(wanted).for_each(|word| counts.entry(word).or_default().1 += 1);
    let n_all: usize = counts.values().map(|(one, other)| one + other).sum();
    if n_all == 0 {
        // Signs alone, and other ones.
        return 0.0;
    }
    let share = 2.0 * counts.values().map(|(one, other)| one.min(other)).sum::<usize>() as f64 / n_all as f64;
    if share >= 0.9 { share.min(0.97) } else { share * share / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_is_nearly_whole_is_nearly_right() {
        assert!(likeness("12 €", "12 €") > 0.99);
        assert!(likeness("A lamp that turns power into light …", "A lamp that turns power into light") > 0.9);
        assert!(likeness("A lamp", "A lamp that turns power into light") < 0.3);
        assert!(likeness("…", "–") < 0.01);
    }
}
