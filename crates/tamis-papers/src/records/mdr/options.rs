//! What can be chosen about MDR.

tamis_extract::options! {
    /// How records are searched for.
    ///
    /// ```
    /// use tamis_papers::records::mdr::{Compare, MdrOptions};
    ///
    /// let options = MdrOptions::default().with_compare(Compare::Trees).with_min_similarity(0.75);
    /// ```
    pub struct MdrOptions {
        /// What is compared of two neighbours: the edit distance of their tags, or matching trees.
        compare, with_compare: Compare = Compare::Strings;

        /// The largest distance of tag strings that are similar.
        /// From 0 (only equal ones) to 2.
        max_distance, with_max_distance: f64 = 0.3, in 0.0..=2.0, read if |options| options.compare == Compare::Strings;

        /// The least share of matching nodes of trees that are similar.
        /// The threshold of the tag path sequence paper.
        min_similarity, with_min_similarity: f64 = 0.8, in 0.0..=1.0, read if |options| options.compare == Compare::Trees;

        /// The most neighbouring nodes that one record may consist of.
        /// K of the paper. Work grows with its square at worst.
        max_combined, with_max_combined: usize = 10, in 1..=50;

        /// How regions become records: the shortest that are similar, or by the paper's rules alone.
        split, with_split: Split = Split::Shortest, paper Split::Paper;
    }
}

tamis_extract::option_words! {
    /// What makes two generalized nodes similar.
    pub enum Compare {
        /// The edit distance between their tags in document order, relative to the mean number of tags. Text does not
        /// count.
        Strings = "strings",
        /// The number of nodes that a simple tree matching finds in both, relative to the larger of the two. Text counts as
        /// a node.
        Trees = "trees",
    }
}

tamis_extract::option_words! {
    /// How regions become records.
    pub enum Split {
        /// The paper's rules, then the shortest generalized nodes of which most are similar, and records of one kind under
        /// one parent gathered into one table.
        Shortest = "shortest",
        /// The paper's rules alone: rows of similar children, interleaved records, orphans.
        Paper = "paper",
        /// The interpretation behind the published counts of the tag path sequence paper: generalized nodes of one child are
        /// records as they are, longer ones are cut to the size of a region inside them, and every text node is a node of
        /// its own. For comparing with those counts.
        InnerRegion = "inner-region",
    }
}

impl MdrOptions {
    /// The settings behind the record counts of the tag path sequence paper.
    pub fn tag_path_paper() -> MdrOptions {
        MdrOptions::default().with_compare(Compare::Trees).with_split(Split::InnerRegion)
    }
}
