//! Which pieces should be divided, and how much that matters.

use super::FitPage;
use crate::metrics::segments::Level;
use std::collections::BTreeSet;
use tamis_extract::segment::auto::CutPiece;
use tamis_page::NodeId;

/// A piece that people have marked, or in which they have marked something.
pub(super) struct Example {
    /// Its place among the pieces of the page.
    pub(super) piece: usize,
    /// Whether something in it is marked, and not it itself.
    pub(super) is_divided: bool,
    /// How much dividing it changes, from 0 to 1.
    pub(super) impact: f64,
}

/// The pieces that a walk from the top meets, as long as it divides what should be divided.
pub(super) fn examples(page: &FitPage, level: Level) -> Vec<Example> {
    let document = page.marked.page().document();
    let marked: BTreeSet<NodeId> =
        page.truth(level).iter().copied().filter(|&node| page.marked.letters(node) > 0).collect();
    let is_around = |piece: &CutPiece| {
        let range = document.subtree_range(piece.bottom);
        marked.range(NodeId(range.start as u32 + 1)..NodeId(range.end as u32)).next().is_some()
    };
    let is_marked = |piece: &CutPiece| piece.elements(document).any(|node| marked.contains(&node));
    let mut examples = Vec::new();
    for (place, piece) in page.pieces.iter().enumerate() {
        let above = document.parent(piece.top);
        let is_below = above.is_some_and(|above| {
            marked.contains(&above) || document.ancestors(above).any(|node| marked.contains(&node))
        });
        if is_below {
            continue;
        }
        let is_marked = is_marked(piece);
        if is_marked || is_around(piece) {
            examples.push(Example { piece: place, is_divided: !is_marked, impact: impact(page, piece) });
        }
    }
    examples
}

/// The share of the page's pairs of letters in the piece that dividing it takes apart, by its share of the page: a
/// header that is cut off a long text changes little, two halves of a page much.
fn impact(page: &FitPage, piece: &CutPiece) -> f64 {
    let letters = |node: NodeId| page.marked.letters(node) as f64;
    let all = letters(page.marked.page().document().root()).max(1.0);
    let own = letters(piece.bottom).max(1.0);
    let together: f64 =
        piece.units.iter().map(|unit| (unit.iter().map(|&node| letters(node)).sum::<f64>() / own).powi(2)).sum();
    own / all * (1.0 - together).max(0.0)
}
