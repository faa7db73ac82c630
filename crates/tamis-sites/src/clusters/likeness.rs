//! In which way is a page like a template?

use super::ClusterOptions;
use crate::fingerprint::Fingerprint;

/// A way to compare a page with a template, from the strictest to the loosest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Likeness {
    /// Paths of all elements with ids.
    Paths,
    /// Paths of blocks without ids.
    Blocks,
    /// The share of the page's blocks that the template has.
    Coverage,
}

/// A template that lacks more of a page's kinds of blocks has nothing to say about too much of it. On 4,500 pages of nine
/// manuals (November 2026, paths without ids) the areas of a mapped page were the same as without a template in 90.5 %
/// with this share, in 89.6 % with 0.6, and in 84.6 % if it was enough that the page has 0.7 of the template's: a page of
/// a few lines would be a template for everything.
const MIN_COVERAGE: f64 = 0.7;

impl Likeness {
    pub(super) fn threshold(self, options: &ClusterOptions) -> f64 {
        match self {
            Likeness::Paths | Likeness::Blocks => options.threshold,
            Likeness::Coverage => options.threshold.max(MIN_COVERAGE),
        }
    }

    /// How alike they are, `None` if less than a bound.
    pub(super) fn of(self, page: &Fingerprint, template: &Fingerprint, at_least: f64) -> Option<f64> {
        match self {
            Likeness::Paths => page.paths().similarity_from(template.paths(), at_least),
            Likeness::Blocks => page.blocks().similarity_from(template.blocks(), at_least),
            Likeness::Coverage => page.blocks().coverage_from(template.blocks(), at_least),
        }
    }
}
