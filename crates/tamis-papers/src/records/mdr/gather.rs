//! Records outside of their region: of one kind under one parent with something else between them, and in the last row of a
//! grid, which is too short to be like the other rows.

use super::compare::Comparer;
use super::split::{Division, RecordSet, most_typical};

/// How many kinds of records one parent may have; further regions stay as they are.
const MAX_KINDS: usize = 8;

/// Gathers the records of all sets, which come parent by parent.
pub(crate) fn gather(comparer: &mut Comparer<'_>, sets: Vec<RecordSet>, taken: &mut [bool]) -> Vec<RecordSet> {
    let mut gathered: Vec<RecordSet> = Vec::new();
    let mut adopted: Vec<u32> = Vec::new();
    let mut pending = sets.into_iter().peekable();
    while let Some(first) = pending.next() {
        let parent = first.region.parent;
        let mut siblings = vec![first];
        while let Some(set) = pending.next_if(|set| set.region.parent == parent) {
            siblings.push(set);
        }
        for _ in 0..MAX_KINDS {
            let Some(largest) = largest_set(&siblings) else { break };
            let mut set = siblings.swap_remove(largest);
            if let Some(typical) = typical_record(comparer, &set) {
                let (like, unlike): (Vec<_>, Vec<_>) =
                    siblings.into_iter().partition(|other| is_like(comparer, &typical, other));
                siblings = unlike;
                for other in like {
                    set.n_gathered += other.records.len();
                    set.records.extend(other.records);
                    set.rejected.extend(other.rejected);
                }
                for record in lone_records(comparer, &typical, parent, taken) {
                    adopted.extend(&record);
                    set.n_gathered += 1;
                    set.records.push(record);
                }
                set.records.sort_unstable();
            }
            gathered.push(set);
        }
        gathered.append(&mut siblings);
    }
    // What was found inside a node that is a record now is part of that record.
    adopted.sort_unstable();
    gathered.retain(|set| {
        let parent = set.region.parent;
        let before = adopted.partition_point(|&node| node <= parent);
        before == 0 || comparer.tree.end(adopted[before - 1] as usize) <= parent as usize
    });
    gathered.sort_by_key(|set| set.region.nodes.first().copied());
    gathered
}

/// The set with most records, the first of several.
fn largest_set(sets: &[RecordSet]) -> Option<usize> {
    let key = |&index: &usize| (sets[index].records.len(), std::cmp::Reverse(sets[index].region.nodes[0]));
    (0..sets.len()).max_by_key(key)
}

/// The record that most of the set's are like; `None` if its records are not runs of siblings.
fn typical_record(comparer: &mut Comparer<'_>, set: &RecordSet) -> Option<Vec<u32>> {
    if !matches!(set.division, Division::Whole | Division::Shorter(_)) {
        return None;
    }
    let groups: Vec<&[u32]> = set.records.iter().map(Vec::as_slice).collect();
    most_typical(comparer, &groups).map(|(_, typical)| typical.to_vec())
}

fn is_like(comparer: &mut Comparer<'_>, typical: &[u32], set: &RecordSet) -> bool {
    typical_record(comparer, set)
        .is_some_and(|other| other.len() == typical.len() && comparer.similarity(typical, &other).is_some())
}

/// Runs of children outside of regions that are like the typical record; they are taken then.
fn lone_records(comparer: &mut Comparer<'_>, typical: &[u32], parent: u32, taken: &mut [bool]) -> Vec<Vec<u32>> {
    let children = comparer.children(parent);
    let mut records = Vec::new();
    let mut position = 0;
    while let Some(run) = children.get(position..position + typical.len()) {
        let is_free = run.iter().all(|&node| !taken[node as usize]);
        if is_free && comparer.similarity(typical, run).is_some() {
            for &node in run {
                taken[node as usize] = true;
            }
            records.push(run.to_vec());
            position += typical.len();
        } else {
            position += 1;
        }
    }
    records
}

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
