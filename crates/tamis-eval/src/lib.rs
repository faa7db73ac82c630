//! Accuracy and speed of tamis: conformance of the parser, comparison with other parsers, scores on data sets.
//!
//! The commands of `tamis-eval` are in [`cli`]; everything they print comes from the other modules.

pub mod cli;
pub mod datasets;
#[cfg(feature = "differential")]
pub mod differential;
mod drawing;
pub mod drift;
pub mod fit;
pub mod fit_segments;
pub mod fit_text;
pub mod gate;
pub mod hostile;
pub mod html5lib;
pub mod layout_agreement;
pub mod metrics;
pub mod paper;
pub mod predictions;
mod random;
pub mod rivals;
pub mod segments;
pub mod structured;
pub mod tree_view;
pub mod wrappers;
