//! How many columns and rows a cell covers, within what there is.

use tamis_page::{Document, NodeId, names};

/// Columns of a table. The engine counts them in sixteen bits and lays out each; a page that asks for more does not show a
/// table.
const MAX_COLUMNS: u32 = 1000;
/// Rows that a cell may cover; browsers stop at the end of the group of rows.
const MAX_ROWS: u32 = 1000;

/// Follows the cells of a document from row to row.
#[derive(Default)]
pub(super) struct Spans {
    row: Option<NodeId>,
    n_columns: u32,
}

/// What a cell covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) columns: u32,
    pub(super) rows: u32,
}

impl Spans {
    /// What the next cell covers; `None` if the element is no cell.
    pub(super) fn next(&mut self, document: &Document, element: NodeId) -> Option<Span> {
        if !document.is_html(element, names::TD) && !document.is_html(element, names::TH) {
            return None;
        }
        let row = document.parent(element);
        if row != self.row {
            *self = Spans { row, n_columns: 0 };
        }
        let asked =
            |name| document.attribute(element, name).and_then(|value| value.trim().parse::<u32>().ok()).unwrap_or(1);
        let columns = asked(names::COLSPAN).clamp(1, MAX_COLUMNS.saturating_sub(self.n_columns).max(1));
        self.n_columns += columns;
        let asked_rows = asked(names::ROWSPAN).clamp(1, MAX_ROWS);
        let rows = if asked_rows == 1 { 1 } else { asked_rows.min(rows_from(document, row?, asked_rows)) };
        Some(Span { columns, rows })
    }
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
    fn check(html: &str, expect: &[(u32, u32)]) {
        let document = Document::parse(html);
        let mut spans = Spans::default();
        let found: Vec<_> = document.nodes().filter_map(|node| spans.next(&document, node)).collect();
        assert_eq!(found.iter().map(|span| (span.columns, span.rows)).collect::<Vec<_>>(), expect);
    }

    #[test]
    fn a_cell_covers_no_more_rows_than_there_are() {
        check(
            "<table><tr><td rowspan=9>a<td rowspan=0>b<tr><td colspan=3 rowspan=x>c<tr></table>",
            &[(1, 3), (1, 1), (3, 1)],
        );
    }

    #[test]
    fn a_row_has_no_more_columns_than_are_laid_out() {
        check("<table><tr><td colspan=9999>a<td colspan=5>b<tr><td colspan=5>c</table>", &[(1000, 1), (1, 1), (5, 1)]);
    }
}
