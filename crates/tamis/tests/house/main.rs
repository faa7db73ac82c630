//! The rules of the house that the compiler does not hold: which crate and which folder may use which, what may stand in a public
//! signature, that every comment stands alone, that the documents speak of files that exist, and that those made from the code are
//! what the code says.

#[path = "../fixtures/mod.rs"]
mod fixtures;

mod comments;
mod edges;
mod folders;
mod method_pages;
mod paths;
mod signatures;
