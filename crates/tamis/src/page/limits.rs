//! How much of a page is read and written.

#[cfg(doc)]
use super::Warning;
use tamis_extract::MAX_ROWS;
use tamis_page::parse::{self, ParseOptions};

/// How much of a page is read, and how much is made of it. A page beyond [`max_bytes`](Limits::max_bytes) is refused;
/// beyond the others something is left out, and a [`Warning`] says so. How much work a page may cost is for
/// [`BatchOptions`](crate::batch::BatchOptions).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of the page, after inflating; 64 MiB by default.
    pub max_bytes: usize,
    /// Nodes of the document; 1.5 million by default. The largest pages that people read, specifications on one page, have
    /// half of it. No method needs more than some 600 bytes for a node, so a page stays below a gigabyte.
    pub max_nodes: usize,
    /// Records of all lists of a page together; 100,000 by default.
    pub max_rows: usize,
    /// How many times the size of the page what is written of it may be; 16 by default, a page of less than 512 KiB counting
    /// as one, so that a plain list of ten thousand words is whole.
    pub max_growth: usize,
}

impl Limits {
    /// How pages are parsed within these limits.
    pub fn parse_options(&self) -> ParseOptions {
        let caps = parse::Limits::default().with_max_nodes(self.max_nodes);
        ParseOptions::default().with_inline_frames(true).with_limits(caps)
    }

    /// The same with another limit on bytes.
    #[must_use]
    pub fn with_max_bytes(mut self, max_bytes: usize) -> Limits {
        self.max_bytes = max_bytes;
        self
    }

    /// The same with another limit on nodes.
    #[must_use]
    pub fn with_max_nodes(mut self, max_nodes: usize) -> Limits {
        self.max_nodes = max_nodes;
        self
    }

    /// The same with another limit on records.
    #[must_use]
    pub fn with_max_rows(mut self, max_rows: usize) -> Limits {
        self.max_rows = max_rows;
        self
    }

    /// The same with another limit on what is written of a page.
    #[must_use]
    pub fn with_max_growth(mut self, max_growth: usize) -> Limits {
        self.max_growth = max_growth;
        self
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_bytes: 64 << 20, max_nodes: 1_500_000, max_rows: MAX_ROWS, max_growth: 16 }
    }
}
