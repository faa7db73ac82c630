//! What can be chosen about DEPTA.

use crate::records::mdr::{Compare, MdrOptions};

tamis_extract::options! {
    /// How records are searched for and aligned. The paper gives no number for its similarity; 0.8 is what its public ports
    /// use.
    ///
    /// ```
    /// use tamis_papers::records::depta::DeptaOptions;
    ///
    /// let options = DeptaOptions::default().with_min_similarity(0.75);
    /// ```
    pub struct DeptaOptions {
        /// The least share of matching nodes of trees that are similar.
        min_similarity, with_min_similarity: f64 = 0.8, in 0.0..=1.0;

        /// The most neighbouring nodes that one record may consist of.
        max_combined, with_max_combined: usize = 10, in 1..=50;

        /// What a rendered page is nested by: its markup, or its boxes as in the paper.
        nesting, with_nesting: Nesting = Nesting::Markup, paper Nesting::Boxes;
    }
}

tamis_extract::option_words! {
    /// What the tree of a rendered page is nested by.
    pub enum Nesting {
        /// The markup, of which what has no room on the page is left out.
        Markup = "markup",
        /// The paper's: each element is a child of the last one before it whose box holds its own.
        Boxes = "boxes",
    }
}

impl DeptaOptions {
    pub(super) fn mining(&self) -> MdrOptions {
        MdrOptions::default()
            .with_compare(Compare::Trees)
            .with_min_similarity(self.min_similarity)
            .with_max_combined(self.max_combined)
    }
}
