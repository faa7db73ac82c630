//! Phase 6: candidates that a look at the page rules out.

use super::candidates::Candidate;
use super::features::{Geometry, Ruler};
use super::options::XPathRankOptions;

/// Why a candidate was dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flaw {
    /// Too many of its nodes are invisible.
    Invisible,
    /// Its nodes stand side by side in one row, as in a menu.
    SingleRow,
    /// It has far more nodes than its rows and columns have places: nodes all over the page.
    NoGrid,
}

/// Where the nodes of a candidate are, if they can be records.
pub(super) fn check(
    ruler: &mut Ruler<'_>,
    candidate: &Candidate<'_>,
    options: &XPathRankOptions,
) -> Result<Geometry, Flaw> {
    let geometry = ruler.geometry(&candidate.nodes);
    if !ruler.has_boxes() {
        return Ok(geometry);
    }
    if geometry.n_invisible as f64 > options.max_invisible * candidate.nodes.len() as f64 {
        Err(Flaw::Invisible)
    } else if geometry.n_shown == 0 {
        // Nobody measured any of them.
        Ok(geometry)
    } else if geometry.rows <= 1 {
        Err(Flaw::SingleRow)
    } else if (geometry.rows + 1) * geometry.columns < geometry.n_shown {
        Err(Flaw::NoGrid)
    } else {
        Ok(geometry)
    }
}
