//! Where labels go: into a corner of their area, not over each other, and over as little text as can be.

use super::scene::Mark;
use crate::export::painted::{self, Look, Piece, rough_width};
use tamis_page::{Rect, RenderedPage};

/// A label and its place.
pub(in crate::export) struct Label {
    pub(super) text: String,
    pub(super) rect: Rect,
    /// The size of its letters.
    pub(super) size: f32,
}

/// Pixels of a cell of the grid.
const CELL: f32 = 4.0;
/// Labels may reach so far beyond the page.
const BEYOND: f32 = 20.0;
/// So many cells are marked as text at most: a page of a hundred thousand lines on one spot is one spot.
const MAX_MARKED: usize = 8_000_000;
/// A label outside of its area is as bad as one over so many cells of text.
const OUTSIDE: usize = 40;

const TEXT: u8 = 1;
const LABEL: u8 = 2;

/// What is where on the page, roughly.
pub(super) struct Grid {
    n_columns: usize,
    n_rows: usize,
    cells: Vec<u8>,
    room: Rect,
}

impl Grid {
    /// The text of a page, if it is to be drawn.
    pub(super) fn of(page: Option<&RenderedPage>, paper: Rect) -> Grid {
        let room = Rect::from_edges(-BEYOND, -BEYOND, paper.right() + BEYOND, paper.bottom());
        let (n_columns, n_rows) = ((room.width / CELL) as usize + 1, (room.height / CELL) as usize + 1);
        let mut grid = Grid { n_columns, n_rows, cells: vec![0; n_columns * n_rows], room };
        let mut left = MAX_MARKED;
        let Some(page) = page else { return grid };
        painted::for_each(page, Look::Reader, |piece| {
            if let Piece::Line { rect, .. } = piece
                && left > 0
            {
                left = left.saturating_sub(grid.mark(rect, TEXT));
            }
        });
        grid
    }

    /// The cells under a rectangle, as ranges of columns and rows.
    fn under(&self, rect: Rect) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let cell = |place: f32, start: f32, end: usize| (((place - start) / CELL).max(0.0) as usize).min(end);
        let columns = cell(rect.x, self.room.x, self.n_columns)..cell(rect.right() + CELL, self.room.x, self.n_columns);
        let rows = cell(rect.y, self.room.y, self.n_rows)..cell(rect.bottom() + CELL, self.room.y, self.n_rows);
        (columns, rows)
    }

    fn mark(&mut self, rect: Rect, what: u8) -> usize {
        let (columns, rows) = self.under(rect);
        for row in rows.clone() {
            for cell in &mut self.cells[row * self.n_columns..][columns.clone()] {
                *cell |= what;
            }
        }
        columns.len() * rows.len()
    }

    /// How many cells of text a label would cover; `None` where another label is in its way, or it would leave the
    /// picture.
    fn cost(&self, rect: Rect) -> Option<usize> {
        if !self.room.contains(rect) {
            return None;
        }
        let (columns, rows) = self.under(rect);
        let mut n_text = 0;
        for row in rows {
            for cell in &self.cells[row * self.n_columns..][columns.clone()] {
                if cell & LABEL != 0 {
                    return None;
                }
                n_text += usize::from(cell & TEXT != 0);
            }
        }
        Some(n_text)
    }
}

/// Gives each area a label where there is room for one, parts first. A label for which there is no room with its role
/// is the number alone, or is left out.
pub(super) fn place_labels(marks: &mut [Mark], grid: &mut Grid) {
    for of_parts in [true, false] {
        for mark in marks.iter_mut().filter(|mark| mark.is_part == of_parts) {
            let size = if mark.is_part { 13.0 } else { 11.0 };
            let number = mark.id.0.to_string();
            let texts = [format!("{} {number}", mark.role.as_str()), number];
            mark.label = texts.into_iter().find_map(|text| best_place(mark, text, size, grid));
            if let Some(label) = &mark.label {
                grid.mark(label.rect, LABEL);
            }
        }
    }
}

fn best_place(mark: &Mark, text: String, size: f32, grid: &Grid) -> Option<Label> {
    let (width, height) = ((rough_width(&text, size) + size).ceil(), (size * 1.45).round());
    let Rect { x, y, .. } = mark.rect;
    let (right, bottom) = (mark.rect.right() - width, mark.rect.bottom() - height);
    let has_room = mark.rect.width >= width && mark.rect.height >= height;
    let inside = [(x, y), (right, y), (right, bottom), (x, bottom)];
    let outside =
        [(x, y - height), (right, y - height), (x - width, y), (mark.rect.right(), y), (x, mark.rect.bottom())];
    let inside = inside.into_iter().filter(|_| has_room).map(|corner| (corner, 0));
    let candidates = inside.chain(outside.into_iter().map(|corner| (corner, OUTSIDE)));
    let costs = candidates.filter_map(|((x, y), penalty)| {
        let rect = Rect::new(x.round(), y.round(), width, height);
        Some((grid.cost(rect)? + penalty, rect))
    });
    let (_, rect) = costs.min_by_key(|&(cost, _)| cost)?;
    Some(Label { text, rect, size })
}
