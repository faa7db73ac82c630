//! Which nodes of a page are kept: the answer of every cleaning method.

use super::{Document, NodeId};
use std::borrow::Cow;

/// A choice of nodes, and the reason for each subtree that was left out.
///
/// A kept node's ancestors are kept too, so that what remains is a tree and its paths stay valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mask {
    kept: Vec<u64>,
    len: usize,
    removals: Vec<Removal>,
}

/// A subtree that a method left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Removal {
    /// The root of what was removed.
    pub node: NodeId,
    /// Why, in words that a user can read.
    pub reason: Cow<'static, str>,
}

impl Mask {
    /// Keeps every node.
    pub fn keep_all(document: &Document) -> Mask {
        let len = document.len();
        Mask { kept: vec![u64::MAX; len.div_ceil(64)], len, removals: Vec::new() }
    }

    /// Keeps no node yet.
    pub fn keep_none(document: &Document) -> Mask {
        let len = document.len();
        Mask { kept: vec![0; len.div_ceil(64)], len, removals: Vec::new() }
    }

    /// The number of nodes of the document that the mask is for.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Always false: a document has at least its document node.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the node is kept.
    #[inline]
    pub fn keeps(&self, node: NodeId) -> bool {
        self.kept[node.index() / 64] >> (node.index() % 64) & 1 == 1
    }

    /// Keeps the node and its ancestors.
    pub fn keep(&mut self, document: &Document, node: NodeId) {
        let mut next = Some(node);
        while let Some(node) = next.filter(|&node| !self.keeps(node)) {
            self.kept[node.index() / 64] |= 1 << (node.index() % 64);
            next = document.parent(node);
        }
    }

    /// Leaves out the subtree of `node`, for `reason`.
    pub fn remove(&mut self, document: &Document, node: NodeId, reason: impl Into<Cow<'static, str>>) {
        for inner in document.subtree(node) {
            self.kept[inner.index() / 64] &= !(1 << (inner.index() % 64));
        }
        self.removals.push(Removal { node, reason: reason.into() });
    }

    /// Records why a subtree that is already left out was.
    pub fn explain(&mut self, node: NodeId, reason: impl Into<Cow<'static, str>>) {
        self.removals.push(Removal { node, reason: reason.into() });
    }

    /// What was left out and why.
    pub fn removals(&self) -> &[Removal] {
        &self.removals
    }

    /// How many nodes are kept.
    pub fn n_kept(&self) -> usize {
        let whole = self.kept.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        // `keep_all` sets the bits past the end too.
        let past_end = match self.len % 64 {
            0 => 0,
            used => (self.kept.last().map_or(0, |last| last >> used)).count_ones() as usize,
        };
        whole - past_end
    }
}
