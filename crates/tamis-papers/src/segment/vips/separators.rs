//! Separators: the strips across an area that no block reaches into, and how much they separate.

use super::extract::{Block, Extracted};
use super::nodes::Font;
use crate::segment::geometry::{self, Direction};

/// A strip that no block of its area reaches into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Separator {
    /// Which way it runs.
    pub direction: Direction,
    /// Its first row, of a vertical one its first column.
    pub start: i32,
    /// The row, or column, after its last.
    pub end: i32,
    /// How much it separates.
    pub weight: u32,
}

/// All separators of an area, the horizontal ones first, each kind by position.
pub(super) fn find(found: &Extracted, min_width: i32) -> Vec<Separator> {
    let mut separators = Vec::new();
    for direction in [Direction::Horizontal, Direction::Vertical] {
        let gaps = gaps(found.blocks.iter().map(|block| block.rect.across(direction)).collect(), min_width);
        if gaps.is_empty() {
            continue;
        }
        let sides = Sides::of(&found.blocks, direction);
        let mut lines: Vec<(i32, i32)> = found.rule_lines.iter().map(|line| line.across(direction)).collect();
        lines.sort_unstable();
        separators.extend(gaps.into_iter().map(|(start, end)| {
            let (before, after) = (sides.ending_at(start), sides.beginning_at(end));
            let weight = weight(direction, end - start, has_line(&lines, start, end), &before, &after);
            Separator { direction, start, end, weight }
        }));
    }
    separators
}

/// What is between intervals: the report's splitting and cutting of separators, block by block, comes to this.
pub(super) fn gaps(intervals: Vec<(i32, i32)>, min_width: i32) -> Vec<(i32, i32)> {
    let start = intervals.iter().map(|interval| interval.0).min().unwrap_or(0);
    let end = intervals.iter().map(|interval| interval.1).max().unwrap_or(0);
    let mut gaps = geometry::gaps((start, end), intervals);
    gaps.retain(|gap| gap.1 - gap.0 >= min_width);
    gaps
}

/// Whether one of the lines, sorted by their start, lies in the gap.
fn has_line(lines: &[(i32, i32)], start: i32, end: i32) -> bool {
    let first = lines.partition_point(|line| line.0 < start);
    lines[first..].iter().take_while(|line| line.0 < end).any(|line| line.1 <= end)
}

/// The blocks of an area by where they end and by where they begin.
struct Sides<'b> {
    by_end: Vec<(i32, &'b Block)>,
    by_start: Vec<(i32, &'b Block)>,
}

impl<'b> Sides<'b> {
    fn of(blocks: &'b [Block], direction: Direction) -> Sides<'b> {
        let mut by_end: Vec<_> = blocks.iter().map(|block| (block.rect.across(direction).1, block)).collect();
        let mut by_start: Vec<_> = blocks.iter().map(|block| (block.rect.across(direction).0, block)).collect();
        by_end.sort_by_key(|&(end, _)| end);
        by_start.sort_by_key(|&(start, _)| start);
        Sides { by_end, by_start }
    }

    fn ending_at(&self, position: i32) -> Vec<&'b Block> {
        near(&self.by_end, position)
    }

    fn beginning_at(&self, position: i32) -> Vec<&'b Block> {
        near(&self.by_start, position)
    }
}

/// The blocks whose edge is at the position or one pixel beside it: edges are rounded.
fn near<'b>(sorted: &[(i32, &'b Block)], position: i32) -> Vec<&'b Block> {
    let first = sorted.partition_point(|edge| edge.0 < position - 1);
    sorted[first..].iter().take_while(|edge| edge.0 <= position + 1).map(|edge| edge.1).collect()
}

/// How much a separator separates the blocks on its two sides. "Some pair differs" is asked of both sides at once: if
/// not all are equal, some pair across the separator is not.
fn weight(direction: Direction, width: i32, has_line: bool, before: &[&Block], after: &[&Block]) -> u32 {
    let mut weight = 3 + weight_of_distance(width);
    if has_line {
        weight += 2;
    }
    let all = || before.iter().chain(after);
    if !before.is_empty() && !after.is_empty() && all().any(|block| block.background != before[0].background) {
        weight += 2;
    }
    if direction == Direction::Vertical {
        return weight;
    }
    let fonts = |blocks: &[&Block]| -> Vec<Font> { blocks.iter().filter_map(|block| block.font).collect() };
    let (above, below) = (fonts(before), fonts(after));
    if let (Some(smallest), Some(largest)) =
        (above.iter().map(|font| font.size).min(), below.iter().map(|font| font.size).max())
    {
        if above.iter().chain(&below).any(|&font| font != above[0]) {
            weight += 2;
        }
        if smallest < largest {
            weight += 2;
        }
    }
    if share_a_font(before, after) {
        weight -= 2;
    }
    weight
}

/// What the width of a separator adds, from 1 to 12.
fn weight_of_distance(width: i32) -> u32 {
    match width {
        ..=8 => 1,
        9..=15 => 2,
        16..=55 => 2 * ((width as u32 - 16) / 10) + 4,
        _ => 12,
    }
}

/// Whether plain text in one font stands on both sides.
fn share_a_font(before: &[&Block], after: &[&Block]) -> bool {
    let fonts = |blocks: &[&Block]| {
        let mut fonts: Vec<Font> =
            blocks.iter().filter(|block| block.is_text()).filter_map(|block| block.font).collect();
        fonts.sort_unstable();
        fonts.dedup();
        fonts
    };
    let above = fonts(before);
    fonts(after).iter().any(|font| above.binary_search(font).is_ok())
}
