//! The candidates of the pages of a data set, with what each would be worth as the main table.

use crate::datasets::{self, LayoutSource, Layouts, Listing, PageCase};
use crate::metrics::records::{Row, TrueRecords, score};
use std::ops::Range;
use std::path::Path;
use tamis_extract::records::auto::{self, AutoOptions, ScoredCandidate};
use tamis_extract::{PageView, RenderedView};
use tamis_page::{AbsolutePaths, Document, NodeId, NodeKind, is_never_shown};

/// A page and its candidates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CandidatePage {
    /// The data set.
    pub set: String,
    /// The site, so that no page is judged by what was fitted on its site.
    pub site: String,
    /// Whether every candidate is wrong.
    pub lists_nothing: bool,
    /// How much the page counts when the weights of the features are fitted.
    pub weight: f64,
    /// How much it counts when the confidence is.
    pub confidence_weight: f64,
    /// In the order of the page.
    pub candidates: Vec<Candidate>,
}

/// A candidate with its label.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Candidate {
    /// Its features, in their order.
    pub features: Vec<f32>,
    /// The number of its records.
    pub n_records: usize,
    /// From its first node to the end of its last.
    pub extent: Range<usize>,
    /// Its F1 as the main table.
    pub f1: f64,
    /// Whether the main table would be right.
    pub is_right: bool,
}

/// How much a page of a data set counts for the weights and for the confidence. Lists of today count most, being what users
/// have and few. Ten pages a site of the nineties count little: they are the same page ten times. Articles outnumber the
/// pages of any other set, and none of them says which list is best; but a confidence must know them.
const WEIGHTS: [(&str, f64, f64); 3] = [("modern", 2.5, 2.5), ("wien", 0.15, 0.15), ("content", 0.1, 1.5)];

/// The pages of a data set whose lists are known, with their candidates.
///
/// # Errors
/// If a file cannot be read, or a page cannot be laid out.
pub fn read_pages(directory: &Path, layout: &LayoutSource) -> anyhow::Result<Vec<CandidatePage>> {
    let set = datasets::set_name(directory)?;
    let known = WEIGHTS.iter().find(|weights| weights.0 == set);
    let (weight, confidence_weight) = known.map_or((1.0, 1.0), |weights| (weights.1, weights.2));
    let mut layouts = match layout {
        LayoutSource::None => None,
        source => Some(Layouts::of(source.for_set(&set))?),
    };
    let mut pages = Vec::new();
    for case in datasets::cases(directory)? {
        let Some(listing) = case.listing()? else { continue };
        pages.push(CandidatePage {
            set: set.clone(),
            site: case.site(),
            lists_nothing: listing == Listing::Nothing,
            weight,
            confidence_weight,
            candidates: candidates(&case, &listing, layouts.as_mut())?,
        });
    }
    Ok(pages)
}

fn candidates(case: &PageCase, listing: &Listing, layouts: Option<&mut Layouts>) -> anyhow::Result<Vec<Candidate>> {
    if let Some(layouts) = layouts {
        let page = layouts.page(case)?;
        return Ok(labelled(&RenderedView::of(&page).into(), listing));
    }
    let page = case.page()?;
    Ok(labelled(&PageView::of(page.document()), listing))
}

fn labelled(view: &PageView<'_>, listing: &Listing) -> Vec<Candidate> {
    let document = view.document();
    let mut found = auto::trace(view, &AutoOptions::default()).candidates;
    // They come sorted by the present weights, which the next ones should not depend on, not even in the last digit.
    found.sort_by(|one, other| (&one.records, one.source).cmp(&(&other.records, other.source)));
    let labelled = found.iter().map(|candidate| {
        let (f1, is_right) = match listing {
            Listing::Records(truth) => label(document, candidate, truth),
            Listing::Nothing => (0.0, false),
        };
        Candidate {
            features: candidate.features.values().iter().map(|&value| value as f32).collect(),
            n_records: candidate.records.len(),
            extent: extent(document, candidate),
            f1,
            is_right,
        }
    });
    labelled.collect()
}

fn extent(document: &Document, candidate: &ScoredCandidate) -> Range<usize> {
    let start = candidate.records.iter().flatten().next().map_or(0, |node| node.index());
    let end = candidate.records.iter().flatten().next_back().map_or(start, |&node| document.subtree_end(node).index());
    start..end
}

/// F1, and whether the main table would be right.
fn label(document: &Document, candidate: &ScoredCandidate, truth: &TrueRecords) -> (f64, bool) {
    let (n, n_true) = (candidate.records.len(), truth.texts.len());
    // Far too many or too few: F1 is near nothing, and comparing every row with every record would take long.
    if n > n_true * 4 + 5 || n * 5 + 3 < n_true {
        return (0.0, false);
    }
    let counts = score(truth, &rows(document, &candidate.records));
    (counts.f1(), counts.n_right == 1)
}

/// Rows as the metric takes them. The text is all that is not code, because the records of some pages are hidden until a
/// script runs.
fn rows(document: &Document, records: &[Vec<NodeId>]) -> Vec<Row> {
    let mut xpaths = AbsolutePaths::new(document);
    let rows = records.iter().map(|nodes| Row {
        text: nodes.iter().map(|&node| text(document, node)).collect(),
        values: Vec::new(),
        places: nodes.iter().map(|&node| xpaths.of(node)).collect(),
    });
    rows.collect()
}

fn text(document: &Document, top: NodeId) -> String {
    let mut text = String::new();
    let (mut node, end) = (top, document.subtree_end(top));
    while node < end {
        if is_never_shown(document, node) {
            node = document.subtree_end(node);
            continue;
        }
        if document.kind(node) == NodeKind::Text {
            text.push(' ');
            text.push_str(document.text(node));
        }
        node.0 += 1;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<nav><a href=/>Home</a> <a href=/lamps>Lamps</a> <a href=/about>About us</a></nav><ul>
        <li><a href=1>Desk lamp with a long arm</a><script>code()</script><b>5 €</b>
        <li><a href=2>Floor lamp in brushed steel</a><b>6 €</b>
        <li><a href=3>Lantern for the garden path</a><b>7 €</b></ul>";

    fn records(texts: &[&str]) -> Listing {
        let texts = texts.iter().map(|&text| text.to_owned()).collect();
        Listing::Records(TrueRecords { texts, ..TrueRecords::default() })
    }

    #[test]
    fn the_true_list_has_an_f1_of_one_and_the_menu_of_nothing() {
        let document = Document::parse(PAGE);
        let truth = records(&[
            "Desk lamp with a long arm 5 €",
            "Floor lamp in brushed steel 6 €",
            "Lantern for the garden path 7 €",
        ]);
        let found = labelled(&PageView::of(&document), &truth);
        let best = found.iter().find(|candidate| candidate.is_right).expect("the list is a candidate");
        assert!((best.f1 - 1.0).abs() < 1e-12);
        let menu = found.first().expect("the menu is a candidate");
        assert!(menu.extent.end <= best.extent.start && menu.f1 == 0.0 && !menu.is_right);
        assert_eq!((best.n_records, menu.n_records), (3, 3));
    }

    #[test]
    fn every_candidate_of_a_page_that_lists_nothing_is_wrong() {
        let document = Document::parse(PAGE);
        let found = labelled(&PageView::of(&document), &Listing::Nothing);
        assert!(found.len() >= 2 && found.iter().all(|candidate| candidate.f1 == 0.0 && !candidate.is_right));
    }

    #[test]
    fn code_is_no_text_of_a_record() {
        let document = Document::parse(PAGE);
        assert!(!text(&document, document.root()).contains("code"));
    }
}
