//! Records as a table: the answer of every records method.
//!
//! A [`Table`] is an annotation of a page: it names nodes and carries the text that was read from them, so that an
//! exporter needs nothing else to write the record's place, its cells and the [selectors](super::selectors()) that
//! would find them again.

use super::cells::ItemKind;
use crate::values::{ValueFormat, ValueType};
use std::borrow::Cow;
use tamis_page::{Document, NodeId};

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
    /// The value as the page writes it, white space collapsed.
    pub text: String,
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

    /// Counts again how many rows have a value in each column, and whether all have the same.
    pub fn count_values(&mut self) {
        for (place, column) in self.columns.iter_mut().enumerate() {
            (column.fill, column.constant) = Column::fill_and_constant(&self.rows, place);
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

    /// The value of a cell in the form that its column asks for (`1299.00` for `1.299,00 €`), or as the page writes it
    /// where that form does not fit.
    pub fn value(&self, row: usize, column: usize) -> Option<String> {
        let cell = self.rows.get(row)?.cells.get(column)?.as_ref()?;
        Some(self.columns[column].format.normalise(&cell.text).unwrap_or_else(|| cell.text.clone()))
    }
}

impl Column {
    /// A column with a name; fill and constant are for [`Table::count_values`].
    pub fn new(name: String, format: ValueFormat, attribute: Option<Cow<'static, str>>) -> Column {
        Column { name, format, attribute, fill: 0.0, constant: false }
    }

    /// Tells from its cells what a column of finished rows holds; it has no name yet.
    pub fn describe(kind: ItemKind, rows: &[Row], column: usize) -> Column {
        let values = || rows.iter().filter_map(|row| row.cells[column].as_ref()).map(|cell| cell.text.as_str());
        let (format, attribute) = match kind {
            ItemKind::Text => (ValueFormat::of_column(values()), None),
            ItemKind::Image => (ValueFormat::of_type(ValueType::Image), Some("src".into())),
            ItemKind::Link => (ValueFormat::of_type(ValueType::Url), Some("href".into())),
        };
        let (fill, constant) = Column::fill_and_constant(rows, column);
        Column { name: String::new(), format, attribute, fill, constant }
    }

    /// The share of the rows that have a value in a column, and whether all have the same.
    fn fill_and_constant(rows: &[Row], column: usize) -> (f64, bool) {
        /// Two values may be equal by chance.
        const MIN_CONSTANT: usize = 3;
        let values = || rows.iter().filter_map(|row| row.cells[column].as_ref()).map(|cell| cell.text.as_str());
        let n_values = values().count();
        let first = values().next();
        let constant = n_values == rows.len() && n_values >= MIN_CONSTANT && values().all(|value| Some(value) == first);
        (n_values as f64 / rows.len().max(1) as f64, constant)
    }
}

impl Row {
    /// A record with its cells, one a column.
    pub fn new(nodes: Vec<NodeId>, text: String, cells: Vec<Option<Cell>>) -> Row {
        Row { nodes, text, cells, similarity: 1.0, ad: None }
    }
}

impl Cell {
    /// A value and the nodes that hold it.
    pub fn new(nodes: Vec<NodeId>, text: String) -> Cell {
        Cell { nodes, text }
    }

    /// The value that nodes hold, in their text or in an attribute.
    pub fn read(document: &Document, nodes: Vec<NodeId>, attribute: Option<&str>) -> Cell {
        let text = super::cells::cell_text(document, &nodes, attribute);
        Cell { nodes, text }
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
