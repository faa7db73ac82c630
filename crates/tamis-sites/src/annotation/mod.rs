//! What was said about a template's first page, in a form that can be said of its other pages.

mod areas;
mod held;
mod kept;
mod tables;
#[cfg(test)]
mod tests;

pub(crate) use areas::{AreaMap, StoredArea};
pub(crate) use kept::{KeptMap, KeptNodes};
pub(crate) use tables::{
    MAX_BYTES, MAX_COLUMNS, MAX_WRAPPERS, NoWrapper, Pattern, Place, StoredColumn, StoredTable, TableMap, TableNodes,
    TableWrapper,
};

/// How well an annotation fits a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fit {
    /// How many things the template names.
    pub n_named: usize,
    /// How many of them are not on the page.
    pub n_missing: usize,
}

impl Fit {
    /// The share of what is named that is not on the page.
    pub fn missing(self) -> f64 {
        if self.n_named == 0 { 0.0 } else { self.n_missing as f64 / self.n_named as f64 }
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Fit) -> Fit {
        Fit { n_named: self.n_named + other.n_named, n_missing: self.n_missing + other.n_missing }
    }
}
