//! The nodes of ranked XPaths as tables.

use super::{RankedXPath, XPathRankTrace, siblings};
use super::{Records, XPathRankOptions};
use crate::records::grid;
use tamis_extract::RenderedView;
use tamis_extract::records::{Table, read_records};
use tamis_page::NodeId;

/// The tables of the best XPaths that do not share nodes with a better one.
pub(super) fn write(view: &RenderedView<'_>, search: &XPathRankTrace, options: &XPathRankOptions) -> Vec<Table> {
    let document = view.document();
    let best_is_similar = search.ranked.first().is_some_and(|best| best.is_similar);
    let total_area = search.ranked.iter().map(|ranked| ranked.area).fold(f64::MIN_POSITIVE, f64::max);
    let mut taken: Vec<(NodeId, NodeId)> = Vec::new();
    let mut tables = Vec::new();
    // Where the best nodes are similar, those that are not are no records.
    for ranked in search.ranked.iter().filter(|ranked| ranked.is_similar || !best_is_similar) {
        if tables.len() >= options.max_tables {
            break;
        }
        let ends = |&node: &NodeId| (node, document.subtree_end(node));
        let (Some(first), Some(last)) = (ranked.nodes.first().map(ends), ranked.nodes.last().map(ends)) else {
            continue;
        };
        // The range of the page that the records are on, with all that is between them.
        let range = (first.0, last.1);
        if taken.iter().any(|&(start, end)| range.0 < end && start < range.1) {
            continue;
        }
        if let Some(mut table) = table(view, ranked, options) {
            // Nodes that are not similar can be larger than better ones.
            let least = tables.last().map_or(1.0, |before: &Table| before.weight);
            table.weight = (ranked.area / total_area).min(least);
            table.warnings.clone_from(&search.warnings);
            taken.push(range);
            tables.push(table);
        }
    }
    grid::name_main(&mut tables);
    tables
}

fn table(view: &RenderedView<'_>, ranked: &RankedXPath, options: &XPathRankOptions) -> Option<Table> {
    let document = view.document();
    let records = match options.records {
        Records::Nodes => ranked.nodes.iter().map(|&node| vec![node]).collect(),
        Records::Siblings => siblings::join(document, &ranked.nodes),
    };
    let nodes_per_record = records.first().map_or(1, Vec::len);
    let (columns, rows) = read_records(view, view.visibility().room(), records, &ranked.similarities);
    if columns.is_empty() {
        return None;
    }
    let (first, last) = (*ranked.nodes.first()?, *ranked.nodes.last()?);
    let mut table = Table::new(document.common_ancestor(first, last), columns);
    table.nodes_per_record = nodes_per_record;
    table.rows = rows;
    table.confidence = ranked.mean_similarity.clamp(0.0, 1.0);
    table.reasons = ranked.reasons();
    Some(table)
}
