//! Which node of a page is which node of its template?
//!
//! A [`Skeleton`] is what is kept of the template's first page: the elements above the nodes that something was said
//! about, and all their children, by their labels alone. An [`Alignment`] says which node of another page is which of
//! the skeleton.
//!
//! | mode | a child of the page is a child of the skeleton if |
//! |---|---|
//! | [`Mode::Strict`] | its parent has as many children, and it is at the same place among them (Definition 11 of paper 004) |
//! | [`Mode::Robust`] | it has the same id, or the same tag and classes in the order of the siblings, or else the same tag; children that the skeleton has fewer of are copies of the one they look like |

mod align;
mod siblings;
mod skeleton;

#[cfg(test)]
mod tests;

pub(crate) use align::{Alignment, MatchKind, Pair, align};
pub(crate) use siblings::{Sibling, match_siblings};
pub(crate) use skeleton::{Skeleton, SkeletonId};

tamis_extract::option_words! {
    /// How nodes are found again.
    #[derive(Default)]
    pub enum Mode {
        /// By position and number of siblings, as the paper has it.
        Strict = "strict",
        /// By what siblings are called.
        #[default]
        Robust = "robust",
    }
}

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

    /// How well two annotations together fit the page.
    #[must_use]
    pub fn and(self, other: Fit) -> Fit {
        Fit { n_named: self.n_named + other.n_named, n_missing: self.n_missing + other.n_missing }
    }
}
