//! The two rules: from the body down, which is our reading, and as Figure 8 prints them, from the leaves up on what is left.

use super::survey::{Sizes, Subtree};
use super::{Rule, Verdict, is_counted};
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

/// What is left below a node.
#[derive(Clone, Copy, Default)]
struct RemainingSubtree {
    n_tags: u32,
    /// The tag of the children looked at so far.
    tag: Option<Name>,
    differs: bool,
    /// Whether a child has anything below it.
    has_inner: bool,
}

pub(super) fn judge_literally(document: &Document, threshold: u32) -> Vec<Verdict> {
    let Some(body) = document.body() else { return Vec::new() };
    let range = document.subtree_range(body);
    let mut left = vec![RemainingSubtree::default(); range.len()];
    let mut rules: Vec<Option<Rule>> = vec![None; range.len()];
    // In reverse document order every node comes after all that is below it.
    for position in range.clone().rev() {
        let node = NodeId(position as u32);
        let Some(tag) = document.tag(node).filter(|_| is_counted(document, node)) else { continue };
        let here = position - range.start;
        let below = left[here];
        rules[here] = match below {
            RemainingSubtree { n_tags: 0, .. } => None,
            RemainingSubtree { n_tags, tag: Some(tag), differs: false, has_inner: false } => {
                Some(Rule::OneTag { tag, n_leaves: n_tags })
            }
            RemainingSubtree { n_tags, .. } if n_tags < threshold => Some(Rule::Small { n_tags, n_tags_of_largest: 0 }),
            _ => None,
        };
        let n_left = if rules[here].is_some() { 0 } else { below.n_tags };
        let parent = document.parent(node).map(NodeId::index).filter(|parent| range.contains(parent));
        if let Some(parent) = parent {
            let parent = &mut left[parent - range.start];
            parent.n_tags += 1 + n_left;
            parent.differs |= *parent.tag.get_or_insert(tag) != tag;
            parent.has_inner |= n_left > 0;
        }
    }

    // The highest verdicts: what lies below one is gone with it.
    let mut verdicts = Vec::new();
    let mut position = range.start;
    while position < range.end {
        let node = NodeId(position as u32);
        match rules[position - range.start] {
            Some(rule) => {
                verdicts.push(Verdict { node, rule });
                position = document.subtree_end(node).index();
            }
            None => position += 1,
        }
    }
    verdicts
}
