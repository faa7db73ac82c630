//! What is cut off: text that a ticker or a row of slides keeps outside its window until it comes round.
//!
//! It has no place of its own, so no round finds it; it will be read where its neighbour is now, and belongs there.

use super::trace::VipsTrace;
use tamis_extract::PageView;
use tamis_extract::segment::is_atom;
use tamis_page::NodeId;

/// The texts and pictures outside all blocks, each with the area of the block next to it: the one before it if both
/// are in the lowest element that holds a block, otherwise the one after it.
pub(super) fn find(trace: &VipsTrace, view: &PageView<'_>) -> Vec<(NodeId, usize)> {
    let document = view.document();
    let mut blocks: Vec<(NodeId, usize)> = Vec::new();
    for (idx, area) in trace.areas.iter().enumerate() {
        blocks.extend(area.blocks.iter().map(|block| (block.node, idx)));
    }
    blocks.sort_unstable();
    let mut holds_block = vec![false; document.len()];
    for &(block, _) in &blocks {
        let mut node = Some(block);
        while let Some(above) = node.filter(|above| !holds_block[above.index()]) {
            holds_block[above.index()] = true;
            node = document.parent(above);
        }
    }
    let mut found = Vec::new();
    // Of each node the lowest one around it that holds a block.
    let mut around: Vec<NodeId> = vec![NodeId::ROOT; document.len()];
    let mut next_block = 0;
    let mut inside_until = 0;
    for node in document.nodes().skip(1) {
        let parent = document.parent(node).expect("invariant: only the root has no parent");
        around[node.index()] = if holds_block[node.index()] { node } else { around[parent.index()] };
        if blocks.get(next_block).is_some_and(|&(block, _)| block == node) {
            inside_until = document.subtree_end(node).index();
            next_block += 1;
        }
        if node.index() < inside_until || !is_atom(view, node) {
            continue;
        }
        let before =
            next_block.checked_sub(1).map(|idx| blocks[idx]).filter(|&(block, _)| block >= around[node.index()]);
        if let Some((_, area)) = before.or_else(|| blocks.get(next_block).copied()) {
            found.push((node, area));
        }
    }
    found
}
