//! Where html5ever departs from the specification.

use super::case::Case;
use super::compare::Difference;

/// A place where html5ever departs from the specification.
pub struct Departure {
    /// A short name for reports.
    pub name: &'static str,
    /// What the specification says and what html5ever does.
    pub reason: &'static str,
    /// Whether a difference is this departure.
    pub applies: fn(&Case, &Difference) -> bool,
}

impl PartialEq for Departure {
    fn eq(&self, other: &Departure) -> bool {
        self.name == other.name
    }
}

impl std::fmt::Debug for Departure {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name)
    }
}

/// All that are known.
pub static DEPARTURES: &[Departure] = &[];
