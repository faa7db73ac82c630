//! Phase 6: candidates that a look at the page rules out, and menus, which are lists of short links and nothing else.

use super::candidates::Candidate;
use super::features::{Geometry, Ruler};
use super::{GridTest, XPathRankOptions};
use tamis_page::{Document, NodeId, NodeKind, names};

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
    } else if is_single_row(&geometry, options.grid) {
        Err(Flaw::SingleRow)
    } else if is_scattered(&geometry, options.grid) {
        Err(Flaw::NoGrid)
    } else {
        Ok(geometry)
    }
}

fn is_single_row(geometry: &Geometry, grid: GridTest) -> bool {
    match grid {
        GridTest::Places => geometry.rows <= 1,
        GridTest::Columns => geometry.n_tops <= 1 || geometry.rows <= 1 && geometry.n_in_columns == 0,
    }
}

/// The least share of nodes that stand in a column with two others, and the largest share that lie on another one.
const MIN_IN_COLUMNS: f64 = 0.8;
const MAX_OVERLAPPING: f64 = 0.2;

fn is_scattered(geometry: &Geometry, grid: GridTest) -> bool {
    let has_too_few_places = (geometry.rows + 1) * geometry.columns < geometry.n_shown;
    match grid {
        GridTest::Places => has_too_few_places,
        GridTest::Columns => {
            let n_in_columns = geometry.n_in_columns as f64;
            let has_no_columns = n_in_columns < MIN_IN_COLUMNS * geometry.n_shown as f64;
            has_too_few_places && has_no_columns || geometry.overlapping > MAX_OVERLAPPING
        }
    }
}

/// How many nodes are looked at, and how many characters an entry of a menu has at most on average.
const MAX_NODES: usize = 64;
const MAX_CHARS: usize = 40;

/// Whether the nodes are entries of a menu: a short link each, no other text and no image.
pub(super) fn is_menu(document: &Document, nodes: &[NodeId]) -> bool {
    let nodes = &nodes[..nodes.len().min(MAX_NODES)];
    let mut n_chars = 0;
    for &node in nodes {
        let range = document.subtree_range(node);
        let mut link_end = if document.tag(node) == Some(names::A) { range.end } else { 0 };
        for inner in range.map(|position| NodeId(position as u32)) {
            match document.kind(inner) {
                NodeKind::Element if document.is_html(inner, names::IMG) => return false,
                NodeKind::Element if document.is_html(inner, names::A) => {
                    link_end = link_end.max(document.subtree_end(inner).index());
                }
                NodeKind::Text => {
                    let here = document.text(inner).chars().filter(|c| c.is_alphanumeric()).count();
                    if here > 0 && inner.index() >= link_end {
                        return false;
                    }
                    n_chars += here;
                }
                _ => {}
            }
            if n_chars > MAX_CHARS * nodes.len() {
                return false;
            }
        }
    }
    true
}
