//! The topographic grid of an area: where its children stand to each other, whatever the distances.
//!
//! The cells are never made. Each child knows its columns and rows, and each column and row the children that begin or
//! end there; more is not asked of a grid.

use crate::segment::geometry::{PixelRect, Toward};

/// Columns and rows of an area and where its children are in them.
pub(super) struct Grid {
    /// The pixels where a column begins, and the end of the last.
    pub(super) columns: Vec<i32>,
    /// The pixels where a row begins, and the end of the last.
    pub(super) rows: Vec<i32>,
    /// Of each child, in the order of the children.
    pub(super) places: Vec<Cells>,
    by_column: Starts,
    by_last_column: Starts,
    by_row: Starts,
    by_last_row: Starts,
}

/// A rectangle of cells; the ends are the first column and row behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cells {
    pub(super) columns: Span,
    pub(super) rows: Span,
}

/// From the first to before the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    pub(super) fn encloses(self, other: Span) -> bool {
        self.start <= other.start && self.end >= other.end
    }

    pub(super) fn len(self) -> u32 {
        self.end - self.start
    }
}

impl Cells {
    pub(super) fn encloses(self, other: Cells) -> bool {
        self.columns.encloses(other.columns) && self.rows.encloses(other.rows)
    }
}

impl Grid {
    pub(super) fn of(area: PixelRect, children: &[PixelRect]) -> Grid {
        let columns = cut_points(area.left, area.right, children.iter().map(|child| (child.left, child.right)));
        let rows = cut_points(area.top, area.bottom, children.iter().map(|child| (child.top, child.bottom)));
        let place = |points: &[i32], pixel: i32| points.partition_point(|&point| point < pixel) as u32;
        let places: Vec<Cells> = children
            .iter()
            .map(|child| Cells {
                columns: Span { start: place(&columns, child.left), end: place(&columns, child.right) },
                rows: Span { start: place(&rows, child.top), end: place(&rows, child.bottom) },
            })
            .collect();
        let (n_columns, n_rows) = (columns.len() - 1, rows.len() - 1);
        Grid {
            by_column: Starts::of(n_columns, &places, |cells| (cells.columns.start, cells.rows)),
            by_last_column: Starts::of(n_columns, &places, |cells| (cells.columns.end - 1, cells.rows)),
            by_row: Starts::of(n_rows, &places, |cells| (cells.rows.start, cells.columns)),
            by_last_row: Starts::of(n_rows, &places, |cells| (cells.rows.end - 1, cells.columns)),
            columns,
            rows,
            places,
        }
    }

    /// All cells.
    pub(super) fn whole(&self) -> Cells {
        Cells {
            columns: Span { start: 0, end: self.columns.len() as u32 - 1 },
            rows: Span { start: 0, end: self.rows.len() as u32 - 1 },
        }
    }

    /// The children that begin, seen from the way one goes, in a row or column, within a span across; in the order of
    /// that span. What covers the row or column and does not begin there reaches back to where one comes from.
    pub(super) fn beginning_at(&self, toward: Toward, line: u32, across: Span) -> Vec<u32> {
        let starts = match toward {
            Toward::Right => &self.by_column,
            Toward::Left => &self.by_last_column,
            Toward::Down => &self.by_row,
            Toward::Up => &self.by_last_row,
        };
        starts.within(line, across)
    }

    /// How many children are looked at to find those within a rectangle of cells.
    pub(super) fn n_looks_within(&self, cells: Cells) -> usize {
        self.by_row.between(cells.rows).len().min(self.by_column.between(cells.columns).len())
    }

    /// The children within a rectangle of cells, in their order.
    pub(super) fn within(&self, cells: Cells) -> Vec<u32> {
        let (in_rows, in_columns) = (self.by_row.between(cells.rows), self.by_column.between(cells.columns));
        let some = if in_rows.len() <= in_columns.len() { in_rows } else { in_columns };
        let inside = some.iter().map(|entry| entry.child);
        let mut inside: Vec<u32> = inside.filter(|&child| cells.encloses(self.places[child as usize])).collect();
        inside.sort_unstable();
        inside
    }
}

/// Sorted, each once. An end beyond the last child makes a column of its own, one at its end does not.
fn cut_points(start: i32, end: i32, spans: impl Iterator<Item = (i32, i32)>) -> Vec<i32> {
    let mut points: Vec<i32> = spans.flat_map(|(start, end)| [start, end]).chain([start, end]).collect();
    points.sort_unstable();
    points.dedup();
    if points.len() == 1 {
        points.push(points[0] + 1);
    }
    points
}

/// Children by the column or row in which they begin.
struct Starts {
    /// By line, then by where they begin across.
    entries: Vec<ChildStart>,
    /// Where the entries of each line end.
    ends: Vec<u32>,
}

struct ChildStart {
    child: u32,
    across: Span,
    /// The largest end across of this and those before it in its line.
    reach: u32,
}

impl Starts {
    fn of(n_lines: usize, places: &[Cells], of: impl Fn(Cells) -> (u32, Span)) -> Starts {
        let mut sorted: Vec<(u32, u32, u32)> = Vec::with_capacity(places.len());
        sorted.extend(places.iter().zip(0..).map(|(&cells, child)| (of(cells).0, of(cells).1.start, child)));
        sorted.sort_unstable();
        let mut ends = vec![0; n_lines];
        let mut entries: Vec<ChildStart> = Vec::with_capacity(places.len());
        let mut line_before = None;
        for (line, _, child) in sorted {
            let across = of(places[child as usize]).1;
            let before = entries.last().filter(|_| line_before == Some(line)).map_or(0, |entry| entry.reach);
            entries.push(ChildStart { child, across, reach: across.end.max(before) });
            ends[line as usize] = entries.len() as u32;
            line_before = Some(line);
        }
        let mut end = 0;
        for place in &mut ends {
            end = end.max(*place);
            *place = end;
        }
        Starts { entries, ends }
    }

    fn first(&self, line: u32) -> usize {
        line.checked_sub(1).map_or(0, |before| self.ends[before as usize] as usize)
    }

    fn between(&self, lines: Span) -> &[ChildStart] {
        &self.entries[self.first(lines.start)..self.first(lines.end)]
    }

    fn within(&self, line: u32, across: Span) -> Vec<u32> {
        let entries = self.between(Span { start: line, end: line + 1 });
        let end = entries.partition_point(|entry| entry.across.start < across.end);
        let reaching = entries[..end].iter().rev().take_while(|entry| entry.reach > across.start);
        let mut found: Vec<u32> =
            reaching.filter(|entry| entry.across.end > across.start).map(|entry| entry.child).collect();
        found.reverse();
        found
    }
}
