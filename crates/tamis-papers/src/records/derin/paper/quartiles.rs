//! Quartiles of a set of values, and the fence below which a value is an outlier.

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
