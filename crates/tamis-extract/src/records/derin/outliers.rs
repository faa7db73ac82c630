//! Records unlike all others: adverts, headings and panels among the results.

use super::cohesion::Cohesion;
use crate::measure::quartiles::Quartiles;

/// What the elimination of outliers looked at.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Outliers {
    /// How alike each record is to the others on average.
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

/// Finds the records whose mean similarity is below the fence.
pub(super) fn find(cohesion: &Cohesion) -> Outliers {
    let similarities = cohesion.means.clone();
    let quartiles = Quartiles::of(&similarities);
    let fence = quartiles.map(|quartiles| quartiles.lower_fence(FACTOR));
    let is_outlier = |&record: &usize| fence.is_some_and(|fence| similarities[record] < fence - TOLERANCE);
    let removed = (0..similarities.len()).filter(is_outlier).collect();
    Outliers { similarities, quartiles, fence, removed }
}
