//! Content structure construction: the blocks of an area, divided at its heaviest separators first.

use super::extract::Block;
use super::separators::Separator;
use super::trace::VipsArea;
use crate::segment::geometry::{Direction, PixelRect};

/// A part of the area: the cells of the grid that all separators together make, and which run of separators is next.
struct AreaPart {
    area: usize,
    cells: Vec<Cell>,
    next_run: usize,
}

/// The blocks between neighbouring separators.
struct Cell {
    row: usize,
    column: usize,
    blocks: Vec<Block>,
}

/// Separators of one weight and one direction, by their places among those of the direction.
struct Run {
    direction: Direction,
    weight: u32,
    places: Vec<usize>,
}

/// Puts the structure of an area below it, and returns the new leaves.
pub(super) fn build(
    areas: &mut Vec<VipsArea>,
    area: usize,
    blocks: Vec<Block>,
    separators: &[Separator],
) -> Vec<usize> {
    let runs = runs(separators);
    let mut leaves = Vec::new();
    let mut stack = vec![AreaPart { area, cells: cells(blocks, separators), next_run: 0 }];
    while let Some(part) = stack.pop() {
        let AreaPart { area, cells, mut next_run } = part;
        let mut groups = vec![cells];
        while groups.len() == 1 && groups[0].len() > 1 {
            let run = &runs[next_run];
            groups = split(std::mem::take(&mut groups[0]), run);
            next_run += 1;
        }
        if groups.len() == 1 {
            areas[area].blocks = groups.pop().and_then(|mut cells| cells.pop()).map_or(Vec::new(), |cell| cell.blocks);
            leaves.push(area);
            continue;
        }
        areas[area].weight = Some(runs[next_run - 1].weight);
        let begin = stack.len();
        for cells in groups {
            let rect = cells
                .iter()
                .flat_map(|cell| &cell.blocks)
                .fold(PixelRect::default(), |rect, block| rect.union(block.rect));
            areas.push(VipsArea::below(area, rect, areas[area].round + 1));
            stack.push(AreaPart { area: areas.len() - 1, cells, next_run });
        }
        stack[begin..].reverse();
    }
    leaves
}

/// The heaviest first, horizontal before vertical where both weigh the same.
fn runs(separators: &[Separator]) -> Vec<Run> {
    let n_horizontal = separators.iter().filter(|separator| separator.direction == Direction::Horizontal).count();
    let mut order: Vec<usize> = (0..separators.len()).collect();
    order.sort_by_key(|&idx| (u32::MAX - separators[idx].weight, separators[idx].direction, idx));
    let mut runs: Vec<Run> = Vec::new();
    for idx in order {
        let Separator { direction, weight, .. } = separators[idx];
        let place = if direction == Direction::Horizontal { idx } else { idx - n_horizontal };
        match runs.last_mut() {
            Some(run) if run.direction == direction && run.weight == weight => run.places.push(place),
            _ => runs.push(Run { direction, weight, places: vec![place] }),
        }
    }
    runs
}

/// The cells with something in them, by row and column. A block goes before a separator if it begins before it.
fn cells(blocks: Vec<Block>, separators: &[Separator]) -> Vec<Cell> {
    let n_horizontal = separators.partition_point(|separator| separator.direction == Direction::Horizontal);
    let (horizontal, vertical) = separators.split_at(n_horizontal);
    let place = |separators: &[Separator], start: i32| separators.partition_point(|separator| separator.start < start);
    let mut placed: Vec<(usize, usize, Block)> = blocks
        .into_iter()
        .map(|block| (place(horizontal, block.rect.top), place(vertical, block.rect.left), block))
        .collect();
    placed.sort_by_key(|&(row, column, _)| (row, column));
    let mut cells: Vec<Cell> = Vec::new();
    for (row, column, block) in placed {
        match cells.last_mut() {
            Some(cell) if (cell.row, cell.column) == (row, column) => cell.blocks.push(block),
            _ => cells.push(Cell { row, column, blocks: vec![block] }),
        }
    }
    cells
}

/// The cells between the separators of a run; groups without cells vanish.
fn split(cells: Vec<Cell>, run: &Run) -> Vec<Vec<Cell>> {
    let mut grouped: Vec<(usize, Cell)> = cells
        .into_iter()
        .map(|cell| {
            let position = if run.direction == Direction::Horizontal { cell.row } else { cell.column };
            (run.places.partition_point(|&place| place < position), cell)
        })
        .collect();
    grouped.sort_by_key(|&(group, _)| group);
    let mut groups: Vec<Vec<Cell>> = Vec::new();
    let mut last = usize::MAX;
    for (group, cell) in grouped {
        if group != last {
            groups.push(Vec::new());
            last = group;
        }
        groups.last_mut().expect("invariant: a group was pushed").push(cell);
    }
    groups
}
