//! Records unlike all others: adverts, headings and panels among the results. They lie below a fence that the quartiles of all
//! similarities set.

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

/// The lower and upper quartile of a set of values.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Quartiles {
    /// A quarter of the values is at most this.
    pub lower: f64,
    /// Three quarters of the values are at most this.
    pub upper: f64,
}

impl Quartiles {
    /// The values at the ranks ⌈n/4⌉ and ⌈3n/4⌉ in ascending order; `None` for fewer than four values, of which no
    /// quarter is a value.
    pub fn of(values: &[f64]) -> Option<Quartiles> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let n = sorted.len();
        (n >= 4).then(|| Quartiles { lower: sorted[n.div_ceil(4) - 1], upper: sorted[(3 * n).div_ceil(4) - 1] })
    }

    /// The value that lies `factor` times the distance of the quartiles below the lower one.
    pub fn lower_fence(self, factor: f64) -> f64 {
        self.lower - factor * (self.upper - self.lower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_of_twelve_salaries() {
        let salaries = [30., 36., 47., 50., 52., 52., 56., 60., 63., 70., 70., 110.];
        let quartiles = Quartiles::of(&salaries).expect("there are enough");
        assert_eq!((quartiles.lower, quartiles.upper), (47., 63.));
    }

    #[track_caller]
    fn check(values: &[f64], expect: Option<(f64, f64)>) {
        assert_eq!(Quartiles::of(values).map(|quartiles| (quartiles.lower, quartiles.upper)), expect);
    }

    #[test]
    fn ranks_are_rounded_up() {
        check(&[4., 3., 2., 1.], Some((1., 3.)));
        check(&[1., 2., 3., 4., 5.], Some((2., 4.)));
    }

    #[test]
    fn three_values_have_no_quarter() {
        check(&[1., 2., 3.], None);
        check(&[], None);
    }

    #[test]
    fn equal_quartiles_fence_off_whatever_is_less() {
        let quartiles = Quartiles::of(&[0., 0., 7., 7., 7., 7., 7., 7., 7., 7.]).expect("there are ten");
        assert!((quartiles.lower_fence(1.5) - 7.).abs() < 1e-12);
    }
}
