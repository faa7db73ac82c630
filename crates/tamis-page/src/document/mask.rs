//! Which nodes of a page are kept: the answer of every cleaning method.

use super::{Document, NodeId, NodeKind};
use std::borrow::Cow;
use std::ops::Range;

/// A choice of nodes, and the reason for each subtree that was left out.
///
/// A kept node's ancestors are kept too, so that what remains is a tree and its paths stay valid. So a node that is
/// left out is left out with its whole subtree.
///
/// ```
/// use tamis_page::{Document, Mask, names};
///
/// let document = Document::parse("<nav>Menu</nav><p>Text</p>");
/// let nav = document.elements_named(names::NAV).next().unwrap();
/// let mut mask = Mask::keep_all(&document);
/// mask.remove(&document, nav, "a menu");
/// assert_eq!(document.to_html_under(&mask), "<html><head></head><body><p>Text</p></body></html>");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mask {
    /// One bit a node; the bits past the last node are zero.
    kept: Vec<u64>,
    len: usize,
    removals: Vec<Removal>,
    /// Elements that are read though the page hides them, in order.
    revealed: Vec<NodeId>,
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
        let mut mask = Mask::keep_none(document);
        mask.fill(0..mask.len, true);
        mask
    }

    /// Keeps no node yet.
    pub fn keep_none(document: &Document) -> Mask {
        let len = document.len();
        Mask { kept: vec![0; len.div_ceil(64)], len, removals: Vec::new(), revealed: Vec::new() }
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

    /// Keeps the subtree of `node`, and the node's ancestors.
    pub fn keep_subtree(&mut self, document: &Document, node: NodeId) {
        self.keep(document, node);
        self.fill(document.subtree_range(node), true);
    }

    /// Leaves out the subtree of `node`, for `reason`.
    pub fn remove(&mut self, document: &Document, node: NodeId, reason: impl Into<Cow<'static, str>>) {
        self.fill(document.subtree_range(node), false);
        self.explain(node, reason);
    }

    /// Records why a subtree that is already left out was.
    pub fn explain(&mut self, node: NodeId, reason: impl Into<Cow<'static, str>>) {
        self.removals.push(Removal { node, reason: reason.into() });
    }

    /// Brings the reasons in step with what was kept after they were given: a subtree that is kept by now needs none, and
    /// of one that is kept in part, what is still left out has its reason.
    pub fn settle_reasons(&mut self, document: &Document) {
        let mut given = std::mem::take(&mut self.removals);
        given.sort_by_key(|removal| removal.node);
        // Of reasons for a subtree and for parts of it, the first that is met holds; no node is looked at twice.
        let mut next = NodeId::ROOT;
        for removal in given {
            let end = document.subtree_end(removal.node);
            let mut node = removal.node.max(next);
            while node < end {
                if self.keeps(node) {
                    node = NodeId(node.0 + 1);
                    continue;
                }
                if document.is_element(node) || document.kind(node) == NodeKind::Text && !document.is_blank_text(node) {
                    self.explain(node, removal.reason.clone());
                }
                node = document.subtree_end(node);
            }
            next = next.max(end);
        }
    }

    /// Leaves out what `other` leaves out too, and takes over its reasons. Both are masks of one document.
    pub fn intersect(&mut self, other: &Mask) {
        assert_eq!(self.len, other.len, "invariant: masks of one document are of one length");
        for (word, other) in self.kept.iter_mut().zip(&other.kept) {
            *word &= other;
        }
        self.removals.extend_from_slice(&other.removals);
    }

    /// Marks an element to be read although the page hides it: a tab that is not open, a page in its `noscript`.
    pub fn reveal(&mut self, node: NodeId) {
        if let Err(place) = self.revealed.binary_search(&node) {
            self.revealed.insert(place, node);
        }
    }

    /// Whether an element is to be read although the page hides it.
    pub fn reveals(&self, node: NodeId) -> bool {
        self.revealed.binary_search(&node).is_ok()
    }

    /// What was left out and why.
    pub fn removals(&self) -> &[Removal] {
        &self.removals
    }

    /// How many nodes are kept.
    pub fn n_kept(&self) -> usize {
        self.kept.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many nodes of a range of positions are kept.
    pub fn n_kept_in(&self, range: Range<usize>) -> usize {
        words(&range).map(|(idx, bits)| (self.kept[idx] & bits).count_ones() as usize).sum()
    }

    /// The kept nodes in document order.
    pub fn kept(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.kept.iter().enumerate().flat_map(|(idx, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(NodeId(idx as u32 * 64 + bit))
            })
        })
    }

    fn fill(&mut self, range: Range<usize>, keep: bool) {
        for (idx, bits) in words(&range) {
            if keep {
                self.kept[idx] |= bits;
            } else {
                self.kept[idx] &= !bits;
            }
        }
    }
}

/// The words that a range of bits touches, and its bits in each.
fn words(range: &Range<usize>) -> impl Iterator<Item = (usize, u64)> + use<> {
    let Range { start, end } = *range;
    (start / 64..end.div_ceil(64).max(start / 64)).map(move |idx| {
        let first = idx * 64;
        let from_start = u64::MAX << start.saturating_sub(first).min(63);
        let to_end = if end >= first + 64 { u64::MAX } else { (1 << (end - first)) - 1 };
        (idx, from_start & to_end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names;

    /// A document of `n` list items, more than one word of nodes.
    fn list(n: usize) -> Document {
        Document::parse("<ul>".to_owned() + &"<li>x</li>".repeat(n))
    }

    #[test]
    fn keeping_the_whole_tree_is_keeping_all() {
        let document = list(100);
        let mut mask = Mask::keep_none(&document);
        assert_eq!((mask.n_kept(), mask.kept().count()), (0, 0));
        mask.keep_subtree(&document, NodeId::ROOT);
        assert_eq!(mask, Mask::keep_all(&document));
        assert_eq!(mask.n_kept(), document.len());
        assert!(mask.kept().eq(document.nodes()));
    }

    #[test]
    fn reasons_stay_with_what_is_still_left_out() {
        let document = Document::parse("<nav><b>a</b> <i>b</i></nav><p>c</p><footer>d</footer>");
        let named = |name| document.elements_named(name).next().expect("it is there");
        let mut mask = Mask::keep_all(&document);
        mask.remove(&document, named(names::NAV), "a menu");
        mask.remove(&document, named(names::FOOTER), "the end");
        mask.keep_subtree(&document, named(names::B));
        mask.settle_reasons(&document);
        let told: Vec<_> = mask.removals().iter().map(|removal| (removal.node, &*removal.reason)).collect();
        assert_eq!(told, [(named(names::I), "a menu"), (named(names::FOOTER), "the end")]);
        mask.keep_subtree(&document, NodeId::ROOT);
        mask.settle_reasons(&document);
        assert_eq!(mask, Mask::keep_all(&document));
    }

    #[test]
    fn a_kept_node_keeps_its_ancestors() {
        let document = list(100);
        let item = document.elements_named(names::LI).nth(70).expect("an item");
        let mut mask = Mask::keep_none(&document);
        mask.keep(&document, item);
        assert!(document.ancestors(item).all(|ancestor| mask.keeps(ancestor)));
        assert_eq!(mask.n_kept(), document.ancestors(item).count() + 1);
    }

    #[test]
    fn a_removed_subtree_is_gone_to_its_last_node_and_no_further() {
        let document = list(100);
        for item in document.elements_named(names::LI) {
            let mut mask = Mask::keep_all(&document);
            mask.remove(&document, item, "an item");
            assert!(document.nodes().all(|node| mask.keeps(node) != document.contains(item, node)));
            assert_eq!(mask.n_kept_in(document.subtree_range(item)), 0);
            assert_eq!(mask.n_kept_in(0..document.len()), document.len() - 2);
            assert_eq!(mask.removals().len(), 1);
        }
    }

    #[test]
    fn an_intersection_leaves_out_what_either_does() {
        let document = list(40);
        let items: Vec<NodeId> = document.elements_named(names::LI).collect();
        let mut one = Mask::keep_all(&document);
        one.remove(&document, items[3], "one");
        let mut other = Mask::keep_all(&document);
        other.remove(&document, items[35], "other");
        one.intersect(&other);
        assert_eq!(one.n_kept(), document.len() - 4);
        assert_eq!(one.removals().iter().map(|removal| removal.reason.as_ref()).collect::<Vec<_>>(), ["one", "other"]);
    }
}
