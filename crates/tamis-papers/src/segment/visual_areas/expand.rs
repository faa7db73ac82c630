//! How far an area can be expanded over its neighbours before something keeps them apart.

use super::area_tree::AreaTree;
use super::grid::{Cells, Grid, Span};
use super::rect_index::RectIndex;
use super::separators::{Separator, drawn_lines};
use crate::segment::geometry::{PixelRect, Toward};
use std::ops::ControlFlow;
use tamis_page::budget;

/// Areas beside an area are expanded themselves, to see whether they fill its width or height, and those beside them
/// again, so often.
const MAX_DEPTH: u32 = 6;
/// The steps that all expansions of an area may take for each child, and the children that they may look at. Where they
/// are used up the rest of the children stay as they are.
const STEPS_PER_CHILD: usize = 128;
/// The steps that they may take besides.
const FREE_STEPS: usize = 1 << 14;

/// The children of an area, its grid and what keeps them apart.
pub(super) struct Field<'t> {
    pub(super) tree: &'t AreaTree,
    pub(super) children: &'t [u32],
    pub(super) grid: &'t Grid,
    /// Whether only areas of one style are taken.
    pub(super) same_style: bool,
    /// Children that were grouped in this pass.
    pub(super) is_taken: Vec<bool>,
    /// Separators and drawn sides, which nothing is expanded over.
    walls: RectIndex,
    steps_left: usize,
}

/// What an expansion wants to fill.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Both,
    Horizontal,
    Vertical,
}

/// One expansion.
struct Task {
    /// The child that is expanded.
    child: u32,
    limits: Cells,
    /// Whether what is drawn or empty is looked at on steps up and down, and on steps to the sides.
    checks_rows: bool,
    checks_columns: bool,
    ways: [Toward; 4],
    goal: Goal,
    depth: u32,
}

impl<'t> Field<'t> {
    pub(super) fn new(
        tree: &'t AreaTree,
        children: &'t [u32],
        grid: &'t Grid,
        separators: &[Separator],
        same_style: bool,
    ) -> Field<'t> {
        let strips = separators.iter().map(|separator| separator.bounds);
        let lines = children.iter().flat_map(|&child| drawn_lines(tree.get(child)));
        let walls: Vec<PixelRect> = strips.chain(lines).collect();
        let walls = RectIndex::of(&walls);
        let steps_left = FREE_STEPS + STEPS_PER_CHILD * children.len();
        let is_taken = vec![false; children.len()];
        Field { tree, children, grid, same_style, is_taken, walls, steps_left }
    }

    /// The cells that a child can be expanded to.
    pub(super) fn expand(&mut self, child: u32) -> Cells {
        use Toward::{Down, Left, Right, Up};
        self.run(&Task {
            child,
            limits: self.grid.whole(),
            checks_rows: true,
            checks_columns: true,
            ways: [Right, Left, Down, Up],
            goal: Goal::Both,
            depth: 0,
        })
    }

    /// The children that lie in a rectangle of cells and are not yet grouped.
    pub(super) fn members(&mut self, cells: Cells) -> Vec<u32> {
        let Some(left) = self.steps_left.checked_sub(self.grid.n_looks_within(cells)) else { return Vec::new() };
        self.steps_left = left;
        let mut members = self.grid.within(cells);
        members.retain(|&member| !self.is_taken[member as usize]);
        members
    }

    fn run(&mut self, task: &Task) -> Cells {
        let mut cells = self.grid.places[task.child as usize];
        let area = self.tree.get(self.children[task.child as usize]);
        if area.background.is_some() {
            return cells;
        }
        let mut stops = [None; 4];
        let (mut turn, mut n_failures) = (0, 0);
        // Where too many walls lie on one spot to be found, nothing is expanded into them.
        while n_failures < 4 && !is_reached(cells, task) && self.steps_left > 0 && !self.walls.is_spent() {
            self.steps_left -= 1;
            budget::spend(64);
            let toward = task.ways[turn];
            let stop = *stops[toward as usize].get_or_insert_with(|| self.stop(area.bounds, toward));
            match self.step(task, cells, toward, stop) {
                Some(larger) => {
                    cells = larger;
                    n_failures = 0;
                }
                None => {
                    n_failures += 1;
                    turn = (turn + 1) % 4;
                }
            }
        }
        cells
    }

    /// Where the first wall stands that one meets when going straight from the middle of an area: the last edge that a
    /// rectangle can have on that side. The far end of the grid stands for itself.
    fn stop(&self, own: PixelRect, toward: Toward) -> i32 {
        let (x, y) = own.middle();
        let (columns, rows) = (&self.grid.columns, &self.grid.rows);
        let whole = PixelRect::new(columns[0], rows[0], columns[columns.len() - 1], rows[rows.len() - 1]);
        let mut length = 64;
        let mut done = -1;
        loop {
            let window = match toward {
                Toward::Right => PixelRect::new(own.right + done, y, own.right + length, y + 1),
                Toward::Left => PixelRect::new(own.left - length, y, own.left - done, y + 1),
                Toward::Down => PixelRect::new(x, own.bottom + done, x + 1, own.bottom + length),
                Toward::Up => PixelRect::new(x, own.top - length, x + 1, own.top - done),
            };
            let mut nearest: Option<i32> = None;
            self.walls.visit(window, |id| {
                let wall = self.walls.rect(id);
                let at = match toward {
                    Toward::Right => wall.left.max(own.right),
                    Toward::Left => -wall.right.min(own.left),
                    Toward::Down => wall.top.max(own.bottom),
                    Toward::Up => -wall.bottom.min(own.top),
                };
                nearest = Some(nearest.map_or(at, |before| before.min(at)));
                ControlFlow::Continue(())
            });
            let sign = if toward.is_forward() { 1 } else { -1 };
            if let Some(at) = nearest {
                return sign * at;
            }
            if !window.overlaps(whole) || length > 1 << 24 {
                return sign * i32::MAX;
            }
            (done, length) = (length, length * 4);
        }
    }

    /// One row or column more, or several if what is there fills them; `None` if it cannot be taken.
    fn step(&mut self, task: &Task, cells: Cells, toward: Toward, stop: i32) -> Option<Cells> {
        let is_horizontal = toward.is_horizontal();
        let (along, across) = if is_horizontal { (cells.columns, cells.rows) } else { (cells.rows, cells.columns) };
        let limits = if is_horizontal { task.limits.columns } else { task.limits.rows };
        let is_forward = toward.is_forward();
        if if is_forward { along.end >= limits.end } else { along.start <= limits.start } {
            return None;
        }
        let is_checked = if is_horizontal { task.checks_columns } else { task.checks_rows };
        let points = if is_horizontal { &self.grid.columns } else { &self.grid.rows };
        let edge = points[if is_forward { along.end } else { along.start } as usize];
        if is_checked && if is_forward { edge >= stop } else { edge <= stop } {
            return None;
        }
        let line = if is_forward { along.end } else { along.start - 1 };
        let candidates = self.grid.beginning_at(toward, line, across);
        self.steps_left = self.steps_left.saturating_sub(candidates.len());
        let extended =
            |to: Span| if is_forward { Span { end: to.end, ..along } } else { Span { start: to.start, ..along } };
        let result = |along: Span| {
            if is_horizontal { Cells { columns: along, ..cells } } else { Cells { rows: along, ..cells } }
        };
        let one_more = Span { start: line, end: line + 1 };
        if candidates.is_empty() {
            return Some(result(extended(one_more)));
        }
        for candidate in candidates {
            let place = self.grid.places[candidate as usize];
            if is_checked && self.has_wall_before(candidate, toward) || !self.is_alike(task.child, candidate) {
                return None;
            }
            let extent = if is_horizontal { place.rows } else { place.columns };
            if extent == across {
                return Some(result(extended(one_more)));
            }
            if !across.encloses(extent) {
                return None;
            }
            let Some(inner) = inner_task(task, candidate, toward, cells, line) else { continue };
            let filled = self.run(&inner);
            let (inner_along, inner_across) =
                if is_horizontal { (filled.columns, filled.rows) } else { (filled.rows, filled.columns) };
            if inner_across == across {
                return Some(result(extended(inner_along)));
            }
        }
        None
    }

    /// Whether a wall stands at the side of a child that one comes to.
    fn has_wall_before(&self, child: u32, toward: Toward) -> bool {
        let own = self.tree.get(self.children[child as usize]).bounds;
        let (x, y) = own.middle();
        self.walls.is_any_in(match toward {
            Toward::Right => PixelRect::new(own.left - 1, y, own.left + 1, y + 1),
            Toward::Left => PixelRect::new(own.right - 1, y, own.right + 1, y + 1),
            Toward::Down => PixelRect::new(x, own.top - 1, x + 1, own.top + 1),
            Toward::Up => PixelRect::new(x, own.bottom - 1, x + 1, own.bottom + 1),
        })
    }

    fn is_alike(&self, child: u32, candidate: u32) -> bool {
        let area = |child: u32| self.tree.get(self.children[child as usize]);
        // What was grouped in this pass is one thing now, and its parts are no longer to be had.
        !self.is_taken[candidate as usize] && (!self.same_style || area(child).has_style_of(area(candidate)))
    }
}

/// To see whether a smaller area, with what is beside it, fills the width (or height) of the cells.
fn inner_task(task: &Task, candidate: u32, toward: Toward, cells: Cells, line: u32) -> Option<Task> {
    use Toward::{Down, Left, Right, Up};
    if task.depth >= MAX_DEPTH {
        return None;
    }
    let onwards = |limits: Span| {
        if toward.is_forward() { Span { start: line, ..limits } } else { Span { end: line + 1, ..limits } }
    };
    let is_horizontal = toward.is_horizontal();
    let limits = if is_horizontal {
        Cells { columns: onwards(task.limits.columns), rows: cells.rows }
    } else {
        Cells { columns: cells.columns, rows: onwards(task.limits.rows) }
    };
    Some(Task {
        child: candidate,
        limits,
        checks_rows: !is_horizontal,
        checks_columns: is_horizontal,
        ways: if is_horizontal { [Down, Up, Right, Left] } else { [Right, Left, Down, Up] },
        goal: if is_horizontal { Goal::Vertical } else { Goal::Horizontal },
        depth: task.depth + 1,
    })
}

fn is_reached(cells: Cells, task: &Task) -> bool {
    let (across, down) = (cells.columns.encloses(task.limits.columns), cells.rows.encloses(task.limits.rows));
    match task.goal {
        Goal::Both => across && down,
        Goal::Horizontal => across,
        Goal::Vertical => down,
    }
}
