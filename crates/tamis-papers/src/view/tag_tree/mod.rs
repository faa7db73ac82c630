//! A page reduced to what structural comparison looks at: labels, nesting and, if wanted, text as leaves.
//!
//! A [`TagTree`] is, as the [`Document`] that it comes from is, an array in document order, so the tags of a subtree, or of
//! several sibling subtrees, are a slice ([`TagTree::labels`]). Every node knows its *shape*: two subtrees have the
//! same shape number exactly when they are the same labelled tree, which turns the common case of comparing a record
//! with its twin into the comparison of two integers.
//!
//! Nesting is that of the DOM, or that of the boxes of a rendered page ([`TagTree::by_boxes`]): everything above works on
//! the tree alone.

mod boxes;

use super::sentences::Sentences;
use std::collections::HashMap;
use tamis_page::{Document, Mask, Name, NodeId, NodeKind, is_never_shown};

/// Which text nodes become leaves of the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Texts<'a> {
    /// None: the tree has elements only.
    Omitted,
    /// Each text node that is not blank is a leaf.
    Separate,
    /// Each text node that is not blank is a leaf, but a sentence with emphasised words in it is one leaf as a whole.
    Joined(&'a Sentences),
}

/// What a node of the tree is: an element's name, or text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Label(u32);

impl Label {
    /// The label of text leaves.
    pub(crate) const TEXT: Label = Label(0);
    /// The label of the root, and of any parent that is not on the page.
    pub(crate) const ROOT: Label = Label(1);

    /// The label of elements with this name.
    pub(crate) fn of(name: Name) -> Label {
        Label(name.index() as u32 + 2)
    }

    /// The label as a small number, for tables indexed by it.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A tree of labels; see the module's documentation.
#[derive(Clone, Debug, Default)]
pub(crate) struct TagTree {
    nodes: Vec<TagNode>,
    labels: Vec<Label>,
    has_texts: bool,
}

#[derive(Clone, Copy, Debug)]
struct TagNode {
    /// The node of the page; the first one, for a joined text.
    first: NodeId,
    /// The end on the page of the subtree, or of the last sibling of a joined text.
    page_end: NodeId,
    parent: u32,
    end: u32,
    height: u32,
    shape: u32,
}

impl TagTree {
    /// The tree of a page, without comments and tags that are never shown.
    #[cfg(test)]
    pub(crate) fn of(document: &Document, texts: Texts<'_>) -> TagTree {
        TagTree::under(document, None, texts)
    }

    /// The tree of what a mask keeps of a page, without comments and tags that are never shown.
    pub(crate) fn under(document: &Document, mask: Option<&Mask>, texts: Texts<'_>) -> TagTree {
        let mut builder = Builder::new(document, mask, texts);
        builder.add(NodeId::ROOT, None);
        builder.finish()
    }

    /// A tree of records: below the root one node a record, below it the nodes that the record consists of, which are
    /// siblings on the page or children of different parents. Read is what `content` keeps of them.
    pub(crate) fn of_records<R: AsRef<[NodeId]>>(
        document: &Document,
        content: &Mask,
        texts: Texts<'_>,
        records: &[R],
    ) -> TagTree {
        let mut builder = Builder::new(document, Some(content), texts);
        let root = builder.push(Label::ROOT, NodeId::ROOT, document.subtree_end(NodeId::ROOT), None);
        for record in records {
            let nodes = record.as_ref();
            let (first, last) = (nodes.first().copied(), nodes.last().copied());
            let page_end = last.map_or(NodeId::ROOT, |last| document.subtree_end(last));
            let parent = builder.push(Label::ROOT, first.unwrap_or(NodeId::ROOT), page_end, Some(root));
            builder.find_sentences(nodes.iter().copied());
            let mut added_until = NodeId::ROOT;
            for &node in nodes {
                if node >= added_until {
                    added_until = builder.add(node, Some(parent));
                }
            }
            builder.close(parent);
        }
        builder.close(root);
        builder.finish()
    }

    fn measure_heights(&mut self) {
        for node in (1..self.nodes.len()).rev() {
            let parent = self.nodes[node].parent as usize;
            self.nodes[parent].height = self.nodes[parent].height.max(self.nodes[node].height + 1);
        }
    }

    fn number_shapes(&mut self) {
        let mut numbers: HashMap<Box<[u32]>, u32> = HashMap::new();
        let mut key = Vec::new();
        for node in (0..self.nodes.len()).rev() {
            key.clear();
            key.push(self.labels[node].0);
            key.extend(self.children(node).map(|child| self.nodes[child].shape));
            let next = numbers.len() as u32;
            self.nodes[node].shape = match numbers.get(key.as_slice()) {
                Some(&number) => number,
                None => *numbers.entry(key.as_slice().into()).or_insert(next),
            };
        }
    }

    /// The number of nodes; a page has at least its root, which is node 0.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing is left of the page, not even its root.
    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether texts are leaves of the tree.
    pub(crate) fn has_texts(&self) -> bool {
        self.has_texts
    }

    /// What the node is.
    pub(crate) fn label(&self, node: usize) -> Label {
        self.labels[node]
    }

    /// The labels of consecutive nodes in document order.
    pub(crate) fn labels(&self, nodes: std::ops::Range<usize>) -> &[Label] {
        &self.labels[nodes]
    }

    /// The node on the page; for a joined text the first of its siblings.
    pub(crate) fn page_node(&self, node: usize) -> NodeId {
        self.nodes[node].first
    }

    /// The nodes on the page that this one stands for: itself, or the siblings of a joined text.
    pub(crate) fn page_nodes<'a>(&'a self, document: &'a Document, node: usize) -> impl Iterator<Item = NodeId> + 'a {
        let TagNode { first, page_end, .. } = self.nodes[node];
        std::iter::successors(Some(first), |&sibling| document.next_sibling(sibling))
            .take_while(move |&sibling| sibling < page_end)
    }

    /// The end on the page of what this node stands for.
    pub(crate) fn page_end(&self, node: usize) -> NodeId {
        self.nodes[node].page_end
    }

    /// The parent; `None` for the root.
    pub(crate) fn parent(&self, node: usize) -> Option<usize> {
        (node > 0).then(|| self.nodes[node].parent as usize)
    }

    /// The position after the subtree.
    pub(crate) fn end(&self, node: usize) -> usize {
        self.nodes[node].end as usize
    }

    /// The number of nodes of the subtree, the node itself included.
    pub(crate) fn size(&self, node: usize) -> usize {
        self.end(node) - node
    }

    /// The number of levels of the subtree: 1 for a leaf.
    pub(crate) fn height(&self, node: usize) -> usize {
        self.nodes[node].height as usize
    }

    /// A number that two subtrees share exactly when they are the same labelled tree.
    pub(crate) fn shape(&self, node: usize) -> u32 {
        self.nodes[node].shape
    }

    /// The children in document order.
    pub(crate) fn children(&self, node: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        let end = self.end(node);
        let first = (node + 1 < end).then_some(node + 1);
        std::iter::successors(first, move |&child| Some(self.end(child)).filter(|&next| next < end))
    }
}

struct Builder<'a> {
    document: &'a Document,
    mask: Option<&'a Mask>,
    texts: Texts<'a>,
    tree: TagTree,
    sentence_ends: HashMap<NodeId, NodeId>,
}

impl<'a> Builder<'a> {
    fn new(document: &'a Document, mask: Option<&'a Mask>, texts: Texts<'a>) -> Builder<'a> {
        let (tree, sentence_ends) = (TagTree::default(), HashMap::new());
        Builder { document, mask, texts, tree, sentence_ends }
    }

    /// Adds the subtree of a page node, or the sentence that it begins; returns where on the page that ends.
    fn add(&mut self, node: NodeId, parent: Option<u32>) -> NodeId {
        let end = self.sentence_ends.get(&node).copied().unwrap_or_else(|| self.document.subtree_end(node));
        let mut open: Vec<u32> = Vec::new();
        let mut position = node;
        while position < end {
            while let Some(&innermost) = open.last() {
                if self.tree.nodes[innermost as usize].page_end > position {
                    break;
                }
                self.close(innermost);
                open.pop();
            }
            let above = open.last().copied().or(parent);
            let subtree_end = self.document.subtree_end(position);
            let sentence_end = self.sentence_ends.get(&position).copied();
            position = match (sentence_end, self.label(position)) {
                (Some(sentence_end), _) => {
                    self.push(Label::TEXT, position, sentence_end, above);
                    sentence_end
                }
                (None, None) => subtree_end,
                (None, Some(label)) => {
                    let added = self.push(label, position, subtree_end, above);
                    if label == Label::TEXT {
                        subtree_end
                    } else {
                        self.find_sentences(self.document.children(position));
                        open.push(added);
                        NodeId(position.0 + 1)
                    }
                }
            };
        }
        while let Some(innermost) = open.pop() {
            self.close(innermost);
        }
        end
    }

    /// What the page node is in the tree; `None` if it is left out with all that is in it.
    fn label(&self, node: NodeId) -> Option<Label> {
        if self.mask.is_some_and(|mask| !mask.keeps(node)) {
            return None;
        }
        match self.document.kind(node) {
            NodeKind::Document => Some(Label::ROOT),
            NodeKind::Element if is_never_shown(self.document, node) => None,
            NodeKind::Element => self.document.tag(node).map(Label::of),
            NodeKind::Text if matches!(self.texts, Texts::Omitted) => None,
            NodeKind::Text => (!self.document.is_blank_text(node)).then_some(Label::TEXT),
            NodeKind::Doctype | NodeKind::Comment => None,
        }
    }

    fn find_sentences(&mut self, siblings: impl Iterator<Item = NodeId>) {
        if let Texts::Joined(sentences) = self.texts {
            let ends = &mut self.sentence_ends;
            sentences.among(self.document, siblings, |first, end| {
                ends.insert(first, end);
            });
        }
    }

    fn push(&mut self, label: Label, first: NodeId, page_end: NodeId, parent: Option<u32>) -> u32 {
        let id = self.tree.nodes.len() as u32;
        let parent = parent.unwrap_or(id);
        self.tree.nodes.push(TagNode { first, page_end, parent, end: id + 1, height: 1, shape: 0 });
        self.tree.labels.push(label);
        id
    }

    fn close(&mut self, node: u32) {
        self.tree.nodes[node as usize].end = self.tree.nodes.len() as u32;
    }

    fn finish(mut self) -> TagTree {
        self.tree.has_texts = !matches!(self.texts, Texts::Omitted);
        self.tree.measure_heights();
        self.tree.number_shapes();
        self.tree
    }
}

#[cfg(test)]
mod tests;
