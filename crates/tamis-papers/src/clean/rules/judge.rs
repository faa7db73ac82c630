//! The two rules, from the body down.

use super::sizes::Sizes;
use super::survey::Subtree;
use super::{Rule, Verdict};
use tamis_page::{Document, Name, NodeId, names};

pub(super) fn judge(document: &Document, sizes: &Sizes, subtrees: &[Subtree], threshold: u32) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    // Whether the children of each subtree are judged: it is a container, and so is every node above it.
    let mut is_judged = vec![false; subtrees.len()];
    for (subtree_idx, subtree) in subtrees.iter().enumerate() {
        let is_container = subtree.n_tags_of_largest_child >= threshold;
        if subtree_idx == 0 {
            is_judged[0] = is_container;
            continue;
        }
        if !is_judged[subtree.parent as usize] {
            continue;
        }
        let node = subtree.node;
        if let Some(rule) = one_tag(document, sizes, node) {
            verdicts.push(Verdict { node, rule });
        } else if subtree.n_tags >= threshold {
            is_judged[subtree_idx] = is_container;
        } else if has_different_tags(document, sizes, node) {
            let n_tags_of_largest = subtrees[subtree.parent as usize].n_tags_of_largest_child;
            verdicts.push(Verdict { node, rule: Rule::Small { n_tags: subtree.n_tags, n_tags_of_largest } });
        }
    }
    verdicts
}

/// Rule 1: two or more children, all of one tag that is used for links and choices, and nothing below them.
fn one_tag(document: &Document, sizes: &Sizes, node: NodeId) -> Option<Rule> {
    let mut tag = None;
    let mut n_leaves = 0;
    for child in document.child_elements(node).filter(|&child| sizes.is_counted(child)) {
        let child_tag = leaf_tag(document, sizes, child)?;
        if *tag.get_or_insert(child_tag) != child_tag {
            return None;
        }
        n_leaves += 1;
    }
    (n_leaves >= 2).then_some(Rule::OneTag { tag: tag?, n_leaves })
}

/// The tag of a leaf that rule 1 is for. A list item with one link in it counts as a leaf.
fn leaf_tag(document: &Document, sizes: &Sizes, node: NodeId) -> Option<Name> {
    let tag = document.tag(node)?;
    match (tag, sizes.below(document, node)) {
        (names::A | names::IMG | names::OPTION | names::INPUT, 0) => Some(tag),
        (names::LI, 1) => {
            let mut children = document.children(node).filter(|&child| !document.is_blank_text(child));
            let holds_one_link = children.all(|child| document.is_html(child, names::A));
            holds_one_link.then_some(tag)
        }
        _ => None,
    }
}

/// Rule 2 is for subtrees with more than one kind of tag.
fn has_different_tags(document: &Document, sizes: &Sizes, node: NodeId) -> bool {
    let mut tags =
        document.descendants(node).filter(|&inner| sizes.is_counted(inner)).filter_map(|inner| document.tag(inner));
    let Some(first) = tags.next() else { return false };
    tags.any(|tag| tag != first)
}
