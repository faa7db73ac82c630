//! The rules of the house that the compiler does not hold: who may use whom, what may stand in a public signature, and
//! that the documents speak of files that exist.

#[path = "../bed/mod.rs"]
mod bed;

mod edges;
mod guide;
mod paths;
mod signatures;
