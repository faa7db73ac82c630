//! From the region to the nodes that stay (Algorithm 5 of the paper).

use super::{Side, Split, TpsTrace};
use crate::measure::tag_paths::is_bare_tbody;
use tamis_page::{Document, Mask, NodeId, NodeKind};

const BEFORE: &str = "its tag paths end before the main region";
const AFTER: &str = "its tag paths begin after the main region";
const NO_PATH: &str = "scripts, templates and comments have no tag path";

pub(super) fn prune(document: &Document, trace: &TpsTrace) -> Mask {
    let Some(((first, _), &start)) = trace.region.ends.zip(trace.paths.nodes().first()) else {
        return Mask::keep_all(document);
    };
    let mut mask = Mask::keep_none(document);
    let body = document.subtree_range(start);
    for node in document.nodes().filter(|node| !body.contains(&node.index())) {
        mask.keep(document, node);
    }
    for &node in &trace.paths.nodes()[trace.region.range.clone()] {
        mask.keep(document, node);
    }

    // What is left out of a node that stays, with the reason. White space in such a node stays; it is the only text
    // that is not in the sequence.
    let mut sequence = trace.paths.nodes().iter().copied().peekable();
    let mut position = body.start;
    while position < body.end {
        let node = NodeId(position as u32);
        if mask.keeps(node) {
            position += 1;
            continue;
        }
        while sequence.next_if(|&other| other < node).is_some() {}
        let is_in_sequence = sequence.peek() == Some(&node);
        position = document.subtree_end(node).index();
        if is_in_sequence {
            mask.explain(node, if node < first { BEFORE } else { AFTER });
        } else if document.kind(node) == NodeKind::Text {
            mask.keep(document, node);
        } else if is_bare_tbody(document, node) {
            // Not in the sequence itself; its rows are.
            mask.explain(node, if node < first { BEFORE } else { AFTER });
        } else {
            mask.explain(node, NO_PATH);
        }
    }
    mask
}

pub(super) fn n_kept(document: &Document, trace: &TpsTrace) -> usize {
    let range = trace.region.range.clone();
    let nodes = trace.paths.nodes();
    let Some(&first) = nodes.get(range.start) else { return 0 };
    // What stays before the region is an ancestor of its first node: a later node's ancestor that is not the first's
    // lies in the region.
    let above = nodes[..range.start].iter().filter(|&&node| document.contains(node, first)).count();
    above + range.len()
}

pub(super) fn explain(document: &Document, trace: &TpsTrace, node: NodeId) -> String {
    let region = &trace.region;
    let Some(position) = trace.paths.nodes().binary_search(&node).ok() else {
        return match trace.paths.nodes().first() {
            Some(&start) if document.contains(start, node) => "not a node of the tag path sequence".to_owned(),
            _ => "outside of the body: kept as it is".to_owned(),
        };
    };
    let Some(split_idx) = region.split_of(position) else {
        return format!("kept: symbol {position} of the sequence, in the main region {:?}", region.range);
    };
    if region.enclosing.is_some_and(|enclosing| document.contains(node, enclosing))
        || region.ends.is_some_and(|(first, _)| document.contains(node, first))
    {
        return "kept: an ancestor of the main region".to_owned();
    }
    let Split { threshold, border, left, right, kept, .. } = region.splits[split_idx];
    let (side, kept) = match kept {
        Side::Left => ("after", "left"),
        Side::Right => ("before", "right"),
    };
    format!(
        "left out: symbol {position} of the sequence lies {side} the border at {border} (split {} of {}, frequency \
         threshold {threshold}, {left} symbols to the left, {right} to the right; the {kept} side was kept)",
        split_idx + 1,
        region.splits.len(),
    )
}
