//! Cutting a page by its own elements: which of them are divided, and which stay whole.
//!
//! [`auto`](crate::segment::auto) and [`landmarks`](crate::segment::landmarks) both work this way. The page is a tree of
//! pieces: elements that hold several units. From the whole page down, each piece is divided into its units or stays
//! whole, by two scores: one for the parts of the page, one for the blocks of the parts. A score is a sum of weights,
//! one a feature, that were fitted on pages whose blocks people have marked.

mod features;
mod pieces;
mod survey;
mod weights;

pub use features::Features;

use super::{AreaValue, Levels, RawAreaId, Regions, RegionsBuilder};
use crate::compare::fingerprint;
use crate::view::PageView;
use pieces::Pieces;
use survey::Survey;
use tamis_page::{Document, NodeId, names};
use weights::{BIAS, WEIGHTS};

/// From which probability on a piece is divided.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Thresholds {
    /// Into parts.
    pub(crate) part: f64,
    /// Into blocks.
    pub(crate) block: f64,
}

/// What was found out about each piece, the whole page first.
#[derive(Clone, PartialEq, Debug)]
pub struct CutTrace {
    /// The pieces, each before those in it.
    pub pieces: Vec<CutPiece>,
}

/// An element that holds several units.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct CutPiece {
    /// The outermost of its wrappers.
    pub top: NodeId,
    /// The element whose children the units are.
    pub bottom: NodeId,
    /// Its units: a child, or several neighbours that stand in one line.
    pub units: Vec<Vec<NodeId>>,
    /// What is known of it.
    pub features: Features,
    /// How likely it falls into several parts of the page.
    pub part_probability: f64,
    /// How likely it falls into several blocks.
    pub block_probability: f64,
    /// Whether it is divided into parts.
    pub is_divided_into_parts: bool,
    /// Whether it is divided into blocks.
    pub is_divided_into_blocks: bool,
}

impl CutPiece {
    /// Its elements, from the one with its units to the outermost wrapper.
    pub fn elements<'d>(&self, document: &'d Document) -> impl Iterator<Item = NodeId> + use<'d> {
        pieces::elements(document, self.top, self.bottom)
    }
}

/// Looks at every piece of the page.
pub(crate) fn trace(view: &PageView<'_>, thresholds: Thresholds) -> CutTrace {
    match view.document().body() {
        Some(body) => pieces_of(view, &Survey::of(view, body), thresholds).1,
        None => CutTrace { pieces: Vec::new() },
    }
}

/// Cuts the page by what can be seen in `evidence`: the same page, with or without its layout.
pub(crate) fn segment(view: &PageView<'_>, evidence: &PageView<'_>, thresholds: Thresholds) -> Regions {
    let document = view.document();
    let Some(body) = document.body() else { return Regions::empty(document) };
    let survey = Survey::of(evidence, body);
    if !survey.has_content(document, body) {
        return Regions::empty(document);
    }
    let (pieces, trace) = pieces_of(evidence, &survey, thresholds);
    let mut builder = RegionsBuilder::new();
    // The unit, the area around it, and whether it is a part of the page or lies in one.
    let mut waiting: Vec<(usize, RawAreaId, bool)> = vec![(0, builder.root(), false)];
    while let Some((unit, around, is_in_part)) = waiting.pop() {
        let piece = pieces.units[unit].piece;
        let is_divided =
            |is_divided: fn(&CutPiece) -> bool| piece.is_some_and(|piece| is_divided(&trace.pieces[piece]));
        let falls_into_parts = !is_in_part && is_divided(|piece| piece.is_divided_into_parts);
        let falls_into_blocks = is_divided(|piece| piece.is_divided_into_blocks);
        let is_page = unit == 0 && falls_into_parts;
        let levels =
            Levels { is_part: !is_in_part && !falls_into_parts, is_block: !falls_into_blocks && !falls_into_parts };
        let area = if is_page { around } else { builder.add(around, levels) };
        for &node in pieces.nodes_of(unit) {
            builder.assign(node, area);
        }
        if let Some(piece) = piece {
            let probability = trace.pieces[piece].block_probability;
            builder.set_attribute(area, "coherence", AreaValue::Number(1.0 - probability));
            if falls_into_parts || falls_into_blocks {
                let inner = pieces.all[piece].units.clone();
                waiting.extend(inner.map(|unit| (unit, area, !falls_into_parts)));
            }
        }
    }
    builder.finish(view)
}

fn pieces_of(view: &PageView<'_>, survey: &Survey, thresholds: Thresholds) -> (Pieces, CutTrace) {
    let pieces = Pieces::of(view, survey);
    let has_layout = view.measured_layout().is_some();
    let judged = pieces.all.iter().map(|piece| {
        let features = features::of_piece(view, survey, &pieces, piece);
        let [part_probability, block_probability] = probabilities(&features, has_layout);
        CutPiece {
            top: piece.top,
            bottom: piece.bottom,
            units: piece.units.clone().map(|unit| pieces.nodes_of(unit).to_vec()).collect(),
            features,
            part_probability,
            block_probability,
            is_divided_into_parts: false,
            is_divided_into_blocks: false,
        }
    });
    let mut trace = CutTrace { pieces: judged.collect() };
    let landmark = main_landmark(view.document(), survey);
    for (place, piece) in trace.pieces.iter_mut().enumerate() {
        // A page of several units has parts: of 78 pages that people have marked, 74 had.
        piece.is_divided_into_parts = place == 0
            || match landmark.map(|main| Beside::of(view.document(), piece, main)) {
                Some(Beside::Around) => true,
                Some(Beside::Inside) => false,
                Some(Beside::Elsewhere) | None => piece.part_probability > thresholds.part,
            };
    }
    treat_items_alike(view.document(), &pieces, &mut trace);
    for (place, piece) in trace.pieces.iter_mut().enumerate() {
        piece.is_divided_into_blocks = place == 0 || piece.block_probability > thresholds.block;
    }
    (pieces, trace)
}

/// How likely a piece falls into several parts, and into several blocks.
fn probabilities(features: &Features, has_layout: bool) -> [f64; 2] {
    let columns = if has_layout { [2, 3] } else { [0, 1] };
    columns.map(|column| {
        let terms = WEIGHTS.iter().zip(features.values()).map(|(weights, value)| weights[column] * value);
        let score: f64 = BIAS[column] + terms.sum::<f64>();
        1.0 / (1.0 + (-score).exp())
    })
}

/// Returns the element with the tag or the role `main`. `None` if the page has no such element or several, or if nearly
/// everything is in it: then it is around the parts.
fn main_landmark(document: &Document, survey: &Survey) -> Option<NodeId> {
    const NEARLY_ALL: f64 = 0.98;
    let is_main = |node: &NodeId| {
        document.is_html(*node, names::MAIN)
            || document.attribute(*node, names::ROLE).is_some_and(|role| role == "main")
    };
    let mut found = document.nodes().filter(|node| document.is_element(*node)).filter(is_main);
    let main = found.next().filter(|&main| survey.has_content(document, main))?;
    let is_only = found.all(|other| document.contains(main, other));
    let share = f64::from(survey.letters(document, main)) / f64::from(survey.letters(document, survey.body()).max(1));
    (is_only && share < NEARLY_ALL).then_some(main)
}

/// Where a piece is, seen from the main part.
enum Beside {
    /// The main part is one of several things in it, so it falls into parts.
    Around,
    /// It is the main part or in it.
    Inside,
    Elsewhere,
}

impl Beside {
    fn of(document: &Document, piece: &CutPiece, main: NodeId) -> Beside {
        if document.contains(main, piece.bottom) {
            Beside::Inside
        } else if document.contains(piece.bottom, main) {
            Beside::Around
        } else {
            Beside::Elsewhere
        }
    }
}

/// How many siblings of one tag and class make a list.
const ITEMS: usize = 3;

/// Gives each item of a list the mean probability of all, so that they are divided together or not at all, even if one has
/// more in it than another. Parts of the page are not items, even of one class; nor are rows and boxes without a class.
fn treat_items_alike(document: &Document, pieces: &Pieces, trace: &mut CutTrace) {
    for (place, piece) in pieces.all.iter().enumerate() {
        if trace.pieces[place].is_divided_into_parts {
            continue;
        }
        let items = piece.units.clone().filter_map(|unit| {
            let (inner, &node) = (pieces.units[unit].piece?, pieces.nodes_of(unit).first()?);
            document.classes(node).next()?;
            Some((fingerprint::of_element(document, node, document.tag(node)?), inner))
        });
        let mut items: Vec<(u64, usize)> = items.collect();
        items.sort_unstable();
        for alike in items.chunk_by(|one, other| one.0 == other.0).filter(|alike| alike.len() >= ITEMS) {
            let sum: f64 = alike.iter().map(|&(_, inner)| trace.pieces[inner].block_probability).sum();
            for &(_, inner) in alike {
                trace.pieces[inner].block_probability = sum / alike.len() as f64;
            }
        }
    }
}

#[cfg(test)]
mod tests;
