//! `SearchResultFinder`: records as the nodes that a ranked XPath selects.
//!
//! # What it decides
//! Which XPath selects the records of the page: nodes that hold a link each, are similar in the tags below them, and take
//! up most of the page.
//!
//! # Paper
//! R. B. Trieschnigg, K. T. T. E. Tjin-Kam-Jet, D. Hiemstra: *Ranking XPaths for extracting search result records*.
//! Technical Report TR-CTIT-12-08, University of Twente, 2012.
//!
//! # Steps
//! 1. All links, sorted by the tags that lead to them (`seeds`).
//! 2. For each such path, the classes, ids and other attributes, of the links and of what is above them, that some of
//!    the links have (`predicates`).
//! 3. From the links of a path, and from those that a predicate selects, up to the highest nodes of which there are as
//!    many (`candidates`).
//! 4. A short XPath for them (`simplification`).
//! 5. Their area, their rows and columns, and how similar they are: the cosine between the tag paths below a node and
//!    what all nodes have in common (`features`).
//! 6. Nodes that are mostly invisible, in a single row or all over the page are dropped (`filters`).
//! 7. Nodes that are similar come first, then those with the largest area (`ranking`).
//! 8. Nodes that are rows of a grid are dropped in favour of what is in the rows (`rows`).
//!
//! # Where we differ
//! * Sets of links are kept as runs, and the nodes above them and their numbers follow from the runs. No XPath is
//!   evaluated; what is written selects the nodes that it was written for.
//! * A class is compared as a word of the attribute and not as any part of it.
//! * A path that exactly `min_repetition` links have is looked at too; the authors' program asks for one more.
//! * Invisible nodes have no place in the grid; the authors' program puts them all into the corner of the page.
//! * Where no box is known the number of characters stands for the area and no node counts as invisible.
//! * Very large pages are not searched to the end: the answer says so.
//!
//! That is [`XPathRankOptions::paper`]. [`XPathRankOptions::tuned`] has the same thresholds and five other steps, each
//! an option: columns of cards are no chaos ([`GridTest::Columns`]), cells of rows are no records
//! ([`RowTest::Filled`]), menus and small lists do not beat a large list with odd records ([`Order::Discounted`]),
//! records of several kinds are joined ([`Kinds::Column`], phase `kinds`), and a record can be several siblings
//! ([`Records::Siblings`], phase `siblings`). Their effects are in the method's page of the documentation.
//!
//! # Example
//! ```
//! use tamis_extract::{RenderedView, records::xpath_rank::{self, XPathRankOptions}};
//! use tamis_page::{Document, render::RenderedPage};
//!
//! let document = Document::parse(
//!     "<p><a href=/>Home</a><ul><li><h3><a href=1>Lamp</a></h3><p>5 €</p><li><h3><a href=2>Desk</a></h3><p>9 €</p>
//!      <li><h3><a href=3>Chair</a></h3><p>7 €</p></ul>",
//! );
//! let page = RenderedPage::unrendered(document);
//! let ranked = xpath_rank::rank(&RenderedView::of(&page), &XPathRankOptions::default());
//! assert_eq!(ranked[0].xpath, "//li[./h3/a]");
//! assert_eq!(ranked[0].nodes.len(), 3);
//! ```

mod candidates;
mod features;
mod filters;
mod kinds;
mod menus;
mod options;
mod outline;
mod predicates;
mod ranking;
mod rows;
mod search;
mod seed_set;
mod seeds;
mod siblings;
mod simplification;
mod tables;
#[cfg(test)]
mod tests;

pub use options::{GridTest, Kinds, Order, Records, RowTest, XPathRankOptions};
pub use search::trace;

use super::Table;
use crate::view::RenderedView;
use tamis_page::NodeId;

/// An XPath and what it selects.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct RankedXPath {
    /// The expression; evaluated on the page it selects the nodes and no other.
    pub xpath: String,
    /// What it selects, in document order.
    pub nodes: Vec<NodeId>,
    /// The sum of the nodes' areas in square pixels; their characters, where no box of the page is known.
    pub area: f64,
    /// How many nodes stand below one another, and how many side by side; 0 where it is not known.
    pub rows: usize,
    /// See `rows`.
    pub columns: usize,
    /// How similar each node is to what all have in common, from 0 to 1.
    pub similarities: Vec<f64>,
    /// The least of the similarities.
    pub min_similarity: f64,
    /// The mean of the similarities.
    pub mean_similarity: f64,
    /// Whether the nodes are similar enough to be records.
    pub is_similar: bool,
}

/// What was found on a page, and what was not.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct XPathRankTrace {
    /// The XPaths, the best first.
    pub ranked: Vec<RankedXPath>,
    /// How many paths there are that lead to enough links.
    pub n_seed_paths: usize,
    /// How many different sets of nodes were looked at.
    pub n_candidates: usize,
    /// How many of them are mostly invisible.
    pub n_invisible: usize,
    /// How many of them are a single row.
    pub n_single_row: usize,
    /// How many of them are all over the page.
    pub n_no_grid: usize,
    /// How many of them are rows of other nodes.
    pub n_rows: usize,
    /// What a user should know before trusting the answer.
    pub warnings: Vec<String>,
}

/// The XPaths that may select the records of a page, the best first.
pub fn rank(view: &RenderedView<'_>, options: &XPathRankOptions) -> Vec<RankedXPath> {
    trace(view, options).ranked
}

/// The records of a page: a table for each XPath whose nodes are not among those of a better one, the best first.
pub fn find(view: &RenderedView<'_>, options: &XPathRankOptions) -> Vec<Table> {
    tables::write(view, &trace(view, options), options)
}
