//! What records hold, as cells in aligned columns.
//!
//! 1. [`items`] reads everything that a record shows or points to. People see mixed content as one cell: of 44,818
//!    boundaries between neighbouring texts that people labelled, bare text beside an element under one parent was joined
//!    in 84 to 100 % of the cases, two elements side by side in 1 to 13 %, texts across a block in at most 1 %.
//! 2. [`alignment`] lines the items of all records up, in the order of the page.
//! 3. Values that are the same in every row stay, and are flagged; a link that is there twice in every row is there once.

mod alignment;
mod hiding;
mod items;
mod text_runs;

use super::naming::name_columns;
use super::table::{Cell, Column, ItemKind, Row};
use crate::values::Reading;
use crate::view::PageView;
pub use alignment::max_columns;

use alignment::AlignedColumn;
use items::Item;
use std::collections::HashSet;
use tamis_page::{Document, Mask, NodeId, NodeKind};

/// Reads records, each given by its nodes and how similar it is to the others: the columns that their items make, with names
/// and the title first, and a row a record. `content` has what of the page is read.
pub fn read_records(
    view: &PageView<'_>,
    content: &Mask,
    records: Vec<Vec<NodeId>>,
    similarities: &[f64],
) -> (Vec<Column>, Vec<Row>) {
    let (mut columns, mut rows) = align(view, content, records, similarities);
    name_columns(view.document(), &mut columns, &mut rows);
    (columns, rows)
}

/// The columns and rows of records, each given by its nodes and how similar it is to the others. The columns have no
/// names yet.
fn align(
    view: &PageView<'_>,
    content: &Mask,
    records: Vec<Vec<NodeId>>,
    similarities: &[f64],
) -> (Vec<Column>, Vec<Row>) {
    let mut items: Vec<Vec<Item>> = records.iter().map(|nodes| items::read(view, content, nodes)).collect();
    let mut aligned = alignment::align(&items);
    remove_repeated(view.document(), &items, &mut aligned);
    let mut rows: Vec<Row> = Vec::with_capacity(records.len());
    for ((nodes, items), &similarity) in records.into_iter().zip(&items).zip(similarities) {
        rows.push(Row { nodes, text: text_of(items), cells: vec![None; aligned.len()], similarity, ad: None });
    }
    let mut columns = Vec::with_capacity(aligned.len());
    for (column_idx, column) in aligned.iter().enumerate() {
        let mut readings = Vec::new();
        for (row_idx, item) in column.cells.iter().enumerate() {
            if let &Some(item) = item {
                let item = &mut items[row_idx][item as usize];
                // An item is in one column.
                let (nodes, text) = (std::mem::take(&mut item.nodes), std::mem::take(&mut item.text));
                readings.push(std::mem::replace(&mut item.reading, Reading::Blank));
                rows[row_idx].cells[column_idx] = Some(Cell::new(nodes, text));
            }
        }
        columns.push(Column::of_readings(view.document(), column.kind, &mut rows, column_idx, &readings));
    }
    (columns, rows)
}

/// The visible text of a record, given by its nodes.
pub fn record_text(view: &PageView<'_>, nodes: &[NodeId]) -> String {
    text_of(&items::read(view, view.visibility().room(), nodes))
}

fn text_of(items: &[Item]) -> String {
    let texts: Vec<&str> =
        items.iter().filter(|item| item.kind == ItemKind::Text).map(|item| item.text.as_str()).collect();
    texts.join(" ")
}

/// Leaves out a column whose value stands in another one of the same kind, in every row that has it: the picture and the
/// title of a product lead to one page, and a price is written twice for two widths of screen. Of links the one with
/// words stays, of others the first.
fn remove_repeated(document: &Document, items: &[Vec<Item>], columns: &mut Vec<AlignedColumn>) {
    /// One cell may be equal to another by chance.
    const MIN_TEXTS: usize = 2;
    let cells = |column: &AlignedColumn| -> Vec<(usize, usize)> {
        let cells = column.cells.iter().enumerate();
        cells.filter_map(|(row, item)| item.map(|item| (row, item as usize))).collect()
    };
    let has_words = |&(row, item): &(usize, usize)| {
        let mut inside = items[row][item].nodes.iter().flat_map(|&node| document.subtree(node));
        inside.any(|node| document.kind(node) == NodeKind::Text && !document.is_blank_text(node))
    };
    let mut order: Vec<usize> = (0..columns.len()).collect();
    let is_bare_link = |column: &AlignedColumn| column.kind == ItemKind::Link && !cells(column).iter().any(has_words);
    order.sort_by_key(|&column| is_bare_link(&columns[column]));
    let mut seen: Vec<HashSet<(ItemKind, &str)>> = vec![HashSet::new(); items.len()];
    let mut is_new = vec![true; columns.len()];
    for index in order {
        let (column, kind) = (&columns[index], columns[index].kind);
        let cells = cells(column);
        let value = |&(row, item): &(usize, usize)| (kind, items[row][item].text.as_str());
        let says_more = cells.iter().any(|cell| !seen[cell.0].contains(&value(cell)));
        is_new[index] = says_more || kind == ItemKind::Text && cells.len() < MIN_TEXTS;
        for cell in &cells {
            seen[cell.0].insert(value(cell));
        }
    }
    let mut is_new = is_new.into_iter();
    columns.retain(|_| is_new.next().unwrap_or(true));
}

#[cfg(test)]
mod tests;
