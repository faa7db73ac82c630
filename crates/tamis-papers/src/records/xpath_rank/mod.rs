#![doc = include_str!("method.md")]

mod candidates;
mod features;
mod filters;
mod kinds;
mod predicates;
mod ranking;
mod search;
mod seeds;
mod siblings;
mod simplification;
mod tables;
#[cfg(test)]
mod tests;

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
    /// How many nodes stand below one another; 0 where it is not known.
    pub rows: usize,
    /// How many nodes stand side by side; 0 where it is not known.
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

tamis_extract::options! {
    /// How XPaths are searched for and ranked. The default has the paper's thresholds, and other steps where those of the
    /// paper fail.
    ///
    /// ```
    /// use tamis_papers::records::xpath_rank::XPathRankOptions;
    ///
    /// let options = XPathRankOptions::default().with_min_repetition(4);
    /// ```
    pub struct XPathRankOptions {
        /// The fewest nodes that an XPath must select.
        min_repetition, with_min_repetition: usize = 3, in 2..=1000;

        /// How similar the least typical node must be to what all have in common.
        min_similarity, with_min_similarity: f64 = 0.55, in 0.0..=1.0;

        /// How similar the nodes must be to what all have in common on average.
        min_mean_similarity, with_min_mean_similarity: f64 = 0.65, in 0.0..=1.0;

        /// An XPath with a larger share of invisible nodes is dropped.
        max_invisible, with_max_invisible: f64 = 0.6, in 0.0..=1.0;
    }
    only in Rust {
        /// What rules out nodes all over the page.
        grid, with_grid: GridTest = GridTest::Columns, paper GridTest::Places;

        /// When nodes are rows of other nodes.
        rows, with_rows: RowTest = RowTest::Filled, paper RowTest::Number;

        /// How nodes that are similar and nodes that are not are ranked.
        order, with_order: Order = Order::Discounted, paper Order::SimilarFirst;

        /// Whether records may be of several kinds.
        kinds, with_kinds: Kinds = Kinds::Column, paper Kinds::One;

        /// What a record consists of.
        records, with_records: Records = Records::Siblings, paper Records::Nodes;

        /// The most tables of [`find`](find).
        max_tables, with_max_tables: usize = 10;
    }
}

/// What rules out nodes all over the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GridTest {
    /// The paper's: there are more nodes than places in a grid of the rows and columns that most of them stand in.
    Places,
    /// That, and fewer than four in five nodes stand in a column of three: cards of different heights in columns have
    /// no rows, and a grid with an advert in it has rows of different lengths. Also ruled out are nodes that lie on
    /// each other, as the entries of several menus that open one at a time.
    Columns,
}

/// When nodes are rows of other nodes, which are the records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RowTest {
    /// The paper's: a grid of similar nodes is in them, about two a row at least.
    Number,
    /// That grid also fills half of their area, and what is beside each other in it is as similar as what is below each
    /// other. Two links in each record and the cells of each table row are no records.
    Filled,
}

/// How nodes that are similar and nodes that are not are ranked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Order {
    /// The paper's: the largest of the nodes that are similar, then all others.
    SimilarFirst,
    /// Nodes that are nearly similar count with a quarter of their area, so that a list with some odd records is not
    /// beaten by the links of a footer. So do lists of short links and nothing else, which are menus.
    Discounted,
}

/// Whether records may be of several kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Kinds {
    /// The paper's: one XPath selects all records.
    One,
    /// Nodes that other XPaths select are records too where they are in line with the best ones, as wide, and next to
    /// them: results and adverts, articles and forum entries. The XPath is a union then.
    Column,
}

/// What a record consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Records {
    /// The paper's: the node that the XPath selects.
    Nodes,
    /// Also the siblings that stand between it and the next record, where most records have the same.
    Siblings,
}
