//! The page as a tree of pieces: elements that hold several things, without the wrappers between them.

use super::survey::Survey;
use crate::view::PageView;
use std::ops::Range;
use tamis_page::{Document, NodeId, TextDisplay};

/// An element that holds several units. Wrappers, elements with nothing in them but one other, belong to what they wrap.
pub(super) struct Piece {
    /// The outermost wrapper.
    pub(super) top: NodeId,
    /// The element whose children the units are.
    pub(super) bottom: NodeId,
    /// Its places in [`Pieces::units`].
    pub(super) units: Range<usize>,
}

impl Piece {
    /// Its elements, from the one with its units to the outermost wrapper.
    pub(super) fn elements<'d>(&self, document: &'d Document) -> impl Iterator<Item = NodeId> + use<'d> {
        elements(document, self.top, self.bottom)
    }
}

/// The elements from `bottom` up to `top`.
pub(super) fn elements(document: &Document, top: NodeId, bottom: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let above = document.parent(top);
    std::iter::once(bottom).chain(document.ancestors(bottom)).take_while(move |&node| Some(node) != above)
}

/// What a piece falls into: a child of its element, or several neighbours that stand in one line.
pub(super) struct Unit {
    /// Its places in [`Pieces::nodes`].
    nodes: Range<usize>,
    /// The piece that it is, if it holds several units itself.
    pub(super) piece: Option<usize>,
}

/// All pieces of a page, each before those in it.
pub(super) struct Pieces {
    pub(super) all: Vec<Piece>,
    pub(super) units: Vec<Unit>,
    nodes: Vec<NodeId>,
}

impl Pieces {
    /// Takes the page apart from the body down. The first piece is around all others; there is no piece if the page is one
    /// thing.
    pub(super) fn of(view: &PageView<'_>, survey: &Survey) -> Pieces {
        let mut pieces = Pieces { all: Vec::new(), units: Vec::new(), nodes: Vec::new() };
        pieces.nodes.push(survey.body());
        pieces.units.push(Unit { nodes: 0..1, piece: None });
        let mut next = 0;
        // Units are added behind those that are looked at, so that one walk meets all of them.
        while next < pieces.units.len() {
            if let &[node] = pieces.nodes_of(next) {
                pieces.units[next].piece = pieces.open(view, survey, node);
            }
            next += 1;
        }
        pieces
    }

    /// The nodes of a unit, neighbours.
    pub(super) fn nodes_of(&self, unit: usize) -> &[NodeId] {
        &self.nodes[self.units[unit].nodes.clone()]
    }

    /// The piece of an element, if it holds several units.
    fn open(&mut self, view: &PageView<'_>, survey: &Survey, top: NodeId) -> Option<usize> {
        let document = view.document();
        let mut bottom = top;
        let first_node = self.nodes.len();
        loop {
            if !document.is_element(bottom) {
                return None;
            }
            self.nodes.extend(document.children(bottom).filter(|&child| survey.has_content(document, child)));
            match self.nodes[first_node..] {
                [only] => {
                    bottom = only;
                    self.nodes.truncate(first_node);
                }
                _ => break,
            }
        }
        let first_unit = self.units.len();
        let mut start = first_node;
        for place in first_node..self.nodes.len() {
            let is_end = place + 1 == self.nodes.len()
                || !(is_in_line(view, self.nodes[place]) && is_in_line(view, self.nodes[place + 1]));
            if is_end {
                self.units.push(Unit { nodes: start..place + 1, piece: None });
                start = place + 1;
            }
        }
        if self.units.len() - first_unit < 2 {
            self.units.truncate(first_unit);
            self.nodes.truncate(first_node);
            return None;
        }
        self.all.push(Piece { top, bottom, units: first_unit..self.units.len() });
        Some(self.all.len() - 1)
    }
}

/// Whether a node stands in a line of text with its neighbours.
pub(super) fn is_in_line(view: &PageView<'_>, node: NodeId) -> bool {
    let document = view.document();
    if !document.is_element(node) {
        return true;
    }
    match view.measured_layout() {
        Some(layout) => layout.display(node).is_inline(),
        None => TextDisplay::of(document, node).is_in_line(),
    }
}
