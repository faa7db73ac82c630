//! Columns for the methods whose paper has an alignment of its own: the partial tree alignment of `depta`, and the concepts of
//! `derin`. What an item is and how a table is written is the same for both; other methods take
//! [`read_records`](tamis_extract::records::read_records).

use crate::view::tag_tree::{Label, TagTree};
use std::collections::HashMap;
use tamis_extract::records::{Cell, Column, ItemKind, Row, Table, TableRole, name_columns};
use tamis_page::budget;
use tamis_page::{Document, NodeId, image_source, names};

/// Items in columns: what an alignment hands over. Rows are the children of the tree's root.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Grid {
    pub(crate) columns: Vec<GridColumn>,
}

/// Items of different records that mean the same.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GridColumn {
    pub(crate) kind: ItemKind,
    /// Row number and tree node, by row; at most one a row.
    pub(crate) cells: Vec<(u32, u32)>,
}

/// What an item of the tree is, `None` for a node that is only structure.
pub(crate) fn item_kind(document: &Document, tree: &TagTree, node: usize) -> Option<ItemKind> {
    let page_node = tree.page_node(node);
    if tree.label(node) == Label::TEXT {
        Some(ItemKind::Text)
    } else if document.is_html(page_node, names::IMG) {
        image_source(document, page_node).map(|_| ItemKind::Image)
    } else if document.is_html(page_node, names::A) {
        document.attribute(page_node, names::HREF).map(|_| ItemKind::Link)
    } else {
        None
    }
}

/// A number for the place of each node in its record: the same for nodes with the same tags on the way from the record
/// down, each at the same position among its siblings of that tag.
pub(crate) fn places(tree: &TagTree) -> Vec<u32> {
    budget::spend(8 * tree.len());
    let mut numbers: HashMap<(u32, Label, u32), u32> = HashMap::new();
    let mut places = vec![0_u32; tree.len()];
    let mut n_before: HashMap<(u32, Label), u32> = HashMap::new();
    for record in tree.children(0) {
        for node in record + 1..tree.end(record) {
            let parent = tree.parent(node).unwrap_or(0);
            let position = n_before.entry((parent as u32, tree.label(node))).or_insert(0);
            *position += 1;
            let next = numbers.len() as u32 + 1;
            // Records themselves have place 0.
            places[node] = *numbers.entry((places[parent], tree.label(node), *position)).or_insert(next);
        }
    }
    places
}

/// Columns in the order of the page: a column that is new in a record comes after the one before it there. A column is
/// known by a number that the alignment chooses and by the kind of its items.
#[derive(Default)]
pub(crate) struct ColumnOrder {
    columns: Vec<GridColumn>,
    column_of: HashMap<(u32, ItemKind), usize>,
    order: Vec<usize>,
}

impl ColumnOrder {
    /// Makes the column last, unless it is there.
    pub(crate) fn append(&mut self, key: (u32, ItemKind)) {
        if !self.column_of.contains_key(&key) {
            let column = self.new_column(key);
            self.order.push(column);
        }
    }

    /// Adds an item to its column; a new column comes after `previous`, which is then set to the item's column. Beyond
    /// `max_columns` columns an item that would need a new one is dropped.
    pub(crate) fn add(
        &mut self,
        key: (u32, ItemKind),
        (row, node): (usize, usize),
        previous: &mut Option<usize>,
        max_columns: usize,
    ) {
        let column = match self.column_of.get(&key) {
            Some(&column) => column,
            None if self.columns.len() >= max_columns => return,
            None => {
                let column = self.new_column(key);
                let after = previous.and_then(|previous| self.order.iter().position(|&other| other == previous));
                self.order.insert(after.map_or(0, |after| after + 1), column);
                column
            }
        };
        self.columns[column].cells.push((row as u32, node as u32));
        *previous = Some(column);
    }

    fn new_column(&mut self, key: (u32, ItemKind)) -> usize {
        self.columns.push(GridColumn { kind: key.1, cells: Vec::new() });
        self.column_of.insert(key, self.columns.len() - 1);
        self.columns.len() - 1
    }

    /// The columns that have items, in order.
    pub(crate) fn into_grid(mut self) -> Grid {
        let take = |&column: &usize| {
            let GridColumn { kind, cells } = &mut self.columns[column];
            GridColumn { kind: *kind, cells: std::mem::take(cells) }
        };
        Grid { columns: self.order.iter().map(take).filter(|column| !column.cells.is_empty()).collect() }
    }
}

impl Grid {
    /// The columns and rows of a table. `similarities` has one value a row.
    pub(crate) fn into_columns_and_rows(
        self,
        document: &Document,
        tree: &TagTree,
        records: Vec<Vec<NodeId>>,
        similarities: &[f64],
    ) -> (Vec<Column>, Vec<Row>) {
        let mut rows: Vec<Row> = tree
            .children(0)
            .zip(records)
            .zip(similarities)
            .map(|((record, nodes), &similarity)| {
                let text = record_text(document, tree, record);
                let mut row = Row::new(nodes, text, Vec::with_capacity(self.columns.len()));
                row.similarity = similarity;
                row
            })
            .collect();
        let mut columns = Vec::new();
        for grid_column in &self.columns {
            for row in &mut rows {
                row.cells.push(None);
            }
            for &(row, node) in &grid_column.cells {
                let cell = read_cell(document, tree, grid_column.kind, node as usize);
                rows[row as usize].cells[columns.len()] = Some(cell);
            }
            let column = Column::of_cells(document, grid_column.kind, &mut rows, columns.len());
            columns.push(column);
        }
        name_columns(document, &mut columns, &mut rows);
        (columns, rows)
    }
}

/// The texts of a record in order, white space collapsed.
fn record_text(document: &Document, tree: &TagTree, record: usize) -> String {
    let leaves = (record + 1..tree.end(record)).filter(|&node| tree.label(node) == Label::TEXT);
    leaves.map(|leaf| item_text(document, tree, ItemKind::Text, leaf)).collect::<Vec<_>>().join(" ")
}

/// The value of an item as the page writes it.
pub(crate) fn item_text(document: &Document, tree: &TagTree, kind: ItemKind, node: usize) -> String {
    read_cell(document, tree, kind, node).text
}

fn read_cell(document: &Document, tree: &TagTree, kind: ItemKind, node: usize) -> Cell {
    match kind {
        ItemKind::Text => Cell::read(document, tree.page_nodes(document, node).collect(), None),
        ItemKind::Image => Cell::read(document, vec![tree.page_node(node)], Some("src")),
        ItemKind::Link => Cell::read(document, vec![tree.page_node(node)], Some("href")),
    }
}

/// Gives the first of a page's tables the role of the main one.
pub(crate) fn name_main(tables: &mut [Table]) {
    if let Some(first) = tables.first_mut() {
        first.role = TableRole::Main;
    }
}
