//! Bytes to a flat HTML [`Document`].

pub mod capture;
pub mod decode;
pub mod document;
pub mod links;
pub mod select;
pub mod text;

pub use capture::Capture;
pub use document::{
    AttributeNamespace, AttributeRef, Counts, Doctype, Document, Features, LimitsHit, Mask, Name, Namespace, NodeId,
    NodeKind, QuirksMode, Removal, names, parse,
};
