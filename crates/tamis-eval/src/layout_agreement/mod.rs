//! How far two renderers agree on a page, in boxes, in styles, and in what matters: the element that DERIN would choose.
//!
//! The two documents need not be equal, since a browser's scripts may have changed its own; elements are paired by
//! nesting, order and tags.

mod choice;
mod compare;
mod cost;
mod pairing;

pub use choice::{Choice, choice};
pub use compare::{Agreement, compare};
pub use cost::{Cost, measure};
