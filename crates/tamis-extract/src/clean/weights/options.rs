//! What can be chosen about the noise score and the weight.

crate::options! {
    /// How chunks are judged and weighed.
    pub struct WeightsOptions {
        /// A block with a higher noise score is left out.
        /// Section 3.4 of the paper.
        noise_threshold, with_noise_threshold: f64 = 0.5, in 0.0..=1.0;

        /// Fewer characters of text than this for each character of link text make a block a hub.
        /// The paper gives no number.
        hub_ratio, with_hub_ratio: f64 = 2.0, in 1.0..=1000.0;

        /// So many different footer words cost a block the penalty.
        /// Section 3.5.
        footer_words, with_footer_words: usize = 5, in 1..=1000;

        /// What footer words cost.
        /// Section 3.5.
        footer_penalty, with_footer_penalty: f64 = 0.6, in 0.0..=10.0;

        /// Blocks with this part of the greatest weight count as equally good; the deepest is taken.
        nearly_best, with_nearly_best: f64 = 0.9, in 0.0..=1.0, read if |options| options.formula == Formula::Corrected;

        /// How the weight is put together; literal is the equation as printed.
        formula, with_formula: Formula = Formula::Corrected, paper Formula::Literal;
    }
    only in Rust {
        /// The coefficients of the five features of the noise score: e-mail addresses, link text, no paragraph, links,
        /// forms and images. They should sum to 1 (section 3.4).
        noise_coefficients, with_noise_coefficients: [f64; 5] = [0.2; 5];

        /// The coefficients of the weight: of text that is no link text, of the share of such text, of the share of
        /// punctuation (section 3.5).
        weight_coefficients, with_weight_coefficients: [f64; 3] = [0.4, 0.5, 0.7];
    }
}

crate::option_words! {
    /// How the weight of a window is put together.
    pub enum Formula {
        /// Coefficients on 1 − NLTD, NATD and PMD; the deepest window near the greatest weight.
        Corrected = "corrected",
        /// Equation 3 as printed, NLTD + NATD + β × PMD with β the third coefficient; the window of the greatest weight;
        /// chunks from the paper's own tags only.
        Literal = "literal",
    }
}
