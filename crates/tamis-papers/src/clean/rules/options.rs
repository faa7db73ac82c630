//! What can be chosen about the rules.

tamis_extract::options! {
    /// How noise is judged. The paper's profile is figure 8 to the letter, with the lowest threshold that section 5 allows;
    /// the paper's own thresholds are lost.
    pub struct RulesOptions {
        /// How many tags a subtree must have to count as large; auto learns it from the page.
        /// For the pages of one site, give what [`ThresholdLearner`](super::ThresholdLearner) finds over several of them.
        threshold, with_threshold: Option<usize> = None, paper Some(super::threshold::LOWEST as usize), in 1..=10_000;

        /// How the rules are read; literal is the paper to the letter and removes nearly everything.
        reading, with_reading: Reading = Reading::TopDown, paper Reading::Literal;
    }
}

tamis_extract::option_words! {
    /// How the two rules are read.
    pub enum Reading {
        /// From the body down, once, on the page as it came; rule 1 for links, images and form options only.
        TopDown = "top-down",
        /// Figure 8 of the paper to the letter: from the leaves up, each node judged on what is left below it, rule 1 for
        /// any tag. Removes nearly everything; kept to show it.
        Literal = "literal",
    }
}
