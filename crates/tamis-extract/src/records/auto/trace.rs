//! What the method saw on the way.

use super::candidate::Source;
use super::features::Features;
use crate::records::table::Table;
use tamis_page::NodeId;

/// The candidates with their scores, and the answer.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct AutoTrace {
    /// Those that were scored, the best first.
    pub candidates: Vec<ScoredCandidate>,
    /// The answer, the main table first.
    pub tables: Vec<Table>,
    /// Why there is no table.
    pub reason: Option<String>,
}

/// A candidate and what became of it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ScoredCandidate {
    /// Where it comes from.
    pub source: Source,
    /// The nodes of each record.
    pub records: Vec<Vec<NodeId>>,
    /// What it is scored by.
    pub features: Features,
    /// The weighted sum of these.
    pub score: f64,
}
