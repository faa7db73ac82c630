//! What the rounds found, and how it becomes regions.
//!
//! Text that a ticker or a row of slides keeps outside its window has no place of its own, so no round finds it. It will be
//! read where its neighbour is now, and belongs there.

use super::extract::Block;
use super::rounds;
use super::separators::Separator;
use super::{RuleSet, VipsOptions};
use crate::segment::geometry::PixelRect;
use tamis_extract::PageView;
use tamis_extract::segment::{AreaValue, Levels, Regions, RegionsBuilder, is_atom};
use tamis_page::NodeId;

/// How the answer came about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VipsTrace {
    /// The areas, each after the one around it; the page is the first.
    pub areas: Vec<VipsArea>,
    /// All separators, in the order in which they were found.
    pub separators: Vec<Separator>,
    pub(super) rules: RuleSet,
}

/// An area of the page.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct VipsArea {
    /// The place of the area around it; `None` for the page.
    pub parent: Option<usize>,
    /// Around its blocks.
    pub rect: PixelRect,
    /// The last round that looked at it, from 1.
    pub round: u32,
    /// The weight of the separators that divide it; `None` for a leaf.
    pub weight: Option<u32>,
    /// The degree of coherence, from 1 to 11.
    pub coherence: u8,
    /// What is in it, if it is a leaf.
    pub blocks: Vec<Block>,
}

impl VipsArea {
    pub(super) fn page(block: Block) -> VipsArea {
        VipsArea { parent: None, rect: block.rect, round: 0, weight: None, coherence: 11, blocks: vec![block] }
    }

    pub(super) fn below(parent: usize, rect: PixelRect, round: u32) -> VipsArea {
        VipsArea { parent: Some(parent), rect, round, weight: None, coherence: 11, blocks: Vec::new() }
    }

    /// The least coherence of its blocks.
    pub(super) fn coherence_by_rule(&self) -> u8 {
        self.blocks.iter().map(|block| block.coherence).min().unwrap_or(11)
    }
}

impl VipsTrace {
    /// The areas as regions of the page.
    pub(super) fn regions(&self, view: &PageView<'_>, options: &VipsOptions) -> Regions {
        let parts = rounds::cut(self, options.part_pdoc as u8);
        let blocks = rounds::cut(self, options.pdoc as u8);
        let mut builder = RegionsBuilder::new();
        let mut ids = Vec::with_capacity(self.areas.len());
        for (idx, area) in self.areas.iter().enumerate() {
            let levels = Levels { is_part: parts[idx], is_block: blocks[idx] };
            let id = match area.parent {
                Some(parent) => builder.add(ids[parent], levels),
                None => builder.root(),
            };
            builder.set_levels(id, levels);
            builder.set_rect(id, area.rect.to_rect());
            builder.set_attribute(id, "doc", AreaValue::Number(f64::from(area.coherence)));
            if let Some(weight) = area.weight {
                builder.set_attribute(id, "separator-weight", AreaValue::Number(f64::from(weight)));
            }
            if let [block] = area.blocks[..] {
                builder.set_attribute(id, "rule", AreaValue::Word(block.rule.word(self.rules)));
            }
            for block in &area.blocks {
                builder.assign(block.node, id);
            }
            ids.push(id);
        }
        for (node, area) in cut_off(self, view) {
            builder.assign(node, ids[area]);
        }
        builder.finish(view)
    }
}

/// The texts and pictures outside all blocks, each with the area of the block next to it: the one before it if both
/// are in the lowest element that holds a block, otherwise the one after it.
pub(super) fn cut_off(trace: &VipsTrace, view: &PageView<'_>) -> Vec<(NodeId, usize)> {
    let document = view.document();
    let mut blocks: Vec<(NodeId, usize)> = Vec::new();
    for (idx, area) in trace.areas.iter().enumerate() {
        blocks.extend(area.blocks.iter().map(|block| (block.node, idx)));
    }
    blocks.sort_unstable();
    let mut holds_block = vec![false; document.len()];
    for &(block, _) in &blocks {
        let mut node = Some(block);
        while let Some(above) = node.filter(|above| !holds_block[above.index()]) {
            holds_block[above.index()] = true;
            node = document.parent(above);
        }
    }
    let mut found = Vec::new();
    // Of each node the lowest one around it that holds a block.
    let mut around: Vec<NodeId> = vec![NodeId::ROOT; document.len()];
    let mut next_block = 0;
    let mut inside_until = 0;
    for node in document.nodes().skip(1) {
        let parent = document.parent(node).expect("invariant: only the root has no parent");
        around[node.index()] = if holds_block[node.index()] { node } else { around[parent.index()] };
        if blocks.get(next_block).is_some_and(|&(block, _)| block == node) {
            inside_until = document.subtree_end(node).index();
            next_block += 1;
        }
        if node.index() < inside_until || !is_atom(view, node) {
            continue;
        }
        let before =
            next_block.checked_sub(1).map(|idx| blocks[idx]).filter(|&(block, _)| block >= around[node.index()]);
        if let Some((_, area)) = before.or_else(|| blocks.get(next_block).copied()) {
            found.push((node, area));
        }
    }
    found
}
