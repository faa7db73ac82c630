//! Records that stand outside the region: the last row of a grid, too short to be like the others.

use super::compare::Comparer;
use super::split::{Division, RecordSet};

/// Adds the children of the region's neighbours that are like its records. `taken` says which tree nodes belong to a
/// region already.
pub(crate) fn adopt(comparer: &mut Comparer<'_>, set: &mut RecordSet, taken: &[bool]) {
    let found: Vec<Vec<Vec<u32>>> = match set.division {
        Division::RowsOfRecords => {
            let neighbours = [set.region.previous, siblings_after(comparer, set).next()];
            neighbours.into_iter().flatten().filter_map(|row| row_of_orphans(comparer, set, row, taken)).collect()
        }
        Division::Interleaved => block_of_orphans(comparer, set, taken).into_iter().collect(),
        Division::Whole | Division::Shorter(_) => return,
    };
    for orphans in found {
        set.n_orphans += orphans.len();
        set.records.extend(orphans);
    }
    set.records.sort_unstable();
}

/// The siblings that follow the region.
fn siblings_after<'t>(comparer: &Comparer<'t>, set: &RecordSet) -> impl Iterator<Item = u32> + 't {
    let tree = comparer.tree;
    let parent_end = tree.end(set.region.parent as usize);
    let after =
        move |node: u32| Some(tree.end(node as usize)).filter(|&next| next < parent_end).map(|next| next as u32);
    std::iter::successors(set.region.nodes.last().and_then(|&last| after(last)), move |&node| after(node))
}

/// The children of one sibling, if all of them are like a record of the set.
fn row_of_orphans(comparer: &mut Comparer<'_>, set: &RecordSet, row: u32, taken: &[bool]) -> Option<Vec<Vec<u32>>> {
    if taken[row as usize] {
        return None;
    }
    let model = set.records.first()?.clone();
    let children: Vec<u32> = comparer.tree.children(row as usize).map(|child| child as u32).collect();
    let all_similar = children.iter().all(|&child| comparer.similarity(&model, &[child]).is_some());
    (!children.is_empty() && all_similar).then(|| children.into_iter().map(|child| vec![child]).collect())
}

/// The i-th children of the next rows together, if each is like the same part of a record of the set.
fn block_of_orphans(comparer: &mut Comparer<'_>, set: &RecordSet, taken: &[bool]) -> Option<Vec<Vec<u32>>> {
    let model = set.records.first()?.clone();
    let following: Vec<u32> = siblings_after(comparer, set).take(model.len()).collect();
    let rows: Vec<Vec<u32>> =
        following.iter().map(|&row| comparer.tree.children(row as usize).map(|child| child as u32).collect()).collect();
    let n_records = rows.first()?.len();
    if n_records == 0 || following.len() < model.len() || following.iter().any(|&row| taken[row as usize]) {
        return None;
    }
    for (row, &part) in rows.iter().zip(&model) {
        if row.len() != n_records || row.iter().any(|&cell| comparer.similarity(&[part], &[cell]).is_none()) {
            return None;
        }
    }
    Some((0..n_records).map(|i| rows.iter().map(|row| row[i]).collect()).collect())
}
