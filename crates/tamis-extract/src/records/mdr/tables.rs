//! Record sets as tables.

use super::split::{Reading, RecordSet};
use super::{Comparison, MdrOptions, Mined};
use crate::measure::sentences::Sentences;
use crate::measure::tag_tree::{TagTree, Texts};
use crate::records::grid::{self, Grid};
use crate::records::table::{Rejected, Row, Table};
use tamis_page::document::Mask;
use tamis_page::{Document, NodeId, NodeKind};

/// Writes the record sets as tables, the one with most text first; sets without any item are left out.
pub(super) fn write(
    document: &Document,
    mask: Option<&Mask>,
    sentences: &Sentences,
    tree: &TagTree,
    mined: &Mined,
    options: &MdrOptions,
) -> Vec<Table> {
    let mut tables: Vec<Table> = mined
        .sets
        .iter()
        .filter_map(|set| {
            let records = page_records(document, mask, tree, set);
            let record_tree = TagTree::of_records(document, mask, Texts::Joined(sentences), &records);
            let grid = grid::by_place(document, &record_tree);
            let mut table = table(document, tree, set, records, &record_tree, grid)?;
            table.reasons = reasons(document, tree, set, options.comparison);
            Some(table)
        })
        .collect();
    finish(&mut tables, mined.ran_out);
    tables
}

/// One table; `None` if there is nothing to read in the records.
pub(crate) fn table(
    document: &Document,
    tree: &TagTree,
    set: &RecordSet,
    records: Vec<Vec<NodeId>>,
    record_tree: &TagTree,
    grid: Grid,
) -> Option<Table> {
    if grid.columns.is_empty() || records.len() < 2 {
        return None;
    }
    let similarities = row_similarities(set, records.len());
    let nodes_per_record = set.records.first().map_or(1, Vec::len);
    let (columns, rows) = grid.into_columns_and_rows(document, record_tree, records, &similarities);
    let weight = weight(&rows);
    Some(Table {
        region: tree.page_node(set.region.parent as usize),
        nodes_per_record,
        columns,
        rows,
        weight,
        confidence: mean(&set.region.similarities),
        reasons: Vec::new(),
        rejected: set
            .rejected
            .iter()
            .map(|&node| Rejected {
                node: tree.page_node(node as usize),
                reason: "stands among the records but has other tags than they have".into(),
            })
            .collect(),
        warnings: Vec::new(),
    })
}

/// How much of the page a table holds. Both factors level off: neither two long paragraphs nor three hundred labels of
/// a filter outweigh ten results of some length. The two halfway points are round figures from a plateau: on 361 result
/// pages the share of pages whose main table came first changed by less than a point for 10 to 20 rows and 50 to 200
/// characters.
fn weight(rows: &[Row]) -> f64 {
    const HALFWAY_ROWS: f64 = 20.0;
    const HALFWAY_CHARS: f64 = 100.0;
    let n_chars: usize = rows.iter().map(|row| row.text.chars().count()).sum();
    let (n_rows, chars_a_row) = (rows.len() as f64, n_chars as f64 / rows.len() as f64);
    n_rows / (n_rows + HALFWAY_ROWS) * chars_a_row / (chars_a_row + HALFWAY_CHARS)
}

/// Sorts tables by weight and notes what was cut short.
pub(crate) fn finish(tables: &mut [Table], ran_out: bool) {
    tables.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    if ran_out {
        for table in tables {
            table.warnings.push("the page is too large to compare all of its nodes".to_string());
        }
    }
}

/// The page nodes of each record. Where the tree has no text, a record has the text between its nodes and the text
/// that follows it up to the next element.
pub(crate) fn page_records(
    document: &Document,
    mask: Option<&Mask>,
    tree: &TagTree,
    set: &RecordSet,
) -> Vec<Vec<NodeId>> {
    let is_contiguous = set.reading != Reading::Interleaved;
    let keeps = |node: NodeId| mask.is_none_or(|mask| mask.keeps(node)) && !document.is_blank_text(node);
    let mut records = Vec::with_capacity(set.records.len());
    for record in &set.records {
        let own = record.iter().flat_map(|&node| tree.page_nodes(document, node as usize));
        let (Some(&first), Some(&last), true) = (record.first(), record.last(), is_contiguous) else {
            records.push(own.collect());
            continue;
        };
        let (first, end) = (tree.page_node(first as usize), tree.page_end(last as usize));
        let siblings = std::iter::successors(Some(first), |&node| document.next_sibling(node));
        let nodes = siblings
            .take_while(|&node| node < end || !(tree.has_texts() || document.is_element(node)))
            .filter(|&node| matches!(document.kind(node), NodeKind::Element | NodeKind::Text) && keeps(node));
        records.push(nodes.collect());
    }
    records
}

fn row_similarities(set: &RecordSet, n_rows: usize) -> Vec<f64> {
    let similarities = &set.region.similarities;
    if set.reading != Reading::Whole || n_rows != similarities.len() + 1 {
        return vec![mean(similarities); n_rows];
    }
    (0..n_rows).map(|row| mean(&similarities[row.saturating_sub(1)..(row + 1).min(similarities.len())])).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Why the nodes of a region are records.
pub(crate) fn reasons(document: &Document, tree: &TagTree, set: &RecordSet, comparison: Comparison) -> Vec<String> {
    let region = &set.region;
    let tag = |node: u32| match document.tag_name(tree.page_node(node as usize)) {
        "" => "text".to_string(),
        tag => format!("<{tag}>"),
    };
    let least = region.similarities.iter().copied().fold(1.0, f64::min);
    let (measure, asked) = match comparison {
        Comparison::TagStrings { max_distance } => ("tag strings", 1.0 - max_distance),
        Comparison::TreeMatching { min_similarity } => ("tree matching", min_similarity),
    };
    let group: Vec<String> = region.nodes.iter().take(region.n_combined).map(|&node| tag(node)).collect();
    let mut reasons = vec![format!(
        "{} neighbouring groups of {} in {} are alike: similarity by {measure} {:.2} on average, {least:.2} at least \
         ({asked:.2} asked for)",
        region.nodes.len() / region.n_combined,
        group.join(" "),
        tag(region.parent),
        mean(&region.similarities),
    )];
    match set.reading {
        Reading::Whole => {}
        Reading::RowsOfRecords => reasons.push("each is a row of alike children, which are the records".to_string()),
        Reading::Interleaved => {
            reasons
                .push("each is a block of rows with equally many alike cells; a record has a cell of each".to_string());
        }
        Reading::Shorter(n_nodes) => {
            reasons.push(format!("each has groups of {n_nodes} inside that are alike, which are the records"));
        }
    }
    if set.n_orphans > 0 {
        reasons.push(format!("{} records come from a neighbouring row", set.n_orphans));
    }
    if set.n_gathered > 0 {
        reasons.push(format!("{} records like them stand apart under the same parent", set.n_gathered));
    }
    reasons
}
