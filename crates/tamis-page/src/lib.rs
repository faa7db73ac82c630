//! Bytes to a flat HTML [`Document`], and the model of a rendered page.
//!
//! | from | to | with |
//! |---|---|---|
//! | bytes | what they are | [`ContentKind::of`] |
//! | bytes | text | [`Capture::decode`], [`decode()`] |
//! | text | [`Document`] | [`Document::parse`], [`parse::Parser`] |
//! | a page | [`RenderedPage`], a document with its [`Layout`] | a [`Renderer`], or a stored [`snapshot`] |
//! | a document | nodes | [`Css`], [`XPath`] |
//! | nodes | selectors | [`SelectorWriter`] |
//! | a document | what a reader sees | [`visible_text`], [`Visibility`] |

mod body;
pub mod budget;
mod capture;
mod content_kind;
#[doc(hidden)]
pub mod counts;
mod decode;
mod document;
mod features;
mod layout;
mod links;
mod render;
mod resources;
mod select;
mod setters;
pub mod swar;
mod text;
mod visibility;

pub use body::{Body, SharedText};
pub use capture::{Capture, DecodedPage, ParsedPage};
pub use content_kind::ContentKind;
pub use decode::{Charset, CharsetHints, CharsetSource, Decoded, charset_named, decode, prescan};
pub use document::{
    Ancestors, AttributeNamespace, AttributeRef, Children, Doctype, Document, DocumentBuilder, LimitsHit, Mask, Name,
    Namespace, NodeId, NodeKind, QuirksMode, Removal, names,
};
pub use features::{Counts, Features};
pub use layout::{
    Border, BoxFlags, BoxState, Clipping, Color, Display, GivenUp, Layout, LayoutBuilder, Line, Overflow, Placement,
    Position, Rect, RenderedPage, Style, StyleId, Viewport,
};
pub use links::{absolute_url, image_source, largest_in_srcset};
pub use render::{RenderError, RenderRequest, Renderer, Wait};
pub use resources::{Resource, Resources};
pub use select::write::{AbsolutePaths, InEach, SelectorWriter, Selectors, absolute_xpath, is_chosen_name};
pub use select::{Css, SelectorError, TooCostly, Value as XPathValue, XPath, XPathNode};
pub use text::{
    Reading, RunningText, TextCounts, TextDisplay, count_characters, count_text, count_words, visible_text,
    visible_text_under,
};
pub use visibility::{Sight, Sights, Visibility, is_code, is_never_shown};

/// The parser, to keep its memory from page to page or to set its limits.
pub mod parse {
    pub use crate::document::parse::{
        FragmentContext, HtmlText, InitialState, Limits, ParseOptions, Parser, TagToken, Token, tokenize,
    };
}

/// Conditions of XPath steps, as all expressions that we write spell them.
pub mod predicate {
    pub use crate::select::is_plain_name;
    pub use crate::select::write::spell::{attribute_equals, attribute_starts_with, has_class, literal};
}

/// A rendered page in a file: the document with its layout.
pub mod snapshot {
    pub use crate::layout::snapshot::{
        SnapshotError, is_snapshot, read, read_layout, read_within, write, write_layout,
    };
}
