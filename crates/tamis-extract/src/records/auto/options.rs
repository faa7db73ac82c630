//! The parameters of the method.

crate::options! {
    /// How records are found. The sources and the steps can be switched off one by one, to see what each is good for.
    pub struct AutoOptions {
        /// A table less likely than this to be what the reader came for is no answer.
        min_confidence, with_min_confidence: f64 = 0.05, in 0.0..=1.0;

        /// The most tables.
        max_tables, with_max_tables: usize = 5, in 1..=1000;

        /// Take siblings with one tag, or one tag and class, as candidates.
        siblings, with_siblings: bool = true;

        /// Take elements with one path of tags or classes as candidates.
        tag_paths, with_tag_paths: bool = true;

        /// Take elements with one class anywhere on the page as candidates.
        classes, with_classes: bool = true;

        /// Take neighbours that repeat as a group as candidates.
        groups, with_groups: bool = true;

        /// Take items of one type in microdata as candidates.
        microdata, with_microdata: bool = true;

        /// Leave out what is unlike the typical record.
        outliers, with_outliers: bool = true;

        /// Take in what stands among the records and plays the same part.
        fill, with_fill: bool = true;

        /// Search for records that stand apart from the others.
        gather, with_gather: bool = true;

        /// Judge a candidate by those around it and inside it.
        nesting, with_nesting: bool = true;

        /// Read a list that stands there twice once.
        copies, with_copies: bool = true;

        /// Count boxes where a layout is at hand.
        layout, with_layout: bool = true;
    }
}
