//! From data regions to records: whether a generalized node is one record, holds several, or shares them with its
//! neighbours.

use super::compare::Comparer;
use super::regions::{Region, find_regions, regions_among};
use crate::view::tag_tree::Label;
use std::collections::{BTreeMap, HashSet};
use tamis_page::names;

/// The records of one region.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RecordSet {
    pub(crate) region: Region,
    /// The tree nodes of each record, in document order of their first.
    pub(crate) records: Vec<Vec<u32>>,
    pub(crate) division: Division,
    /// How many records were found outside the region's own nodes.
    pub(crate) n_orphans: usize,
    /// How many records stand apart under the same parent.
    pub(crate) n_gathered: usize,
    /// Nodes of the region that are no records.
    pub(crate) rejected: Vec<u32>,
}

/// What the generalized nodes of a region turned out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Division {
    /// Each is a record.
    Whole,
    /// Each is a row of records: its children.
    RowsOfRecords,
    /// Each is a block of rows, and a record has one cell of every row.
    Interleaved,
    /// Each is several records of this many nodes.
    Shorter(usize),
}

impl RecordSet {
    fn new(region: Region, records: Vec<Vec<u32>>, division: Division) -> RecordSet {
        RecordSet { region, records, division, n_orphans: 0, n_gathered: 0, rejected: Vec::new() }
    }

    /// One record a generalized node.
    fn whole(region: Region) -> RecordSet {
        let records = region.nodes.chunks(region.n_combined).map(<[u32]>::to_vec).collect();
        RecordSet::new(region, records, Division::Whole)
    }
}

/// The rules of the paper (section 3.3).
pub(crate) fn by_children(comparer: &mut Comparer<'_>, region: Region) -> RecordSet {
    let found = match region.n_combined {
        1 => rows_of_records(comparer, &region).map(|records| (records, Division::RowsOfRecords)),
        _ => interleaved_records(comparer, &region).map(|records| (records, Division::Interleaved)),
    };
    match found {
        Some((records, division)) => RecordSet::new(region, records, division),
        None => RecordSet::whole(region),
    }
}

/// The children of all nodes, if those of each node are similar and are more than fields.
fn rows_of_records(comparer: &mut Comparer<'_>, region: &Region) -> Option<Vec<Vec<u32>>> {
    let mut records = Vec::new();
    for &row in &region.nodes {
        // The cells of a table row are similar too, but they are the fields of one record.
        if comparer.tree.label(row as usize) == Label::of(names::TR) {
            return None;
        }
        let children: Vec<u32> = comparer.children(row);
        if children.iter().any(|&child| !is_compound(comparer, child)) || !comparer.are_similar(&children) {
            return None;
        }
        records.extend(children.into_iter().map(|child| vec![child]));
    }
    Some(records)
}

/// For each generalized node the i-th children of its components together, if all components have equally many
/// children and those of each component are similar.
fn interleaved_records(comparer: &mut Comparer<'_>, region: &Region) -> Option<Vec<Vec<u32>>> {
    let mut records = Vec::new();
    for group in region.nodes.chunks(region.n_combined) {
        let rows: Vec<Vec<u32>> = group.iter().map(|&row| comparer.children(row)).collect();
        let n_records = rows[0].len();
        if rows.iter().any(|row| row.len() != n_records || !comparer.are_similar(row)) {
            return None;
        }
        if !rows.iter().flatten().any(|&cell| comparer.tree.size(cell as usize) > 1) {
            return None;
        }
        records.extend((0..n_records).map(|i| rows.iter().map(|row| row[i]).collect::<Vec<u32>>()));
    }
    Some(records)
}

/// Whether the node could be a record by itself: it has at least two leaves.
fn is_compound(comparer: &Comparer<'_>, node: u32) -> bool {
    let tree = comparer.tree;
    let inside = node as usize..tree.end(node as usize);
    inside.filter(|&inner| tree.size(inner) == 1).nth(1).is_some()
}

/// The share of shorter generalized nodes that must be like the typical one for a region to be cut into them. It must
/// be above one half: of two kinds that alternate, each has one half. 0.6 was the best of 0.4 to 0.8 on 361 result
/// pages.
const MIN_TYPICAL: f64 = 0.6;

/// How many of the most frequent shapes are tried as the typical one.
const MAX_TYPICAL: usize = 8;

/// Divides a region as [`by_children`] does, but cuts generalized nodes of several children into the shortest ones, of equally
/// many children each, of which most are similar: the longest region is often one that pairs up records which differ a little from
/// their neighbours.
pub(crate) fn by_shortest(comparer: &mut Comparer<'_>, region: Region) -> RecordSet {
    let set = by_children(comparer, region);
    if set.division != Division::Whole {
        return set;
    }
    let region = &set.region;
    // Three or more equal ones are no accident: that is how often the page repeats.
    let repeats_exactly =
        region.similarities.len() > 1 && region.similarities.iter().all(|&similarity| similarity >= 1.0);
    if repeats_exactly {
        return set;
    }
    for n_nodes in (1..region.n_combined).filter(|n_nodes| region.n_combined.is_multiple_of(*n_nodes)) {
        let groups: Vec<&[u32]> = region.nodes.chunks(n_nodes).collect();
        let Some(typical) = typical_group(comparer, &groups) else { continue };
        let (records, rejected): (Vec<&[u32]>, Vec<&[u32]>) =
            groups.iter().partition(|group| comparer.same_labels(typical, group));
        let records = records.into_iter().map(<[u32]>::to_vec).collect();
        let rejected = rejected.concat();
        return RecordSet { rejected, ..RecordSet::new(set.region, records, Division::Shorter(n_nodes)) };
    }
    set
}

/// A group that most of the groups are like.
fn typical_group<'g>(comparer: &mut Comparer<'_>, groups: &[&'g [u32]]) -> Option<&'g [u32]> {
    let (n_similar, typical) = most_typical(comparer, groups)?;
    (n_similar as f64 > MIN_TYPICAL * groups.len() as f64).then_some(typical)
}

/// The group that the largest number of groups are like, and that number; tried are the most frequent shapes.
pub(crate) fn most_typical<'g>(comparer: &mut Comparer<'_>, groups: &[&'g [u32]]) -> Option<(usize, &'g [u32])> {
    let mut n_of_shape: BTreeMap<Vec<u32>, (usize, usize)> = BTreeMap::new();
    for (position, group) in groups.iter().enumerate() {
        let shapes = group.iter().map(|&node| comparer.tree.shape(node as usize)).collect();
        n_of_shape.entry(shapes).or_insert((0, position)).0 += 1;
    }
    let mut candidates: Vec<(usize, usize)> = n_of_shape.into_values().collect();
    candidates.sort_unstable_by_key(|&(n_groups, first)| (std::cmp::Reverse(n_groups), first));
    let mut best: Option<(usize, &[u32])> = None;
    for &(_, position) in candidates.iter().take(MAX_TYPICAL) {
        let candidate = groups[position];
        let n_similar = groups.iter().filter(|group| comparer.similarity(candidate, group).is_some()).count();
        if best.is_none_or(|(n_best, _)| n_similar > n_best) {
            best = Some((n_similar, candidate));
        }
    }
    best
}

/// The interpretation behind the record counts of the tag path sequence paper: single nodes are records as they are, and
/// longer generalized nodes are cut to the size of the only region that the first of them to have one has inside.
pub(crate) fn by_inner_region(comparer: &mut Comparer<'_>, max_combined: usize, region: Region) -> RecordSet {
    let mut n_nodes = region.n_combined;
    let mut seen: HashSet<Vec<u32>> = HashSet::new();
    for group in region.nodes.chunks(region.n_combined).filter(|group| group.len() > 1) {
        let shapes = group.iter().map(|&node| comparer.tree.shape(node as usize)).collect();
        if !seen.insert(shapes) {
            continue;
        }
        if let Some(shorter) = only_region_inside(comparer, max_combined, group).filter(|&n| n < n_nodes) {
            n_nodes = shorter;
            break;
        }
    }
    let is_bare = n_nodes == 1 && comparer.tree.size(region.nodes[0] as usize) == 1;
    let n_records = if is_bare { 0 } else { usize::MAX };
    let records = region.nodes.chunks(n_nodes).take(n_records).map(<[u32]>::to_vec).collect();
    let division = if n_nodes < region.n_combined { Division::Shorter(n_nodes) } else { Division::Whole };
    RecordSet::new(region, records, division)
}

/// The size of generalized nodes in the only region among these siblings and below them.
fn only_region_inside(comparer: &mut Comparer<'_>, max_combined: usize, siblings: &[u32]) -> Option<usize> {
    let among = regions_among(comparer, max_combined, siblings);
    let mut uncovered = Vec::new();
    let mut next = 0;
    for range in &among {
        uncovered.extend(&siblings[next..range.first]);
        next = range.first + range.n_covered;
    }
    uncovered.extend(&siblings[next..]);
    let below = find_regions(comparer, max_combined, &uncovered);
    match (among.as_slice(), below.as_slice()) {
        ([only], []) => Some(only.n_combined),
        ([], [only]) => Some(only.n_combined),
        _ => None,
    }
}
