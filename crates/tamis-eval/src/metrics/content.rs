//! Main content: words, shingles and snippets.

use super::{Bag, f1, letter_words, share};
use std::collections::BTreeMap;

/// What is true of a page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TrueContent {
    /// The main content.
    pub text: String,
    /// What must be in the answer.
    pub with: Vec<String>,
    /// What must not be.
    pub without: Vec<String>,
    /// What kind of page it is.
    pub page_type: Option<String>,
}

/// The figures of one page.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PageContent {
    /// The share of the answer's words that are true.
    pub precision: f64,
    /// The share of the true words that are in the answer.
    pub recall: f64,
    /// The mean of the two.
    pub f1: f64,
    /// The share of must-have snippets that are there, if there are any to have.
    pub have: Option<f64>,
    /// The share of must-not-have snippets that are there.
    pub leak: Option<f64>,
    /// Precision and recall in shingles of four words; `None` if neither text has one.
    pub shingles: Option<(f64, f64)>,
}

/// Scores the answer for one page.
pub fn score(truth: &TrueContent, answer: &str) -> PageContent {
    let lower = answer.to_lowercase();
    let lower_truth = truth.text.to_lowercase();
    let got: Bag<&str> = letter_words(&lower).collect();
    let want: Bag<&str> = letter_words(&lower_truth).collect();
    let common = got.common(&want);
    let (precision, recall) = (share(common, got.len()), share(common, want.len()));
    let found = |snippets: &[String]| {
        let n_found = snippets.iter().filter(|snippet| lower.contains(&snippet.to_lowercase())).count();
        (!snippets.is_empty()).then(|| share(n_found, snippets.len()))
    };
    let (got, want) = (shingles(answer), shingles(&truth.text));
    let common = got.common(&want);
    PageContent {
        precision,
        recall,
        f1: f1(precision, recall),
        have: found(&truth.with),
        leak: found(&truth.without),
        shingles: (got.len() + want.len() > 0).then(|| (share(common, got.len()), share(common, want.len()))),
    }
}

/// Runs of four words, as written; a shorter text is one shingle.
fn shingles(text: &str) -> Bag<Vec<&str>> {
    let words: Vec<&str> = letter_words(text).collect();
    match words.len() {
        0 => Bag::from_iter([]),
        1..4 => Bag::from_iter([words]),
        _ => words.windows(4).map(<[&str]>::to_vec).collect(),
    }
}

/// The figures of a set of pages: means over pages.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ContentScore {
    /// The number of pages.
    pub n_pages: usize,
    /// The mean of the pages' precision.
    pub precision: f64,
    /// The mean of the pages' recall.
    pub recall: f64,
    /// The mean of the pages' F1.
    pub f1: f64,
    /// The mean of the pages' precision in shingles.
    pub shingle_precision: f64,
    /// The mean of the pages' recall in shingles.
    pub shingle_recall: f64,
    /// F1 of those two means.
    pub shingle_f1: f64,
    /// The mean share of must-have snippets.
    pub have: f64,
    /// The mean share of must-not-have snippets.
    pub leak: f64,
    /// Number of pages and mean F1 of each page type.
    pub by_type: BTreeMap<String, (usize, f64)>,
}

impl ContentScore {
    /// The figures of pages given with their types.
    pub fn of<'a>(pages: &[(Option<&'a str>, PageContent)]) -> ContentScore {
        let over =
            |figure: &dyn Fn(&PageContent) -> Option<f64>| mean(pages.iter().filter_map(|(_, page)| figure(page)));
        let mut by_type: BTreeMap<&'a str, Vec<f64>> = BTreeMap::new();
        for (page_type, page) in pages {
            by_type.entry(page_type.unwrap_or("")).or_default().push(page.f1);
        }
        let shingle_precision = over(&|page| page.shingles.map(|(precision, _)| precision));
        let shingle_recall = over(&|page| page.shingles.map(|(_, recall)| recall));
        ContentScore {
            n_pages: pages.len(),
            precision: over(&|page| Some(page.precision)),
            recall: over(&|page| Some(page.recall)),
            f1: over(&|page| Some(page.f1)),
            shingle_precision,
            shingle_recall,
            shingle_f1: f1(shingle_precision, shingle_recall),
            have: over(&|page| page.have),
            leak: over(&|page| page.leak),
            by_type: by_type
                .into_iter()
                .map(|(name, figures)| (name.to_owned(), (figures.len(), mean(figures.iter().copied()))))
                .collect(),
        }
    }
}

fn mean(figures: impl Iterator<Item = f64> + Clone) -> f64 {
    let n = figures.clone().count();
    if n == 0 { 0.0 } else { figures.sum::<f64>() / n as f64 }
}
