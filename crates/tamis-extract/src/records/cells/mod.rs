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

use super::grid::{ItemKind, describe};
use super::table::{Cell, Column, Row};
use crate::view::PageView;
use alignment::AlignedColumn;
use items::Item;
use std::collections::HashSet;
use tamis_page::{Mask, NodeId};

/// The columns and rows of records, each given by its nodes and how similar it is to the others. The columns have no
/// names yet.
pub(crate) fn align(
    view: &PageView<'_>,
    content: &Mask,
    records: Vec<Vec<NodeId>>,
    similarities: &[f64],
) -> (Vec<Column>, Vec<Row>) {
    let items: Vec<Vec<Item>> = records.iter().map(|nodes| items::read(view, content, nodes)).collect();
    let mut aligned = alignment::align(&items);
    remove_repeated(&items, &mut aligned);
    let n_rows = records.len();
    let mut rows: Vec<Row> = Vec::with_capacity(n_rows);
    for ((nodes, items), &similarity) in records.into_iter().zip(&items).zip(similarities) {
        let mut text = String::new();
        for item in items.iter().filter(|item| item.kind == ItemKind::Text) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&item.text);
        }
        rows.push(Row { nodes, text, cells: vec![None; aligned.len()], similarity, ad: None });
    }
    let mut columns = Vec::with_capacity(aligned.len());
    for (number, column) in aligned.iter().enumerate() {
        for (row, item) in column.cells.iter().enumerate() {
            if let &Some(item) = item {
                let item = &items[row][item as usize];
                rows[row].cells[number] = Some(Cell { nodes: item.nodes.clone(), text: item.text.clone() });
            }
        }
        columns.push(describe(column.kind, &rows, number));
    }
    (columns, rows)
}

/// Leaves out a column whose value stands in a column of the same kind before it, in every row that has it: the picture
/// and the title of a product lead to one page, and a price is written twice for two widths of screen.
fn remove_repeated(items: &[Vec<Item>], columns: &mut Vec<AlignedColumn>) {
    for kind in [ItemKind::Link, ItemKind::Image, ItemKind::Text] {
        let mut seen: Vec<HashSet<&str>> = vec![HashSet::new(); items.len()];
        columns.retain(|column| {
            if column.kind != kind {
                return true;
            }
            let values = || {
                let cells = column.cells.iter().enumerate();
                cells.filter_map(|(row, item)| item.map(|item| (row, items[row][item as usize].text.as_str())))
            };
            // One cell may be equal to another by chance.
            let is_new = values().any(|(row, value)| !seen[row].contains(value))
                || kind == ItemKind::Text && values().count() < 2;
            for (row, value) in values() {
                seen[row].insert(value);
            }
            is_new
        });
    }
}

#[cfg(test)]
mod tests;
