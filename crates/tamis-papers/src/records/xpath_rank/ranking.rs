//! Phase 7: the best candidate first.

use super::features::{Geometry, Similarity};
use super::options::{Order, XPathRankOptions};
use tamis_page::NodeId;

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
