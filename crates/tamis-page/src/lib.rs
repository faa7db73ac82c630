//! Bytes to a flat HTML [`Document`], and the model of a rendered page.

pub mod capture;
pub mod decode;
pub mod document;
pub mod layout;
pub mod links;
pub mod render;
pub mod resources;
pub mod select;
pub mod text;
pub mod visibility;

pub use capture::{Capture, DecodedPage};
pub use document::{
    AttributeNamespace, AttributeRef, Counts, Doctype, Document, DocumentBuilder, Features, LimitsHit, Mask, Name,
    Namespace, NodeId, NodeKind, QuirksMode, Removal, names, parse,
};
pub use layout::Layout;
pub use render::{RenderRequest, RenderedPage, Viewport};
