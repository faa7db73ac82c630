//! The kept text of a template.
//!
//! Of the page the topmost nodes are marked in which all is kept, or nothing. On another page what is in the counterpart
//! of a marked node, or in a copy of it, is as in the template: an article has any number of paragraphs. A node that the
//! template does not know is as what stands before and after it: a picture or a table between two paragraphs of an
//! article is a part of it. Of what the template knows nothing about, and of what was empty on its first page, a text of
//! some length is kept: it is room for a description that the first page does not have.
//!
//! What a method reads though the page hides it is kept and revealed again, also in `noscript`, as long as the same
//! element hides it. What is hidden on the template's first page and shown on another is as what is around it.

use super::uniform_subtrees::{SubtreeContent, topmost};
use crate::mapping::Fit;
use crate::mapping::{Alignment, MatchKind, Mode, Skeleton, SkeletonId};
use std::collections::BTreeSet;
use tamis_extract::PageView;
use tamis_extract::segment::is_atom;
use tamis_page::{Document, Mask, NodeId, NodeKind, is_never_shown, names};

/// What is kept, in a skeleton.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct KeptMap {
    /// Nodes of the skeleton in document order, none within another, and whether what is in them is kept.
    pub marks: Vec<(SkeletonId, bool)>,
    /// Elements that are read though the page hides them, in document order.
    pub revealed: Vec<SkeletonId>,
}

/// The nodes of a page that a [`KeptMap`] is made of.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct KeptNodes {
    pub marks: Vec<(NodeId, bool)>,
    pub revealed: Vec<NodeId>,
}

/// Why something is not kept.
const REASON: &str = "as in the template";
const STRANGER_REASON: &str = "the template does not have it, it is short, and what is beside it is not kept";

impl KeptNodes {
    /// The topmost nodes in which all that can be read is kept, or nothing.
    pub(crate) fn of(view: &PageView<'_>, mask: &Mask) -> KeptNodes {
        let document = view.document();
        let mut found = KeptNodes::default();
        let mut is_revealed = vec![false; document.len()];
        for node in document.nodes().skip(1).filter(|&node| mask.reveals(node)) {
            found.revealed.push(node);
            // What is in a revealed element is filled already, however deep they nest.
            if !is_revealed[node.index()] {
                is_revealed[document.subtree_range(node)].fill(true);
            }
        }
        let is_read =
            |node: NodeId| is_atom(view, node) || is_revealed[node.index()] && !document.text(node).trim().is_empty();
        found.marks = topmost(document, |node, below| {
            if document.is_element(node) && is_never_shown(document, node) && !document.is_html(node, names::NOSCRIPT) {
                return SubtreeContent::Nothing;
            }
            if below == SubtreeContent::Nothing && is_read(node) {
                SubtreeContent::One(mask.keeps(node))
            } else {
                below
            }
        });
        found
    }

    /// All nodes that are to be in the skeleton.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.marks.iter().map(|&(node, _)| node).chain(self.revealed.iter().copied())
    }
}

impl KeptMap {
    pub(crate) fn new(nodes: &KeptNodes, place: impl Fn(NodeId) -> Option<SkeletonId>) -> KeptMap {
        KeptMap {
            marks: nodes.marks.iter().filter_map(|&(node, is_kept)| Some((place(node)?, is_kept))).collect(),
            revealed: nodes.revealed.iter().filter_map(|&node| place(node)).collect(),
        }
    }

    /// What is kept of another page.
    pub(crate) fn apply(
        &self,
        document: &Document,
        skeleton: &Skeleton,
        alignment: &Alignment,
        mode: Mode,
    ) -> (Mask, Fit) {
        let answers = Answers::of(self, skeleton);
        let mut mask = Mask::keep_none(document);
        keep_around_body(document, &mut mask);
        let mut is_found = vec![false; skeleton.len()];
        let around = if mode == Mode::Robust { answers.around_strangers(document, alignment) } else { Vec::new() };
        let mut strangers = around.into_iter();
        let body = document.body();
        for pair in &alignment.pairs {
            if pair.kind != MatchKind::Stranger {
                is_found[pair.skeleton.index()] = true;
                match answers.marks[pair.skeleton.index()] {
                    Some(true) => mask.keep_subtree(document, pair.page),
                    Some(false) => mask.explain(pair.page, REASON),
                    None => {
                        let is_empty = answers.is_empty(skeleton, pair.skeleton);
                        if is_empty && mode == Mode::Robust && is_prose(document, pair.page) {
                            mask.keep_subtree(document, pair.page);
                        }
                    }
                }
            } else if answers.inside[pair.skeleton.index()].is_none() {
                // What is new right below the body is another part of the page: a banner, a question about cookies.
                let is_part = document.parent(pair.page) == body;
                let is_prose = mode == Mode::Robust && !is_part && is_prose(document, pair.page);
                if strangers.next().unwrap_or(false) || is_prose {
                    mask.keep_subtree(document, pair.page);
                } else {
                    mask.explain(pair.page, STRANGER_REASON);
                }
            }
        }
        answers.keep_between(document, skeleton, alignment, &mut mask);
        self.reveal(alignment, &mut mask);
        (mask, self.fit(skeleton, &is_found))
    }

    /// Reads what the page hides where the template does.
    fn reveal(&self, alignment: &Alignment, mask: &mut Mask) {
        if self.revealed.is_empty() {
            return;
        }
        for pair in alignment.pairs.iter().filter(|pair| pair.kind != MatchKind::Stranger) {
            if self.revealed.binary_search(&pair.skeleton).is_ok() && mask.keeps(pair.page) {
                mask.reveal(pair.page);
            }
        }
    }

    /// Every node whose text is kept is named; it is missing if neither it nor a node beside it that is called the same is
    /// on the page: articles have fewer paragraphs on one page than on another.
    fn fit(&self, skeleton: &Skeleton, is_found: &[bool]) -> Fit {
        let parents = skeleton.parents();
        let called = |node: SkeletonId| (parents[node.index()], skeleton.label(node));
        let kept = || self.marks.iter().filter(|(_, is_kept)| *is_kept).map(|&(node, _)| node);
        let found: BTreeSet<_> = kept().filter(|node| is_found[node.index()]).map(called).collect();
        let n_missing = kept().filter(|&node| !found.contains(&called(node))).count();
        Fit { n_named: kept().count(), n_missing }
    }
}

/// Whether a node has a text of some length that is not links; menus and labels are short. On 20 sites of 60 pages that
/// was kept by plain cleaning of the page twice as often as it was not (November 2026).
fn is_prose(document: &Document, root: NodeId) -> bool {
    /// About two lines.
    const MIN_WORDS: usize = 20;
    let mut n_words = 0;
    let mut node = root;
    let end = document.subtree_end(root);
    while node < end && n_words < MIN_WORDS {
        let is_passed_over =
            document.is_html(node, names::A) || document.is_element(node) && is_never_shown(document, node);
        if document.kind(node) == NodeKind::Text {
            n_words += document.text(node).split_whitespace().take(MIN_WORDS).count();
        }
        node = if is_passed_over { document.subtree_end(node) } else { NodeId(node.0 + 1) };
    }
    n_words >= MIN_WORDS
}

/// What is before and after the body is no text, and stays.
fn keep_around_body(document: &Document, mask: &mut Mask) {
    let body = document.body();
    mask.keep(document, document.root());
    for node in document.html().into_iter().flat_map(|html| document.children(html)) {
        if Some(node) == body {
            mask.keep(document, node);
        } else {
            mask.keep_subtree(document, node);
        }
    }
}

/// What a skeleton says about its nodes.
struct Answers {
    marks: Vec<Option<bool>>,
    /// The mark of the node or of one above it.
    inside: Vec<Option<bool>>,
    /// Whether the first and the last text in a node are kept.
    ends: Vec<Option<(bool, bool)>>,
    /// How many marks in a node say that it is kept, less those that say that it is not.
    votes: Vec<i64>,
}

impl Answers {
    fn of(kept: &KeptMap, skeleton: &Skeleton) -> Answers {
        let parents = skeleton.parents();
        let mut answers = Answers {
            marks: vec![None; skeleton.len()],
            inside: vec![None; skeleton.len()],
            ends: vec![None; skeleton.len()],
            votes: vec![0; skeleton.len()],
        };
        for &(node, is_kept) in &kept.marks {
            answers.marks[node.index()] = Some(is_kept);
            answers.inside[skeleton.subtree(node)].fill(Some(is_kept));
            answers.ends[skeleton.subtree(node)].fill(Some((is_kept, is_kept)));
            answers.votes[node.index()] = if is_kept { 1 } else { -1 };
        }
        for idx in (1..skeleton.len()).rev() {
            let above = parents[idx].index();
            answers.votes[above] += answers.votes[idx];
            if let Some((first, last)) = answers.ends[idx] {
                answers.ends[above] = Some((first, answers.ends[above].map_or(last, |(_, last)| last)));
            }
        }
        answers
    }

    /// Whether there was nothing to read in a node.
    fn is_empty(&self, skeleton: &Skeleton, node: SkeletonId) -> bool {
        self.ends[node.index()].is_none() && !skeleton.is_open(node)
    }

    /// Of each stranger that is in no marked node whether what is around it is kept: what stands right before and right
    /// after it in the same element; where these differ, or where there is neither, most of what is in that element.
    fn around_strangers(&self, document: &Document, alignment: &Alignment) -> Vec<bool> {
        let is_asked = |pair: &&crate::mapping::Pair| {
            pair.kind == MatchKind::Stranger && self.inside[pair.skeleton.index()].is_none()
        };
        let n_strangers = alignment.pairs.iter().filter(is_asked).count();
        if n_strangers == 0 {
            return Vec::new();
        }
        let parent_of = |node: NodeId| document.parent(node).map_or(0, NodeId::index);
        let mut near: Vec<Option<bool>> = vec![None; document.len()];
        let mut before = Vec::with_capacity(n_strangers);
        for pair in &alignment.pairs {
            let place = parent_of(pair.page);
            if is_asked(&pair) {
                before.push(near[place]);
            } else if let (true, Some((_, last))) = (pair.kind != MatchKind::Stranger, self.ends[pair.skeleton.index()])
            {
                near[place] = Some(last);
            }
        }
        near.fill(None);
        let mut answers = vec![false; n_strangers];
        let mut place_of_answer = n_strangers;
        for pair in alignment.pairs.iter().rev() {
            let place = parent_of(pair.page);
            if is_asked(&pair) {
                place_of_answer -= 1;
                answers[place_of_answer] = match (before[place_of_answer], near[place]) {
                    (Some(one), Some(other)) if one == other => one,
                    (Some(one), None) | (None, Some(one)) => one,
                    _ => self.votes[pair.skeleton.index()] > 0,
                };
            } else if let (true, Some((first, _))) =
                (pair.kind != MatchKind::Stranger, self.ends[pair.skeleton.index()])
            {
                near[place] = Some(first);
            }
        }
        answers
    }

    /// Keeps what has nothing to read, such as line breaks and rules, beside what is kept in one element, and white space.
    fn keep_between(&self, document: &Document, skeleton: &Skeleton, alignment: &Alignment, mask: &mut Mask) {
        let mut has_answer = vec![false; document.len()];
        for pair in &alignment.pairs {
            let is_stranger = pair.kind == MatchKind::Stranger;
            has_answer[pair.page.index()] = is_stranger || self.ends[pair.skeleton.index()].is_some();
        }
        let mut unanswered = Vec::new();
        for pair in alignment.pairs.iter().filter(|pair| pair.kind != MatchKind::Stranger) {
            let is_mixed = self.inside[pair.skeleton.index()].is_none() && skeleton.is_open(pair.skeleton);
            if !is_mixed || !mask.keeps(pair.page) {
                continue;
            }
            unanswered.clear();
            let mut is_after_kept = false;
            for child in document.children(pair.page) {
                if document.is_blank_text(child) {
                    // It is seen only between two things that are.
                    mask.keep(document, child);
                    continue;
                }
                if !has_answer[child.index()] && !mask.keeps(child) {
                    unanswered.push(child);
                    continue;
                }
                let is_kept = mask.keeps(child);
                if is_kept || is_after_kept {
                    for &node in &unanswered {
                        mask.keep_subtree(document, node);
                    }
                }
                unanswered.clear();
                is_after_kept = is_kept;
            }
            if is_after_kept {
                for &node in &unanswered {
                    mask.keep_subtree(document, node);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
