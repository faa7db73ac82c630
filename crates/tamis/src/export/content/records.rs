//! The records of a page as blocks of its content.

use std::collections::{BTreeMap, BTreeSet};
use tamis_extract::records::Table;
use tamis_page::{Document, NodeId};

/// Where the records of a page's main table are.
#[derive(Default)]
pub(super) struct Records {
    /// The first node of each record, and where its last one ends.
    pub(super) ends: BTreeMap<NodeId, NodeId>,
    nodes: Vec<NodeId>,
    /// Lists and tables whose items and rows are records: blocks of their own need no list.
    pub(super) around: BTreeSet<NodeId>,
}

impl Records {
    pub(super) fn of(document: &Document, tables: &[Table]) -> Records {
        let mut records = Records::default();
        let Some(table) = tables.first() else { return records };
        for row in &table.rows {
            let (Some(&first), Some(&last)) = (row.nodes.first(), row.nodes.last()) else { continue };
            let is_run = last >= first && document.parent(first) == document.parent(last);
            records.ends.insert(first, document.subtree_end(if is_run { last } else { first }));
            records.nodes.extend_from_slice(&row.nodes);
            // Of a row of a table, its body and the table.
            records.around.extend(document.ancestors(first).take(2));
        }
        records
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes.iter().copied()
    }
}
