//! The rules of the house that the compiler does not hold: who may use whom, what may stand in a public signature, that
//! the documents speak of files that exist, and that those made from the code are what the code says.

#[path = "../fixtures/mod.rs"]
mod fixtures;

mod edges;
mod method_pages;
mod paths;
mod signatures;
