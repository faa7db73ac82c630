//! The parameters of the method and its two profiles.

use tamis_extract::options::{MethodOptions, OptionSpec};

/// How records are found and aligned.
///
/// ```
/// use tamis_papers::records::derin::DerinOptions;
///
/// use tamis_extract::options::MethodOptions;
///
/// let options = DerinOptions::default().with_outliers(false);
/// assert_ne!(options, DerinOptions::paper());
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct DerinOptions {
    /// Whether the steps are the paper's or ours where those fail.
    pub profile: Profile,
    /// `#min`: the least number of children of a data region, and of records of a page. Default: 3.
    pub min_children: usize,
    /// `%area`: the least share of the body's area that a data region fills. Read in the paper's profile alone. Default: 0.1.
    pub min_area: f64,
    /// `%height`: the least share of the body's height. Read in the paper's profile alone. Default: 0.2.
    pub min_height: f64,
    /// `%width`: the least share of the body's width. Read in the paper's profile alone. Default: 0.3.
    pub min_width: f64,
    /// `δmax`: the largest mean distance at which the children of two elements are records of one kind, in insertions
    /// and deletions. Default: 2.
    pub max_tree_distance: f64,
    /// `%parent`: a candidate inside another one rules that one out if it fills more than this share of it.
    /// Default: 0.2.
    pub max_parent_area: f64,
    /// `θmax`: the largest mean distance of two clusters of attributes that are merged, from 0 to 1. Default: 0.5 in the
    /// paper's profile, 0.4 in the tuned one.
    pub max_cluster_distance: f64,
    /// `%cohesion`: the structure of the records is searched for by n-grams if they are less similar than this, from 0 to
    /// 1. Default: 0.5.
    pub min_cohesion: f64,
    /// How many parents are climbed to look for records outside the chosen element. Default: 3.
    pub max_climb: usize,
    /// The weights of content, style, type, path and neighbours in the similarity of two attributes; only their
    /// proportions matter. Default: 0.25, 0.62, 1.00, 0.45, 0.13.
    pub weights: [f64; 5],
    /// Whether the structure of the records is searched for by n-grams. Default: true.
    pub ngrams: bool,
    /// Whether records unlike all others are left out. Default: true.
    pub outliers: bool,
}

/// Whose steps are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Profile {
    /// The paper's, where it is unclear in the reading that its own examples ask for.
    Paper,
    /// Ours where the paper's fail; the documentation of the method lists and measures each difference.
    #[default]
    Tuned,
}

impl Default for DerinOptions {
    /// Our steps, with the paper's values but for the distance of clusters.
    fn default() -> DerinOptions {
        DerinOptions { profile: Profile::Tuned, max_cluster_distance: 0.4, ..DerinOptions::paper() }
    }
}

impl DerinOptions {
    /// As in the paper: the steps of the paper with the values of its Table 7 and section 3.2.4.
    #[must_use]
    pub fn paper() -> DerinOptions {
        DerinOptions {
            profile: Profile::Paper,
            min_children: 3,
            min_area: 0.1,
            min_height: 0.2,
            min_width: 0.3,
            max_tree_distance: 2.0,
            max_parent_area: 0.2,
            max_cluster_distance: 0.5,
            min_cohesion: 0.5,
            max_climb: 3,
            weights: [0.25, 0.62, 1.00, 0.45, 0.13],
            ngrams: true,
            outliers: true,
        }
    }

    /// Sets the least number of children of a data region.
    #[must_use]
    pub fn with_min_children(mut self, min_children: usize) -> DerinOptions {
        self.min_children = min_children;
        self
    }

    /// Sets the least share of the body's area that a data region fills.
    #[must_use]
    pub fn with_min_area(mut self, min_area: f64) -> DerinOptions {
        self.min_area = min_area;
        self
    }

    /// Sets the least share of the body's height.
    #[must_use]
    pub fn with_min_height(mut self, min_height: f64) -> DerinOptions {
        self.min_height = min_height;
        self
    }

    /// Sets the least share of the body's width.
    #[must_use]
    pub fn with_min_width(mut self, min_width: f64) -> DerinOptions {
        self.min_width = min_width;
        self
    }

    /// Sets the largest mean distance at which the children of two elements are records of one kind.
    #[must_use]
    pub fn with_max_tree_distance(mut self, max_tree_distance: f64) -> DerinOptions {
        self.max_tree_distance = max_tree_distance;
        self
    }

    /// Sets the share of a candidate that another one inside it may fill.
    #[must_use]
    pub fn with_max_parent_area(mut self, max_parent_area: f64) -> DerinOptions {
        self.max_parent_area = max_parent_area;
        self
    }

    /// Sets the largest mean distance of two clusters of attributes that are merged.
    #[must_use]
    pub fn with_max_cluster_distance(mut self, max_cluster_distance: f64) -> DerinOptions {
        self.max_cluster_distance = max_cluster_distance;
        self
    }

    /// Sets how similar records must be for their structure not to be searched for.
    #[must_use]
    pub fn with_min_cohesion(mut self, min_cohesion: f64) -> DerinOptions {
        self.min_cohesion = min_cohesion;
        self
    }

    /// Sets how many parents are climbed.
    #[must_use]
    pub fn with_max_climb(mut self, max_climb: usize) -> DerinOptions {
        self.max_climb = max_climb;
        self
    }

    /// Sets the weights of content, style, type, path and neighbours.
    #[must_use]
    pub fn with_weights(mut self, weights: [f64; 5]) -> DerinOptions {
        self.weights = weights;
        self
    }

    /// Turns the search for the structure of the records on or off.
    #[must_use]
    pub fn with_ngrams(mut self, ngrams: bool) -> DerinOptions {
        self.ngrams = ngrams;
        self
    }

    /// Turns the elimination of outliers on or off.
    #[must_use]
    pub fn with_outliers(mut self, outliers: bool) -> DerinOptions {
        self.outliers = outliers;
        self
    }
}

impl MethodOptions for DerinOptions {
    fn paper() -> DerinOptions {
        DerinOptions::paper()
    }

    fn table() -> &'static [OptionSpec<DerinOptions>] {
        const {
            &[
                OptionSpec::count(
                    "min-children",
                    (1, 1000),
                    "the fewest children of a data region, and the fewest records (#min)",
                    |options| options.min_children,
                    |options, value| options.min_children = value,
                ),
                OptionSpec::number(
                    "min-area",
                    (0.0, 1.0),
                    "the least share of the body's area that a data region fills (%area)",
                    |options: &DerinOptions| options.min_area,
                    |options, value| options.min_area = value,
                )
                .read_if(DerinOptions::is_paper),
                OptionSpec::number(
                    "min-height",
                    (0.0, 1.0),
                    "the least share of the body's height (%height)",
                    |options: &DerinOptions| options.min_height,
                    |options, value| options.min_height = value,
                )
                .read_if(DerinOptions::is_paper),
                OptionSpec::number(
                    "min-width",
                    (0.0, 1.0),
                    "the least share of the body's width (%width)",
                    |options: &DerinOptions| options.min_width,
                    |options, value| options.min_width = value,
                )
                .read_if(DerinOptions::is_paper),
                OptionSpec::number(
                    "max-parent-area",
                    (0.0, 1.0),
                    "a candidate that fills more of another one rules that one out (%parent)",
                    |options: &DerinOptions| options.max_parent_area,
                    |options, value| options.max_parent_area = value,
                )
                .read_if(DerinOptions::is_paper),
                OptionSpec::number(
                    "max-tree-distance",
                    (0.0, 100.0),
                    "the most insertions and deletions between records of one kind with different parents (δmax)",
                    |options: &DerinOptions| options.max_tree_distance,
                    |options, value| options.max_tree_distance = value,
                )
                .read_if(DerinOptions::is_paper),
                OptionSpec::number(
                    "max-cluster-distance",
                    (0.0, 1.0),
                    "the largest distance of values that become one column (θmax)",
                    |options| options.max_cluster_distance,
                    |options, value| options.max_cluster_distance = value,
                ),
                OptionSpec::number(
                    "min-cohesion",
                    (0.0, 1.0),
                    "records less similar than this are cut anew by n-grams (%cohesion)",
                    |options: &DerinOptions| options.min_cohesion,
                    |options, value| options.min_cohesion = value,
                )
                .read_if(DerinOptions::is_paper),
                OptionSpec::count(
                    "max-climb",
                    (0, 100),
                    "how many parents up records outside the chosen element are looked for",
                    |options| options.max_climb,
                    |options, value| options.max_climb = value,
                ),
                OptionSpec::flag(
                    "ngrams",
                    "whether the structure of the records is searched for by n-grams",
                    |options| options.ngrams,
                    |options, value| options.ngrams = value,
                ),
                OptionSpec::flag(
                    "outliers",
                    "whether records unlike all others are left out",
                    |options| options.outliers,
                    |options, value| options.outliers = value,
                ),
            ]
        }
    }
}

impl DerinOptions {
    fn is_paper(&self) -> bool {
        self.profile == Profile::Paper
    }
}
