//! Which rectangles of a set lie at a place, without looking at all of them.
//!
//! A rectangle is kept in a grid whose cells are at least as large as it is, one grid for each power of two, so that it
//! lies in four cells at most; who asks about a place looks into one or a few cells of each grid.

use crate::compare::fingerprint::{NumberMap, mix};
use crate::segment::geometry::PixelRect;
use std::cell::Cell;
use std::ops::ControlFlow;

/// Up to so many rectangles are simply looked at one after the other.
const FEW: usize = 16;
/// Cells of the finest grid have 2^5 pixels a side.
const FINEST: u32 = 5;
/// No rectangle is larger than 2^26 pixels.
const N_GRIDS: usize = 22;
/// How many rectangles may be looked at for each one in the set, over all questions. Where thousands of boxes lie on one
/// spot, later questions get no answer instead of a slow one. With this bound and those of the other steps sixteen times
/// as high, 7 of 518 real pages come out differently.
const LOOKS_PER_RECT: u64 = 400;
/// How many may be looked at besides, so that small sets are always answered for.
const FREE_LOOKS: u64 = 1 << 16;

pub(super) struct RectIndex {
    rects: Vec<PixelRect>,
    grids: Vec<Grid>,
    looks_left: Cell<u64>,
}

#[derive(Default)]
struct Grid {
    cells: NumberMap<Vec<u32>>,
    members: Vec<u32>,
}

impl RectIndex {
    /// Of rectangles that are all known; their ids are their places.
    pub(super) fn of(rects: impl ExactSizeIterator<Item = PixelRect>) -> RectIndex {
        let mut index = RectIndex::with_room_for(rects.len());
        for (id, rect) in rects.enumerate() {
            index.set(id as u32, rect);
        }
        index
    }

    /// Of rectangles that are [set](RectIndex::set) one by one.
    pub(super) fn with_room_for(n_rects: usize) -> RectIndex {
        let grids = if n_rects <= FEW { Vec::new() } else { (0..N_GRIDS).map(|_| Grid::default()).collect() };
        let looks_left = Cell::new(FREE_LOOKS + LOOKS_PER_RECT * n_rects as u64);
        RectIndex { rects: vec![PixelRect::default(); n_rects], grids, looks_left }
    }

    pub(super) fn rect(&self, id: u32) -> PixelRect {
        self.rects[id as usize]
    }

    /// Puts a rectangle where it is now; an empty one is nowhere. Once it is there it may grow or go, but not come back.
    pub(super) fn set(&mut self, id: u32, rect: PixelRect) {
        let before = std::mem::replace(&mut self.rects[id as usize], rect);
        if self.grids.is_empty() || rect.is_empty() {
            return;
        }
        // Entries of where it was before stay: `visit` finds that the rectangle is not there.
        let level = level_of(rect);
        let known = (!before.is_empty() && level_of(before) == level).then(|| cells(before, level));
        let grid = &mut self.grids[level];
        if known.is_none() {
            grid.members.push(id);
        }
        let (columns, rows) = cells(rect, level);
        for row in rows.0..=rows.1 {
            for column in columns.0..=columns.1 {
                let is_known = known.is_some_and(|(columns, rows)| {
                    (columns.0..=columns.1).contains(&column) && (rows.0..=rows.1).contains(&row)
                });
                if !is_known {
                    grid.cells.entry(key(column, row)).or_default().push(id);
                }
            }
        }
    }

    /// Shows each rectangle that shares a pixel with the window, once, in no particular but always the same order.
    pub(super) fn visit(&self, window: PixelRect, mut see: impl FnMut(u32) -> ControlFlow<()>) {
        if window.is_empty() {
            return;
        }
        if self.grids.is_empty() {
            for (id, &rect) in self.rects.iter().enumerate() {
                if rect.overlaps(window) && see(id as u32).is_break() {
                    return;
                }
            }
            return;
        }
        for (level, grid) in self.grids.iter().enumerate().rev() {
            if !grid.members.is_empty() && self.visit_grid(grid, level, window, &mut see).is_break() {
                return;
            }
        }
    }

    fn visit_grid(
        &self,
        grid: &Grid,
        level: usize,
        window: PixelRect,
        see: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (columns, rows) = cells(window, level);
        let n_cells = i64::from(columns.1 - columns.0 + 1) * i64::from(rows.1 - rows.0 + 1);
        if n_cells > grid.members.len() as i64 {
            self.look(grid.members.len())?;
            for &id in &grid.members {
                let rect = self.rects[id as usize];
                if !rect.is_empty() && level_of(rect) == level && rect.overlaps(window) {
                    see(id)?;
                }
            }
            return ControlFlow::Continue(());
        }
        // A cell costs a look, too, if there is nothing in it.
        self.look(n_cells as usize)?;
        for row in rows.0..=rows.1 {
            for column in columns.0..=columns.1 {
                let Some(ids) = grid.cells.get(&key(column, row)) else { continue };
                self.look(ids.len())?;
                for &id in ids {
                    let shared = self.rects[id as usize].intersection(window);
                    // Of the cells that both share only the first one shows it.
                    let is_first = !shared.is_empty()
                        && cell(shared.left, level) == column
                        && cell(shared.top, level) == row
                        && level_of(self.rects[id as usize]) == level;
                    if is_first {
                        see(id)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn look(&self, n_rects: usize) -> ControlFlow<()> {
        let left = self.looks_left.get();
        self.looks_left.set(left.saturating_sub(n_rects as u64));
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether so much was looked at that questions are no longer answered.
    pub(super) fn is_spent(&self) -> bool {
        self.looks_left.get() == 0
    }

    /// Whether any rectangle shares a pixel with the window.
    pub(super) fn is_any_in(&self, window: PixelRect) -> bool {
        let mut found = false;
        self.visit(window, |_| {
            found = true;
            ControlFlow::Break(())
        });
        found
    }
}

fn level_of(rect: PixelRect) -> usize {
    let size = rect.width().max(rect.height()).max(1) as u32;
    let bits = u32::BITS - (size - 1).leading_zeros();
    (bits.max(FINEST) - FINEST).min(N_GRIDS as u32 - 1) as usize
}

fn cell(pixel: i32, level: usize) -> i32 {
    pixel >> (level as u32 + FINEST)
}

/// The first and last column and row of cells.
fn cells(rect: PixelRect, level: usize) -> ((i32, i32), (i32, i32)) {
    ((cell(rect.left, level), cell(rect.right - 1, level)), (cell(rect.top, level), cell(rect.bottom - 1, level)))
}

fn key(column: i32, row: i32) -> u64 {
    mix(u64::from(column as u32) << 32 | u64::from(row as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ids in a window, against a look at every rectangle.
    #[track_caller]
    fn check(index: &RectIndex, window: PixelRect) {
        let mut found = Vec::new();
        index.visit(window, |id| {
            found.push(id);
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        let expect: Vec<u32> = (0..index.rects.len() as u32).filter(|&id| index.rect(id).overlaps(window)).collect();
        assert_eq!(found, expect, "{window:?}");
    }

    #[test]
    fn a_window_shows_what_a_look_at_every_rectangle_finds() {
        for n_rects in [5, 400] {
            let rect = |seed: i32| {
                let (x, y) = (seed * 7919 % 1500 - 100, seed * 104_729 % 3000 - 100);
                PixelRect::new(x, y, x + 1 + seed * 31 % 300, y + 1 + seed * seed % 170)
            };
            let mut index = RectIndex::of((1..=n_rects).map(rect).collect::<Vec<_>>().into_iter());
            let windows = [
                PixelRect::new(0, 0, 1, 1),
                PixelRect::new(-50, -50, 400, 20),
                PixelRect::new(600, 0, 601, 3000),
                PixelRect::new(-1000, -1000, 10_000, 10_000),
            ];
            for window in windows {
                check(&index, window);
            }
            for id in (0..n_rects as u32).step_by(3) {
                let rect = index.rect(id);
                index.set(
                    id,
                    if id % 2 == 0 { PixelRect::default() } else { PixelRect { right: rect.right + 90, ..rect } },
                );
            }
            for window in windows {
                check(&index, window);
            }
        }
    }

    #[test]
    fn the_same_spot_is_not_looked_at_for_ever() {
        let index = RectIndex::of(vec![PixelRect::new(0, 0, 10, 10); 10_000].into_iter());
        let mut n_seen = 0u64;
        for _ in 0..10_000 {
            index.visit(PixelRect::new(0, 0, 10, 10), |_| {
                n_seen += 1;
                ControlFlow::Continue(())
            });
        }
        assert!(n_seen <= FREE_LOOKS + LOOKS_PER_RECT * 10_000 + 10_000, "{n_seen}");
    }
}
