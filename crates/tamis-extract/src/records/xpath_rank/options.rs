//! How records are searched for.

/// How XPaths are searched for and ranked.
///
/// ```
/// use tamis_extract::records::xpath_rank::XPathRankOptions;
///
/// let options = XPathRankOptions::default().with_min_repetition(4);
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct XPathRankOptions {
    /// The fewest nodes that an XPath must select. Default: 3.
    pub min_repetition: usize,
    /// How alike the least typical node must be to what all nodes have in common, from 0 to 1. Default: 0.55.
    pub min_similarity: f64,
    /// How alike the nodes must be to what they have in common on average, from 0 to 1. Default: 0.65.
    pub min_mean_similarity: f64,
    /// The share of invisible nodes above which an XPath is dropped, from 0 to 1. Default: 0.6.
    pub max_invisible: f64,
    /// The most tables of [`find`](super::find). Default: 10.
    pub max_tables: usize,
}

impl Default for XPathRankOptions {
    fn default() -> XPathRankOptions {
        XPathRankOptions {
            min_repetition: 3,
            min_similarity: 0.55,
            min_mean_similarity: 0.65,
            max_invisible: 0.6,
            max_tables: 10,
        }
    }
}

impl XPathRankOptions {
    /// The profile that does best on result pages.
    #[must_use]
    pub fn tuned() -> XPathRankOptions {
        XPathRankOptions::default()
    }
    /// Sets the fewest nodes that an XPath must select; at least 2.
    #[must_use]
    pub fn with_min_repetition(self, min_repetition: usize) -> XPathRankOptions {
        XPathRankOptions { min_repetition: min_repetition.max(2), ..self }
    }

    /// Sets how alike the least typical node must be.
    #[must_use]
    pub fn with_min_similarity(self, min_similarity: f64) -> XPathRankOptions {
        XPathRankOptions { min_similarity, ..self }
    }

    /// Sets how alike the nodes must be on average.
    #[must_use]
    pub fn with_min_mean_similarity(self, min_mean_similarity: f64) -> XPathRankOptions {
        XPathRankOptions { min_mean_similarity, ..self }
    }

    /// Sets the share of invisible nodes above which an XPath is dropped.
    #[must_use]
    pub fn with_max_invisible(self, max_invisible: f64) -> XPathRankOptions {
        XPathRankOptions { max_invisible, ..self }
    }

    /// Sets the most tables.
    #[must_use]
    pub fn with_max_tables(self, max_tables: usize) -> XPathRankOptions {
        XPathRankOptions { max_tables, ..self }
    }
}
