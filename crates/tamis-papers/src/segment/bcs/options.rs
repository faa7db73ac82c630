//! The parameters of the method.

use tamis_extract::options::{MethodOptions, OptionSpec};

/// How boxes are clustered.
///
/// ```
/// use tamis_extract::options::MethodOptions;
/// use tamis_papers::segment::bcs::{BcsOptions, Unclustered};
///
/// let options = BcsOptions::default().with_threshold(0.2);
/// assert_ne!(options, BcsOptions::paper());
/// assert_eq!(BcsOptions::paper().unclustered, Unclustered::Drop);
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct BcsOptions {
    /// Whose graph and formulas are used. Default: the reference program's.
    pub model: Model,
    /// Boxes and clusters that are more different than this stay apart, from 0 to 1: the clusters are the blocks of the
    /// page. Default: 0.18; 0.3 in the paper's profile.
    pub threshold: f64,
    /// Bands of blocks that are more different than this are parts of their own, from 0 to 1. 0: there are no bands, and
    /// each block is a part. Default: 0.16; 0 in the paper's profile, whose answer is flat.
    pub part_threshold: f64,
    /// How the shapes of two clusters decide whether they may become one. Default: as it was meant; in the paper's profile
    /// as the program does it.
    pub merge_test: MergeTest,
    /// What becomes of boxes that are in no cluster. Default: they are blocks of their own.
    pub unclustered: Unclustered,
}

/// Whose graph and formulas are used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Model {
    /// The authors' program.
    #[default]
    Reference,
    /// The independent rewrite of 2018, nearest to the published formulas: a plain mean of position, colour and shape, no
    /// alignment, and the first pair above the threshold ends everything.
    Rewrite,
}

/// How the shapes of two clusters decide whether they may become one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum MergeTest {
    /// Rows and columns are told by all edges inside a cluster.
    #[default]
    Intended,
    /// As the program counts: only edges inside that vanish with a merge, and of these the last one. Nearly everything
    /// is neither a row nor a column, and passes.
    Program,
}

/// What becomes of boxes that are in no cluster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Unclustered {
    /// Each is a block of its own.
    #[default]
    Keep,
    /// They are left out, as paper 004 does.
    Drop,
}

impl Default for BcsOptions {
    fn default() -> BcsOptions {
        BcsOptions {
            threshold: 0.18,
            part_threshold: 0.16,
            merge_test: MergeTest::Intended,
            unclustered: Unclustered::Keep,
            ..BcsOptions::paper()
        }
    }
}

impl BcsOptions {
    /// As the authors' program does it, with its threshold, and boxes outside clusters dropped as in paper 004.
    #[must_use]
    pub fn paper() -> BcsOptions {
        BcsOptions {
            model: Model::Reference,
            threshold: 0.3,
            part_threshold: 0.0,
            merge_test: MergeTest::Program,
            unclustered: Unclustered::Drop,
        }
    }

    /// The rewrite of 2018, with its threshold.
    #[must_use]
    pub fn rewrite() -> BcsOptions {
        BcsOptions { model: Model::Rewrite, threshold: 0.5, ..BcsOptions::paper() }
    }

    /// Sets whose graph and formulas are used.
    #[must_use]
    pub fn with_model(mut self, model: Model) -> BcsOptions {
        self.model = model;
        self
    }

    /// Sets how different boxes of one block may be.
    #[must_use]
    pub fn with_threshold(mut self, threshold: f64) -> BcsOptions {
        self.threshold = threshold;
        self
    }

    /// Sets how different bands of one part may be.
    #[must_use]
    pub fn with_part_threshold(mut self, part_threshold: f64) -> BcsOptions {
        self.part_threshold = part_threshold;
        self
    }

    /// Sets how the shapes of two clusters decide.
    #[must_use]
    pub fn with_merge_test(mut self, merge_test: MergeTest) -> BcsOptions {
        self.merge_test = merge_test;
        self
    }

    /// Sets what becomes of boxes that are in no cluster.
    #[must_use]
    pub fn with_unclustered(mut self, unclustered: Unclustered) -> BcsOptions {
        self.unclustered = unclustered;
        self
    }
}

impl MethodOptions for BcsOptions {
    fn paper() -> BcsOptions {
        BcsOptions::paper()
    }

    fn table() -> &'static [OptionSpec<BcsOptions>] {
        const {
            &[
                OptionSpec::choice(
                    "model",
                    &["reference", "rewrite"],
                    "whose graph and formulas: the authors' program, or the rewrite of 2018",
                    |options| options.model as usize,
                    |options, place| options.model = [Model::Reference, Model::Rewrite][place],
                ),
                OptionSpec::number(
                    "threshold",
                    (0.0, 1.0),
                    "how different the boxes of one block may be (CT)",
                    |options| options.threshold,
                    |options, value| options.threshold = value,
                ),
                OptionSpec::number(
                    "part-threshold",
                    (0.0, 1.0),
                    "how different the bands of one part of the page may be; 0: each block is a part",
                    |options| options.part_threshold,
                    |options, value| options.part_threshold = value,
                ),
                OptionSpec::choice(
                    "merge-test",
                    &["intended", "program"],
                    "how rows and columns are told: by all edges in a cluster, or as the authors' program counts",
                    |options: &BcsOptions| options.merge_test as usize,
                    |options, place| options.merge_test = [MergeTest::Intended, MergeTest::Program][place],
                )
                .read_if(|options| options.model == Model::Reference),
                OptionSpec::choice(
                    "unclustered",
                    &["keep", "drop"],
                    "whether boxes in no cluster are blocks of their own or left out",
                    |options| options.unclustered as usize,
                    |options, place| options.unclustered = [Unclustered::Keep, Unclustered::Drop][place],
                ),
            ]
        }
    }
}
