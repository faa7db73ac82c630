//! The weights of the default method for records, fitted on data sets.
//!
//! `auto` scores the candidates of a page by a weighted sum of features. Which weights? Every page gives its
//! [candidates](read_pages), each labelled with the F1 that it would have as the main table; pages that list nothing
//! give candidates that are all wrong. The weights are those under which a [draw by score](softmax) has the highest
//! expected F1, each held to the [side](Sign) that a reader would name, and a logistic regression makes a [`confidence`] of the scores. What they are worth is told
//! [by site](folds): the pages of a site are scored by weights that were fitted without them. All of it is
//! deterministic, and the result can be [written](weights_file) into the method's source.

mod candidates;
pub mod confidence;
pub mod folds;
mod matrix;
mod report;
mod signs;
pub mod softmax;
pub mod weights_file;

pub use candidates::{Candidate, CandidatePage, read_pages};
pub use matrix::Matrix;
pub use report::{SetFigures, figures};
pub use signs::{Sign, signs};
