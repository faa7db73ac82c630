//! What can be chosen about the noise score and the weight.

use crate::options::{MethodOptions, OptionSpec};

/// How chunks are judged and weighed.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct WeightsOptions {
    /// The coefficients of the five features of the noise score: e-mail addresses, link text, no paragraph, links,
    /// forms and images. They should sum to 1. Default: 0.2 each (section 3.4 of the paper).
    pub noise_coefficients: [f64; 5],
    /// A chunk with a higher noise score is left out. Default: 0.5 (section 3.4).
    pub noise_threshold: f64,
    /// Fewer characters of text than this for each character of link text make a chunk a hub. Default: 2; the paper
    /// gives no number.
    pub hub_ratio: f64,
    /// The coefficients of the weight: of text that is no link text, of the share of such text, of the share of
    /// punctuation. Default: 0.4, 0.5, 0.7 (section 3.5).
    pub weight_coefficients: [f64; 3],
    /// So many different footer words in a window cost it the penalty. Default: 5 (section 3.5).
    pub footer_words: u32,
    /// What they cost. Default: 0.6 (section 3.5).
    pub footer_penalty: f64,
    /// Windows with this part of the greatest weight or more count as equally good, and the deepest of them is
    /// chosen. Default: 0.9.
    pub nearly_best: f64,
    /// How the weight is put together. Default: the reading that agrees with the paper's text.
    pub formula: Formula,
}

impl Default for WeightsOptions {
    fn default() -> WeightsOptions {
        WeightsOptions {
            noise_coefficients: [0.2; 5],
            noise_threshold: 0.5,
            hub_ratio: 2.0,
            weight_coefficients: [0.4, 0.5, 0.7],
            footer_words: 5,
            footer_penalty: 0.6,
            nearly_best: 0.9,
            formula: Formula::Corrected,
        }
    }
}

impl WeightsOptions {
    /// As in the paper.
    #[must_use]
    pub fn paper() -> WeightsOptions {
        WeightsOptions::default().with_formula(Formula::Literal)
    }

    /// The same with other [`noise_coefficients`](WeightsOptions::noise_coefficients).
    #[must_use]
    pub fn with_noise_coefficients(mut self, coefficients: [f64; 5]) -> WeightsOptions {
        self.noise_coefficients = coefficients;
        self
    }

    /// The same with another [`noise_threshold`](WeightsOptions::noise_threshold).
    #[must_use]
    pub fn with_noise_threshold(mut self, threshold: f64) -> WeightsOptions {
        self.noise_threshold = threshold;
        self
    }

    /// The same with another [`hub_ratio`](WeightsOptions::hub_ratio).
    #[must_use]
    pub fn with_hub_ratio(mut self, ratio: f64) -> WeightsOptions {
        self.hub_ratio = ratio;
        self
    }

    /// The same with other [`weight_coefficients`](WeightsOptions::weight_coefficients).
    #[must_use]
    pub fn with_weight_coefficients(mut self, coefficients: [f64; 3]) -> WeightsOptions {
        self.weight_coefficients = coefficients;
        self
    }

    /// The same with another number of [`footer_words`](WeightsOptions::footer_words).
    #[must_use]
    pub fn with_footer_words(mut self, n_words: u32) -> WeightsOptions {
        self.footer_words = n_words;
        self
    }

    /// The same with another [`footer_penalty`](WeightsOptions::footer_penalty).
    #[must_use]
    pub fn with_footer_penalty(mut self, penalty: f64) -> WeightsOptions {
        self.footer_penalty = penalty;
        self
    }

    /// The same with another [`nearly_best`](WeightsOptions::nearly_best).
    #[must_use]
    pub fn with_nearly_best(mut self, part: f64) -> WeightsOptions {
        self.nearly_best = part;
        self
    }

    /// The same with another [`formula`](WeightsOptions::formula).
    #[must_use]
    pub fn with_formula(mut self, formula: Formula) -> WeightsOptions {
        self.formula = formula;
        self
    }
}

/// How the weight of a window is put together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Formula {
    /// Coefficients on 1 − NLTD, NATD and PMD; the deepest window near the greatest weight.
    #[default]
    Corrected,
    /// Equation 3 as printed, NLTD + NATD + β × PMD with β the third coefficient; the window of the greatest weight;
    /// chunks from the paper's own tags only.
    Literal,
}

impl MethodOptions for WeightsOptions {
    fn paper() -> WeightsOptions {
        WeightsOptions::paper()
    }

    fn table() -> &'static [OptionSpec<WeightsOptions>] {
        const {
            &[
                OptionSpec::number(
                    "noise-threshold",
                    (0.0, 1.0),
                    "a block with a higher noise score is left out",
                    |options| options.noise_threshold,
                    |options, threshold| options.noise_threshold = threshold,
                ),
                OptionSpec::number(
                    "hub-ratio",
                    (1.0, 1000.0),
                    "fewer characters of text than this for each character of link text make a block a hub",
                    |options| options.hub_ratio,
                    |options, ratio| options.hub_ratio = ratio,
                ),
                OptionSpec::count(
                    "footer-words",
                    (1, 1000),
                    "so many different footer words cost a block the penalty",
                    |options| options.footer_words as usize,
                    |options, n_words| options.footer_words = n_words as u32,
                ),
                OptionSpec::number(
                    "footer-penalty",
                    (0.0, 10.0),
                    "what footer words cost",
                    |options| options.footer_penalty,
                    |options, penalty| options.footer_penalty = penalty,
                ),
                OptionSpec::number(
                    "nearly-best",
                    (0.0, 1.0),
                    "blocks with this part of the greatest weight count as equally good; the deepest is taken",
                    |options: &WeightsOptions| options.nearly_best,
                    |options, part| options.nearly_best = part,
                )
                .read_if(|options| options.formula == Formula::Corrected),
                OptionSpec::choice(
                    "formula",
                    &["corrected", "literal"],
                    "how the weight is put together; literal is the equation as printed",
                    |options| options.formula as usize,
                    |options, place| options.formula = [Formula::Corrected, Formula::Literal][place],
                ),
            ]
        }
    }
}
