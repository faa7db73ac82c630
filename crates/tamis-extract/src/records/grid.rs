//! The items of records, sorted into columns.

use super::naming;
use super::table::{Cell, Column, Row};
use crate::values::{ValueFormat, ValueType};
use crate::view::tag_tree::{Label, TagTree};
use std::collections::HashMap;
use tamis_page::budget;
use tamis_page::{Document, NodeId, NodeKind, image_source, names};

/// What a record can show or point to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum ItemKind {
    Text,
    Image,
    Link,
}

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

/// The most columns of a table, and the most cells, present or missing. A table of ten thousand rows whose records all
/// differ would otherwise have as many columns as rows.
const MAX_COLUMNS: usize = 256;
const MAX_CELLS: usize = 1_000_000;

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

/// Sorts items by their place in the record.
pub(crate) fn by_place(document: &Document, tree: &TagTree) -> Grid {
    let places = places(tree);
    let max_columns = max_columns(tree.children(0).count());
    let mut order = ColumnOrder::default();
    for (row, record) in tree.children(0).enumerate() {
        let mut previous = None;
        let items = (record + 1..tree.end(record)).filter_map(|node| Some((node, item_kind(document, tree, node)?)));
        for (node, kind) in items {
            order.add((places[node], kind), (row, node), &mut previous, max_columns);
        }
    }
    order.into_grid()
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

/// How many columns a table of so many rows may have.
pub(crate) fn max_columns(n_rows: usize) -> usize {
    (MAX_CELLS / n_rows.max(1)).clamp(8, MAX_COLUMNS)
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
                Row { nodes, text, cells: Vec::with_capacity(self.columns.len()), similarity, ad: None }
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
            let column = describe(grid_column.kind, &rows, columns.len());
            columns.push(column);
        }
        naming::name(document, &mut columns, &mut rows);
        (columns, rows)
    }
}

/// What a column of finished rows holds; its name is still to come.
pub(crate) fn describe(kind: ItemKind, rows: &[Row], column: usize) -> Column {
    let values = || rows.iter().filter_map(|row| row.cells[column].as_ref()).map(|cell| cell.text.as_str());
    let (format, attribute) = match kind {
        ItemKind::Text => (ValueFormat::of_column(values()), None),
        ItemKind::Image => (ValueFormat::of_type(ValueType::Image), Some("src".into())),
        ItemKind::Link => (ValueFormat::of_type(ValueType::Url), Some("href".into())),
    };
    let (fill, constant) = Column::fill_and_constant(rows, column);
    Column { name: String::new(), format, attribute, fill, constant }
}

/// The texts of a record in order, white space collapsed.
fn record_text(document: &Document, tree: &TagTree, record: usize) -> String {
    let mut text = String::new();
    for leaf in (record + 1..tree.end(record)).filter(|&node| tree.label(node) == Label::TEXT) {
        if !text.is_empty() {
            text.push(' ');
        }
        push_text(document, tree, leaf, &mut text);
    }
    text
}

/// Appends the text of a leaf, white space collapsed.
fn push_text(document: &Document, tree: &TagTree, leaf: usize, text: &mut String) {
    let inside = (tree.page_node(leaf).0..tree.page_end(leaf).0).map(NodeId);
    push_texts(document, inside.filter(|&node| document.kind(node) == NodeKind::Text), text);
}

/// Appends texts as one, white space collapsed.
fn push_texts(document: &Document, texts: impl Iterator<Item = NodeId>, text: &mut String) {
    let mut at_start = true;
    let mut blank_before = false;
    for node in texts {
        let raw = document.text(node);
        blank_before |= raw.starts_with(char::is_whitespace);
        for word in raw.split_whitespace() {
            if blank_before && !at_start {
                text.push(' ');
            }
            text.push_str(word);
            (at_start, blank_before) = (false, true);
        }
        blank_before = raw.ends_with(char::is_whitespace);
    }
}

/// The value that the nodes of a cell hold, as the methods read it: in an attribute, or all their texts with the white
/// space between them.
pub(super) fn cell_text(document: &Document, nodes: &[NodeId], attribute: Option<&str>) -> String {
    let in_attribute = |name: &str| {
        let node = *nodes.first()?;
        if name == "src" { image_source(document, node) } else { document.attribute(node, document.find_name(name)?) }
    };
    if let Some(name) = attribute {
        return in_attribute(name).unwrap_or("").trim().to_string();
    }
    let mut text = String::new();
    let mut next = NodeId::ROOT;
    let mut texts: Vec<NodeId> = Vec::new();
    for &node in nodes {
        // White space that stands between two nodes stands between their texts.
        let between = if texts.is_empty() { node.0..node.0 } else { next.0..node.0 };
        texts.extend(between.map(NodeId).filter(|&blank| document.is_blank_text(blank)));
        texts.extend(document.subtree(node).filter(|&inner| document.kind(inner) == NodeKind::Text));
        next = document.subtree_end(node);
    }
    push_texts(document, texts.into_iter(), &mut text);
    text
}

/// The value of an item as the page writes it.
pub(crate) fn item_text(document: &Document, tree: &TagTree, kind: ItemKind, node: usize) -> String {
    let page_node = tree.page_node(node);
    match kind {
        ItemKind::Text => {
            let mut text = String::new();
            push_text(document, tree, node, &mut text);
            text
        }
        ItemKind::Image => image_source(document, page_node).unwrap_or("").trim().to_string(),
        ItemKind::Link => document.attribute(page_node, names::HREF).unwrap_or("").trim().to_string(),
    }
}

fn read_cell(document: &Document, tree: &TagTree, kind: ItemKind, node: usize) -> Cell {
    let nodes = match kind {
        ItemKind::Text => tree.page_nodes(document, node).collect(),
        ItemKind::Image | ItemKind::Link => vec![tree.page_node(node)],
    };
    Cell { nodes, text: item_text(document, tree, kind, node) }
}
