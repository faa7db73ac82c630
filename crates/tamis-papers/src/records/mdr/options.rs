//! What can be chosen about MDR.

use tamis_extract::options::{MethodOptions, OptionSpec};

/// How records are searched for.
///
/// ```
/// use tamis_papers::records::mdr::{Comparison, MdrOptions};
///
/// let options = MdrOptions::default().with_comparison(Comparison::tree_matching());
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct MdrOptions {
    /// What makes two generalized nodes similar. Default: [`Comparison::tag_strings`].
    pub comparison: Comparison,
    /// The most neighbouring nodes that one record may consist of (K of the paper). Default: 10. Work grows with its
    /// square at worst.
    pub max_combined: usize,
    /// How regions become records. Default: [`Splitting::Shortest`].
    pub splitting: Splitting,
}

/// What makes two generalized nodes similar.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Comparison {
    /// The edit distance between their tags in document order, relative to the mean number of tags. Text does not
    /// count.
    TagStrings {
        /// The largest distance of similar ones, from 0 (only equal ones) to 2.
        max_distance: f64,
    },
    /// The number of nodes that a simple tree matching finds in both, relative to the larger of the two. Text counts as
    /// a node.
    TreeMatching {
        /// The least share of similar ones, from 0 to 1.
        min_similarity: f64,
    },
}

impl Comparison {
    /// Tag strings with the paper's threshold, 0.30.
    pub fn tag_strings() -> Comparison {
        Comparison::TagStrings { max_distance: 0.30 }
    }

    /// Tree matching with the threshold of the tag path sequence paper, 0.80.
    pub fn tree_matching() -> Comparison {
        Comparison::TreeMatching { min_similarity: 0.80 }
    }
}

/// How regions become records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Splitting {
    /// The paper's rules, then the shortest generalized nodes of which most are similar, and records of one kind under
    /// one parent gathered into one table.
    #[default]
    Shortest,
    /// The paper's rules alone: rows of similar children, interleaved records, orphans.
    Paper,
    /// The interpretation behind the published counts of the tag path sequence paper: generalized nodes of one child are
    /// records as they are, longer ones are cut to the size of a region inside them, and every text node is a node of
    /// its own. For comparing with those counts.
    InnerRegion,
}

impl Default for MdrOptions {
    fn default() -> MdrOptions {
        MdrOptions { comparison: Comparison::tag_strings(), max_combined: 10, splitting: Splitting::Shortest }
    }
}

impl MdrOptions {
    /// As in the paper: with none of our additions.
    #[must_use]
    pub fn paper() -> MdrOptions {
        MdrOptions::default().with_splitting(Splitting::Paper)
    }

    /// The settings behind the record counts of the tag path sequence paper.
    pub fn tag_path_paper() -> MdrOptions {
        MdrOptions::default().with_comparison(Comparison::tree_matching()).with_splitting(Splitting::InnerRegion)
    }

    /// Sets what makes two generalized nodes similar.
    #[must_use]
    pub fn with_comparison(mut self, comparison: Comparison) -> MdrOptions {
        self.comparison = comparison;
        self
    }

    /// Sets the most neighbouring nodes that one record may consist of.
    #[must_use]
    pub fn with_max_combined(mut self, max_combined: usize) -> MdrOptions {
        self.max_combined = max_combined;
        self
    }

    /// Sets how regions become records.
    #[must_use]
    pub fn with_splitting(mut self, splitting: Splitting) -> MdrOptions {
        self.splitting = splitting;
        self
    }
}

impl MethodOptions for MdrOptions {
    fn paper() -> MdrOptions {
        MdrOptions::paper()
    }

    fn table() -> &'static [OptionSpec<MdrOptions>] {
        const {
            &[
                OptionSpec::choice(
                    "compare",
                    &["strings", "trees"],
                    "what is compared of two neighbours: the edit distance of their tags, or matching trees",
                    |options| usize::from(!options.compares_strings()),
                    |options, place| {
                        if (place == 0) != options.compares_strings() {
                            options.comparison =
                                if place == 0 { Comparison::tag_strings() } else { Comparison::tree_matching() };
                        }
                    },
                ),
                OptionSpec::number(
                    "max-distance",
                    (0.0, 2.0),
                    "the largest distance of tag strings that are similar",
                    MdrOptions::threshold,
                    |options, max_distance| options.comparison = Comparison::TagStrings { max_distance },
                )
                .read_if(MdrOptions::compares_strings),
                OptionSpec::number(
                    "min-similarity",
                    (0.0, 1.0),
                    "the least share of matching nodes of trees that are similar",
                    MdrOptions::threshold,
                    |options, min_similarity| options.comparison = Comparison::TreeMatching { min_similarity },
                )
                .read_if(|options| !options.compares_strings()),
                OptionSpec::count(
                    "max-combined",
                    (1, 50),
                    "the most neighbouring nodes that one record may consist of",
                    |options| options.max_combined,
                    |options, n_nodes| options.max_combined = n_nodes,
                ),
                OptionSpec::choice(
                    "split",
                    &["shortest", "paper", "inner-region"],
                    "how regions become records: the shortest that are similar, or by the paper's rules alone",
                    |options| options.splitting as usize,
                    |options, place| {
                        options.splitting = [Splitting::Shortest, Splitting::Paper, Splitting::InnerRegion][place];
                    },
                ),
            ]
        }
    }
}

impl MdrOptions {
    fn compares_strings(&self) -> bool {
        matches!(self.comparison, Comparison::TagStrings { .. })
    }

    /// The threshold of the comparison, whichever it is.
    fn threshold(&self) -> f64 {
        match self.comparison {
            Comparison::TagStrings { max_distance } => max_distance,
            Comparison::TreeMatching { min_similarity } => min_similarity,
        }
    }
}
