//! How many columns and rows a cell covers, within what there is.

use std::collections::HashMap;
use tamis_page::{Document, NodeId, names};

/// Columns that cells may cover. The engine counts them in sixteen bits and lays out each; a page that asks for more does
/// not show a table. Cells that stand further right cover one column each.
const MAX_COLUMNS: u32 = 1000;
/// Rows that a cell may cover; browsers stop at the end of the group of rows.
const MAX_ROWS: u32 = 1000;
/// Cells of a row that are laid out.
const MAX_CELLS: u32 = 30_000;

/// Follows the cells of a document from row to row, table by table, as the engine will.
#[derive(Default)]
pub(super) struct Spans {
    tables: HashMap<NodeId, Table>,
    /// Whether a cell covers less than it claims, other than by the end of its table.
    pub(super) has_given_up: bool,
}

#[derive(Default)]
struct Table {
    /// Where the next cell of the row may stand.
    column: u32,
    n_cells: u32,
    /// For each column, the rows from the next one on that a cell further up covers.
    covered: Vec<u32>,
}

/// What a cell covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// Whether there is no room for the cell at all.
    pub(super) is_left_out: bool,
}

impl Spans {
    /// What the next element covers; `None` if it is no cell.
    pub(super) fn next(&mut self, document: &Document, element: NodeId) -> Option<Span> {
        if document.is_html(element, names::TR) {
            self.tables.entry(table_of(document, element)).or_default().start_row();
            return None;
        }
        if !document.is_html(element, names::TD) && !document.is_html(element, names::TH) {
            return None;
        }
        let row = document.parent(element)?;
        let asked =
            |name| document.attribute(element, name).and_then(|value| value.trim().parse::<u32>().ok()).unwrap_or(1);
        let (asked_columns, asked_rows) = (asked(names::COLSPAN).max(1), asked(names::ROWSPAN).max(1));
        let table = self.tables.entry(table_of(document, row)).or_default();
        let column = table.next_free();
        let room = MAX_COLUMNS.saturating_sub(column).max(1);
        let columns = asked_columns.min(room);
        let rows = match asked_rows {
            _ if column >= MAX_COLUMNS => 1,
            1 => 1,
            _ => asked_rows.min(MAX_ROWS).min(rows_from(document, row, asked_rows.min(MAX_ROWS))),
        };
        let is_left_out = table.n_cells >= MAX_CELLS;
        self.has_given_up |= is_left_out
            || columns < asked_columns.min(MAX_COLUMNS)
            || (rows == 1 && asked_rows > 1 && column >= MAX_COLUMNS);
        if !is_left_out {
            table.place(columns, rows);
        }
        Some(Span { columns, rows, is_left_out })
    }
}

impl Table {
    fn start_row(&mut self) {
        (self.column, self.n_cells) = (0, 0);
        for rows in &mut self.covered {
            *rows = rows.saturating_sub(1);
        }
        while self.covered.last() == Some(&0) {
            self.covered.pop();
        }
    }

    fn next_free(&mut self) -> u32 {
        while self.covered.get(self.column as usize).is_some_and(|&rows| rows > 0) {
            self.column += 1;
        }
        self.column
    }

    fn place(&mut self, columns: u32, rows: u32) {
        let (start, end) = (self.column as usize, (self.column + columns) as usize);
        if rows > 1 {
            self.covered.resize(self.covered.len().max(end), 0);
        }
        let known = self.covered.len();
        self.covered[start.min(known)..end.min(known)].fill(rows);
        self.column += columns;
        self.n_cells += 1;
    }
}

/// The table around a row; what the row is in if there is none.
fn table_of(document: &Document, row: NodeId) -> NodeId {
    let mut outer = std::iter::successors(document.parent(row), |&node| document.parent(node)).take(3);
    outer.find(|&node| document.is_html(node, names::TABLE)).or_else(|| document.parent(row)).unwrap_or(row)
}

/// The rows of the group from this one on, counted up to `most`.
fn rows_from(document: &Document, row: NodeId, most: u32) -> u32 {
    let siblings = std::iter::successors(Some(row), |&row| document.next_sibling(row));
    siblings.filter(|&node| document.is_html(node, names::TR)).take(most as usize).count().max(1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expect: &[(u32, u32)]) -> Spans {
        let document = Document::parse(html);
        let mut spans = Spans::default();
        let found: Vec<_> = document.nodes().filter_map(|node| spans.next(&document, node)).collect();
        assert_eq!(found.iter().map(|span| (span.columns, span.rows)).collect::<Vec<_>>(), expect);
        spans
    }

    #[test]
    fn a_cell_covers_no_more_rows_than_there_are() {
        let spans = check(
            "<table><tr><td rowspan=9>a<td rowspan=0>b<tr><td colspan=3 rowspan=x>c<tr></table>",
            &[(1, 3), (1, 1), (3, 1)],
        );
        assert!(!spans.has_given_up);
    }

    #[test]
    fn a_row_has_no_more_columns_than_are_laid_out() {
        let html = "<table><tr><td colspan=9999>a<td colspan=5>b<tr><td colspan=5>c</table>";
        assert!(check(html, &[(1000, 1), (1, 1), (5, 1)]).has_given_up);
    }

    #[test]
    fn a_cell_stands_right_of_those_that_reach_down_into_its_row() {
        let html = "<table><tr><td rowspan=3 colspan=600>a<tr><td rowspan=2 colspan=600>b<tr><td colspan=2 rowspan=2>c\
                    <tr><td colspan=2>d</table>";
        assert!(check(html, &[(600, 3), (400, 2), (1, 1), (2, 1)]).has_given_up);
    }

    #[test]
    fn a_table_in_a_cell_does_not_end_the_row() {
        let html = "<table><tr><td colspan=900>a<table><tr><td colspan=3>b</table><td colspan=900>c</table>";
        check(html, &[(900, 1), (3, 1), (100, 1)]);
    }

    #[test]
    fn cells_beyond_those_of_a_row_are_left_out() {
        let document = Document::parse(format!("<table><tr>{}</table>", "<td>a".repeat(MAX_CELLS as usize + 2)));
        let mut spans = Spans::default();
        let found = document.nodes().filter_map(|node| spans.next(&document, node));
        assert_eq!(found.filter(|span| span.is_left_out).count(), 2);
    }
}
