//! Main content: words, shingles and snippets.

use super::{Bag, f1, letter_words, share};
use std::collections::BTreeMap;

/// What is true of a page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TrueContent {
    /// The main content, if all of it is known. A page without counts for its snippets only.
    pub text: Option<String>,
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
    /// The answer against the whole main content, if that is known.
    pub text: Option<TextFigures>,
    /// The snippets of the page.
    pub snippets: SnippetCounts,
}

/// An answer against the main content of one page.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TextFigures {
    /// The share of the answer's words that are true.
    pub precision: f64,
    /// The share of the true words that are in the answer.
    pub recall: f64,
    /// The mean of the two.
    pub f1: f64,
    /// Precision and recall in shingles of four words; `None` if neither text has one.
    pub shingles: Option<(f64, f64)>,
}

/// Snippets of one page or of many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SnippetCounts {
    /// Must-have snippets that are in the answer.
    pub n_found: usize,
    /// Must-have snippets.
    pub n_wanted: usize,
    /// Must-not-have snippets that are in the answer.
    pub n_leaked: usize,
    /// Must-not-have snippets.
    pub n_unwanted: usize,
}

impl SnippetCounts {
    /// The share of must-have snippets that are there, if there are any to have.
    pub fn have(&self) -> Option<f64> {
        (self.n_wanted > 0).then(|| share(self.n_found, self.n_wanted))
    }

    /// The share of must-not-have snippets that are there.
    pub fn leak(&self) -> Option<f64> {
        (self.n_unwanted > 0).then(|| share(self.n_leaked, self.n_unwanted))
    }

    /// The share of must-have snippets among all that are in the answer.
    pub fn precision(&self) -> f64 {
        share(self.n_found, self.n_found + self.n_leaked)
    }

    /// The share of must-have snippets that are in the answer.
    pub fn recall(&self) -> f64 {
        share(self.n_found, self.n_wanted)
    }

    /// The mean of the two.
    pub fn f1(&self) -> f64 {
        f1(self.precision(), self.recall())
    }

    fn add(&mut self, other: &SnippetCounts) {
        self.n_found += other.n_found;
        self.n_wanted += other.n_wanted;
        self.n_leaked += other.n_leaked;
        self.n_unwanted += other.n_unwanted;
    }
}

/// Scores the answer for one page.
pub fn score(truth: &TrueContent, answer: &str) -> PageContent {
    let line = one_line(answer);
    let n_found = |snippets: &[String]| snippets.iter().filter(|snippet| line.contains(&one_line(snippet))).count();
    PageContent {
        text: truth.text.as_deref().map(|text| score_text(text, answer)),
        snippets: SnippetCounts {
            n_found: n_found(&truth.with),
            n_wanted: truth.with.len(),
            n_leaked: n_found(&truth.without),
            n_unwanted: truth.without.len(),
        },
    }
}

fn score_text(truth: &str, answer: &str) -> TextFigures {
    let (lower, lower_truth) = (answer.to_lowercase(), truth.to_lowercase());
    let got: Bag<&str> = letter_words(&lower).collect();
    let want: Bag<&str> = letter_words(&lower_truth).collect();
    let common = got.common(&want);
    let (precision, recall) = (share(common, got.len()), share(common, want.len()));
    let (got, want) = (shingles(answer), shingles(truth));
    let common = got.common(&want);
    TextFigures {
        precision,
        recall,
        f1: f1(precision, recall),
        shingles: (got.len() + want.len() > 0).then(|| (share(common, got.len()), share(common, want.len()))),
    }
}

/// Lower case, with one blank for each run of white space: how an extractor breaks lines is not what a snippet is about.
fn one_line(text: &str) -> String {
    let lower = text.to_lowercase();
    // The four separators of ASCII are white space to the referee, but not by Unicode's property.
    let words = lower.split(|c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
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

/// The figures of a set of pages: means over the pages whose main content is known, and snippets over all.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ContentScore {
    /// The number of pages.
    pub n_pages: usize,
    /// The number of pages whose main content is known.
    pub n_text_pages: usize,
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
    /// The snippets of all pages.
    pub snippets: SnippetCounts,
    /// Number of pages and mean F1 of each page type.
    pub by_type: BTreeMap<String, (usize, f64)>,
}

impl ContentScore {
    /// The figures of pages given with their types.
    pub fn of<'a>(pages: &[(Option<&'a str>, PageContent)]) -> ContentScore {
        let mut snippets = SnippetCounts::default();
        let mut texts: Vec<(TextFigures, SnippetCounts)> = Vec::new();
        let mut by_type: BTreeMap<&'a str, Vec<f64>> = BTreeMap::new();
        for (page_type, page) in pages {
            snippets.add(&page.snippets);
            if let Some(text) = page.text {
                texts.push((text, page.snippets));
                by_type.entry(page_type.unwrap_or("")).or_default().push(text.f1);
            }
        }
        let over =
            |figure: &dyn Fn(&TextFigures) -> Option<f64>| mean(texts.iter().filter_map(|(text, _)| figure(text)));
        let shingle_precision = over(&|text| text.shingles.map(|(precision, _)| precision));
        let shingle_recall = over(&|text| text.shingles.map(|(_, recall)| recall));
        ContentScore {
            n_pages: pages.len(),
            n_text_pages: texts.len(),
            precision: over(&|text| Some(text.precision)),
            recall: over(&|text| Some(text.recall)),
            f1: over(&|text| Some(text.f1)),
            shingle_precision,
            shingle_recall,
            shingle_f1: f1(shingle_precision, shingle_recall),
            have: mean(texts.iter().filter_map(|(_, snippets)| snippets.have())),
            leak: mean(texts.iter().filter_map(|(_, snippets)| snippets.leak())),
            snippets,
            by_type: by_type
                .into_iter()
                .map(|(name, figures)| (name.to_owned(), (figures.len(), mean(figures.iter().copied()))))
                .collect(),
        }
    }

    /// The figures by name: of the main content where some page has one, and of the snippets.
    pub fn figures(&self) -> Vec<(&'static str, f64)> {
        let mut figures = Vec::new();
        if self.n_text_pages > 0 {
            figures.extend([
                ("precision", self.precision),
                ("recall", self.recall),
                ("f1", self.f1),
                ("shingle_precision", self.shingle_precision),
                ("shingle_recall", self.shingle_recall),
                ("shingle_f1", self.shingle_f1),
                ("have", self.have),
                ("leak", self.leak),
            ]);
        }
        figures.extend([
            ("snippet_precision", self.snippets.precision()),
            ("snippet_recall", self.snippets.recall()),
            ("snippet_f1", self.snippets.f1()),
        ]);
        figures
    }
}

fn mean(figures: impl Iterator<Item = f64> + Clone) -> f64 {
    let n = figures.clone().count();
    if n == 0 { 0.0 } else { figures.sum::<f64>() / n as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truth(with: &[&str], without: &[&str]) -> TrueContent {
        let owned = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect();
        TrueContent { with: owned(with), without: owned(without), ..TrueContent::default() }
    }

    #[test]
    fn snippets_do_not_mind_line_breaks_and_capitals() {
        let page = score(&truth(&["Desk  lamp", "not there"], &["Buy\u{a0}now"]), "a desk\n\tLAMP\nbuy now");
        let counts = SnippetCounts { n_found: 1, n_wanted: 2, n_leaked: 1, n_unwanted: 1 };
        assert_eq!((page.text, page.snippets), (None, counts));
        assert_eq!((counts.precision(), counts.recall(), counts.f1()), (0.5, 0.5, 0.5));
    }

    #[test]
    fn a_page_with_snippets_alone_counts_for_those() {
        let page = score(&truth(&["lamp"], &[]), "a lamp");
        let with_text = TrueContent { text: Some("a chair".to_owned()), ..TrueContent::default() };
        let other = score(&with_text, "a chair");
        let total = ContentScore::of(&[(Some("article"), page), (Some("article"), other)]);
        assert_eq!((total.n_pages, total.n_text_pages, total.f1), (2, 1, 1.0));
        assert_eq!(total.by_type["article"], (1, 1.0));
        let alone = ContentScore::of(&[(None, page)]);
        assert_eq!(alone.figures(), [("snippet_precision", 1.0), ("snippet_recall", 1.0), ("snippet_f1", 1.0)]);
    }
}
