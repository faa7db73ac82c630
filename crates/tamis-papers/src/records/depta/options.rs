//! What can be chosen about DEPTA.

use crate::records::mdr::{Comparison, MdrOptions, Splitting};
use tamis_extract::options::{MethodOptions, OptionSpec};

/// How records are searched for and aligned.
///
/// ```
/// use tamis_papers::records::depta::DeptaOptions;
///
/// let options = DeptaOptions::default().with_min_similarity(0.75);
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct DeptaOptions {
    /// The least share of nodes that two neighbours must have in common to be records of one kind, from 0 to 1.
    /// Default: 0.80.
    pub min_similarity: f64,
    /// The most neighbouring nodes that one record may consist of. Default: 10.
    pub max_combined: usize,
    /// What a rendered page is nested by. Default: its markup; the paper's is its boxes.
    pub nesting: Nesting,
}

/// What the tree of a rendered page is nested by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Nesting {
    /// The markup, of which what has no room on the page is left out.
    #[default]
    Markup,
    /// The paper's: each element is a child of the last one before it whose box holds its own.
    Boxes,
}

impl Default for DeptaOptions {
    fn default() -> DeptaOptions {
        DeptaOptions { min_similarity: 0.80, max_combined: 10, nesting: Nesting::Markup }
    }
}

impl DeptaOptions {
    /// As in the paper, which nests by boxes. It gives no number for its similarity; 0.8 is what its public ports use.
    #[must_use]
    pub fn paper() -> DeptaOptions {
        DeptaOptions::default().with_nesting(Nesting::Boxes)
    }

    /// Sets the least share of nodes that two neighbours must have in common.
    #[must_use]
    pub fn with_min_similarity(mut self, min_similarity: f64) -> DeptaOptions {
        self.min_similarity = min_similarity;
        self
    }

    /// Sets the most neighbouring nodes that one record may consist of.
    #[must_use]
    pub fn with_max_combined(mut self, max_combined: usize) -> DeptaOptions {
        self.max_combined = max_combined;
        self
    }

    /// Sets what a rendered page is nested by.
    #[must_use]
    pub fn with_nesting(mut self, nesting: Nesting) -> DeptaOptions {
        self.nesting = nesting;
        self
    }

    pub(super) fn mining(&self) -> MdrOptions {
        MdrOptions::default()
            .with_comparison(Comparison::TreeMatching { min_similarity: self.min_similarity })
            .with_max_combined(self.max_combined)
            .with_splitting(Splitting::Shortest)
    }
}

impl MethodOptions for DeptaOptions {
    fn paper() -> DeptaOptions {
        DeptaOptions::paper()
    }

    fn table() -> &'static [OptionSpec<DeptaOptions>] {
        const {
            &[
                OptionSpec::number(
                    "min-similarity",
                    (0.0, 1.0),
                    "the least share of matching nodes of trees that are similar",
                    |options| options.min_similarity,
                    |options, similarity| options.min_similarity = similarity,
                ),
                OptionSpec::count(
                    "max-combined",
                    (1, 50),
                    "the most neighbouring nodes that one record may consist of",
                    |options| options.max_combined,
                    |options, n_nodes| options.max_combined = n_nodes,
                ),
                OptionSpec::choice(
                    "nesting",
                    &["markup", "boxes"],
                    "what a rendered page is nested by: its markup, or its boxes as in the paper",
                    |options| options.nesting as usize,
                    |options, place| options.nesting = [Nesting::Markup, Nesting::Boxes][place],
                ),
            ]
        }
    }
}
