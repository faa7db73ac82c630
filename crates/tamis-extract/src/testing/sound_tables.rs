//! What holds for the tables of every method.

use crate::records::Table;
use std::collections::HashSet;
use tamis_page::{Document, NodeId};

/// Asserts what holds for the tables of any method on any page: records in page order that share no node, a cell for each
/// column, bounded columns, shares that are shares.
#[track_caller]
pub fn assert_sound(document: &Document, tables: &[Table]) {
    let is_share = |share: f64| (0.0..=1.0 + 1e-9).contains(&share);
    for table in tables {
        assert!(table.region.index() < document.len());
        assert!(table.columns.len() <= 256, "{} columns", table.columns.len());
        assert!(is_share(table.confidence) && table.weight.is_finite());
        assert!(table.columns.iter().all(|column| is_share(column.fill)));
        let mut seen: HashSet<NodeId> = HashSet::new();
        let mut before = NodeId::ROOT;
        for row in &table.rows {
            let first = *row.nodes.first().expect("a record has a node");
            assert!(first > before, "records come in page order");
            before = first;
            assert_eq!(row.cells.len(), table.columns.len());
            assert!(is_share(row.similarity), "{}", row.similarity);
            for &node in &row.nodes {
                assert!(node.index() < document.len() && document.contains(table.region, node));
                assert!(seen.insert(node), "a node is in one record only");
            }
            let cell_nodes = row.cells.iter().flatten().flat_map(|cell| &cell.nodes);
            for &node in cell_nodes {
                assert!(row.nodes.iter().any(|&outer| document.contains(outer, node)), "a cell is in its record");
            }
        }
    }
}
