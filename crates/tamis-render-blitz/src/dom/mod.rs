//! Our document as the engine's.
//!
//! The engine's own way from HTML to its tree is a second parser; here its tree is built from our nodes, so that a layout is
//! that of the very document every method reads, node by node.

mod images;
mod spans;
mod tree;

pub(crate) use images::ImageSizes;
pub(crate) use tree::{BuildOptions, EngineTree, build_tree};
