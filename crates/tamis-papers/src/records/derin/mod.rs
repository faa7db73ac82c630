#![doc = include_str!("method.md")]

mod attributes;
mod candidates;
mod paper;
mod screen;
mod trace;
mod tuned;

pub use attributes::ngrams::RankedNgram;
pub use attributes::similarity::Similarity;
pub use candidates::{Candidate, Region, Shares, Verdict};
pub use paper::{Outliers, PaperTrace, Quartiles, candidates};
pub use trace::{Attribute, DerinTrace, Steps};
pub use tuned::{Compared, ListSummary, TunedTrace};

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod tests;

use screen::Screen;
use tamis_extract::RenderedView;
use tamis_extract::records::Table;

/// The records of the main data region of a page: one table, or none. [`trace()`] says why.
pub fn find(view: &RenderedView<'_>, options: &DerinOptions) -> Vec<Table> {
    trace(view, options).tables
}

/// Finds the records of the main data region, and keeps everything that led to them.
pub fn trace(view: &RenderedView<'_>, options: &DerinOptions) -> DerinTrace {
    let view = Screen::of(view);
    let mut trace = DerinTrace::new(options.profile, options.weights, view.body_box());
    match options.profile {
        Profile::Paper => paper::run(&view, options, &mut trace),
        Profile::Tuned => tuned::run(&view, options, &mut trace),
    }
    trace
}

tamis_extract::options! {
    /// How records are found and aligned. The paper's profile takes the steps of the paper with the values of its Table 7 and
    /// section 3.2.4.
    ///
    /// ```
    /// use tamis_papers::records::derin::DerinOptions;
    ///
    /// let options = DerinOptions::default().with_outliers(false);
    /// assert_ne!(options, DerinOptions::paper());
    /// ```
    pub struct DerinOptions {
        /// The fewest children of a data region, and the fewest records (#min).
        min_children, with_min_children: usize = 3, in 1..=1000;

        /// The least share of the body's area that a data region fills (%area).
        min_area, with_min_area: f64 = 0.1, in 0.0..=1.0, read if DerinOptions::is_paper;

        /// The least share of the body's height (%height).
        min_height, with_min_height: f64 = 0.2, in 0.0..=1.0, read if DerinOptions::is_paper;

        /// The least share of the body's width (%width).
        min_width, with_min_width: f64 = 0.3, in 0.0..=1.0, read if DerinOptions::is_paper;

        /// A candidate that fills more of another one rules that one out (%parent).
        max_parent_area, with_max_parent_area: f64 = 0.2, in 0.0..=1.0, read if DerinOptions::is_paper;

        /// The most insertions and deletions between records of one kind with different parents (δmax).
        /// The mean over the children of the two elements.
        max_tree_distance, with_max_tree_distance: f64 = 2.0, in 0.0..=100.0, read if DerinOptions::is_paper;

        /// The largest distance of values that become one column (θmax).
        /// The mean distance of two clusters of attributes that are merged.
        max_cluster_distance, with_max_cluster_distance: f64 = 0.4, paper 0.5, in 0.0..=1.0;

        /// Records less similar than this are cut anew by n-grams (%cohesion).
        min_cohesion, with_min_cohesion: f64 = 0.5, in 0.0..=1.0, read if DerinOptions::is_paper;

        /// How many parents up records outside the chosen element are looked for.
        max_climb, with_max_climb: usize = 3, in 0..=100;

        /// Whether the structure of the records is searched for by n-grams.
        ngrams, with_ngrams: bool = true;

        /// Whether records unlike all others are left out.
        outliers, with_outliers: bool = true;
    }
    only in Rust {
        /// Whether the steps are the paper's or ours where those fail.
        profile, with_profile: Profile = Profile::Tuned, paper Profile::Paper;

        /// The weights of content, style, type, path and neighbours in the similarity of two attributes; only their
        /// proportions matter.
        weights, with_weights: [f64; 5] = [0.25, 0.62, 1.00, 0.45, 0.13];
    }
}

/// Whose steps are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Profile {
    /// The paper's, where it is unclear in the reading that its own examples ask for.
    Paper,
    /// Ours where the paper's fail; the documentation of the method lists and measures each difference.
    Tuned,
}

impl DerinOptions {
    fn is_paper(&self) -> bool {
        self.profile == Profile::Paper
    }
}
