//! CSS selectors and XPath on a [`Document`](crate::Document): evaluate them, and write them.
//!
//! [`Css`] and [`XPath`] are read once and used on any number of documents. [`write`](mod@write) goes the other way:
//! from nodes to the selector that a scraper's author would choose for them.

#![allow(clippy::doc_markdown, reason = "XPath and MathML are words of the field, not code")]

mod bits;
mod css;
mod error;
pub(crate) mod write;
mod xpath;

pub use css::Css;
pub use error::SelectorError;
pub use xpath::{TooCostly, Value, XPath, XPathNode, is_plain_name};
