//! The figures of a page, and their means over pages.

use super::{Agreement, Counted, LeafTexts, Level, SaidBlock, bcubed};
use crate::metrics::f1;
use tamis_page::{Document, NodeId};

/// The figures of an answer on one page at one level.
#[derive(Clone, PartialEq, Debug)]
pub struct PageFigures {
    /// Each text with the weight of its characters.
    pub chars: Agreement,
    /// Each text with the same weight.
    pub nodes: Agreement,
    /// True blocks with text.
    pub n_true: usize,
    /// Blocks of the answer with text.
    pub n_said: usize,
    /// Whether the answer holds no text, so that the page was taken as one block.
    pub is_empty: bool,
    /// Nodes that the answer names and the page does not have.
    pub n_lost: usize,
    /// The share of the page's characters that is in true blocks.
    pub covered: f64,
}

/// The figures of an answer on a page at a level, or `None` where the truth has no text at this level. `truth` are the
/// elements that are true blocks.
pub fn score(
    document: &Document,
    texts: &LeafTexts,
    truth: &[NodeId],
    said: &[SaidBlock],
    level: Level,
    counted: Counted,
) -> Option<PageFigures> {
    let mut true_blocks = Signatures::new(texts.len());
    for &element in truth {
        true_blocks.add(document, texts, &[element]);
    }
    if true_blocks.n_blocks == 0 {
        return None;
    }
    let mut said_blocks = Signatures::new(texts.len());
    let mut n_lost = 0;
    for block in said.iter().filter(|block| block.is_at(level)) {
        said_blocks.add(document, texts, &block.nodes);
        n_lost += block.n_lost;
    }
    let mut is_empty = said_blocks.n_blocks == 0;
    let n_said = said_blocks.n_blocks.max(1) as usize;
    let counts = |text: &usize| counted == Counted::Everything || !true_blocks.of_texts[*text].is_empty();
    let kept: Vec<usize> = (0..texts.len()).filter(counts).collect();
    is_empty |= kept.iter().all(|&text| said_blocks.of_texts[text].is_empty());
    let signature = |text: &usize| if is_empty { vec![0] } else { said_blocks.of_texts[*text].clone() };
    let a: Vec<Vec<u32>> = kept.iter().map(signature).collect();
    let g: Vec<Vec<u32>> = kept.iter().map(|&text| true_blocks.of_texts[text].clone()).collect();
    let agreement = |weights: &[u64]| {
        let (precision, recall) = bcubed(&a, &g, weights);
        Agreement { precision, recall, f1: f1(precision, recall) }
    };
    let sizes = texts.sizes();
    let in_truth = (0..texts.len()).filter(|&text| !true_blocks.of_texts[text].is_empty());
    let n_in_truth: u64 = in_truth.map(|text| sizes[text]).sum();
    Some(PageFigures {
        chars: agreement(&kept.iter().map(|&text| sizes[text]).collect::<Vec<_>>()),
        nodes: agreement(&vec![1; kept.len()]),
        n_true: true_blocks.n_blocks as usize,
        n_said,
        is_empty,
        n_lost,
        covered: n_in_truth as f64 / sizes.iter().sum::<u64>() as f64,
    })
}

/// The blocks that hold each text; blocks without text are not counted.
struct Signatures {
    of_texts: Vec<Vec<u32>>,
    n_blocks: u32,
}

impl Signatures {
    fn new(n_texts: usize) -> Signatures {
        Signatures { of_texts: vec![Vec::new(); n_texts], n_blocks: 0 }
    }

    fn add(&mut self, document: &Document, texts: &LeafTexts, nodes: &[NodeId]) {
        let block = self.n_blocks;
        for text in nodes.iter().flat_map(|&node| texts.below(document, node)) {
            let held = &mut self.of_texts[text];
            // Nodes of a block may lie in each other.
            if held.last() != Some(&block) {
                held.push(block);
                self.n_blocks = block + 1;
            }
        }
    }
}

/// Means over pages.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SegmentsScore {
    /// The pages that were measured.
    pub n_pages: usize,
    /// Pages whose truth has no text at the level.
    pub n_skipped: usize,
    /// Pages on which the answer held no text.
    pub n_empty: usize,
    /// Nodes that the answers name and the pages do not have.
    pub n_lost: usize,
    /// Each text with the weight of its characters.
    pub chars: Agreement,
    /// Each text with the same weight.
    pub nodes: Agreement,
    /// True blocks a page.
    pub n_true: f64,
    /// Blocks of the answer a page.
    pub n_said: f64,
    /// The share of the characters that is in true blocks.
    pub covered: f64,
}

impl SegmentsScore {
    /// The means of the pages; `None` is a page that was skipped.
    pub fn of(pages: &[Option<PageFigures>]) -> SegmentsScore {
        let measured: Vec<&PageFigures> = pages.iter().flatten().collect();
        let n_pages = measured.len();
        let mean = |figure: &dyn Fn(&PageFigures) -> f64| {
            let sum: f64 = measured.iter().map(|page| figure(page)).sum();
            if n_pages == 0 { 0.0 } else { sum / n_pages as f64 }
        };
        let agreement = |of: fn(&PageFigures) -> Agreement| Agreement {
            precision: mean(&|page| of(page).precision),
            recall: mean(&|page| of(page).recall),
            f1: mean(&|page| of(page).f1),
        };
        SegmentsScore {
            n_pages,
            n_skipped: pages.len() - n_pages,
            n_empty: measured.iter().filter(|page| page.is_empty).count(),
            n_lost: measured.iter().map(|page| page.n_lost).sum(),
            chars: agreement(|page| page.chars),
            nodes: agreement(|page| page.nodes),
            n_true: mean(&|page| page.n_true as f64),
            n_said: mean(&|page| page.n_said as f64),
            covered: mean(&|page| page.covered),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datasets::blocks_at;
    use crate::segments::{Paths, read_blocks};
    use serde_json::{Value, json};

    fn figures(html: &str, blocks: &Value, level: Level, counted: Counted) -> Option<PageFigures> {
        let document = Document::parse(html);
        let said = read_blocks(&json!({ "blocks": blocks }), &Paths::of(&document));
        score(&document, &LeafTexts::of(&document), &blocks_at(&document, level), &said, level, counted)
    }

    /// One block for each path, over characters at level 1.
    fn chars(html: &str, paths: &[&str]) -> (f64, f64, f64) {
        let blocks = paths.iter().map(|path| json!({"xpaths": [path]})).collect();
        let Agreement { precision, recall, f1 } =
            figures(html, &blocks, Level::One, Counted::Everything).expect("there are true blocks").chars;
        (precision, recall, f1)
    }

    #[track_caller]
    fn near((precision, recall, _): (f64, f64, f64), expect: (f64, f64)) {
        let is_near = (precision - expect.0).abs() < 1e-12 && (recall - expect.1).abs() < 1e-12;
        assert!(is_near, "{precision} and {recall} instead of {expect:?}");
    }

    const TWO: &str = "<body><div data-block=1>aaaa</div><div data-block=1>bb<b>bb</b></div></body>";
    const ONE: &str = "<body data-block=1><div>aaaa</div><div>bbbb</div></body>";
    const LOOSE: &str = "<body><div data-block=1>aaaa</div><p>cccc</p></body>";

    #[test]
    fn the_true_blocks_are_worth_one_and_one_block_costs_precision() {
        assert_eq!(chars(TWO, &["/html/body/div[1]", "/html/body/div[2]"]), (1.0, 1.0, 1.0));
        near(chars(TWO, &["/html/body"]), (0.5, 1.0));
        assert!((chars(TWO, &["/html/body"]).2 - 2.0 / 3.0).abs() < 1e-12);
        let whole = json!([{"xpaths": ["/html/body"]}]);
        let page = figures(TWO, &whole, Level::One, Counted::Everything).expect("there are true blocks");
        let Agreement { precision, recall, f1 } = page.nodes;
        near((precision, recall, f1), ((1.0 / 3.0 + 2.0 * 2.0 / 3.0) / 3.0, 1.0));
    }

    #[test]
    fn blocks_that_are_too_small_cost_recall() {
        near(chars(ONE, &["/html/body/div[1]", "/html/body/div[2]"]), (1.0, 0.5));
        let leaves = ["/html/body/div[1]/text()[1]", "/html/body/div[2]/text()", "/html/body/div[2]/b"];
        near(chars(TWO, &leaves), (1.0, 0.75));
        near(chars(ONE, &["/html/body/div[1]"]), (1.0, 0.25));
    }

    #[test]
    fn an_answer_without_text_is_one_block() {
        let page = figures(TWO, &json!([{"xpaths": ["/html/head"]}]), Level::One, Counted::Everything);
        let page = page.expect("there are true blocks");
        assert_eq!((page.chars.precision, page.is_empty, page.n_said, page.n_true), (0.5, true, 1, 2));
        assert_eq!(figures(TWO, &json!([]), Level::Two, Counted::Everything), None);
        // With loose text alone in blocks, nothing that counts is in one.
        let loose = figures(LOOSE, &json!([{"xpaths": ["/html/body/p"]}]), Level::One, Counted::Inside);
        let loose = loose.expect("there is a true block");
        assert_eq!((loose.chars.f1, loose.is_empty, loose.n_said), (1.0, true, 1));
    }

    #[test]
    fn text_in_no_true_block_costs_precision_only_where_it_is_put_into_one() {
        near(chars(LOOSE, &["/html/body"]), (0.25, 1.0));
        assert_eq!(chars(LOOSE, &["/html/body/div"]), (1.0, 1.0, 1.0));
        let inside = figures(LOOSE, &json!([{"xpaths": ["/html/body"]}]), Level::One, Counted::Inside);
        assert_eq!(inside.map(|page| (page.chars.f1, page.covered)), Some((1.0, 0.5)));
    }

    #[test]
    fn nested_truth_wants_nested_blocks() {
        let nested = "<body><div data-block=1>aa<p data-block=1>bb</p></div></body>";
        assert_eq!(chars(nested, &["/html/body/div", "/html/body/div/p"]), (1.0, 1.0, 1.0));
        near(chars(nested, &["/html/body/div"]), (1.0, 0.5 + 0.5 * (2.0 + 2.0 * 0.5) / 4.0));
    }

    #[test]
    fn a_block_counts_at_its_level_and_may_have_several_nodes() {
        let levels = "<body><div data-block=1>a<p data-block=2>bb</p></div></body>";
        let tree = json!([{"xpaths": ["/html/body/div"], "level": 1,
            "children": [{"xpaths": ["/html/body/div/p"], "level": 2}]}]);
        for level in Level::ALL {
            let page = figures(levels, &tree, level, Counted::Everything);
            assert_eq!(page.map(|page| (page.chars.f1, page.nodes.f1, page.n_said)), Some((1.0, 1.0, 1)));
        }
        let both = "<body data-block='2 1'><p>a</p><q>b</q></body>";
        let page =
            figures(both, &json!([{"xpaths": ["/html/body/p", "/html/body/q"]}]), Level::Two, Counted::Everything);
        assert_eq!(page.map(|page| page.chars.f1), Some(1.0));
    }

    #[test]
    fn means_are_over_the_pages_that_were_measured() {
        let page = |html: &str| figures(html, &json!([{"xpaths": ["/html/body"]}]), Level::One, Counted::Everything);
        let total = SegmentsScore::of(&[page(TWO), page("<p>x"), page(ONE)]);
        assert_eq!((total.n_pages, total.n_skipped, total.n_empty), (2, 1, 0));
        assert_eq!((total.chars.precision, total.n_true, total.n_said), (0.75, 1.5, 1.0));
        assert_eq!(SegmentsScore::of(&[None]).chars, Agreement::default());
    }
}
