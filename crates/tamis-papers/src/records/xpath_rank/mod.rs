#![doc = include_str!("method.md")]

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

use tamis_extract::RenderedView;
use tamis_extract::records::Table;
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
