//! A table in GitHub's Markdown.

use super::inline::{self, LineKind};
use crate::export::content::{Content, ContentPart, PartKind};

/// More columns than this are joined into the last: every one costs room in the head of the table.
const MAX_COLUMNS: usize = 100;

/// A table as lines.
pub(super) struct Lines {
    pub(super) caption: Option<String>,
    pub(super) rows: String,
}

/// A cell at its place in a row.
struct Cell {
    column: usize,
    text: String,
}

pub(super) fn write(content: &Content, idx: usize, part: &ContentPart, has_formulas: bool) -> Lines {
    let children = || content.children(idx + 1..part.end);
    let captions = children().filter(|(_, part)| part.kind == PartKind::Caption);
    let captions = captions.map(|(idx, part)| inline::write(content, idx + 1..part.end, LineKind::Line, has_formulas));
    let captions: Vec<String> = captions.collect();
    let table_rows: Vec<(usize, &ContentPart)> = children().filter(|(_, part)| part.kind == PartKind::Row).collect();
    // How wide the table is, if every cell is one column: a cell that spans more than there is makes no row wider.
    let mut grid = Grid { covered: Vec::new(), width: 0, has_formulas };
    let places = table_rows.iter().flat_map(|&(idx, row)| grid.columns(content, idx, row));
    let width = places.map(|(_, column)| column + 1).max().unwrap_or(1);
    let mut grid = Grid { covered: Vec::new(), width, has_formulas };
    let mut rows: Vec<Vec<Cell>> = table_rows.iter().map(|&(idx, row)| grid.row(content, idx, row)).collect();
    let n_columns = rows.iter().flatten().map(|cell| cell.column + 1).max().unwrap_or(1);
    // A table of Markdown has a head; where the page's has none, it stays empty.
    let is_head = |&(idx, row): &(usize, &ContentPart)| {
        let mut cells = content.children(idx + 1..row.end);
        cells.all(|(_, cell)| matches!(cell.kind, PartKind::Cell { is_header: true, .. }))
    };
    let first_has_text = rows.first().is_some_and(|row| row.iter().any(|cell| !cell.text.is_empty()));
    let has_head = table_rows.first().is_some_and(is_head) && first_has_text;
    let head = if has_head { rows.remove(0) } else { Vec::new() };
    let mut lines = line(&head, n_columns);
    lines.push('\n');
    lines.push_str(&"| --- ".repeat(n_columns));
    lines.push('|');
    for row in rows.iter().filter(|row| row.iter().any(|cell| !cell.text.is_empty())) {
        lines.push('\n');
        lines.push_str(&line(row, 0));
    }
    let caption = captions.join("  \n");
    Lines { caption: (!caption.is_empty()).then_some(caption), rows: lines }
}

/// A line with at least so many columns.
fn line(row: &[Cell], n_columns: usize) -> String {
    let mut line = String::from("|");
    let mut column = 0;
    for cell in row {
        while column < cell.column {
            line.push_str("  |");
            column += 1;
        }
        line.push(' ');
        line.push_str(&cell.text);
        line.push_str(" |");
        column += 1;
    }
    while column < n_columns.max(1) {
        line.push_str("  |");
        column += 1;
    }
    line
}

/// Which columns cells from above reach into.
struct Grid {
    /// For each column, how many more rows it is covered.
    covered: Vec<u16>,
    /// How far cells may span.
    width: usize,
    has_formulas: bool,
}

impl Grid {
    /// The cells of the next row at their columns.
    fn row(&mut self, content: &Content, idx: usize, row: &ContentPart) -> Vec<Cell> {
        let mut cells: Vec<Cell> = Vec::new();
        for (idx, column) in self.columns(content, idx, row) {
            let text = inline::write(content, idx + 1..content.parts[idx].end, LineKind::Cell, self.has_formulas);
            match cells.last_mut() {
                Some(last) if last.column == column => {
                    last.text.push(' ');
                    last.text.push_str(&text);
                }
                _ => cells.push(Cell { column, text }),
            }
        }
        cells
    }

    /// The parts that are cells of the next row, with their columns; those that have no more room share the last.
    fn columns(&mut self, content: &Content, idx: usize, row: &ContentPart) -> Vec<(usize, usize)> {
        let mut columns = Vec::new();
        let mut next = Vec::new();
        let mut column = 0;
        for (idx, cell) in content.children(idx + 1..row.end) {
            let PartKind::Cell { n_columns, n_rows, .. } = cell.kind else { continue };
            while self.covered.get(column).is_some_and(|&n_rows| n_rows > 0) {
                column += 1;
            }
            column = column.min(MAX_COLUMNS - 1);
            columns.push((idx, column));
            let end = (column + usize::from(n_columns)).min(self.width).max(column + 1);
            next.push((column..end, n_rows - 1));
            column = end;
        }
        for n_rows in &mut self.covered {
            *n_rows = n_rows.saturating_sub(1);
        }
        for (range, n_rows) in next.into_iter().filter(|&(_, n_rows)| n_rows > 0) {
            let len = self.covered.len().max(range.end);
            self.covered.resize(len, 0);
            self.covered[range].fill(n_rows);
        }
        columns
    }
}
