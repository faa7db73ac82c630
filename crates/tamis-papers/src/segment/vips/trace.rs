//! What the rounds found.

use super::extract::Block;
use super::options::{RuleSet, VipsOptions};
use super::separators::Separator;
use super::{coherence, cut_off};
use crate::segment::geometry::PixelRect;
use tamis_extract::PageView;
use tamis_extract::segment::{AreaValue, Levels, Regions, RegionsBuilder};

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
        let parts = coherence::cut(self, options.part_pdoc as u8);
        let blocks = coherence::cut(self, options.pdoc as u8);
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
        for (node, area) in cut_off::find(self, view) {
            builder.assign(node, ids[area]);
        }
        builder.finish(view)
    }
}
