//! CSS selectors on the flat array.
//!
//! Written for this model: the `selectors` and `cssparser` crates are MPL-2.0 and want every element behind a trait
//! with its own type parameters for names, values and parsers, made for the style engine of a browser; a matcher that
//! scans a range of an array needs neither.
//!
//! What is understood, of Selectors level 4: type, `*`, class, id, `[attribute]` with all operators and the `i` and `s`
//! flags, the four combinators, lists, `:is()` `:where()` `:not()` `:has()`, `:nth-child()` and `:nth-last-child()` with
//! `of`, `:nth-of-type()` `:nth-last-of-type()`, `:first-…` `:last-…` `:only-…`, `:empty`, `:root`, `:scope`, and from
//! the source's attributes `:link` `:any-link` `:checked` `:disabled` `:enabled`. Names of HTML elements and attributes
//! ignore case, classes and ids do so in quirks mode only, values as HTML says for each attribute.
//!
//! The content of `<template>` and of an inlined frame is part of the array and is found like any other.

mod has;
mod matching;
mod nth;
mod parse;
mod pseudo;
mod scan;
mod syntax;

pub(super) use matching::ignores_case_of_value;

use super::SelectorError;
use crate::budget;
use crate::document::{Document, NodeId};
use matching::Matcher;
use std::str::FromStr;
use syntax::Selector;

/// A CSS selector, read once and used on any number of documents.
///
/// ```
/// use tamis_page::{Document, Css};
///
/// let page = Document::parse("<ul><li>One<li class=ad>Buy<li>Two</ul>");
/// let items = Css::parse("ul > li:not(.ad)")?;
/// let texts: Vec<_> = items.select(&page, page.root()).iter().map(|&item| page.text_content(item)).collect();
/// assert_eq!(texts, ["One", "Two"]);
/// # Ok::<(), tamis_page::SelectorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Css {
    text: Box<str>,
    selector: Selector,
}

impl Css {
    /// Reads a selector.
    ///
    /// # Errors
    /// If the text is no selector, uses what a stored page cannot answer (`:hover`, `::text`), nests deeper than 32
    /// levels or has more than 1,024 combinators and pseudo-classes that need to look around.
    pub fn parse(text: &str) -> Result<Css, SelectorError> {
        Ok(Css { text: text.into(), selector: parse::parse(text)? })
    }

    /// The elements below `scope` that match, in document order. As in a browser, the rest of the selector may match
    /// outside of the scope; `:scope` stands for the scope itself.
    ///
    /// Time is proportional to the nodes below the scope, times the size of the selector if it has to look around; see
    /// the notes on cost in `matching.rs`.
    pub fn select(&self, document: &Document, scope: NodeId) -> Vec<NodeId> {
        budget::spend(document.subtree_range(scope).len());
        let mut matcher = Matcher::new(document, &self.selector, scope);
        document.descendants(scope).filter(|&node| matcher.matches(node)).collect()
    }

    /// The elements of a subtree that match, its top included, in document order. Combinators do not look beyond the top,
    /// as if the subtree were a page of its own: the way of Scrapy's selectors. Positions among siblings count all of them.
    ///
    /// ```
    /// use tamis_page::{Css, Document};
    ///
    /// let page = Document::parse("<ul><li>One <b>1</b><li>Two</ul>");
    /// let item = Css::parse("li")?.select(&page, page.root())[0];
    /// assert_eq!(Css::parse("li, b")?.select_inside(&page, item).len(), 2);
    /// assert_eq!(Css::parse("ul b")?.select_inside(&page, item).len(), 0);
    /// # Ok::<(), tamis_page::SelectorError>(())
    /// ```
    pub fn select_inside(&self, document: &Document, top: NodeId) -> Vec<NodeId> {
        budget::spend(document.subtree_range(top).len());
        let mut matcher = Matcher::new(document, &self.selector, top).with_boundary(top);
        document.subtree(top).filter(|&node| matcher.matches(node)).collect()
    }

    /// The first element below `scope` that matches.
    pub fn select_first(&self, document: &Document, scope: NodeId) -> Option<NodeId> {
        budget::spend(document.subtree_range(scope).len());
        let mut matcher = Matcher::new(document, &self.selector, scope);
        document.descendants(scope).find(|&node| matcher.matches(node))
    }

    /// Whether the element matches; `:scope` stands for the element itself. To ask about many nodes of a document, use
    /// [`select`](Css::select), which remembers what it saw.
    pub fn matches(&self, document: &Document, node: NodeId) -> bool {
        Matcher::new(document, &self.selector, node).matches(node)
    }

    /// The selector as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl FromStr for Css {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Css, SelectorError> {
        Css::parse(text)
    }
}

#[cfg(test)]
mod tests;
