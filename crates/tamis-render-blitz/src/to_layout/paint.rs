//! In which order boxes are painted.

use super::positions::has_layout;
use crate::dom::EngineTree;
use blitz_dom::{BaseDocument, NodeId as BlitzId};
use std::collections::HashMap;

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
