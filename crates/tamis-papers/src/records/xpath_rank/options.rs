//! How records are searched for.

use tamis_extract::options::{MethodOptions, OptionSpec};

/// How XPaths are searched for and ranked.
///
/// ```
/// use tamis_papers::records::xpath_rank::XPathRankOptions;
///
/// let options = XPathRankOptions::default().with_min_repetition(4);
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct XPathRankOptions {
    /// The fewest nodes that an XPath must select. Default: 3.
    pub min_repetition: usize,
    /// How similar the least typical node must be to what all nodes have in common, from 0 to 1. Default: 0.55.
    pub min_similarity: f64,
    /// How similar the nodes must be to what they have in common on average, from 0 to 1. Default: 0.65.
    pub min_mean_similarity: f64,
    /// The share of invisible nodes above which an XPath is dropped, from 0 to 1. Default: 0.6.
    pub max_invisible: f64,
    /// What rules out nodes all over the page.
    pub grid: GridTest,
    /// When nodes are rows of other nodes.
    pub rows: RowTest,
    /// How nodes that are similar and nodes that are not are ranked.
    pub order: Order,
    /// Whether records may be of several kinds.
    pub kinds: Kinds,
    /// What a record consists of.
    pub records: Records,
    /// The most tables of [`find`](super::find). Default: 10.
    pub max_tables: usize,
}

impl Default for XPathRankOptions {
    /// With the paper's thresholds, and other steps where those of the paper fail.
    fn default() -> XPathRankOptions {
        XPathRankOptions {
            grid: GridTest::Columns,
            rows: RowTest::Filled,
            order: Order::Discounted,
            kinds: Kinds::Column,
            records: Records::Siblings,
            ..XPathRankOptions::paper()
        }
    }
}

impl XPathRankOptions {
    /// As in the paper.
    #[must_use]
    pub fn paper() -> XPathRankOptions {
        XPathRankOptions {
            min_repetition: 3,
            min_similarity: 0.55,
            min_mean_similarity: 0.65,
            max_invisible: 0.6,
            grid: GridTest::Places,
            rows: RowTest::Number,
            order: Order::SimilarFirst,
            kinds: Kinds::One,
            records: Records::Nodes,
            max_tables: 10,
        }
    }

    /// Sets the fewest nodes that an XPath must select; at least 2.
    #[must_use]
    pub fn with_min_repetition(mut self, min_repetition: usize) -> XPathRankOptions {
        self.min_repetition = min_repetition.max(2);
        self
    }

    /// Sets how similar the least typical node must be.
    #[must_use]
    pub fn with_min_similarity(mut self, min_similarity: f64) -> XPathRankOptions {
        self.min_similarity = min_similarity;
        self
    }

    /// Sets how similar the nodes must be on average.
    #[must_use]
    pub fn with_min_mean_similarity(mut self, min_mean_similarity: f64) -> XPathRankOptions {
        self.min_mean_similarity = min_mean_similarity;
        self
    }

    /// Sets the share of invisible nodes above which an XPath is dropped.
    #[must_use]
    pub fn with_max_invisible(mut self, max_invisible: f64) -> XPathRankOptions {
        self.max_invisible = max_invisible;
        self
    }

    /// Sets what rules out nodes all over the page.
    #[must_use]
    pub fn with_grid(mut self, grid: GridTest) -> XPathRankOptions {
        self.grid = grid;
        self
    }

    /// Sets when nodes are rows of other nodes.
    #[must_use]
    pub fn with_rows(mut self, rows: RowTest) -> XPathRankOptions {
        self.rows = rows;
        self
    }

    /// Sets how nodes that are similar and nodes that are not are ranked.
    #[must_use]
    pub fn with_order(mut self, order: Order) -> XPathRankOptions {
        self.order = order;
        self
    }

    /// Sets whether records may be of several kinds.
    #[must_use]
    pub fn with_kinds(mut self, kinds: Kinds) -> XPathRankOptions {
        self.kinds = kinds;
        self
    }

    /// Sets what a record consists of.
    #[must_use]
    pub fn with_records(mut self, records: Records) -> XPathRankOptions {
        self.records = records;
        self
    }

    /// Sets the most tables.
    #[must_use]
    pub fn with_max_tables(mut self, max_tables: usize) -> XPathRankOptions {
        self.max_tables = max_tables;
        self
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

impl MethodOptions for XPathRankOptions {
    fn paper() -> XPathRankOptions {
        XPathRankOptions::paper()
    }

    fn table() -> &'static [OptionSpec<XPathRankOptions>] {
        const {
            &[
                OptionSpec::count(
                    "min-repetition",
                    (2, 1000),
                    "the fewest nodes that an XPath must select",
                    |options| options.min_repetition,
                    |options, value| options.min_repetition = value,
                ),
                OptionSpec::number(
                    "min-similarity",
                    (0.0, 1.0),
                    "how similar the least typical node must be to what all have in common",
                    |options| options.min_similarity,
                    |options, value| options.min_similarity = value,
                ),
                OptionSpec::number(
                    "min-mean-similarity",
                    (0.0, 1.0),
                    "how similar the nodes must be to what all have in common on average",
                    |options| options.min_mean_similarity,
                    |options, value| options.min_mean_similarity = value,
                ),
                OptionSpec::number(
                    "max-invisible",
                    (0.0, 1.0),
                    "an XPath with a larger share of invisible nodes is dropped",
                    |options| options.max_invisible,
                    |options, value| options.max_invisible = value,
                ),
            ]
        }
    }
}
