//! Cutting a page by weights that are being tried.

use super::{FitPage, Weights};
use crate::metrics::segments::{Level, SaidBlock};
use std::collections::BTreeMap;
use tamis_page::NodeId;

/// The blocks of a page at one level. The whole page is always divided, as the method does it.
pub fn cut(page: &FitPage, weights: &Weights, threshold: f64, level: Level) -> Vec<SaidBlock> {
    let by_top: BTreeMap<NodeId, usize> =
        page.pieces.iter().enumerate().map(|(place, piece)| (piece.top, place)).collect();
    let mut blocks = Vec::new();
    let mut waiting: Vec<Vec<NodeId>> = match page.pieces.first() {
        Some(whole) => whole.units.clone(),
        None => vec![page.marked.page().document().body().into_iter().collect()],
    };
    while let Some(nodes) = waiting.pop() {
        let piece = match nodes[..] {
            [node] => by_top.get(&node).map(|&place| &page.pieces[place]),
            _ => None,
        };
        match piece.filter(|piece| weights.probability(piece) > threshold) {
            Some(piece) => waiting.extend(piece.units.iter().cloned()),
            None => blocks.push(SaidBlock::of(nodes, Some(level))),
        }
    }
    blocks
}
