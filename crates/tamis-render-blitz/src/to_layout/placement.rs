//! Where boxes are on the page.

use crate::dom::EngineTree;
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

/// The turn of each box: stacking contexts by `z-index`, then the order of the page. Within one context, floats and positioned
/// boxes without a `z-index` are not told from the others.
pub(super) fn paint_turns(blitz: &BaseDocument) -> HashMap<BlitzId, u32> {
    let mut turns = HashMap::new();
    let Some(root) = blitz.try_root_element() else { return turns };
    let mut waiting = vec![root.id];
    while let Some(id) = waiting.pop() {
        let Some(node) = blitz.get_node(id).filter(|node| has_layout(node)) else { continue };
        let turn = turns.len() as u32;
        if *turns.entry(id).or_insert(turn) != turn {
            continue;
        }
        // The last to be painted is pushed first.
        if let Some(context) = &node.stacking_context {
            waiting.extend(context.pos_z_hoisted_children().rev().map(|child| child.node_id));
        }
        if let Some(children) = &*node.paint_children.borrow() {
            waiting.extend(children.iter().rev());
        }
        if let Some(context) = &node.stacking_context {
            waiting.extend(context.neg_z_hoisted_children().rev().map(|child| child.node_id));
        }
    }
    turns
}

/// The turn of the box that a node is painted with: its own, else that of what it is in.
pub(super) fn turn_of(
    blitz: &BaseDocument,
    tree: &EngineTree,
    turns: &HashMap<BlitzId, u32>,
    node: tamis_page::NodeId,
) -> Option<u32> {
    let mut at = tree.blitz_id(node);
    while let Some(id) = at {
        if let Some(&turn) = turns.get(&id) {
            return Some(turn);
        }
        let node = blitz.get_node(id)?;
        at = node.layout_parent.get().or(node.parent);
    }
    None
}
