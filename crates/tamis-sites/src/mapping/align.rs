//! The nodes of a page beside the nodes of a skeleton, from the root down.

use super::siblings::{Sibling, match_siblings};
use super::skeleton::shape;
use super::{Mode, Skeleton, SkeletonId};
use crate::label::{Label, children};
use tamis_page::{Document, NodeId};

/// Which node is which.
#[derive(Clone, Debug)]
pub(crate) struct Alignment {
    /// Nodes of the page in document order, each with the node of the skeleton that it is.
    pub pairs: Vec<Pair>,
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
