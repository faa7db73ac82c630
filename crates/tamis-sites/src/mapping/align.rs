//! The nodes of a page beside the nodes of a skeleton, from the root down.

use super::Fit;
use super::siblings::{Sibling, match_siblings};
use super::skeleton::shape;
use super::{Mode, Skeleton, SkeletonId};
use crate::label::{Label, children};
use std::collections::BTreeMap;
use tamis_page::budget;
use tamis_page::{Document, NodeId};

/// Which node is which.
#[derive(Clone, Debug)]
pub(crate) struct Alignment {
    /// Nodes of the page in document order, each with the node of the skeleton that it is.
    pub pairs: Vec<Pair>,
}

impl Alignment {
    /// How much of the template's frame is on the page: of each element of the skeleton that is there, the kinds of
    /// children that it has. That is counted by kinds and not by nodes, because lists have more items on one page than on
    /// another, and only where the element itself is there, because a section that a page lacks is one thing that is
    /// missing, whatever is in it.
    pub(crate) fn frame(&self, skeleton: &Skeleton) -> Fit {
        let mut is_found = vec![false; skeleton.len()];
        for pair in self.pairs.iter().filter(|pair| pair.kind != MatchKind::Stranger) {
            is_found[pair.skeleton.index()] = true;
        }
        let mut frame = Fit::default();
        let mut kinds: BTreeMap<Label, bool> = BTreeMap::new();
        for node in (0..skeleton.len() as u32).map(SkeletonId).filter(|node| is_found[node.index()]) {
            kinds.clear();
            for child in skeleton.children(node) {
                *kinds.entry(skeleton.label(child)).or_default() |= is_found[child.index()];
            }
            frame.n_named += kinds.len();
            frame.n_missing += kinds.values().filter(|&&is_there| !is_there).count();
        }
        frame
    }
}

/// A node of the page and what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    pub page: NodeId,
    pub skeleton: SkeletonId,
    pub kind: MatchKind,
}

/// How a node of the page is one of the skeleton.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MatchKind {
    /// It is that node.
    Same,
    /// It looks like that node, which another node of the page is.
    Copy,
    /// The skeleton has no such node; the one given is that of its parent.
    Stranger,
}

/// Aligns a page with a skeleton. Each node of the page is visited at most once, and only below elements whose children the
/// skeleton knows.
pub(crate) fn align(document: &Document, skeleton: &Skeleton, mode: Mode) -> Alignment {
    let mut pairs = Vec::new();
    let mut stack = vec![Pair { page: document.root(), skeleton: SkeletonId::ROOT, kind: MatchKind::Same }];
    let (mut nodes, mut ours, mut theirs, mut theirs_ids) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    while let Some(pair) = stack.pop() {
        budget::spend(32);
        pairs.push(pair);
        if pair.kind == MatchKind::Stranger || !skeleton.is_open(pair.skeleton) {
            continue;
        }
        nodes.clear();
        nodes.extend(children(document, pair.page));
        theirs_ids.clear();
        theirs_ids.extend(skeleton.children(pair.skeleton));
        let matched = match mode {
            Mode::Strict if nodes.len() != theirs_ids.len() => vec![(None, MatchKind::Stranger); nodes.len()],
            Mode::Strict => (0..nodes.len()).map(|idx| (Some(idx), MatchKind::Same)).collect(),
            Mode::Robust => {
                ours.clear();
                ours.extend(
                    nodes
                        .iter()
                        .map(|&node| Sibling { label: Label::of(document, node), shape: shape(document, node) }),
                );
                theirs.clear();
                theirs.extend(
                    theirs_ids.iter().map(|&node| Sibling { label: skeleton.label(node), shape: skeleton.shape(node) }),
                );
                match_siblings(&ours, &theirs)
            }
        };
        for (&page, (place, kind)) in nodes.iter().zip(matched).rev() {
            let node = place.map_or(pair.skeleton, |place| theirs_ids[place]);
            stack.push(Pair { page, skeleton: node, kind });
        }
    }
    Alignment { pairs }
}
