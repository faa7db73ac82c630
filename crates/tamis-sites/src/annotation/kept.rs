//! The kept text of a template.
//!
//! Of the page the topmost nodes are marked in which all is kept, or nothing. On another page what is in the counterpart
//! of a marked node, or in a copy of it, is as in the template: an article has any number of paragraphs. A node that the
//! template does not know is as what stands before and after it: a picture or a table between two paragraphs of an
//! article is a part of it.
//!
//! What a method reads though the page hides it is kept and revealed again, also in `noscript`, as long as the same
//! element hides it. What is hidden on the template's first page and shown on another is as what is around it.

use super::Fit;
use crate::mapping::{Alignment, MatchKind, Mode, Skeleton, SkeletonId};
use std::collections::BTreeSet;
use tamis_extract::PageView;
use tamis_extract::segment::is_atom;
use tamis_page::{Document, Mask, NodeId, is_never_shown, names};

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
const STRANGER_REASON: &str = "the template does not have it, and nothing beside it is kept";

/// What is in a subtree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Nothing,
    One(bool),
    Several,
}

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
        let mut held = vec![Held::Nothing; document.len()];
        for idx in (1..document.len()).rev() {
            let node = NodeId(idx as u32);
            if held[idx] == Held::Nothing && is_read(node) {
                held[idx] = Held::One(mask.keeps(node));
            }
            if document.is_element(node) && is_never_shown(document, node) && !document.is_html(node, names::NOSCRIPT) {
                held[idx] = Held::Nothing;
            }
            let parent = document.parent(node).expect("invariant: only the root has no parent");
            held[parent.index()] = match (held[parent.index()], held[idx]) {
                (Held::Nothing, here) => here,
                (before, Held::Nothing) => before,
                (before, here) if before == here => here,
                _ => Held::Several,
            };
        }
        held[0] = Held::Several;
        let mut idx = 1;
        while idx < document.len() {
            let node = NodeId(idx as u32);
            idx = match held[idx] {
                Held::Several => idx + 1,
                Held::Nothing => document.subtree_range(node).end,
                Held::One(is_kept) => {
                    found.marks.push((node, is_kept));
                    document.subtree_range(node).end
                }
            };
        }
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
        for pair in &alignment.pairs {
            if pair.kind != MatchKind::Stranger {
                is_found[pair.skeleton.index()] = true;
                match answers.marks[pair.skeleton.index()] {
                    Some(true) => mask.keep_subtree(document, pair.page),
                    Some(false) => mask.explain(pair.page, REASON),
                    None => {}
                }
            } else if answers.inside[pair.skeleton.index()].is_none() {
                if strangers.next().unwrap_or(false) {
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
mod tests {
    use crate::{Mapped, Mode, Said, Template};
    use tamis_extract::PageView;
    use tamis_page::{Document, Mask, names, visible_text_under};

    /// Learns to leave out `nav`, `aside` and `footer`.
    fn learn(html: &str) -> Template {
        let document = Document::parse(html);
        let mut mask = Mask::keep_all(&document);
        for name in [names::NAV, names::ASIDE, names::FOOTER] {
            document.elements_named(name).for_each(|node| mask.remove(&document, node, "a test"));
        }
        let comments: Vec<_> = document.elements_named(names::BLOCKQUOTE).collect();
        for node in document.nodes().filter(|&node| document.attributes(node).any(|one| one.local_name == "hidden")) {
            mask.reveal(node);
        }
        document.elements_named(names::NOSCRIPT).for_each(|node| mask.reveal(node));
        let said = Said { mask: Some(&mask), comments: &comments, ..Said::default() };
        Template::learn(&PageView::of(&document), said)
    }

    fn map(template: &Template, document: &Document, mode: Mode) -> (String, Mapped) {
        let mapped = template.map(&PageView::of(document), mode);
        let mask = mapped.mask.as_ref().expect("a mask was learned");
        assert!(mask.kept().all(|node| document.parent(node).is_none_or(|parent| mask.keeps(parent))));
        let text = visible_text_under(document, document.root(), mask);
        (text.split_whitespace().collect::<Vec<_>>().join(" "), mapped)
    }

    #[track_caller]
    fn check(first: &str, other: &str, expect: &str) {
        assert_eq!(map(&learn(first), &Document::parse(other), Mode::Robust).0, expect);
    }

    #[test]
    fn any_number_of_paragraphs_is_kept() {
        let first = "<nav>Menu</nav><div id=text><h1>A</h1><p>b</p><p>c</p><aside>ad</aside></div><footer>End</footer>";
        check(first, "<nav>Go</nav><div id=text><h1>X</h1><p>y</p><aside>z</aside></div><footer>Fin</footer>", "X y");
        let other = "<nav>Go</nav><div id=text><h1>X</h1><p>1</p><p>2</p><p>3</p><p>4</p><aside>z</aside></div><footer>Fin</footer>";
        check(first, other, "X 1 2 3 4");
    }

    #[test]
    fn a_stranger_is_as_what_is_around_it() {
        let first = "<nav>a</nav><h1>b</h1><p>c</p><p>d</p><aside>e</aside><footer>f</footer>";
        let other = "<nav>a</nav><h1>b</h1><p>c</p><table><tr><td>kept</table><p>d</p><aside>e</aside><form>gone</form><footer>f</footer>";
        check(first, other, "b c kept d");
    }

    #[test]
    fn white_space_and_line_breaks_between_kept_words_stay() {
        check("<nav>a</nav><b>b</b> <i>c</i><br>d", "<nav>x</nav><b>1</b> <i>2</i><br>3", "1 2 3");
    }

    #[test]
    fn what_is_removed_has_a_reason() {
        let document = Document::parse("<nav>x</nav><p>y</p>");
        let (text, mapped) = map(&learn("<nav>a</nav><p>b</p>"), &document, Mode::Robust);
        let removals = mapped.mask.expect("there is one").removals().to_vec();
        assert_eq!((text.as_str(), removals.len()), ("y", 1));
        assert_eq!((document.tag_name(removals[0].node), removals[0].reason.as_ref()), ("nav", "as in the template"));
    }

    #[test]
    fn what_was_revealed_is_revealed_again() {
        check("<nav>a</nav><p>b</p><div hidden>c</div>", "<nav>x</nav><p>y</p><div hidden>z</div>", "y z");
        check("<nav>a</nav><p>b</p><noscript>c</noscript>", "<nav>x</nav><p>y</p><noscript>z</noscript>", "y z");
    }

    #[test]
    fn comments_are_found_as_often_as_they_are_there() {
        let template = learn("<nav>a</nav><p>b</p><div><blockquote>c</blockquote></div>");
        let other =
            Document::parse("<nav>x</nav><p>y</p><div><blockquote>1</blockquote><blockquote>2</blockquote></div>");
        let (_, mapped) = map(&template, &other, Mode::Robust);
        assert_eq!(mapped.comments, other.elements_named(names::BLOCKQUOTE).collect::<Vec<_>>());
    }

    #[test]
    fn a_page_of_another_site_does_not_fit() {
        let first = "<nav>a</nav><div id=text><h1>b</h1><p>c</p><aside>d</aside><p>e</p></div>";
        let (_, mapped) = map(&learn(first), &Document::parse("<table><tr><td>x<td>y</table>"), Mode::Robust);
        assert!(mapped.fit.n_named > 0 && mapped.fit.n_missing == mapped.fit.n_named, "{:?}", mapped.fit);
        let (text, mapped) = map(&learn(first), &Document::parse(first), Mode::Strict);
        assert_eq!((text.as_str(), mapped.fit.n_missing), ("b c e", 0));
    }

    #[test]
    fn hostile_pages_have_an_answer() {
        let template = learn("<nav>a</nav><div id=text><h1>b</h1><p>c</p><aside>d</aside><p>e</p></div>");
        let many = Document::parse("<nav>a</nav><div id=text>".to_owned() + &"<p>x</p><em>y</em>".repeat(250_000));
        assert_eq!(map(&template, &many, Mode::Robust).0.len(), 4 * 250_000 - 1);
        let deep = Document::parse("<nav>a</nav><div id=text>".to_owned() + &"<div hidden><noscript>".repeat(30_000));
        assert_eq!(map(&template, &deep, Mode::Robust).0, "");
        let first = "<nav>a</nav>".to_owned() + &"<div hidden>x".repeat(30_000);
        assert_eq!(map(&learn(&first), &Document::parse("<p>x"), Mode::Strict).1.fit.n_missing, 1);
    }
}
