//! Which tables hold data, and which only put things side by side.

use tamis_page::{Document, Mask, NodeId, NodeKind, names};

/// A cell with more text than this, in bytes, is a part of the page and not a value.
const MAX_CELL: usize = 1200;
/// HTML's own limits for the cells that one can span.
const MAX_COLUMNS: u16 = 1000;
const MAX_ROWS: u16 = 65534;

/// Whether a table holds data: its cells are short, and hold neither tables nor headings nor other marks of a page's
/// parts. A single column without a header is a way to set things below each other.
pub(super) fn is_data_table(document: &Document, mask: Option<&Mask>, table: NodeId) -> bool {
    if matches!(document.attribute(table, names::ROLE), Some("presentation" | "none")) {
        return false;
    }
    let end = document.subtree_end(table);
    let mut node = NodeId(table.0 + 1);
    let (mut n_in_row, mut most_in_row, mut n_rows, mut has_header) = (0, 0, 0, false);
    let (mut n_bytes, mut has_text) = (0, false);
    while node < end {
        if mask.is_some_and(|mask| !mask.keeps(node)) {
            node = document.subtree_end(node);
            continue;
        }
        if document.kind(node) == NodeKind::Text {
            n_bytes += document.text(node).trim_ascii().len();
            has_text |= n_bytes > 0;
        }
        match document.tag(node) {
            Some(names::TABLE | names::H1 | names::H2 | names::H3 | names::H4 | names::FORM | names::ARTICLE) => {
                return false;
            }
            Some(names::TR) => (n_in_row, n_rows) = (0, n_rows + 1),
            Some(name @ (names::TD | names::TH)) => {
                n_in_row += 1;
                most_in_row = most_in_row.max(n_in_row);
                has_header |= name == names::TH;
                n_bytes = 0;
            }
            Some(names::CAPTION) => n_bytes = 0,
            Some(names::SCRIPT | names::STYLE) => {
                node = document.subtree_end(node);
                continue;
            }
            _ => {}
        }
        if n_bytes > MAX_CELL {
            return false;
        }
        node = NodeId(node.0 + 1);
    }
    has_text && (most_in_row > 1 || has_header && n_rows > 1)
}

/// How many columns and rows a cell covers; no rows stands for all that follow.
pub(super) fn spans(document: &Document, cell: NodeId) -> (u16, u16) {
    let number = |name| document.attribute(cell, name).and_then(|value| value.trim_ascii().parse::<u32>().ok());
    let columns = number(names::COLSPAN).filter(|&n| n > 0).unwrap_or(1).min(MAX_COLUMNS.into());
    let rows = number(names::ROWSPAN).unwrap_or(1).min(MAX_ROWS.into());
    (columns as u16, if rows == 0 { MAX_ROWS } else { rows as u16 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expect: bool) {
        let document = Document::parse(html);
        let table = document.elements_named(names::TABLE).next().expect("there is a table");
        assert_eq!(is_data_table(&document, None, table), expect, "{html}");
    }

    #[test]
    fn a_table_of_short_cells_holds_data() {
        check("<table><tr><td>a<td>b</table>", true);
        check("<table><tr><th>a<tr><td>b</table>", true);
        check("<table><tr><td><a href=x>a</a><td><ul><li>b</ul></table>", true);
    }

    #[test]
    fn a_table_around_parts_of_a_page_lays_them_out() {
        check("<table><tr><td>a<td><table><tr><td>b<td>c</table></table>", false);
        check("<table role=presentation><tr><td>a<td>b</table>", false);
        check("<table><tr><td>a<tr><td>b</table>", false);
        check("<table><tr><td> <td> </table>", false);
        check("<table><tr><td><h2>a</h2><td>b</table>", false);
        check(&format!("<table><tr><td>a<td>{}</table>", "long ".repeat(300)), false);
    }
}
