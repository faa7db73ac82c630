//! Phase 7: the best candidate first. Phase 8: rows of records are no records.
//!
//! Where records stand in a grid, the rows of the grid are as large as the records in them and come first. A candidate
//! that holds a grid of similar nodes, at least about two a node, is such rows.

use super::features::{Comparer, Geometry, Similarity};
use super::{Order, RowTest, XPathRankOptions};
use tamis_page::{Document, NodeId};

/// A candidate with all that is known of it.
pub(super) struct Ranked {
    pub(super) xpath: String,
    pub(super) nodes: Vec<NodeId>,
    pub(super) geometry: Geometry,
    /// That of each node.
    pub(super) similarities: Vec<f64>,
    pub(super) similarity: Similarity,
    /// Whether the nodes are similar enough to be records.
    pub(super) is_similar: bool,
}

/// Whether nodes are similar enough to be records.
pub(super) fn is_similar(similarity: Similarity, options: &XPathRankOptions) -> bool {
    similarity.least > options.min_similarity && similarity.mean > options.min_mean_similarity
}

/// How much less the area of nodes counts that are nearly similar, and how similar these are on average at least.
const DISCOUNT: f64 = 0.25;
const NEARLY_SIMILAR: f64 = 0.55;

/// Sorts candidates: those whose nodes are similar, then the largest, then the one that is said in the fewest words, then
/// the first on the page.
pub(super) fn sort(ranked: &mut [Ranked], order: Order) {
    let key = |one: &Ranked| match order {
        Order::SimilarFirst => (one.is_similar, one.geometry.area),
        Order::Discounted if one.is_similar => (true, one.geometry.area),
        Order::Discounted => (one.similarity.mean > NEARLY_SIMILAR, DISCOUNT * one.geometry.area),
    };
    let compare = |one: &Ranked, other: &Ranked| {
        let ((one_similar, one_area), (other_similar, other_area)) = (key(one), key(other));
        let by_length = one.xpath.chars().count().cmp(&other.xpath.chars().count());
        other_similar
            .cmp(&one_similar)
            .then(other_area.total_cmp(&one_area))
            .then(by_length)
            .then_with(|| one.nodes.cmp(&other.nodes))
    };
    ranked.sort_by(compare);
}

/// How many of the best candidates are compared with each other; the rest stay as they are.
const MAX_COMPARED: usize = 256;
/// The most nodes that are looked at to see which are inside which.
const MAX_NODES: usize = 10_000_000;

/// Removes the candidates that are rows of another, or the other if it is the cells of the rows.
pub(super) fn remove_rows(document: &Document, comparer: &mut Comparer<'_>, ranked: &mut Vec<Ranked>, test: RowTest) {
    let n_compared = ranked.len().min(MAX_COMPARED);
    let mut removed = vec![false; ranked.len()];
    let mut n_nodes_left = MAX_NODES;
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
            if !look_like_rows(&ranked[outer], &ranked[inner], test) {
                continue;
            }
            let n_nodes = ranked[outer].nodes.len() + ranked[inner].nodes.len();
            n_nodes_left = n_nodes_left.saturating_sub(n_nodes);
            if n_nodes_left > 0 && covers(document, &ranked[outer].nodes, &ranked[inner].nodes) {
                let are_cells =
                    test == RowTest::Filled && are_cells(comparer, &ranked[outer].nodes, &ranked[inner].nodes);
                removed[if are_cells { inner } else { outer }] = true;
            }
        }
    }
    let mut removed = removed.into_iter();
    ranked.retain(|_| !removed.next().unwrap_or(false));
}

fn look_like_rows(outer: &Ranked, inner: &Ranked, test: RowTest) -> bool {
    inner.geometry.is_grid()
        && !outer.geometry.is_grid()
        && inner.is_similar
        && 2 * (outer.nodes.len() - 1) <= inner.nodes.len()
        && (test == RowTest::Number || is_made_of(outer, inner))
}

/// The least share of its area that a row's records fill.
const MIN_FILLED: f64 = 0.5;

fn is_made_of(outer: &Ranked, inner: &Ranked) -> bool {
    inner.geometry.area >= MIN_FILLED * outer.geometry.area
}

/// By how much what is beside each other may be less similar than what is below each other, and in how many rows that is
/// looked at.
const MAX_LESS_SIMILAR: f64 = 0.1;
const MAX_ROWS: usize = 16;

/// Whether the inner nodes are the cells of records: each is like the one below it and unlike the one beside it.
fn are_cells(comparer: &mut Comparer<'_>, outer: &[NodeId], inner: &[NodeId]) -> bool {
    let mut rows: Vec<&[NodeId]> = Vec::new();
    let mut rest = inner;
    for (position, _) in outer.iter().enumerate().take(MAX_ROWS) {
        let end = outer.get(position + 1).map_or(rest.len(), |&next| rest.partition_point(|&node| node < next));
        rows.push(&rest[..end]);
        rest = &rest[end..];
    }
    let (mut beside, mut below) = (Vec::new(), Vec::new());
    for row in &rows {
        beside.extend(row.windows(2).take(MAX_ROWS).map(|pair| comparer.similarity(pair[0], pair[1])));
    }
    for pair in rows.windows(2) {
        below.extend(pair[0].iter().zip(pair[1]).take(MAX_ROWS).map(|(&one, &other)| comparer.similarity(one, other)));
    }
    let mean = |similarities: &[f64]| similarities.iter().sum::<f64>() / similarities.len().max(1) as f64;
    mean(&beside) < mean(&below) - MAX_LESS_SIMILAR
}

/// Whether each of the inner nodes is in an outer node and each outer node has an inner one. Both are in document
/// order, and no outer node is in another.
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
