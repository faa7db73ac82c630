//! Wrappers of detail pages: learned on a few pages of a site, applied to the others.
//!
//! The pages of a site are of one template, and the truth has the values of some attributes of each page. A wrapper knows
//! nothing of these attributes, so the column that stands for one is the column that agrees best with the truth on the
//! pages that the wrapper was learned from; its values on all other pages are scored. What the best column of all would
//! reach on these other pages tells whether a wrapper lacks a column or the few pages did not say which it is.

mod report;
mod score;
mod site;

pub use report::{HEADING, Report};
pub use score::{Figures, Match, normalised, without_label};
pub use site::{AttributeScore, SiteScore, measure};
