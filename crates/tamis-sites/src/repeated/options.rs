//! The parameters of the method.

use tamis_extract::options::{MethodOptions, OptionSpec};

/// How often a line has to repeat to be noise.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct RepeatedOptions {
    /// The share of the pages from which a line is noise if its place is steady. Default: 0.5.
    pub share: f64,
    /// The share of the pages from which a line is noise wherever it stands. Default: 0.95.
    pub everywhere: f64,
    /// The share of the pages with the place from which the place is steady: they have the same line there. Default: 0.9.
    pub steady: f64,
    /// Whether a label stays with what it is a label of, though it repeats. Default: true.
    pub labels: bool,
}

impl Default for RepeatedOptions {
    fn default() -> RepeatedOptions {
        RepeatedOptions { share: 0.5, everywhere: 0.95, steady: 0.9, labels: true }
    }
}

impl RepeatedOptions {
    /// Sets the share from which a line is noise if its place is steady.
    #[must_use]
    pub fn with_share(mut self, share: f64) -> RepeatedOptions {
        self.share = share;
        self
    }
}

impl MethodOptions for RepeatedOptions {
    /// There is no paper: the defaults.
    fn paper() -> RepeatedOptions {
        RepeatedOptions::default()
    }

    fn table() -> &'static [OptionSpec<RepeatedOptions>] {
        const {
            &[
                OptionSpec::number(
                    "share",
                    (0.0, 1.0),
                    "share of the pages from which a line is noise if its place has the same line on nearly all of them",
                    |options| options.share,
                    |options, value| options.share = value,
                ),
                OptionSpec::number(
                    "everywhere",
                    (0.0, 1.0),
                    "share of the pages from which a line is noise whatever else stands in its place",
                    |options| options.everywhere,
                    |options, value| options.everywhere = value,
                ),
                OptionSpec::number(
                    "steady",
                    (0.0, 1.0),
                    "share of the pages with a place that have to have the same line there",
                    |options| options.steady,
                    |options, value| options.steady = value,
                ),
                OptionSpec::flag(
                    "labels",
                    "keep a label with what it is a label of, though it repeats",
                    |options| options.labels,
                    |options, value| options.labels = value,
                ),
            ]
        }
    }
}
