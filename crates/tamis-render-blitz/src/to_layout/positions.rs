//! Where boxes are on the page.

use blitz_dom::{BaseDocument, Node, NodeId as BlitzId};
use std::collections::HashMap;
use tamis_page::Rect;

/// Adds up the places of boxes in their containing blocks, each once.
pub(super) struct Positions<'a> {
    blitz: &'a BaseDocument,
    origin: (f32, f32),
    known: HashMap<BlitzId, (f32, f32)>,
}

impl<'a> Positions<'a> {
    pub(super) fn new(blitz: &'a BaseDocument, origin: (f32, f32)) -> Positions<'a> {
        Positions { blitz, origin, known: HashMap::new() }
    }

    /// The top left corner of a box.
    pub(super) fn of(&mut self, id: BlitzId) -> (f32, f32) {
        let mut path = Vec::new();
        let mut at = Some(id);
        let mut position = self.origin;
        while let Some(id) = at {
            if let Some(&known) = self.known.get(&id) {
                position = known;
                break;
            }
            path.push(id);
            at = self.blitz.get_node(id).and_then(Node::containing_block);
        }
        for id in path.into_iter().rev() {
            if let Some(node) = self.blitz.get_node(id).filter(|node| has_layout(node)) {
                let location = node.unrounded_layout().location;
                let (right, down) = moved_by(node);
                position = (position.0 + location.x + right, position.1 + location.y + down);
            }
            self.known.insert(id, position);
        }
        position
    }

    /// The border box of a node that has one.
    pub(super) fn rect(&mut self, id: BlitzId) -> Option<Rect> {
        let node = self.blitz.get_node(id).filter(|node| has_layout(node))?;
        let size = node.unrounded_layout().size;
        let (x, y) = self.of(id);
        Some(Rect::new(x, y, size.width, size.height))
    }
}

/// Text and comments have no box of their own, and asking them for one panics.
pub(super) fn has_layout(node: &Node) -> bool {
    node.element_data().is_some()
}

/// How far a `transform` moves a box. Turning and scaling are left out: they change what is drawn, not what is laid out.
fn moved_by(node: &Node) -> (f32, f32) {
    let Some(transform) = node.transform().as_deref() else { return (0.0, 0.0) };
    let [xx, xy, yx, yy, right, down] = transform.as_coeffs();
    let only_moves = (xx - 1.0).abs() < 1e-6 && (yy - 1.0).abs() < 1e-6 && xy.abs() < 1e-6 && yx.abs() < 1e-6;
    if only_moves { (right as f32, down as f32) } else { (0.0, 0.0) }
}
