//! The tree of a template: D of paper 004, less what nothing was said about.

use crate::label::{Hash, Label, children};
use std::ops::Range;
use tamis_page::{Document, NodeId};

/// A node of a skeleton.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct SkeletonId(pub u32);

impl SkeletonId {
    /// The document.
    pub(crate) const ROOT: SkeletonId = SkeletonId(0);

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The elements above certain nodes of a page and all children of those elements, in document order. The nodes below that
/// are not kept: what holds for an element holds for all in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Skeleton {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node {
    label: Label,
    /// What it looks like inside; see [`shape`].
    shape: u32,
    /// The node after its subtree.
    end: u32,
}

/// What a node looks like inside: the tags of its children, several of one tag in a row as one. Lists of any length look
/// the same, and two items do not if one of them has a picture more.
pub(super) fn shape(document: &Document, node: NodeId) -> u32 {
    let (mut hash, mut last) = (Hash::new(), None);
    for child in children(document, node) {
        let tag = document.tag(child);
        if last != Some(tag) {
            hash = hash.byte(b'/').bytes(document.tag_name(child).as_bytes());
        }
        last = Some(tag);
    }
    hash.to_u32()
}

impl Skeleton {
    /// The skeleton of a page around these nodes, and where each of them is in it; `None` for nodes that pages of one
    /// template need not share, such as those in code.
    pub(crate) fn around(document: &Document, nodes: &[NodeId]) -> (Skeleton, Vec<Option<SkeletonId>>) {
        let mut is_open = vec![false; document.len()];
        is_open[0] = !nodes.is_empty();
        for &node in nodes {
            for above in document.ancestors(node) {
                if std::mem::replace(&mut is_open[above.index()], true) {
                    break;
                }
            }
        }
        // The mark above ends at the first element that is open already, which may be the root, set beforehand.
        let mut places: Vec<Option<SkeletonId>> = vec![None; document.len()];
        let mut skeleton = Skeleton { nodes: Vec::new() };
        // What is to be added, the next one last; `Err` closes a node.
        let mut stack: Vec<Result<NodeId, usize>> = vec![Ok(document.root())];
        while let Some(step) = stack.pop() {
            match step {
                Err(place) => skeleton.nodes[place].end = skeleton.nodes.len() as u32,
                Ok(node) => {
                    let place = skeleton.nodes.len();
                    places[node.index()] = Some(SkeletonId(place as u32));
                    skeleton.nodes.push(Node {
                        label: Label::of(document, node),
                        shape: shape(document, node),
                        end: place as u32 + 1,
                    });
                    if is_open[node.index()] {
                        stack.push(Err(place));
                        let first = stack.len();
                        stack.extend(children(document, node).map(Ok));
                        stack[first..].reverse();
                    }
                }
            }
        }
        let found = nodes.iter().map(|node| places[node.index()]).collect();
        (skeleton, found)
    }

    /// A skeleton from what is stored: of each node its label, its shape and the number of nodes in its subtree, itself included.
    /// `None` if that is no tree.
    pub(crate) fn from_parts(parts: impl IntoIterator<Item = (Label, u32, u32)>) -> Option<Skeleton> {
        let mut nodes = Vec::new();
        for (label, shape, n_nodes) in parts {
            nodes.push(Node { label, shape, end: (nodes.len() as u32).checked_add(n_nodes.max(1))? });
        }
        let mut open: Vec<u32> = vec![nodes.len() as u32];
        for (idx, node) in nodes.iter().enumerate() {
            while open.last().is_some_and(|&end| end <= idx as u32) {
                open.pop();
            }
            if open.last().is_none_or(|&end| node.end > end) {
                return None;
            }
            open.push(node.end);
        }
        (!nodes.is_empty() && nodes[0].end as usize == nodes.len()).then_some(Skeleton { nodes })
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn label(&self, node: SkeletonId) -> Label {
        self.nodes[node.index()].label
    }

    pub(crate) fn shape(&self, node: SkeletonId) -> u32 {
        self.nodes[node.index()].shape
    }

    /// The node and all below it.
    pub(crate) fn subtree(&self, node: SkeletonId) -> Range<usize> {
        node.index()..self.nodes[node.index()].end as usize
    }

    /// Whether its children are known.
    pub(crate) fn is_open(&self, node: SkeletonId) -> bool {
        self.subtree(node).len() > 1
    }

    pub(crate) fn children(&self, node: SkeletonId) -> impl Iterator<Item = SkeletonId> + '_ {
        let end = self.nodes[node.index()].end;
        let within = move |child: &u32| *child < end;
        std::iter::successors(Some(node.0 + 1).filter(within), move |&child| {
            Some(self.nodes[child as usize].end).filter(within)
        })
        .map(SkeletonId)
    }

    /// Of each node its parent; the root is its own.
    pub(crate) fn parents(&self) -> Vec<SkeletonId> {
        let mut parents = vec![SkeletonId::ROOT; self.len()];
        let mut open: Vec<u32> = Vec::new();
        for (idx, parent) in (0..).zip(&mut parents) {
            while open.last().is_some_and(|&above| self.nodes[above as usize].end <= idx) {
                open.pop();
            }
            *parent = SkeletonId(open.last().copied().unwrap_or(0));
            open.push(idx);
        }
        parents
    }
}
