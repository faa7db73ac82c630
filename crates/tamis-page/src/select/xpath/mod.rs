//! XPath 1.0 on the flat array.
//!
//! Written for this model: the existing crates evaluate over a tree of their own, so a page would have to be copied
//! into it, and none knows that "all descendants" is a range of an array.
//!
//! The language is all of XPath 1.0 as scraper authors know it from lxml and Scrapy, less the `namespace` axis and
//! variables, plus Scrapy's `has-class()`. Names of elements and attributes are compared in lower case on HTML
//! elements; a name test looks at the name alone, so that `//svg/path` finds what it seems to ask for. An attribute or
//! element with a colon in its name is written as it stands in the page (`@xlink:href`). `svg:`, `math:` and `html:`
//! before an element's name ask for that language. The document type is not a node.
//!
//! **Cost.** A step is taken from all context nodes at once and yields each node once: overlapping subtrees are
//! scanned once, siblings and ancestors walked once. A predicate that asks whether a path leads anywhere is, when asked
//! often, answered for the whole page by walking the path backwards. Counting predicates stop at the position they
//! need. What remains costly (`//*[count(preceding::*) > 3]`) is counted in nodes visited and cut off, see
//! [`XPath::evaluate_within`].

mod axis;
mod compare;
mod compile;
mod evaluate;
mod exists;
mod functions;
mod lex;
mod parse;
mod steps;
mod syntax;
mod value;

pub(super) use compare::{TextExtent, has_normal_text};
pub use lex::is_plain_name;
pub use value::{Value, XPathNode};

use super::SelectorError;
use crate::document::{Document, NodeId};
use evaluate::Evaluation;
use std::str::FromStr;
use syntax::Expression;
use thiserror::Error;

/// The nodes that [`XPath::evaluate`] visits at most; some seconds of work.
const DEFAULT_STEP_LIMIT: u64 = 1 << 30;

/// An XPath expression, read once and used on any number of documents.
///
/// ```
/// use tamis_page::{Document, XPath, XPathValue};
///
/// let page = Document::parse("<dl><dt>Price<dd>12 €<dt>Size<dd>small</dl>");
/// let price = XPath::parse("//dt[. = 'Price']/following-sibling::dd[1]")?;
/// let cells = price.select(&page, page.root());
/// assert_eq!(page.text_content(cells[0]), "12 €");
/// assert_eq!(XPath::parse("count(//dt) > 1")?.evaluate(&page, page.root()), XPathValue::Boolean(true));
/// # Ok::<(), tamis_page::SelectorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct XPath {
    text: Box<str>,
    expression: Expression,
}

/// An expression that would have visited more nodes than it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the expression visited {limit} nodes without coming to an end")]
pub struct TooCostly {
    limit: u64,
}

impl XPath {
    /// Reads an expression.
    ///
    /// # Errors
    /// If the text is no XPath 1.0 expression, uses a variable, the `namespace` axis or an unknown function, or nests
    /// deeper than 64 levels.
    pub fn parse(text: &str) -> Result<XPath, SelectorError> {
        Ok(XPath { text: text.into(), expression: parse::parse(text)? })
    }

    /// The nodes that the expression selects from `context`, in document order and each once; an attribute counts as
    /// its element. Empty if the value is not a node-set.
    pub fn select(&self, document: &Document, context: NodeId) -> Vec<NodeId> {
        let Value::Nodes(nodes) = self.evaluate(document, context) else { return Vec::new() };
        let mut ids: Vec<NodeId> = nodes.into_iter().map(XPathNode::node).collect();
        ids.dedup();
        ids
    }

    /// The value of the expression at `context`. An expression that would visit more than 2^30 nodes has no nodes;
    /// where that must not go unnoticed, use [`evaluate_within`](XPath::evaluate_within).
    pub fn evaluate(&self, document: &Document, context: NodeId) -> Value {
        self.evaluate_within(document, context, DEFAULT_STEP_LIMIT).unwrap_or(Value::Nodes(Vec::new()))
    }

    /// The value of the expression at `context`, visiting at most `limit` nodes.
    ///
    /// # Errors
    /// If the limit does not suffice.
    pub fn evaluate_within(&self, document: &Document, context: NodeId, limit: u64) -> Result<Value, TooCostly> {
        Evaluation::new(document, &self.expression, limit).run(context)
    }

    /// The expression as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl FromStr for XPath {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<XPath, SelectorError> {
        XPath::parse(text)
    }
}

#[cfg(test)]
mod tests;
