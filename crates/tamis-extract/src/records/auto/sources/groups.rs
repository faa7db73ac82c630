//! Records that are several neighbours: a heading with the paragraphs after it, `dt` with `dd`, three rows of a table.
//!
//! The children of an element are sorted into kinds. Each kind that occurs a few times may begin the records, or end
//! them as a rule or an empty row does; both are tried, and the score decides.

use super::Candidates;
use crate::records::auto::candidate::{Source, Span};
use crate::records::auto::survey::{Places, Survey};
use tamis_page::budget;
use tamis_page::{NodeId, NodeKind};

/// A child of the element that is read, and of which kind it is.
struct Child {
    node: NodeId,
    kind: usize,
    has_items: bool,
}

/// By what children are of one kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kinds {
    /// Tag and class.
    Labels,
    /// Tag and half of the places inside: rows of a table have no classes.
    Places,
}

/// Two children are of one kind if they share so many places.
const MIN_KIND_SIMILARITY: f64 = 0.5;
/// How many kinds are told apart; the rest is one kind that begins and ends nothing.
const MAX_KINDS: usize = 12;
/// Fewer children and fewer items make no two records of two parts.
const MIN_CHILDREN: usize = 4;

pub(super) fn find(survey: &Survey<'_>, found: &mut Candidates) {
    let document = survey.document;
    for element in document.subtree(survey.body).filter(|&node| document.is_element(node)) {
        if survey.n_items(document.subtree_range(element)) < MIN_CHILDREN as u32 || found.is_full() {
            continue;
        }
        for kinds in [Kinds::Labels, Kinds::Places] {
            let (children, n_kinds) = children(survey, element, kinds);
            for kind in 0..n_kinds {
                by_kind(survey, &children, kind, found);
            }
        }
    }
}

/// The children of an element by kind, and how many kinds there are; none if they are all of one.
fn children(survey: &Survey<'_>, element: NodeId, by: Kinds) -> (Vec<Child>, usize) {
    let document = survey.document;
    // A kind is a label with the places of the first child that has it.
    let mut kinds: Vec<(u32, Places)> = Vec::new();
    let mut children = Vec::new();
    for node in document.children(element) {
        let (label, places) = match document.kind(node) {
            NodeKind::Text if !document.is_blank_text(node) => (1, Places::default()),
            NodeKind::Element if by == Kinds::Labels => (survey.label(node), Places::default()),
            NodeKind::Element => {
                let tag = document.tag(node).map_or(0, |tag| tag.index() as u32 + 2);
                (tag, survey.places(node)[0])
            }
            _ => continue,
        };
        let is_same = |kind: &(u32, Places)| kind.0 == label && kind.1.similarity(places) >= MIN_KIND_SIMILARITY;
        let kind = kinds.iter().position(is_same).unwrap_or_else(|| {
            if kinds.len() < MAX_KINDS {
                kinds.push((label, places));
                kinds.len() - 1
            } else {
                MAX_KINDS
            }
        });
        let has_items = survey.n_items(document.subtree_range(node)) > 0;
        children.push(Child { node, kind, has_items });
    }
    budget::spend(children.len() * kinds.len());
    if kinds.len() < 2 || children.len() < MIN_CHILDREN { (Vec::new(), 0) } else { (children, kinds.len()) }
}

/// Records that begin with a kind, and records that end with it.
fn by_kind(survey: &Survey<'_>, children: &[Child], kind: usize, found: &mut Candidates) {
    let is_kind = |index: usize| children.get(index).is_some_and(|child| child.kind == kind);
    let at: Vec<usize> = (0..children.len()).filter(|&index| is_kind(index)).collect();
    let is_run = at.windows(2).all(|pair| pair[1] == pair[0] + 1);
    if at.len() < 2 || at.len() * 2 > children.len() + 1 || is_run {
        return;
    }
    let starts: Vec<usize> =
        at.iter().copied().filter(|&index| index.checked_sub(1).is_none_or(|before| !is_kind(before))).collect();
    push(survey, spans(survey, children, &starts, Cut::Last), found);
    let after_ends = at.iter().copied().filter(|&index| !is_kind(index + 1)).map(|index| index + 1);
    let starts: Vec<usize> = std::iter::once(0).chain(after_ends).collect();
    push(survey, spans(survey, children, &starts, Cut::First), found);
}

fn push(survey: &Survey<'_>, spans: Vec<Span>, found: &mut Candidates) {
    let spans: Vec<Span> = spans.into_iter().filter(|span| survey.n_items(span.range()) > 0).collect();
    if spans.len() >= 2 {
        found.push(Source::Groups, spans);
    }
}

/// Which record may have more children than belong to it, because nothing marks its other end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    First,
    Last,
}

/// From each start to the next, less what shows nothing at the ends. The open end is as long as most records are.
fn spans(survey: &Survey<'_>, children: &[Child], starts: &[usize], cut: Cut) -> Vec<Span> {
    let mut lengths: Vec<usize> = starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
    lengths.sort_unstable();
    let usual = lengths.get(lengths.len() / 2).copied().unwrap_or(1);
    let mut spans = Vec::new();
    for (position, &start) in starts.iter().enumerate().filter(|&(_, &start)| start < children.len()) {
        let after = starts.get(position + 1).copied().unwrap_or_else(|| start + usual).min(children.len());
        let from = if cut == Cut::First && position == 0 { start.max(after.saturating_sub(usual)) } else { start };
        let shown = || (from..after).filter(|&index| children[index].has_items);
        if let (Some(first), Some(last)) = (shown().next(), shown().next_back()) {
            spans.push(Span { first: children[first].node, end: survey.document.subtree_end(children[last].node) });
        }
    }
    spans
}
