//! What each phase saw and decided.

use super::candidates::Candidate;
use super::concepts::Concepts;
use super::outliers::Outliers;
use super::region::Region;
use super::similarity::{Comparer, Similarity};
use super::structure::RankedNgram;
use super::units::Units;
use crate::records::Table;
use crate::values::ValueType;
use tamis_page::NodeId;
use tamis_page::layout::Rect;

/// How the answer came about.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Trace {
    /// Why there is no table, or why the region was not chosen among the candidates.
    pub reason: Option<String>,
    /// What was cut short or had to be guessed.
    pub warnings: Vec<String>,
    /// The box that candidates are measured against: the body's.
    pub body: Option<Rect>,
    /// All elements with enough children, in document order, and what became of them.
    pub candidates: Vec<Candidate>,
    /// Where the records are.
    pub region: Option<Region>,
    /// The records whose attributes were aligned first, by their first node. In the paper's profile these are the
    /// children of the region that show something, before any structure was searched for.
    pub initial_records: Vec<NodeId>,
    /// The candidate attributes of these records.
    pub attributes: Vec<Attribute>,
    /// How alike these records are; below the least cohesion n-grams are ranked.
    pub cohesion: f64,
    /// The stack of n-grams as it was ranked first, the best on top. Empty where the records were alike enough. In the
    /// tuned profile these are n-grams of kinds of children.
    pub ngrams: Vec<RankedNgram>,
    /// The n-grams that became records, in the order in which they were taken from the stack.
    pub applied: Vec<RankedNgram>,
    /// How alike the final records are, and which of them are outliers.
    pub outliers: Outliers,
    /// The answer.
    pub tables: Vec<Table>,
    pub(super) units: Units,
    pub(super) weights: [f64; 5],
}

/// A candidate attribute.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Attribute {
    /// The number of its record among the initial ones.
    pub record: usize,
    /// The node that holds it.
    pub node: NodeId,
    /// The value.
    pub text: String,
    /// What the value is.
    pub value_type: ValueType,
    /// The number of its concept; attributes of equal number are one column.
    pub concept: usize,
    /// Whether it was left out as a value that tells nothing: the same in all records.
    pub is_constant: bool,
}

impl Trace {
    /// How alike two of the attributes are, feature by feature; `None` if there is no such attribute.
    pub fn similarity(&self, one: usize, other: usize) -> Option<Similarity> {
        let n_units = self.units.all.len();
        (one < n_units && other < n_units).then(|| Comparer::new(&self.units, self.weights).similarity(one, other))
    }

    pub(super) fn note_attributes(&mut self, units: &Units, concepts: &Concepts) {
        let attributes = units.all.iter().enumerate().map(|(index, unit)| Attribute {
            record: unit.record as usize,
            node: unit.node,
            text: unit.text.clone(),
            value_type: unit.value_type,
            concept: concepts.of_unit[index] as usize,
            is_constant: !concepts.is_alive[index],
        });
        self.attributes = attributes.collect();
        self.units = units.clone();
    }

    /// Takes the table with the reasons for it, or says why there is none.
    pub(super) fn answer(&mut self, table: Option<Table>, reasons: Vec<String>) {
        match table {
            Some(mut table) => {
                table.reasons.extend(self.reason.clone());
                table.reasons.extend(reasons);
                table.warnings.extend(self.warnings.iter().cloned());
                self.tables.push(table);
            }
            None if self.reason.is_none() => {
                self.reason = Some("the region has no records with something to read".to_string());
            }
            None => {}
        }
    }
}
