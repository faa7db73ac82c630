#![doc = include_str!("method.md")]

mod attributes;
mod candidates;
mod options;
mod paper;
mod screen;
mod trace;
mod tuned;

pub use attributes::ngrams::RankedNgram;
pub use attributes::similarity::Similarity;
pub use candidates::{Candidate, Region, Shares, Verdict};
pub use options::{DerinOptions, Profile};
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

/// The records of the main data region of a page: one table, or none. [`trace`] says why.
pub fn find(view: &RenderedView<'_>, options: &DerinOptions) -> Vec<Table> {
    trace(view, options).tables
}

/// The same, with everything that led to it.
pub fn trace(view: &RenderedView<'_>, options: &DerinOptions) -> DerinTrace {
    let view = Screen::of(view);
    let mut trace = DerinTrace::new(options.profile, options.weights, view.body_box());
    match options.profile {
        Profile::Paper => paper::run(&view, options, &mut trace),
        Profile::Tuned => tuned::run(&view, options, &mut trace),
    }
    trace
}
