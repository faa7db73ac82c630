//! What each phase saw and decided.

use super::Profile;
use super::attributes::concepts::Concepts;
use super::attributes::similarity::{Comparer, Similarity};
use super::attributes::units::Units;
use super::candidates::{Candidate, Region};
use super::paper::PaperTrace;
use super::tuned::TunedTrace;
use tamis_extract::ValueType;
use tamis_extract::records::Table;
use tamis_page::{NodeId, Rect};

/// How the answer came about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DerinTrace {
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
    /// How similar these records are by their attributes.
    pub cohesion: f64,
    /// What the steps of the profile saw.
    pub steps: Steps,
    /// The answer.
    pub tables: Vec<Table>,
    pub(super) units: Units,
    pub(super) weights: [f64; 5],
}

/// What the steps of a profile saw.
#[derive(Clone, PartialEq, Debug)]
pub enum Steps {
    /// Those of the paper.
    Paper(PaperTrace),
    /// Ours.
    Tuned(TunedTrace),
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

impl DerinTrace {
    pub(super) fn new(profile: Profile, weights: [f64; 5], body: Option<Rect>) -> DerinTrace {
        DerinTrace {
            reason: None,
            warnings: Vec::new(),
            body,
            candidates: Vec::new(),
            region: None,
            initial_records: Vec::new(),
            attributes: Vec::new(),
            cohesion: 0.0,
            steps: match profile {
                Profile::Paper => Steps::Paper(PaperTrace::default()),
                Profile::Tuned => Steps::Tuned(TunedTrace::default()),
            },
            tables: Vec::new(),
            units: Units::default(),
            weights,
        }
    }

    /// How similar two of the attributes are, feature by feature; `None` if there is no such attribute.
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
