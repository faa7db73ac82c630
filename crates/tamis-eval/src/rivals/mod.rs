//! Other people's programs, set up as fairly as we know how, to compare results and speed with.
//!
//! None of this is in the product. Parsers are compared by `differential` and the benches, main
//! text by `tamis-eval rivals`: each contestant runs in a process of its own, is handed one page after the other and
//! answers with its text and the processor time it took, so that all of them see the same bytes in the same run.

pub mod contestants;
mod conversation;
#[cfg(feature = "differential")]
mod flat_html5ever;
pub mod plot;
pub mod report;
pub mod worker;

pub use conversation::{Answer, Started, Worker};
#[cfg(feature = "differential")]
pub use flat_html5ever::{FlatTree, parse, parse_fragment};
