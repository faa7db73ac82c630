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
    /// Whether the nodes are alike enough to be records.
    pub(super) is_alike: bool,
}

/// Whether nodes are alike enough to be records.
pub(super) fn is_alike(similarity: Similarity, options: &XPathRankOptions) -> bool {
    similarity.least > options.min_similarity && similarity.mean > options.min_mean_similarity
}

/// How much less the area of nodes counts that are nearly alike, and how alike these are on average at least.
const DISCOUNT: f64 = 0.25;
const NEARLY_ALIKE: f64 = 0.55;

/// Sorts candidates: those whose nodes are alike, then the largest, then the one that is said in the fewest words, then
/// the first on the page.
pub(super) fn sort(ranked: &mut [Ranked], order: Order) {
    let key = |one: &Ranked| match order {
        Order::AlikeFirst => (one.is_alike, one.geometry.area),
        Order::Discounted if one.is_alike => (true, one.geometry.area),
        Order::Discounted => (one.similarity.mean > NEARLY_ALIKE, DISCOUNT * one.geometry.area),
    };
    let compare = |one: &Ranked, other: &Ranked| {
        let ((one_alike, one_area), (other_alike, other_area)) = (key(one), key(other));
        let by_length = one.xpath.chars().count().cmp(&other.xpath.chars().count());
        other_alike
            .cmp(&one_alike)
            .then(other_area.total_cmp(&one_area))
            .then(by_length)
            .then_with(|| one.nodes.cmp(&other.nodes))
    };
    ranked.sort_by(compare);
}
