//! The conformance suite of the web platform for HTML parsers, `html5lib-tests`, run on our parser.
//!
//! The suite itself is not part of this repository; a directory that holds it is given by the user. A small set of cases
//! of our own in the same format lies in `tests/conformance`.
//!
//! Each tree construction case that names no scripting flag is run with both, and counts twice; each tokenizer case is
//! run, and counts, once for each initial state that it names. Parse errors are not compared: the parser does not
//! report them.

mod encoding;
mod known_differences;
pub mod ours;
mod report;
mod suite;
pub mod tokenizer;
pub mod tree_construction;
pub mod tree_dump;

pub use known_differences::KnownDifferences;
pub use report::{Kind, Outcome, Report, Skipped};
pub use suite::run;
