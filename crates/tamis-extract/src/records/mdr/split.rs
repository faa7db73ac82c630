//! From data regions to records: whether a generalized node is one record, holds several, or shares them with its
//! neighbours.

use super::compare::Comparer;
use super::regions::{Region, find_regions, regions_among};
use crate::measure::tag_tree::Label;
use std::collections::HashMap;
use tamis_page::names;

/// The records of one region.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RecordSet {
    pub(crate) region: Region,
    /// The tree nodes of each record, in document order of their first.
    pub(crate) records: Vec<Vec<u32>>,
    pub(crate) reading: Reading,
    /// How many records were found outside the region's own nodes.
    pub(crate) n_orphans: usize,
}

/// What the generalized nodes of a region turned out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// Each is a record.
    Whole,
    /// Each is a row of records: its children.
    RowsOfRecords,
    /// Each is a block of rows, and a record has one cell of every row.
    Interleaved,
    /// Each is several records of this many nodes.
    Shorter(usize),
}

/// The rule of the paper (sections 3.3 and 3.4).
pub(crate) fn by_children(comparer: &mut Comparer<'_>, region: Region) -> RecordSet {
    if region.n_combined == 1 {
        if let Some(records) = rows_of_records(comparer, &region) {
            return RecordSet { records, reading: Reading::RowsOfRecords, n_orphans: 0, region };
        }
    } else if let Some(records) = interleaved_records(comparer, &region) {
        return RecordSet { records, reading: Reading::Interleaved, n_orphans: 0, region };
    }
    let records = region.nodes.chunks(region.n_combined).map(<[u32]>::to_vec).collect();
    RecordSet { records, reading: Reading::Whole, n_orphans: 0, region }
}

/// The children of all nodes, if those of each node are alike and are more than fields.
fn rows_of_records(comparer: &mut Comparer<'_>, region: &Region) -> Option<Vec<Vec<u32>>> {
    let mut records = Vec::new();
    for &row in &region.nodes {
        // The cells of a table row are alike too, but they are the fields of one record.
        if comparer.tree.label(row as usize) == Label::of(names::TR) {
            return None;
        }
        let children: Vec<u32> = children(comparer, row);
        if children.iter().any(|&child| !is_compound(comparer, child)) || !comparer.are_alike(&children) {
            return None;
        }
        records.extend(children.into_iter().map(|child| vec![child]));
    }
    Some(records)
}

/// For each generalized node the i-th children of its components together, if all components have equally many
/// children and those of each component are alike.
fn interleaved_records(comparer: &mut Comparer<'_>, region: &Region) -> Option<Vec<Vec<u32>>> {
    let mut records = Vec::new();
    for group in region.nodes.chunks(region.n_combined) {
        let rows: Vec<Vec<u32>> = group.iter().map(|&row| children(comparer, row)).collect();
        let n_records = rows[0].len();
        if rows.iter().any(|row| row.len() != n_records || !comparer.are_alike(row)) {
            return None;
        }
        if !(0..n_records).any(|i| rows.iter().any(|row| comparer.tree.size(row[i] as usize) > 1)) {
            return None;
        }
        records.extend((0..n_records).map(|i| rows.iter().map(|row| row[i]).collect::<Vec<u32>>()));
    }
    Some(records)
}

fn children(comparer: &Comparer<'_>, node: u32) -> Vec<u32> {
    comparer.tree.children(node as usize).map(|child| child as u32).collect()
}

/// Whether the node could be a record by itself: it has at least two leaves.
fn is_compound(comparer: &Comparer<'_>, node: u32) -> bool {
    let tree = comparer.tree;
    let inside = node as usize..tree.end(node as usize);
    inside.filter(|&inner| tree.size(inner) == 1).nth(1).is_some()
}

/// The reading behind the record counts of the tag path sequence paper: single nodes are records as they are, and
/// longer generalized nodes are cut to the size of the only region that the first of them to have one has inside.
pub(crate) fn by_period(comparer: &mut Comparer<'_>, max_combined: usize, region: Region) -> RecordSet {
    let mut n_combined = region.n_combined;
    if n_combined > 1 {
        let mut seen: HashMap<Vec<u32>, ()> = HashMap::new();
        for group in region.nodes.chunks(region.n_combined) {
            let shapes = group.iter().map(|&node| comparer.tree.shape(node as usize)).collect();
            if seen.insert(shapes, ()).is_some() {
                continue;
            }
            if let Some(shorter) = only_region_inside(comparer, max_combined, group).filter(|&n| n < n_combined) {
                n_combined = shorter;
                break;
            }
        }
    }
    let is_bare = n_combined == 1 && comparer.tree.size(region.nodes[0] as usize) == 1;
    let records: Vec<Vec<u32>> = match is_bare {
        true => Vec::new(),
        false => region.nodes.chunks(n_combined).map(<[u32]>::to_vec).collect(),
    };
    let reading = if n_combined < region.n_combined { Reading::Shorter(n_combined) } else { Reading::Whole };
    RecordSet { records, reading, n_orphans: 0, region }
}

/// The size of generalized nodes in the only region among these siblings and below them.
fn only_region_inside(comparer: &mut Comparer<'_>, max_combined: usize, siblings: &[u32]) -> Option<usize> {
    let among = regions_among(comparer, max_combined, siblings);
    let mut uncovered = Vec::new();
    let mut next = 0;
    for stretch in &among {
        uncovered.extend(&siblings[next..stretch.first]);
        next = stretch.first + stretch.n_covered;
    }
    uncovered.extend(&siblings[next..]);
    let below = find_regions(comparer, max_combined, &uncovered);
    match (among.as_slice(), below.as_slice()) {
        ([only], []) => Some(only.n_combined),
        ([], [only]) => Some(only.n_combined),
        _ => None,
    }
}
