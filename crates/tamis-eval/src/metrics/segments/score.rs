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
    for block in said.iter().filter(|block| block.is_at(level)) {
        said_blocks.add(document, texts, &block.nodes);
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
            chars: agreement(|page| page.chars),
            nodes: agreement(|page| page.nodes),
            n_true: mean(&|page| page.n_true as f64),
            n_said: mean(&|page| page.n_said as f64),
            covered: mean(&|page| page.covered),
        }
    }
}
