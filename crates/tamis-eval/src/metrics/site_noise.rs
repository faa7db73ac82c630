//! What is left of the pages of a site: the values of their attributes, and the text that all of them repeat.

use super::bag::Bag;
use super::words::words;
use std::collections::{BTreeMap, BTreeSet};

/// The figures of one site, or their means.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SiteFigures {
    /// The mean F1 of its pages.
    pub f1: f64,
    /// Words of values among the words that are left, mean over pages.
    pub precision: f64,
    /// Words of values that are left, mean over pages.
    pub recall: f64,
    /// Words that are left, mean over pages.
    pub n_words: f64,
    /// The share of the words in lines of every page that is gone.
    pub gone: f64,
}

/// The lines of visible text that stand on every page of a site.
#[derive(Clone, Debug, Default)]
pub struct RepeatedText {
    lines: BTreeSet<String>,
    /// Words in such lines, over all pages.
    n_words: usize,
}

impl RepeatedText {
    /// Of the visible text of all pages.
    pub fn of(pages: impl Iterator<Item = String>) -> RepeatedText {
        let mut n_pages_with: BTreeMap<String, usize> = BTreeMap::new();
        let pages: Vec<String> = pages.collect();
        for page in &pages {
            let lines: BTreeSet<String> = lines(page).collect();
            for line in lines {
                *n_pages_with.entry(line).or_default() += 1;
            }
        }
        let lines = n_pages_with.into_iter().filter(|(_, n)| *n == pages.len()).map(|(line, _)| line).collect();
        let mut repeated = RepeatedText { lines, n_words: 0 };
        repeated.n_words = pages.iter().map(|page| repeated.n_words_in(page)).sum();
        repeated
    }

    /// Words of a text that stand in lines of every page.
    fn n_words_in(&self, text: &str) -> usize {
        lines(text).filter(|line| self.lines.contains(line)).map(|line| words(&line).len()).sum()
    }
}

/// The lines of a text; the cells of a row are lines of their own, as a value stands in one and its label in another.
fn lines(text: &str) -> impl Iterator<Item = String> + '_ {
    let plain = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.split(['\n', '\t']).map(plain).filter(|line| !line.is_empty())
}

/// Scores the texts that are left of the pages of a site against the values of each page. A page without values does not
/// count for F1.
pub fn score(texts: &[String], values: &[Vec<&str>], repeated: &RepeatedText) -> SiteFigures {
    let mut sum = SiteFigures::default();
    let (mut n_left, mut n_scored) = (0, 0_usize);
    for (text, values) in texts.iter().zip(values) {
        n_left += repeated.n_words_in(text);
        if values.is_empty() {
            continue;
        }
        n_scored += 1;
        let kept: Bag<String> = words(text).into_iter().collect();
        let truth: Bag<String> = values.iter().flat_map(|value| words(value)).collect();
        let common = kept.common(&truth) as f64;
        sum.precision += common / kept.len().max(1) as f64;
        sum.recall += common / truth.len().max(1) as f64;
        sum.f1 += 2.0 * common / (kept.len() + truth.len()).max(1) as f64;
        sum.n_words += kept.len() as f64;
    }
    let n = n_scored.max(1) as f64;
    SiteFigures {
        f1: sum.f1 / n,
        precision: sum.precision / n,
        recall: sum.recall / n,
        n_words: sum.n_words / n,
        gone: 1.0 - n_left as f64 / repeated.n_words.max(1) as f64,
    }
}

impl SiteFigures {
    /// The mean over sites.
    pub fn mean(sites: &[SiteFigures]) -> SiteFigures {
        let n = sites.len().max(1) as f64;
        let mean = |figure: fn(&SiteFigures) -> f64| sites.iter().map(figure).sum::<f64>() / n;
        SiteFigures {
            f1: mean(|site| site.f1),
            precision: mean(|site| site.precision),
            recall: mean(|site| site.recall),
            n_words: mean(|site| site.n_words),
            gone: mean(|site| site.gone),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_left_and_repeated_lines_that_are_gone() {
        let pages = ["Home page\nPrice\t5 euro", "Home page\nPrice\t6 euro"];
        let repeated = RepeatedText::of(pages.iter().map(|&page| page.to_owned()));
        assert_eq!((repeated.lines.len(), repeated.n_words), (2, 6));
        let values = [vec!["5 euro"], vec!["6 euro"]];
        let all = score(&pages.map(str::to_owned), &values, &repeated);
        assert_eq!((all.recall, all.precision, all.n_words, all.gone), (1.0, 0.4, 5.0, 0.0));
        let left = score(&["Price\t5 euro".to_owned(), "6".to_owned()], &values, &repeated);
        assert_eq!((left.recall, left.gone), (0.75, 1.0 - 1.0 / 6.0));
        assert!((left.f1 - f64::midpoint(0.8, 2.0 / 3.0)).abs() < 1e-12);
    }
}
