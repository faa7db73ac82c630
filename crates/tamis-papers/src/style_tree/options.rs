//! The parameters of the method.

tamis_extract::options! {
    /// How pages are merged, and what is noise then.
    pub struct StyleTreeOptions {
        /// Importance up to which something is noise.
        threshold, with_threshold: f64 = 0.1, paper 0.2, in 0.0..=1.0;

        /// How much the importance below an element counts beside that of its own styles.
        gamma, with_gamma: f64 = 0.9, in 0.0..=1.0;

        /// Which children of two pages are one: of one name and rank, or at one position of one sequence.
        siblings, with_siblings: Siblings = Siblings::Aligned, paper Siblings::Exact;

        /// What of a text is compared with other pages: all of it, or each of its words.
        features, with_features: TextFeatures = TextFeatures::Text, paper TextFeatures::Words;

        /// Share of the pages on which something has to stand to be noise.
        /// With 0 three pages are enough.
        min_share, with_min_share: f64 = 0.5, paper 0.0, in 0.0..=1.0;

        /// Let a line of text go whole or not at all.
        whole_lines, with_whole_lines: bool = true, paper false;

        /// Keep a label with what it is a label of, though it repeats.
        labels, with_labels: bool = true, paper false;
    }
}

tamis_extract::option_words! {
    /// Which children of two pages are one.
    pub enum Siblings {
        /// Those with the same tag, classes, id and rank among such siblings.
        Aligned = "aligned",
        /// Those at the same position of the same sequence of children.
        Exact = "exact",
    }
}

tamis_extract::option_words! {
    /// What of a text is compared with that of other pages.
    pub enum TextFeatures {
        /// The whole text.
        Text = "text",
        /// Each of its words.
        Words = "words",
    }
}
