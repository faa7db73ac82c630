//! From the blocks that are kept to the nodes that are.

use super::BlocksTrace;
use super::survey::Survey;
use tamis_page::{Document, Mask, NodeId, NodeKind, Sight, Sights, is_never_shown, names};

/// Keeps the blocks, what is set between them, and all that is around them; the rest has the reason of its largest block.
pub(super) fn of(document: &Document, trace: &BlocksTrace) -> Mask {
    let survey = &trace.survey;
    let Some(body) = document.body() else { return Mask::keep_all(document) };
    if survey.blocks.is_empty() {
        return Mask::keep_all(document);
    }
    let mut mask = Mask::keep_none(document);
    for node in document.html().into_iter().flat_map(|html| document.children(html)).filter(|&node| node != body) {
        mask.keep_subtree(document, node);
    }
    mask.keep(document, body);
    let sights = Sights::of(document);
    for (block, _) in survey.blocks.iter().zip(&trace.kept).filter(|(_, kept)| **kept) {
        for node in (block.first.0..block.end.0).map(NodeId) {
            mask.keep(document, node);
        }
        if block.is_hidden || block.in_noscript {
            reveal(document, &sights, &mut mask, block.first);
        }
    }
    keep_between(document, survey, trace, &mut mask, body);
    explain(document, survey, trace, &mut mask, body);
    mask
}

/// What a reader sees only after a click, or without scripts, is read where it is kept.
fn reveal(document: &Document, sights: &Sights<'_>, mask: &mut Mask, text: NodeId) {
    for node in document.ancestors(text).filter(|&node| document.is_element(node)) {
        let is_hidden =
            is_never_shown(document, node) || matches!(sights.sight(node), Sight::Gone | Sight::Transparent);
        if is_hidden && !document.is_html(node, names::HTML) {
            mask.reveal(node);
        }
    }
}

/// Keeps what has no text of its own, such as images, rules and empty cells, beside a kept block under one parent.
fn keep_between(document: &Document, survey: &Survey, trace: &BlocksTrace, mask: &mut Mask, body: NodeId) {
    let is_kept = |idx: usize| trace.kept.get(idx).copied().unwrap_or(false);
    let mut node = NodeId(body.0 + 1);
    let end = document.subtree_end(body);
    while node < end {
        let range = survey.range(document, node);
        // Later texts and marks of a block go with it.
        let is_in_block = survey.n_before(node).checked_sub(1).is_some_and(|idx| node < survey.blocks[idx].end);
        if !range.is_empty() || is_in_block {
            node = NodeId(node.0 + 1);
            continue;
        }
        let next = document.subtree_end(node);
        if let Some(parent) = document.parent(node).filter(|&parent| mask.keeps(parent)) {
            let around = survey.range(document, parent);
            let idx = survey.n_before(node);
            let before = idx.checked_sub(1).filter(|before| around.contains(before));
            if before.is_some_and(is_kept) || around.contains(&idx) && is_kept(idx) {
                mask.keep_subtree(document, node);
            }
        }
        node = next;
    }
}

/// Says why each outermost subtree that is left out is.
fn explain(document: &Document, survey: &Survey, trace: &BlocksTrace, mask: &mut Mask, body: NodeId) {
    let mut node = NodeId(body.0 + 1);
    let end = document.subtree_end(body);
    while node < end {
        if mask.keeps(node) {
            node = NodeId(node.0 + 1);
            continue;
        }
        let range = match document.kind(node) {
            NodeKind::Text => {
                let idx = survey.blocks.partition_point(|block| block.end <= node);
                let is_inside = survey.blocks.get(idx).is_some_and(|block| block.first <= node);
                if is_inside { idx..idx + 1 } else { 0..0 }
            }
            _ => survey.range(document, node),
        };
        // The first of the longest: `max_by_key` would give the last.
        let longest = range.rev().max_by_key(|&idx| survey.blocks[idx].text.words);
        match longest {
            Some(idx) => mask.explain(node, trace.reason(document, idx)),
            // White space between elements needs no reason.
            None if document.is_element(node) => mask.explain(node, "it has no text, and nothing beside it is kept"),
            None => {}
        }
        node = document.subtree_end(node);
    }
}
