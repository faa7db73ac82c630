//! The loop: blocks, separators, structure, and again within each new leaf. At the end the weights of the separators give each
//! area its degree of coherence.

use super::extract::{Block, EntryMode, Extractor};
use super::nodes::Nodes;
use super::rules::Rule;
use super::trace::{VipsArea, VipsTrace};
use super::{Normalisation, PdocAt, Size, VipsOptions};
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
    let mut open = vec![(0, EntryMode::Judged)];
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
                    next.push((area, EntryMode::LookedInto));
                }
                continue;
            }
            areas[area].blocks = Vec::new();
            let leaves = structure::build(&mut areas, area, found.blocks, &between);
            next.extend(leaves.into_iter().map(|leaf| (leaf, EntryMode::Judged)));
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

/// The degree of coherence that a separator leaves to the area it divides.
pub(super) fn of_weight(weight: u32, (lightest, heaviest): (u32, u32), normalisation: Normalisation) -> u8 {
    let above = weight.saturating_sub(lightest);
    let coherence = match normalisation {
        Normalisation::Fixed40 => 11u32.saturating_sub((10 * above).div_ceil(40u32.saturating_sub(lightest).max(1))),
        Normalisation::MinMax => 10u32.saturating_sub((9 * above).div_ceil((heaviest - lightest).max(1))),
    };
    coherence.max(1) as u8
}

/// Settles the coherence of all areas, from the leaves up: no area is more coherent than one in it. The page has 1.
pub(super) fn settle(trace: &mut VipsTrace, normalisation: Normalisation) {
    let weights = trace.separators.iter().map(|separator| separator.weight);
    let range = (weights.clone().min().unwrap_or(0), weights.max().unwrap_or(0));
    for idx in (0..trace.areas.len()).rev() {
        let area = &mut trace.areas[idx];
        let own = match area.weight {
            Some(weight) => of_weight(weight, range, normalisation),
            None => area.coherence_by_rule(),
        };
        // Areas below this one have been here already.
        area.coherence = area.coherence.min(own);
        let coherence = area.coherence;
        if let Some(parent) = area.parent {
            let above = &mut trace.areas[parent].coherence;
            *above = coherence.min(*above);
        }
    }
    trace.areas[0].coherence = 1;
}

/// Which areas a permitted degree of coherence gives: those that are coherent enough while nothing around them is, and
/// the leaves.
pub(super) fn cut(trace: &VipsTrace, pdoc: u8) -> Vec<bool> {
    let mut is_leaf = vec![true; trace.areas.len()];
    for area in &trace.areas {
        if let Some(parent) = area.parent {
            is_leaf[parent] = false;
        }
    }
    let mut is_given = vec![false; trace.areas.len()];
    let mut is_open = vec![false; trace.areas.len()];
    for (idx, area) in trace.areas.iter().enumerate() {
        let is_reached = area.parent.is_none_or(|parent| is_open[parent]);
        let is_whole = area.parent.is_some() && area.coherence > pdoc || is_leaf[idx];
        is_given[idx] = is_reached && is_whole;
        is_open[idx] = is_reached && !is_whole;
    }
    is_given
}
