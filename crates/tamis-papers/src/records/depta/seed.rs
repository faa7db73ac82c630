//! The tree that grows into the union of all records.

use crate::compare::tree_matching::LabelledTree;
use crate::view::tag_tree::{Label, TagTree};

/// A tree that subtrees can be put into. Node 0 is the root; other numbers say nothing about the order.
#[derive(Clone, Debug)]
pub(super) struct Seed {
    nodes: Vec<SeedNode>,
}

#[derive(Clone, Debug)]
struct SeedNode {
    label: Label,
    parent: Option<u32>,
    children: Vec<u32>,
    size: u32,
    /// The shape in the tree of records, as long as nothing was put below the node.
    shape: Option<u32>,
}

impl Seed {
    /// A copy of a record; `place` is told which node of the seed each node of the record became.
    pub(super) fn copy_of(tree: &TagTree, record: usize, place: &mut dyn FnMut(usize, u32)) -> Seed {
        let mut seed = Seed { nodes: Vec::new() };
        seed.copy(tree, record, None, place);
        seed
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn children(&self, node: u32) -> &[u32] {
        &self.nodes[node as usize].children
    }

    /// Puts copies of neighbouring subtrees below a node, before its child at `position`.
    pub(super) fn insert(
        &mut self,
        tree: &TagTree,
        subtrees: &[u32],
        (parent, position): (u32, usize),
        place: &mut dyn FnMut(usize, u32),
    ) {
        let copies: Vec<u32> =
            subtrees.iter().map(|&subtree| self.copy(tree, subtree as usize, Some(parent), place)).collect();
        let n_added: u32 = copies.iter().map(|&copy| self.nodes[copy as usize].size).sum();
        self.nodes[parent as usize].children.splice(position..position, copies);
        let mut above = Some(parent);
        while let Some(node) = above {
            let node = &mut self.nodes[node as usize];
            node.size += n_added;
            node.shape = None;
            above = node.parent;
        }
    }

    /// Copies a subtree; the parent does not know of it yet.
    fn copy(&mut self, tree: &TagTree, root: usize, parent: Option<u32>, place: &mut dyn FnMut(usize, u32)) -> u32 {
        let first = self.nodes.len();
        // Nodes are copied in document order: the copy of a node is as far from the copy of the root as the node is
        // from the root.
        for node in root..tree.end(root) {
            let copy = self.nodes.len() as u32;
            let copied_parent = match tree.parent(node) {
                Some(parent) if node > root => Some((first + parent - root) as u32),
                _ => parent,
            };
            if let Some(copied_parent) = copied_parent.filter(|_| node > root) {
                self.nodes[copied_parent as usize].children.push(copy);
            }
            place(node, copy);
            self.nodes.push(SeedNode {
                label: tree.label(node),
                parent: copied_parent,
                children: Vec::new(),
                size: tree.size(node) as u32,
                shape: Some(tree.shape(node)),
            });
        }
        first as u32
    }

    /// All nodes in document order.
    pub(super) fn in_order(&self) -> Vec<u32> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut pending = vec![0];
        while let Some(node) = pending.pop() {
            order.push(node);
            pending.extend(self.nodes[node as usize].children.iter().rev());
        }
        order
    }
}

impl LabelledTree for Seed {
    fn label(&self, node: usize) -> Label {
        self.nodes[node].label
    }

    fn size(&self, node: usize) -> usize {
        self.nodes[node].size as usize
    }

    fn shape(&self, node: usize) -> Option<u32> {
        self.nodes[node].shape
    }

    fn children_into(&self, node: usize, children: &mut Vec<u32>) {
        children.extend(&self.nodes[node].children);
    }
}
