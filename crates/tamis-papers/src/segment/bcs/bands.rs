//! The parts of a page: bands from edge to edge, each with the blocks that stand side by side in it.
//!
//! The pages of the literature have a header, something in columns and a footer. Columns look different from each other
//! and are far apart, so that clustering on with a higher threshold joins the header with the column below it before it
//! joins the columns. What tells parts from each other is the room between them and the colour behind them. So blocks
//! that have a row of pixels in common are one band first, and neighbouring bands are clustered then, the most similar
//! first, by the weights of position and colour that boxes are compared with.

use super::clustering::Group;
use super::colors;
use super::graph::{COLOR, POSITION};
use crate::segment::geometry::{Direction, PixelRect, cut_places};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use tamis_page::Color;

/// A block as far as bands ask for it.
pub(super) struct Block {
    pub(super) rect: PixelRect,
    /// The colour behind it, with the area that has it.
    pub(super) backgrounds: Vec<(Color, i64)>,
}

/// A band in the making.
struct Band {
    rect: PixelRect,
    members: Vec<u32>,
    backgrounds: BTreeMap<Color, i64>,
    difference: f64,
    /// The neighbours above and below; `None` at the ends of the page.
    above: Option<u32>,
    below: Option<u32>,
    /// How often it was changed.
    version: u32,
}

/// Joins blocks to parts that differ by no more than the threshold, from top to bottom.
pub(super) fn of_blocks(blocks: &[Block], threshold: f64) -> Vec<Group> {
    if blocks.is_empty() {
        return Vec::new();
    }
    let mut bands = by_rows(blocks);
    let widest = bands.windows(2).map(|pair| pair[1].rect.top - pair[0].rect.bottom).max().unwrap_or(0).max(1);
    let mut queue = BinaryHeap::new();
    for upper in 0..bands.len() as u32 {
        queue.extend(candidate(&bands, upper, widest));
    }
    while let Some(Reverse((difference, upper, versions))) = queue.pop() {
        let Some(lower) = bands[upper as usize].below else { continue };
        let difference = f64::from_bits(difference);
        if difference > threshold {
            break;
        }
        if versions != [bands[upper as usize].version, bands[lower as usize].version] {
            continue;
        }
        join(&mut bands, upper, lower, difference);
        queue.extend(candidate(&bands, upper, widest));
        queue.extend(bands[upper as usize].above.and_then(|above| candidate(&bands, above, widest)));
    }
    let is_whole = |band: &Band| !band.members.is_empty();
    let to_group = |band: Band| {
        let mut members = band.members;
        members.sort_unstable();
        Group { rect: band.rect, members, difference: band.difference }
    };
    bands.into_iter().filter(is_whole).map(to_group).collect()
}

/// Blocks that have a row in common with each other, or with one that has, from top to bottom.
fn by_rows(blocks: &[Block]) -> Vec<Band> {
    let rows = |number: u32| blocks[number as usize].rect.across(Direction::Horizontal);
    let mut order: Vec<u32> = (0..blocks.len() as u32).collect();
    order.sort_by_key(|&number| (rows(number).0, number));
    let mut starts = cut_places(order.iter().map(|&number| rows(number)), 0);
    starts.push(order.len());
    let mut bands: Vec<Band> = Vec::with_capacity(starts.len());
    let mut start = 0;
    for end in starts {
        let members = order[start..end].to_vec();
        start = end;
        let mut rect = PixelRect::default();
        let mut backgrounds = BTreeMap::new();
        for &member in &members {
            let block = &blocks[member as usize];
            rect = rect.union(block.rect);
            for &(color, area) in &block.backgrounds {
                *backgrounds.entry(color).or_default() += area;
            }
        }
        let number = bands.len() as u32;
        let (above, below) = (number.checked_sub(1), (end < order.len()).then_some(number + 1));
        bands.push(Band { rect, members, backgrounds, difference: 0.0, above, below, version: 0 });
    }
    bands
}

type Candidate = Reverse<(u64, u32, [u32; 2])>;

/// A band and the one below it, by how different they are: how much room is between them, as a share of the widest room on
/// the page, and what most of them stands on.
fn candidate(bands: &[Band], upper: u32, widest: i32) -> Option<Candidate> {
    let (one, other) = (&bands[upper as usize], &bands[bands[upper as usize].below? as usize]);
    let position = f64::from((other.rect.top - one.rect.bottom).max(0)) / f64::from(widest);
    let difference = POSITION * position + COLOR * colors::difference(one.background(), other.background());
    Some(Reverse((difference.to_bits(), upper, [one.version, other.version])))
}

fn join(bands: &mut [Band], upper: u32, lower: u32, difference: f64) {
    let gone = &mut bands[lower as usize];
    let (rect, below, differs) = (gone.rect, gone.below, gone.difference);
    let (mut members, mut backgrounds) = (std::mem::take(&mut gone.members), std::mem::take(&mut gone.backgrounds));
    gone.version += 1;
    if let Some(below) = below {
        bands[below as usize].above = Some(upper);
    }
    let kept = &mut bands[upper as usize];
    kept.rect = kept.rect.union(rect);
    kept.below = below;
    kept.difference = kept.difference.max(differs).max(difference);
    kept.version += 1;
    // The longer list and the larger map take the others in.
    if members.len() > kept.members.len() {
        std::mem::swap(&mut members, &mut kept.members);
    }
    kept.members.append(&mut members);
    if backgrounds.len() > kept.backgrounds.len() {
        std::mem::swap(&mut backgrounds, &mut kept.backgrounds);
    }
    for (color, area) in backgrounds {
        *kept.backgrounds.entry(color).or_default() += area;
    }
}

impl Band {
    /// The colour behind most of it.
    fn background(&self) -> Color {
        let most = self.backgrounds.iter().max_by_key(|&(color, area)| (area, color));
        most.map_or(Color::WHITE, |(&color, _)| color)
    }
}
