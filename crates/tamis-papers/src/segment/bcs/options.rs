//! The parameters of the method.

tamis_extract::options! {
    /// How boxes are clustered. The paper's profile is the authors' program with its threshold; boxes outside of clusters are
    /// dropped as in paper 004.
    ///
    /// ```
    /// use tamis_papers::segment::bcs::{BcsOptions, Unclustered};
    ///
    /// let options = BcsOptions::default().with_threshold(0.2);
    /// assert_ne!(options, BcsOptions::paper());
    /// assert_eq!(BcsOptions::paper().unclustered, Unclustered::Drop);
    /// ```
    pub struct BcsOptions {
        /// Whose graph and formulas: the authors' program, or the rewrite of 2018.
        model, with_model: Model = Model::Reference;

        /// How different the boxes of one block may be (CT).
        threshold, with_threshold: f64 = 0.18, paper 0.3, in 0.0..=1.0;

        /// How different the bands of one part of the page may be; 0: each block is a part.
        /// The answer of the paper is flat.
        part_threshold, with_part_threshold: f64 = 0.16, paper 0.0, in 0.0..=1.0;

        /// How rows and columns are told: by all edges in a cluster, or as the authors' program counts.
        merge_test, with_merge_test: MergeTest = MergeTest::Intended, paper MergeTest::Program,
            read if |options| options.model == Model::Reference;

        /// Whether boxes in no cluster are blocks of their own or left out.
        unclustered, with_unclustered: Unclustered = Unclustered::Keep, paper Unclustered::Drop;
    }
}

tamis_extract::option_words! {
    /// Whose graph and formulas are used.
    pub enum Model {
        /// The authors' program.
        Reference = "reference",
        /// The independent rewrite of 2018, nearest to the published formulas: a plain mean of position, colour and shape, no
        /// alignment, and the first pair above the threshold ends everything.
        Rewrite = "rewrite",
    }
}

tamis_extract::option_words! {
    /// How the shapes of two clusters decide whether they may become one.
    pub enum MergeTest {
        /// Rows and columns are told by all edges inside a cluster.
        Intended = "intended",
        /// As the program counts: only edges inside that vanish with a merge, and of these the last one. Nearly everything
        /// is neither a row nor a column, and passes.
        Program = "program",
    }
}

tamis_extract::option_words! {
    /// What becomes of boxes that are in no cluster.
    pub enum Unclustered {
        /// Each is a block of its own.
        Keep = "keep",
        /// They are left out, as paper 004 does.
        Drop = "drop",
    }
}

impl BcsOptions {
    /// The rewrite of 2018, with its threshold.
    #[must_use]
    pub fn rewrite() -> BcsOptions {
        BcsOptions::paper().with_model(Model::Rewrite).with_threshold(0.5)
    }
}
