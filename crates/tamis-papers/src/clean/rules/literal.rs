//! The algorithm of Figure 8 as printed: from the leaves up, on what is left.

use super::{Rule, Verdict, is_counted};
use tamis_page::{Document, Name, NodeId};

/// What is left below a node.
#[derive(Clone, Copy, Default)]
struct Left {
    n_tags: u32,
    /// The tag of the children looked at so far.
    tag: Option<Name>,
    differs: bool,
    /// Whether a child has anything below it.
    has_inner: bool,
}

pub(super) fn judge(document: &Document, threshold: u32) -> Vec<Verdict> {
    let Some(body) = document.body() else { return Vec::new() };
    let range = document.subtree_range(body);
    let mut left = vec![Left::default(); range.len()];
    let mut rules: Vec<Option<Rule>> = vec![None; range.len()];
    // In reverse document order every node comes after all that is below it.
    for position in range.clone().rev() {
        let node = NodeId(position as u32);
        let Some(tag) = document.tag(node).filter(|_| is_counted(document, node)) else { continue };
        let here = position - range.start;
        let below = left[here];
        rules[here] = match below {
            Left { n_tags: 0, .. } => None,
            Left { n_tags, tag: Some(tag), differs: false, has_inner: false } => {
                Some(Rule::OneTag { tag, n_leaves: n_tags })
            }
            Left { n_tags, .. } if n_tags < threshold => Some(Rule::Small { n_tags, n_tags_of_largest: 0 }),
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
