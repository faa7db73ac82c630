//! Phase 7: the best candidate first.

use super::features::{Geometry, Similarity};
use super::options::XPathRankOptions;
use std::cmp::Ordering;
use tamis_page::NodeId;

/// A candidate with all that is known of it.
pub(super) struct Ranked {
    pub(super) xpath: String,
    pub(super) nodes: Vec<NodeId>,
    pub(super) geometry: Geometry,
    /// That of each node.
    pub(super) similarities: Vec<f64>,
    pub(super) similarity: Similarity,
    /// Whether the nodes are alike enough to be records.
    pub(super) is_alike: bool,
}

/// Whether nodes are alike enough to be records.
pub(super) fn is_alike(similarity: Similarity, options: &XPathRankOptions) -> bool {
    similarity.least > options.min_similarity && similarity.mean > options.min_mean_similarity
}

/// Sorts candidates: those whose nodes are alike, then the largest, then the one that is said in the fewest words, then
/// the first on the page.
pub(super) fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by(compare);
}

fn compare(one: &Ranked, other: &Ranked) -> Ordering {
    let by_likeness = other.is_alike.cmp(&one.is_alike);
    let by_area = other.geometry.area.total_cmp(&one.geometry.area);
    let by_length = one.xpath.chars().count().cmp(&other.xpath.chars().count());
    by_likeness.then(by_area).then(by_length).then_with(|| one.nodes.cmp(&other.nodes))
}
