//! Where an answer is from.

use super::ReadyWrapper;
use crate::recipe::Recipe;

/// Who gave an answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Provenance {
    /// A method with its options.
    Method(Recipe),
    /// A wrapper: selectors that were learned from other pages, or written by hand. No method ran.
    Wrapper(ReadyWrapper),
}

impl Provenance {
    /// The name of the method, or `wrapper`.
    pub fn name(&self) -> &'static str {
        match self {
            Provenance::Method(recipe) => recipe.method().name(),
            Provenance::Wrapper(_) => "wrapper",
        }
    }

    /// The method and its options; `None` for a wrapper.
    pub fn recipe(&self) -> Option<&Recipe> {
        match self {
            Provenance::Method(recipe) => Some(recipe),
            Provenance::Wrapper(_) => None,
        }
    }

    /// The wrapper, if the answer is of one.
    pub fn wrapper(&self) -> Option<&ReadyWrapper> {
        match self {
            Provenance::Method(_) => None,
            Provenance::Wrapper(wrapper) => Some(wrapper),
        }
    }
}

impl From<Recipe> for Provenance {
    fn from(recipe: Recipe) -> Provenance {
        Provenance::Method(recipe)
    }
}
