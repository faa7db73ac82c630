//! The tables of a template.
//!
//! The skeleton has the nodes of the records alone. What a record looks like inside, and which node holds which cell, is
//! a [`Pattern`]: a small tree of labels. Records that look the same share one, so a list of a hundred records costs one
//! to three patterns, and the record of another page takes the pattern that it is most similar to: one with the optional
//! parts that it has.
//!
//! A node of another page is a record if it stands where the template has one, or is a copy of what stands there, and is
//! similar to a pattern. What stands among the records without being one has patterns too, so that it is told apart.
//!
//! A table whose wrapper gives it again is not mapped but [applied](wrapped), wherever what that finds is like it.
//!
//! # How well a table fits
//! A table is named once, and once more for each column that at least half of its rows have. It is missing, with its
//! columns, on a page without a row; a column is missing if no row has it.

mod apply;
mod choose;
mod learn;
mod pattern;
mod wrapped;

use crate::mapping::{Fit, Skeleton, SkeletonId};
use tamis_extract::ValueFormat;
use tamis_extract::records::{Column, Table, TableRole};
use tamis_page::NodeId;

pub(crate) use learn::TableNodes;
pub(crate) use pattern::{Pattern, RecordPosition};
pub(crate) use wrapped::{
    MAX_BYTES, MAX_COLUMNS, MAX_WRAPPERS, Misfit, NoWrapper, STANDS_FOR_CLASS_TEST, TableWrapper,
};

/// Tables in a skeleton.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TableMap {
    pub tables: Vec<StoredTable>,
}

/// A table of a template.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StoredTable {
    /// Its region.
    pub region: SkeletonId,
    pub role: TableRole,
    pub nodes_per_record: u32,
    pub weight: f64,
    pub confidence: f64,
    /// Whether cells hold texts that the page hides.
    pub reads_hidden: bool,
    pub columns: Vec<StoredColumn>,
    pub patterns: Vec<Pattern>,
    /// The nodes of the records and those that stand among them in document order, each with its pattern.
    pub parts: Vec<(SkeletonId, u32)>,
    /// What reads it on other pages, or why it is mapped on all.
    pub wrapper: Result<TableWrapper, NoWrapper>,
}

/// A column of a table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StoredColumn {
    pub name: String,
    pub format: ValueFormat,
    pub attribute: Option<&'static str>,
    /// Whether at least half of the rows have it.
    pub is_usual: bool,
}

/// What became of a table without mapping it.
pub(crate) type AppliedTable = Result<Table, Misfit>;

impl StoredTable {
    /// The table without rows, in a region of a page.
    fn at(&self, region: NodeId) -> Table {
        let column = |column: &StoredColumn| {
            Column::new(column.name.clone(), column.format.clone(), column.attribute.map(Into::into))
        };
        let mut table = Table::new(region, self.columns.iter().map(column).collect());
        table.role = self.role;
        table.nodes_per_record = self.nodes_per_record as usize;
        table.weight = self.weight;
        table.confidence = self.confidence;
        table
    }

    /// How well the tables of another page that stand for this one fit.
    fn fit(&self, found: &[Table]) -> Fit {
        let has_rows = found.iter().any(|table| !table.rows.is_empty());
        let mut fit = Fit { n_named: 1, n_missing: usize::from(!has_rows) };
        for (place, _) in self.columns.iter().enumerate().filter(|(_, column)| column.is_usual) {
            let has_value = found.iter().flat_map(|table| &table.rows).any(|row| row.cells[place].is_some());
            fit = fit.and(Fit { n_named: 1, n_missing: usize::from(!has_value) });
        }
        fit
    }
}

/// Where the skeleton has something of a table.
struct TableIndex {
    /// By node of the skeleton: the tables whose region it is.
    regions: Vec<Vec<u32>>,
    /// By node of the skeleton: the tables whose part it is, with the pattern.
    parts: Vec<Vec<(u32, u32)>>,
}

impl TableIndex {
    fn of(map: &TableMap, skeleton: &Skeleton) -> TableIndex {
        let mut places =
            TableIndex { regions: vec![Vec::new(); skeleton.len()], parts: vec![Vec::new(); skeleton.len()] };
        for (number, table) in map.tables.iter().enumerate() {
            places.regions[table.region.index()].push(number as u32);
            for &(node, pattern) in &table.parts {
                places.parts[node.index()].push((number as u32, pattern));
            }
        }
        places
    }
}

/// Text nodes and the nodes of attributes of one record, by column.
type CellNodes = Vec<Vec<NodeId>>;

#[cfg(test)]
mod tests;
