//! Records unlike all others: adverts, headings and panels among the results.

use super::quartiles::Quartiles;
use tamis_page::NodeId;

/// What the elimination of outliers looked at.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Outliers {
    /// The records by their first node.
    pub records: Vec<NodeId>,
    /// How similar each record is to the others on average.
    pub similarities: Vec<f64>,
    /// The quartiles of these; `None` for fewer than four records.
    pub quartiles: Option<Quartiles>,
    /// Records below this are outliers (equation 12).
    pub fence: Option<f64>,
    /// The numbers of the outliers.
    pub removed: Vec<usize>,
}

/// The factor of equation 12.
const FACTOR: f64 = 1.5;
/// Against rounding: records with equal attributes have equal similarities.
const TOLERANCE: f64 = 1e-9;

/// Finds the records whose mean similarity is below the fence. `means` has one value a record.
pub(super) fn find(records: &[Vec<NodeId>], means: &[f64]) -> Outliers {
    let quartiles = Quartiles::of(means);
    let fence = quartiles.map(|quartiles| quartiles.lower_fence(FACTOR));
    let is_outlier = |&record: &usize| fence.is_some_and(|fence| means[record] < fence - TOLERANCE);
    let removed = (0..means.len()).filter(is_outlier).collect();
    let first_nodes = records.iter().map(|record| record.first().copied().unwrap_or(NodeId::ROOT));
    Outliers { records: first_nodes.collect(), similarities: means.to_vec(), quartiles, fence, removed }
}
