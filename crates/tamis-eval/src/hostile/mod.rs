//! Input that is out to break a program: pages that grow where a careless program grows faster, and pages that were spoilt
//! at random.
//!
//! | file | question |
//! |---|---|
//! | `pattern.rs`, `traps` | which pages are hostile by their size, and how are they made? |
//! | `questions.rs` | what is a page asked: every method and renderer that the facade knows |
//! | `process.rs` | what does a run cost: processor time of the whole family of processes, memory, output? |
//! | `bounds.rs`, `run.rs` | which cost is too high, and who pays it? |
//! | `batch.rs` | what do hostile pages cost the others in one run? |
//! | `mutation.rs`, `scattered.rs`, `ask.rs` | what happens to a page by accident, where do its boxes lie, and what is it asked in this process? |
//! | `mutate.rs`, `shrink.rs` | does any of a million such pages end in a panic, and what is the least of it that still does? |

mod ask;
pub mod batch;
mod bounds;
mod mutate;
mod mutation;
mod pattern;
mod process;
mod questions;
mod run;
mod scattered;
mod shrink;
mod traps;

pub use ask::Asker;
pub use bounds::{Bounds, Broken, Run};
pub use mutate::{Fault, MutateOptions, MutateReport, mutate, replay};
pub use mutation::{Sources, mutated};
pub use process::{Cost, End, ProcessLimits, measure};
pub use questions::{Question, engines, questions};
pub use run::{Pair, RunOptions, run_trap, write_made};
pub use traps::{Group, Made, TRAPS, Trap};
