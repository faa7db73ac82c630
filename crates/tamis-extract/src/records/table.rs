//! Records as a table: the answer of every records method.
//!
//! A [`Table`] is an annotation of a page: it names nodes and carries the text that was read from them, so that an
//! exporter needs nothing else to write the record's place, its cells and the [selectors](super::selectors()) that
//! would find them again.

use crate::values::{CellValue, Reading, ValueFormat, ValueType, declared_language};
use std::borrow::Cow;
use tamis_page::{Document, NodeId, NodeKind, image_source};

/// The records of one region of a page, in page order, with their items aligned into columns.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Table {
    /// The node whose children, or children's children, the records are.
    pub region: NodeId,
    /// What the list is to the page.
    pub role: TableRole,
    /// How many sibling nodes a record consists of; 1 on most pages. A record of a page may have fewer or more, its own
    /// [`Row::nodes`] say so.
    pub nodes_per_record: usize,
    /// What the cells of a row mean: the title, its address, then the others in the order of the page. A table with
    /// headers keeps the order of the page.
    pub columns: Vec<Column>,
    /// The records, in the order of the page.
    pub rows: Vec<Row>,
    /// How many more records the list has, beyond [the limit](crate::PageView::with_max_rows).
    pub n_left_out: usize,
    /// How much of the page's content the table holds; tables are sorted by it, the largest first.
    pub weight: f64,
    /// How sure the method is of the table, from 0 to 1.
    pub confidence: f64,
    /// Why these nodes are records, in words and figures that a user can read.
    pub reasons: Vec<String>,
    /// Nodes of the region that were looked at and are no records.
    pub rejected: Vec<Rejected>,
    /// What a user should know before trusting the table, such as a limit that was hit.
    pub warnings: Vec<String>,
}

/// What a list is to the page that it is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum TableRole {
    /// What the reader came for.
    Main,
    /// A list in the page's content.
    List,
    /// A list of ways to go on: a menu, filters, steps through pages.
    Nav,
    /// A list beside the content.
    Sidebar,
    /// Anything else, or not known.
    #[default]
    Other,
}

impl TableRole {
    /// The name in exports.
    pub fn as_str(self) -> &'static str {
        match self {
            TableRole::Main => "main",
            TableRole::List => "list",
            TableRole::Nav => "nav",
            TableRole::Sidebar => "sidebar",
            TableRole::Other => "other",
        }
    }
}

/// What a record can show or point to, and so what a column holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ItemKind {
    /// Words.
    Text,
    /// A picture.
    Image,
    /// The address of a link.
    Link,
}

/// One kind of item that the records of a table have.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Column {
    /// A name for people in `snake_case`, unique in the table: what the page calls the column (a header, a label, a
    /// property), its role (`title`, `price`, `date`), or what is left of its classes. A link is named after what it
    /// links, as in `title_url`.
    pub name: String,
    /// What the values are and how they are written.
    pub format: ValueFormat,
    /// The attribute that holds the value, such as `href`; `None` where the value is text.
    pub attribute: Option<Cow<'static, str>>,
    /// The share of the rows that have a value, from 0 to 1.
    pub fill: f64,
    /// Whether all rows have the same value: a label, a button.
    pub constant: bool,
}

/// One record.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Row {
    /// The nodes that the record consists of: siblings, or children of different parents.
    pub nodes: Vec<NodeId>,
    /// The visible text of the whole record.
    pub text: String,
    /// One cell a column; `None` where the record lacks the item.
    pub cells: Vec<Option<Cell>>,
    /// How similar the record is to its neighbours, from 0 to 1.
    pub similarity: f64,
    /// Why the record is an advertisement, if it is one.
    pub ad: Option<String>,
}

/// One item of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Cell {
    /// The nodes that hold the value: an element, a text node, or the neighbours that make up a sentence.
    pub nodes: Vec<NodeId>,
    /// What the page writes, white space collapsed.
    pub text: String,
    /// What the text means in the format of its column. [`Table::read_values`] and [`Column::of_cells`] find it out.
    pub value: CellValue,
}

/// A node that is no record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Rejected {
    /// The node.
    pub node: NodeId,
    /// Why.
    pub reason: Cow<'static, str>,
}

impl Table {
    /// A table without rows, of which nothing is known but where it is and what its columns are: for answers that are
    /// not made by a method but carried over from another page. All else is set by its field.
    pub fn new(region: NodeId, columns: Vec<Column>) -> Table {
        Table {
            region,
            role: TableRole::default(),
            nodes_per_record: 1,
            columns,
            rows: Vec::new(),
            n_left_out: 0,
            weight: 0.0,
            confidence: 0.0,
            reasons: Vec::new(),
            rejected: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Leaves out all records but the first so many.
    pub fn truncate(&mut self, n_rows: usize) {
        self.n_left_out += self.rows.len().saturating_sub(n_rows);
        self.rows.truncate(n_rows);
        self.count_values();
    }

    /// Reads what the cells mean in the formats of their columns, and counts how many rows have a value.
    pub fn read_values(&mut self, document: &Document) {
        for (column_idx, column) in self.columns.iter().enumerate() {
            let readings: Vec<Reading> =
                cells_of(&self.rows, column_idx).map(|cell| column.format.reading_of(&cell.text)).collect();
            set_values(document, &column.format, &mut self.rows, column_idx, &readings);
        }
        self.count_values();
    }

    /// Counts how many rows have a value in each column, and whether all have the same.
    fn count_values(&mut self) {
        for (column_idx, column) in self.columns.iter_mut().enumerate() {
            (column.fill, column.constant) = Column::fill_and_constant(&self.rows, column_idx);
        }
    }

    /// The table without the columns that have the same value in every row. If all are so, they stay: none of them tells less
    /// than the others, and a table without columns is none.
    #[must_use]
    pub fn without_constant(&self) -> Table {
        let mut table = self.clone();
        let keeps: Vec<bool> = self.columns.iter().map(|column| !column.constant).collect();
        if !keeps.contains(&true) {
            return table;
        }
        let mut position = 0..;
        table.columns.retain(|_| position.next().is_some_and(|index: usize| keeps[index]));
        for row in &mut table.rows {
            let mut position = 0..;
            row.cells.retain(|_| position.next().is_some_and(|index: usize| keeps[index]));
        }
        table
    }

    /// A cell in plain form: `1299.00` for `1.299,00 €`, and what is no number as the page writes it.
    pub fn value(&self, row_idx: usize, column_idx: usize) -> Option<String> {
        let cell = self.cell(row_idx, column_idx)?;
        Some(cell.value.number().map_or_else(|| cell.text.clone(), |number| number.to_string()))
    }

    /// The cell of a record in a column; `None` where the record has none.
    pub fn cell(&self, row_idx: usize, column_idx: usize) -> Option<&Cell> {
        self.rows.get(row_idx)?.cells.get(column_idx)?.as_ref()
    }
}

impl Column {
    /// A column with a name; fill and constant are for [`Table::read_values`].
    pub fn new(name: String, format: ValueFormat, attribute: Option<Cow<'static, str>>) -> Column {
        Column { name, format, attribute, fill: 0.0, constant: false }
    }

    /// Decides from the cells of finished rows what a column holds, and reads what they mean. It has no name yet.
    pub fn of_cells(document: &Document, kind: ItemKind, rows: &mut [Row], column_idx: usize) -> Column {
        let readings = match kind {
            ItemKind::Text => cells_of(rows, column_idx).map(|cell| Reading::of(&cell.text)).collect(),
            ItemKind::Image | ItemKind::Link => vec![Reading::Other; cells_of(rows, column_idx).count()],
        };
        Column::of_readings(document, kind, rows, column_idx, &readings)
    }

    /// Decides what a column holds from what was read of the texts of its cells.
    pub(super) fn of_readings(
        document: &Document,
        kind: ItemKind,
        rows: &mut [Row],
        column_idx: usize,
        readings: &[Reading],
    ) -> Column {
        let (format, attribute) = match kind {
            ItemKind::Text => (ValueFormat::of_readings(readings), None),
            ItemKind::Image => (ValueFormat::of_type(ValueType::Image), Some("src".into())),
            ItemKind::Link => (ValueFormat::of_type(ValueType::Url), Some("href".into())),
        };
        set_values(document, &format, rows, column_idx, readings);
        let (fill, constant) = Column::fill_and_constant(rows, column_idx);
        Column { name: String::new(), format, attribute, fill, constant }
    }

    /// The share of the rows that have a value in a column, and whether all have the same.
    fn fill_and_constant(rows: &[Row], column: usize) -> (f64, bool) {
        /// Two values may be equal by chance.
        const MIN_CONSTANT: usize = 3;
        let values = || cells_of(rows, column).map(|cell| cell.text.as_str());
        let n_values = values().count();
        let first = values().next();
        let constant = n_values == rows.len() && n_values >= MIN_CONSTANT && values().all(|value| Some(value) == first);
        (n_values as f64 / rows.len().max(1) as f64, constant)
    }
}

/// The cells of a column, without the missing ones.
fn cells_of(rows: &[Row], column_idx: usize) -> impl Iterator<Item = &Cell> {
    rows.iter().filter_map(move |row| row.cells.get(column_idx)?.as_ref())
}

/// Sets what the cells of a column mean. `readings` has what was read of the text of each.
fn set_values(document: &Document, format: &ValueFormat, rows: &mut [Row], column_idx: usize, readings: &[Reading]) {
    let texts: Vec<&str> = cells_of(rows, column_idx).map(|cell| cell.text.as_str()).collect();
    let values = format.values(&texts, readings, declared_language(document));
    let cells = rows.iter_mut().filter_map(|row| row.cells.get_mut(column_idx)?.as_mut());
    for (cell, value) in cells.zip(values) {
        cell.value = value;
    }
}

impl Row {
    /// A record with its cells, one a column.
    pub fn new(nodes: Vec<NodeId>, text: String, cells: Vec<Option<Cell>>) -> Row {
        Row { nodes, text, cells, similarity: 1.0, ad: None }
    }
}

impl Cell {
    /// A text and the nodes that hold it.
    pub fn new(nodes: Vec<NodeId>, text: String) -> Cell {
        Cell { nodes, text, value: CellValue::Text }
    }

    /// What nodes hold, in their text or in an attribute.
    pub fn read(document: &Document, nodes: Vec<NodeId>, attribute: Option<&str>) -> Cell {
        let text = cell_text(document, &nodes, attribute);
        Cell::new(nodes, text)
    }
}

/// The value that the nodes of a cell hold, as the methods read it: in an attribute, or all their texts with the white
/// space between them.
fn cell_text(document: &Document, nodes: &[NodeId], attribute: Option<&str>) -> String {
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

impl Rejected {
    /// A node that is no record, and why.
    pub fn new(node: NodeId, reason: impl Into<Cow<'static, str>>) -> Rejected {
        Rejected { node, reason: reason.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_say_the_same_go_unless_all_do() {
        let without_constant = |values: &[[&str; 2]]| {
            let column = |name: &str| Column::new(name.to_owned(), ValueFormat::default(), None);
            let mut table = Table::new(NodeId(0), vec![column("button"), column("name")]);
            let row = |values: &[&str; 2]| {
                let cells = values.iter().map(|&value| Some(Cell::new(Vec::new(), value.to_owned()))).collect();
                Row::new(Vec::new(), values.join(" "), cells)
            };
            table.rows = values.iter().map(row).collect();
            table.count_values();
            let table = table.without_constant();
            assert!(table.rows.iter().all(|row| row.cells.len() == table.columns.len()));
            table.columns.into_iter().map(|column| column.name).collect::<Vec<_>>()
        };
        assert_eq!(without_constant(&[["Buy", "Lamp"], ["Buy", "Desk"], ["Buy", "Chair"]]), ["name"]);
        assert_eq!(without_constant(&[["Buy", "Lamp"], ["Buy", "Lamp"], ["Buy", "Lamp"]]), ["button", "name"]);
    }
}
