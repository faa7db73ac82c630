//! The loop: blocks, separators, structure, and the same again within each new leaf.

use super::extract::{Block, Entry, Extractor};
use super::nodes::Nodes;
use super::options::{PdocAt, Size, VipsOptions};
use super::rules::Rule;
use super::trace::{VipsArea, VipsTrace};
use super::{separators, structure};
use tamis_page::{Document, NodeId};

/// The area below which a node is small, round by round, in square pixels: those of two public programs.
const THRESHOLDS: [f64; 10] =
    [140_000.0, 105_000.0, 75_000.0, 50_000.0, 30_000.0, 15_000.0, 10_000.0, 6_400.0, 400.0, 1.0];

/// Cuts the page into areas, round by round.
pub(super) fn run(document: &Document, nodes: &Nodes, body: NodeId, options: &VipsOptions) -> VipsTrace {
    let page = Block::new(nodes, body, Rule::OnlyRoot, 1);
    let mut areas = vec![VipsArea::page(page)];
    let mut separators = Vec::new();
    let mut extractor = Extractor::new(document, nodes, options.rules);
    let mut open = vec![(0, Entry::Judged)];
    for round in 1..=options.rounds {
        let threshold = threshold(options.size, round, page.rect.area() as f64);
        let mut next = Vec::new();
        for (area, entry) in open {
            if options.pdoc_at == PdocAt::Loop && round > 1 && areas[area].coherence_by_rule() > options.finest_pdoc() {
                continue;
            }
            let found = extractor.extract(&areas[area].blocks, threshold, entry);
            if found.blocks.is_empty() {
                continue;
            }
            areas[area].round = round as u32;
            let between = separators::find(&found, options.min_gap as i32);
            if between.is_empty() {
                let can_be_divided = found.blocks.iter().any(|block| block.rule != Rule::Leaf);
                areas[area].blocks = found.blocks;
                if options.look_inside && can_be_divided {
                    next.push((area, Entry::LookedInto));
                }
                continue;
            }
            areas[area].blocks = Vec::new();
            let leaves = structure::build(&mut areas, area, found.blocks, &between);
            next.extend(leaves.into_iter().map(|leaf| (leaf, Entry::Judged)));
            separators.extend(between);
        }
        open = next;
    }
    VipsTrace { areas, separators, rules: options.rules }
}

/// The area below which a node is small in a round; rounds count from 1.
pub(super) fn threshold(size: Size, round: usize, page_area: f64) -> f64 {
    match size {
        Size::Fixed => THRESHOLDS[round.min(THRESHOLDS.len()) - 1],
        Size::Relative => 0.05 * page_area * (1..round).fold(1.0, |share, _| share * 0.7),
    }
}
