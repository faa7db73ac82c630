//! Phase 8: rows of records are no records.
//!
//! Where records stand in a grid, the rows of the grid are as large as the records in them and come first. A candidate
//! that holds a grid of alike nodes, at least about two a node, is such rows.

use super::ranking::Ranked;
use tamis_page::{Document, NodeId};

/// How many of the best candidates are compared with each other; the rest stay as they are.
const MAX_COMPARED: usize = 256;

/// Removes the candidates that are rows of another.
pub(super) fn remove(document: &Document, ranked: &mut Vec<Ranked>) {
    let n_compared = ranked.len().min(MAX_COMPARED);
    let mut removed = vec![false; ranked.len()];
    for one in 0..n_compared {
        for other in one + 1..n_compared {
            if removed[one] {
                break;
            }
            if removed[other] {
                continue;
            }
            let has_fewer = ranked[one].nodes.len() <= ranked[other].nodes.len();
            let (outer, inner) = if has_fewer { (one, other) } else { (other, one) };
            removed[outer] = are_rows(document, &ranked[outer], &ranked[inner]);
        }
    }
    let mut removed = removed.into_iter();
    ranked.retain(|_| !removed.next().unwrap_or(false));
}

fn are_rows(document: &Document, outer: &Ranked, inner: &Ranked) -> bool {
    inner.geometry.is_grid()
        && !outer.geometry.is_grid()
        && inner.is_alike
        && 2 * (outer.nodes.len() - 1) <= inner.nodes.len()
        && covers(document, &outer.nodes, &inner.nodes)
}

/// Whether each of the inner nodes is in an outer node and each outer node has an inner one. Both are in document order,
/// and no outer node is in another.
pub(super) fn covers(document: &Document, outer: &[NodeId], inner: &[NodeId]) -> bool {
    let mut rest = inner;
    for &node in outer {
        let n_inside = rest.iter().take_while(|&&inner| node < inner && inner < document.subtree_end(node)).count();
        if n_inside == 0 {
            return false;
        }
        rest = &rest[n_inside..];
    }
    rest.is_empty()
}
