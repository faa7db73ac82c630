//! Metadata: how often a field is right, as the referee counts it.

use super::{Bag, f1, share, words};
use regex::Regex;
use std::sync::LazyLock;

/// The fields, by the names that truths and predictions have.
pub const FIELDS: [&str; 5] = ["title", "author", "date", "sitename", "description"];

/// A text for each of [`FIELDS`]; empty where nothing is known or said.
pub type FieldTexts = [String; 5];

/// How often a field is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FieldCounts {
    /// Pages whose truth has the field.
    pub n_pages: usize,
    /// Those where the answer is the same.
    pub n_right: usize,
    /// Those without an answer.
    pub n_missing: usize,
}

impl FieldCounts {
    /// The share of the pages where the answer is the same.
    pub fn right(&self) -> f64 {
        share(self.n_right, self.n_pages)
    }

    /// The share of the pages without an answer.
    pub fn missing(&self) -> f64 {
        share(self.n_missing, self.n_pages)
    }
}

/// Whether each field is right; `None` where the truth does not have it.
pub fn score(truth: &FieldTexts, answer: &FieldTexts) -> [Option<bool>; 5] {
    std::array::from_fn(|at| is_right(FIELDS[at], &truth[at], &answer[at]))
}

/// Adds a page to the counts of the fields.
pub fn add(counts: &mut [FieldCounts; 5], truth: &FieldTexts, answer: &FieldTexts) {
    for (at, right) in score(truth, answer).into_iter().enumerate() {
        if let Some(right) = right {
            counts[at].n_pages += 1;
            counts[at].n_right += usize::from(right);
            counts[at].n_missing += usize::from(words(&answer[at]).is_empty());
        }
    }
}

/// A date is right when year, month and day agree, another field when its words do: all but one in ten, of an author's
/// name one in five, in any order.
fn is_right(field: &str, truth: &str, answer: &str) -> Option<bool> {
    let (wanted, found): (Bag<String>, Bag<String>) =
        (words(truth).into_iter().collect(), words(answer).into_iter().collect());
    if wanted.is_empty() {
        return None;
    }
    if field == "date" {
        let day = day_in(truth)?;
        return Some(day_in(answer) == Some(day));
    }
    let n_common = wanted.common(&found);
    let likeness = f1(share(n_common, found.len()), share(n_common, wanted.len()));
    Some(!found.is_empty() && likeness >= if field == "author" { 0.8 } else { 0.9 })
}

static DAY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(\d{4})-(\d\d?)-(\d\d?)").expect("invariant: the pattern is a constant"));

fn day_in(text: &str) -> Option<(u32, u32, u32)> {
    let found = DAY.captures(text)?;
    let number = |at: usize| found[at].parse::<u32>().ok();
    Some((number(1)?, number(2)?, number(3)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(field: &str, truth: &str, answer: &str, expect: Option<bool>) {
        assert_eq!(is_right(field, truth, answer), expect, "{field}: {truth} against {answer}");
    }

    #[test]
    fn words_count_in_any_order() {
        check("author", "Ada Byron", "byron, ada", Some(true));
        check("author", "Ada Byron", "Ada", Some(false));
        check("author", "Ada King Byron", "Ada Byron", Some(true));
        check("title", "Ada King Byron", "Ada Byron", Some(false));
        check("title", "", "x", None);
        check("title", "x", "", Some(false));
    }

    #[test]
    fn a_date_is_its_day() {
        check("date", "2021-3-5", "2021-03-05T10:00", Some(true));
        check("date", "2021-03-05", "2021-03-06", Some(false));
        check("date", "2021", "2021-03-06", None);
    }
}
