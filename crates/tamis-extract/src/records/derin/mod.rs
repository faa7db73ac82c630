#![doc = include_str!("method.md")]

mod candidates;
mod cohesion;
mod concepts;
mod elsewhere;
mod initial;
mod ngrams;
mod options;
mod outliers;
mod paper;
mod places;
mod quartiles;
mod reading;
mod region;
mod repeats;
mod shallow_trees;
mod similarity;
mod structure;
mod style;
mod tables;
mod trace;
mod tuned;
mod units;
mod view;

pub use candidates::{Candidate, ReadingSummary, Shares, Verdict, candidates};
pub use options::{DerinOptions, Profile};
pub use outliers::Outliers;
pub use quartiles::Quartiles;
pub use region::Region;
pub use similarity::Similarity;
pub use structure::RankedNgram;
pub use trace::{Attribute, Trace};

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod laid_out;
#[cfg(test)]
mod tests;

use super::Table;
use crate::view::RenderedView;
use view::View;

/// The records of the main data region of a page: one table, or none. [`explain`] says why.
pub fn find(view: &RenderedView<'_>, options: &DerinOptions) -> Vec<Table> {
    explain(view, options).tables
}

/// The same, with everything that led to it.
pub fn explain(view: &RenderedView<'_>, options: &DerinOptions) -> Trace {
    let view = View::of(view);
    let mut trace = Trace { weights: options.weights, body: view.body_box(), ..Trace::default() };
    match options.profile {
        Profile::Paper => paper::run(&view, options, &mut trace),
        Profile::Tuned => tuned::run(&view, options, &mut trace),
    }
    trace
}
