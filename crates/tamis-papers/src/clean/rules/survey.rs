//! The subtrees that the rules may look at, in document order, and how many visible tags each has.
//!
//! One walk serves both the threshold and the judgement: small subtrees are noted and stepped over, so that what is
//! left to judge is a short list beside the page.

use super::is_counted;
use tamis_page::{Document, NodeId};

/// A child of a node that could be a container.
pub(super) struct Subtree {
    pub(super) node: NodeId,
    /// The subtree that it is a child of, as an index; the body is its own.
    pub(super) parent: u32,
    /// How many tags are below it.
    pub(super) n_tags: u32,
    /// How many tags are below the largest of its children.
    pub(super) n_tags_of_largest_child: u32,
}

/// The body and, for each node of at least `least` tags on the way down, its children.
pub(super) fn survey(document: &Document, sizes: &Sizes, least: u32) -> Vec<Subtree> {
    let Some(body) = document.body() else { return Vec::new() };
    let body_range = document.subtree_range(body);
    let n_tags = sizes.below(document, body);
    let mut subtrees = vec![Subtree { node: body, parent: 0, n_tags, n_tags_of_largest_child: 0 }];
    // The subtrees that are looked into: where each ends, and its index.
    let mut open = vec![(body_range.end, 0)];
    let mut position = body_range.start + 1;
    while position < body_range.end {
        while open.last().is_some_and(|&(end, _)| end <= position) {
            open.pop();
        }
        let node = NodeId(position as u32);
        let end = document.subtree_end(node).index();
        position = end;
        let Some(&(_, parent)) = open.last() else { break };
        if !sizes.is_counted(node) {
            continue;
        }
        let n_tags = sizes.below(document, node);
        let largest = &mut subtrees[parent as usize].n_tags_of_largest_child;
        *largest = n_tags.max(*largest);
        if n_tags >= least {
            open.push((end, subtrees.len() as u32));
            position = node.index() + 1;
        }
        subtrees.push(Subtree { node, parent, n_tags, n_tags_of_largest_child: 0 });
    }
    subtrees
}

/// The number of visible elements before each position: a subtree's size is a difference.
pub(super) struct Sizes {
    before: Vec<u32>,
}

impl Sizes {
    pub(super) fn of(document: &Document) -> Sizes {
        let mut before = Vec::with_capacity(document.len() + 1);
        let mut n_tags = 0;
        let mut invisible_until = 0;
        for node in document.nodes() {
            before.push(n_tags);
            if document.is_element(node) && node.index() >= invisible_until {
                if is_counted(document, node) {
                    n_tags += 1;
                } else {
                    invisible_until = document.subtree_end(node).index();
                }
            }
        }
        before.push(n_tags);
        Sizes { before }
    }

    /// The visible elements below the node, itself not counted.
    #[inline]
    pub(super) fn below(&self, document: &Document, node: NodeId) -> u32 {
        self.before[document.subtree_end(node).index()] - self.before[node.index() + 1]
    }

    /// Whether the element itself is counted.
    #[inline]
    pub(super) fn is_counted(&self, node: NodeId) -> bool {
        self.before[node.index()] < self.before[node.index() + 1]
    }
}
