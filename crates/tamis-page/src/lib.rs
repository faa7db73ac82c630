//! Bytes to a flat HTML [`Document`].

pub mod document;
pub mod select;

pub use document::{
    AttributeNamespace, AttributeRef, Doctype, Document, LimitsHit, Name, Namespace, NodeId, NodeKind, QuirksMode,
    names, parse,
};
