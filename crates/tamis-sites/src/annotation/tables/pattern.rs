//! What a node of a record looks like, and how similar a node of another page is.

use super::CellNodes;
use crate::label::{Label, children};
use crate::mapping::{MatchKind, Mode, Sibling, Skeleton, SkeletonId, match_siblings};
use std::ops::Range;
use tamis_page::{Document, Mask, NodeId, NodeKind, is_never_shown};

/// What a node of a record looks like.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pattern {
    /// The node, and all below it down to where everything is in one cell or in none.
    pub tree: Skeleton,
    /// The topmost nodes whose text is one cell's, or no cell's, in document order.
    pub texts: Vec<(SkeletonId, Option<u32>)>,
    /// The nodes with a cell in an attribute, in document order.
    pub attributes: Vec<(SkeletonId, u32)>,
    pub place: RecordPosition,
    /// Whether all records of the template that look like this are advertisements.
    pub is_ad: bool,
    /// How similar it is to a record without being one, in hundredths; zero where it is remembered what it looks like.
    pub percent: u8,
}

/// What a node is to the records.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum RecordPosition {
    /// The first node of a record, on most pages the only one.
    First,
    /// A node that continues the record.
    Further,
    /// It stands among the records and is none.
    Outside,
    /// It stands among the records, is none, and is too large for more than its position to be remembered.
    Unknown,
}

/// A node of a page beside a pattern.
#[derive(Clone, Debug)]
pub(super) struct Likeness {
    /// From 0 to 1.
    pub similarity: f64,
    pairs: Vec<Counterpart>,
}

/// A node of the page beside one of a pattern.
#[derive(Clone, Copy, Debug)]
struct Counterpart {
    page: NodeId,
    node: SkeletonId,
    kind: MatchKind,
    /// Whether it and all above it are called the same.
    is_exact: bool,
}

/// The names and children of the nodes of one subtree, each found once however many patterns it is compared with.
pub(super) struct Labels {
    root: NodeId,
    known: Vec<Option<Label>>,
    /// Of each node the places of its children in the list.
    places: Vec<Option<(u32, u32)>>,
    list: Vec<NodeId>,
}

impl Labels {
    pub(super) fn of(document: &Document, root: NodeId) -> Labels {
        let n_nodes = document.subtree_range(root).len();
        Labels { root, known: vec![None; n_nodes], places: vec![None; n_nodes], list: Vec::new() }
    }

    pub(super) fn get(&mut self, document: &Document, node: NodeId) -> Label {
        *self.known[node.index() - self.root.index()].get_or_insert_with(|| Label::of(document, node))
    }

    fn children(&mut self, document: &Document, node: NodeId) -> Range<usize> {
        let (start, end) = *self.places[node.index() - self.root.index()].get_or_insert_with(|| {
            let start = self.list.len() as u32;
            self.list.extend(children(document, node));
            (start, self.list.len() as u32)
        });
        start as usize..end as usize
    }
}

impl Likeness {
    /// The similarity in hundredths, rounded up.
    pub(super) fn percent(&self) -> u8 {
        (100.0 * self.similarity).ceil() as u8
    }
}

impl Pattern {
    /// How similar a node is: the share of both trees that are counterparts, one that is only called the same tag counting
    /// half. Further copies of what the pattern has are no difference.
    pub(super) fn likeness(&self, document: &Document, labels: &mut Labels, mode: Mode) -> Likeness {
        let weight = |own: Label, other: Label| match (own.tag == other.tag, own.class == other.class) {
            (true, true) => 1.0,
            (true, false) => 0.5,
            (false, _) => 0.0,
        };
        // What is in a node of a record is compared below.
        let sibling = |label: Label| Sibling { label, shape: 0 };
        let root = labels.root;
        let mut same = weight(labels.get(document, root), self.tree.label(SkeletonId::ROOT));
        let mut n_seen = 1.0;
        let first = Counterpart { page: root, node: SkeletonId::ROOT, kind: MatchKind::Same, is_exact: true };
        let mut pairs = vec![first];
        let mut at = 0;
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        while at < pairs.len() {
            let Counterpart { page, node, kind, is_exact } = pairs[at];
            at += 1;
            if !self.tree.is_open(node) {
                // All of what is no record is known.
                let is_empty = self.place == RecordPosition::Outside;
                n_seen +=
                    if is_empty { labels.children(document, page).len().min(self.tree.len()) as f64 } else { 0.0 };
                continue;
            }
            let page_nodes = labels.children(document, page);
            let nodes: Vec<SkeletonId> = self.tree.children(node).collect();
            ours.clear();
            ours.extend(page_nodes.clone().map(|place| sibling(labels.get(document, labels.list[place]))));
            theirs.clear();
            theirs.extend(nodes.iter().map(|&node| sibling(self.tree.label(node))));
            let matched = match mode {
                Mode::Robust => match_siblings(&ours, &theirs),
                Mode::Strict if ours.len() == theirs.len() => {
                    (0..ours.len()).map(|idx| (Some(idx), MatchKind::Same)).collect()
                }
                Mode::Strict => vec![(None, MatchKind::Stranger); ours.len()],
            };
            for ((&page, &own), (place, how)) in labels.list[page_nodes].iter().zip(&ours).zip(matched) {
                // What is in a copy is a copy.
                let how = if how == MatchKind::Same { kind } else { how };
                match place {
                    Some(place) => {
                        if how == MatchKind::Same {
                            same += weight(own.label, theirs[place].label);
                            n_seen += 1.0;
                        }
                        let is_exact = is_exact && weight(own.label, theirs[place].label) >= 1.0;
                        pairs.push(Counterpart { page, node: nodes[place], kind: how, is_exact });
                    }
                    None => n_seen += 1.0,
                }
            }
        }
        let similarity = 2.0 * same / (n_seen + self.tree.len() as f64);
        Likeness { similarity, pairs }
    }

    /// Adds the nodes of the cells that a node of a page has. A copy of what holds a cell adds to it if the cell consists of
    /// several nodes in the pattern too, as a sentence with links does; otherwise it is another item, which the template
    /// has no column for.
    pub(super) fn add_cells(
        &self,
        document: &Document,
        likeness: &Likeness,
        room: Option<&Mask>,
        cells: &mut CellNodes,
    ) {
        let mut pairs = likeness.pairs.clone();
        pairs.sort_unstable_by_key(|pair| pair.page);
        for Counterpart { page, node, kind, .. } in pairs {
            if let Ok(place) = self.texts.binary_search_by_key(&node, |&(node, _)| node)
                && let Some(column) = self.texts[place].1
            {
                let is_sentence = self.texts.iter().filter(|&&(_, other)| other == Some(column)).nth(1).is_some();
                if kind == MatchKind::Same || is_sentence || cells[column as usize].is_empty() {
                    push_texts(document, room, page, &mut cells[column as usize]);
                }
            }
            let first = self.attributes.partition_point(|&(other, _)| other < node);
            for &(_, column) in self.attributes[first..].iter().take_while(|&&(other, _)| other == node) {
                let cell = &mut cells[column as usize];
                if cell.is_empty() {
                    cell.push(page);
                }
            }
        }
    }

    /// Adds the cells that this pattern finds by exact names where another one, which the node is more similar to, knows
    /// nothing: a record may have optional parts that no record of the template has together.
    pub(super) fn add_missing(
        &self,
        document: &Document,
        likeness: &Likeness,
        known: &DescribedNodes,
        room: Option<&Mask>,
        cells: &mut CellNodes,
    ) {
        let is_empty: Vec<bool> = cells.iter().map(Vec::is_empty).collect();
        let is_new = |pair: &&Counterpart| pair.is_exact && pair.kind == MatchKind::Same && !known.has(pair.page);
        let mut pairs: Vec<Counterpart> = likeness.pairs.iter().filter(is_new).copied().collect();
        pairs.sort_unstable_by_key(|pair| pair.page);
        for Counterpart { page, node, .. } in pairs {
            if let Ok(place) = self.texts.binary_search_by_key(&node, |&(node, _)| node)
                && let Some(column) = self.texts[place].1.filter(|&column| is_empty[column as usize])
            {
                push_texts(document, room, page, &mut cells[column as usize]);
            }
            let first = self.attributes.partition_point(|&(other, _)| other < node);
            for &(_, column) in self.attributes[first..].iter().take_while(|&&(other, _)| other == node) {
                if is_empty[column as usize] && cells[column as usize].is_empty() {
                    cells[column as usize].push(page);
                }
            }
        }
    }

    /// What the pattern says something about.
    pub(super) fn known(&self, document: &Document, likeness: &Likeness) -> DescribedNodes {
        let mut known = DescribedNodes { nodes: Vec::new(), ends: Vec::new() };
        let mut pairs: Vec<&Counterpart> = likeness.pairs.iter().filter(|pair| pair.kind == MatchKind::Same).collect();
        pairs.sort_unstable_by_key(|pair| pair.page);
        for pair in pairs {
            known.nodes.push(pair.page);
            let is_text = self.texts.binary_search_by_key(&pair.node, |&(node, _)| node).is_ok();
            let end = if is_text { document.subtree_end(pair.page) } else { pair.page };
            known.ends.push(end.max(known.ends.last().copied().unwrap_or(end)));
        }
        known
    }
}

/// Nodes of a record that a pattern says something about, and where those end about which all is said.
pub(super) struct DescribedNodes {
    nodes: Vec<NodeId>,
    ends: Vec<NodeId>,
}

impl DescribedNodes {
    fn has(&self, node: NodeId) -> bool {
        let n_before = self.nodes.partition_point(|&known| known <= node);
        n_before.checked_sub(1).is_some_and(|last| self.nodes[last] == node || self.ends[last] > node)
    }
}

/// Adds the text nodes in a node that can be read.
fn push_texts(document: &Document, room: Option<&Mask>, root: NodeId, texts: &mut Vec<NodeId>) {
    let end = document.subtree_end(root);
    let mut node = root;
    while node < end {
        let is_gone = document.is_element(node) && is_never_shown(document, node)
            || room.is_some_and(|room| !room.keeps(node) && !document.is_element(node));
        if is_gone {
            node = document.subtree_end(node);
            continue;
        }
        if document.kind(node) == NodeKind::Text && !document.is_blank_text(node) {
            texts.push(node);
        }
        node = NodeId(node.0 + 1);
    }
}
