//! Which elements could be the main data region: enough children, enough room on the page. Both profiles start here.

use super::screen::Screen;
use tamis_page::{Document, Name, NodeId, Rect, is_never_shown, names};

/// An element with enough children to be a data region.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The element.
    pub node: NodeId,
    /// How many of its children could be records.
    pub n_children: usize,
    /// Its box; `None` if it has no box or was not measured.
    pub rect: Option<Rect>,
    /// Its share of the body's area, height and width.
    pub shares: Shares,
    /// What became of it.
    pub verdict: Verdict,
}

/// Shares of the body.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Shares {
    /// Of its area.
    pub area: f64,
    /// Of its height.
    pub height: f64,
    /// Of its width.
    pub width: f64,
}

/// What became of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Verdict {
    /// It has no box, or an empty one.
    NoBox,
    /// It fills too little of the body (equation 1).
    TooSmall,
    /// It is too low (equation 2).
    TooLow,
    /// It is too narrow (equation 3).
    TooNarrow,
    /// Another candidate inside it fills too much of it (equation 4).
    Holds(NodeId),
    /// It passed all filters, but another one was chosen.
    Passed,
    /// It is the main data region, or the records of that region were found from it.
    Chosen,
}

impl Verdict {
    /// Why a candidate was dropped, in words.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::NoBox => "has no box",
            Verdict::TooSmall => "fills too little of the body",
            Verdict::TooLow => "is too low",
            Verdict::TooNarrow => "is too narrow",
            Verdict::Holds(_) => "is filled by a candidate inside it",
            Verdict::Passed => "passed, but another one was chosen",
            Verdict::Chosen => "was chosen",
        }
    }
}

/// Where the records are.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Region {
    /// The element that holds all records.
    pub node: NodeId,
    /// The elements whose children are the records, in document order: the region itself, or elements inside it.
    pub groups: Vec<NodeId>,
    /// How many parents were climbed from the chosen candidate.
    pub n_climbed: usize,
}

impl Region {
    pub(super) fn of(node: NodeId) -> Region {
        Region { node, groups: vec![node], n_climbed: 0 }
    }
}

/// Children that are never records (section 3.1.1). The paper also names `link`, `script`, `style` and `noscript`, which
/// are never shown, as are a few others; comments are no elements.
const NEVER_RECORDS: [Name; 6] = [names::INPUT, names::TEXTAREA, names::SELECT, names::OPTION, names::IMG, names::TD];

/// Whether a child counts when candidates are searched for.
pub(super) fn may_be_record(document: &Document, node: NodeId) -> bool {
    document.tag(node).is_some_and(|tag| !NEVER_RECORDS.contains(&tag)) && !is_never_shown(document, node)
}

/// What the box of a candidate is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Boxes {
    /// Its own.
    Own,
    /// Where that is empty, the box around its children: floats take no room in their parent.
    OrAroundChildren,
}

/// All candidates in document order with the room they take.
pub(super) fn find(view: &Screen<'_, '_>, min_children: usize, boxes: Boxes) -> Vec<Candidate> {
    let (document, layout) = (view.document(), view.layout());
    let (Some(body), Some(body_box)) = (document.body(), view.body_box()) else { return Vec::new() };
    let measured = |node: NodeId| {
        let own = layout.rect(node).filter(|rect| !rect.is_empty()).or((node == body).then_some(body_box));
        own.or_else(|| match boxes {
            Boxes::Own => None,
            Boxes::OrAroundChildren => view.box_of(node),
        })
    };
    let counts =
        |node: NodeId| may_be_record(document, node) || boxes == Boxes::OrAroundChildren && is_cell(document, node);
    let with_enough = with_children(document, min_children, counts).into_iter();
    with_enough
        .map(|(node, n_children)| {
            let rect = measured(node);
            let shares = rect.map(|rect| shares(rect, body_box)).unwrap_or_default();
            let verdict = if rect.is_some() { Verdict::Passed } else { Verdict::NoBox };
            Candidate { node, n_children, rect, shares, verdict }
        })
        .collect()
}

/// All elements with at least `min_children` children that could be records, whatever area they take.
pub(super) fn unmeasured(document: &Document, min_children: usize) -> Vec<Candidate> {
    let candidate = |(node, n_children)| {
        let (rect, shares, verdict) = (None, Shares::default(), Verdict::Passed);
        Candidate { node, n_children, rect, shares, verdict }
    };
    let counts = |node: NodeId| may_be_record(document, node) || is_cell(document, node);
    with_children(document, min_children, counts).into_iter().map(candidate).collect()
}

fn is_cell(document: &Document, node: NodeId) -> bool {
    document.is_html(node, names::TD)
}

fn with_children(document: &Document, min_children: usize, counts: impl Fn(NodeId) -> bool) -> Vec<(NodeId, usize)> {
    let Some(body) = document.body() else { return Vec::new() };
    let range = document.subtree_range(body);
    let mut n_children = vec![0_usize; range.len()];
    for node in document.descendants(body).filter(|&node| counts(node)) {
        if let Some(parent) = document.parent(node) {
            n_children[parent.index() - range.start] += 1;
        }
    }
    let counted = document.subtree(body).zip(n_children);
    counted.filter(|&(_, n_children)| n_children >= min_children.max(1)).collect()
}

fn shares(rect: Rect, body: Rect) -> Shares {
    let share = |part: f32, whole: f32| f64::from(part) / f64::from(whole);
    Shares {
        area: rect.area() / body.area(),
        height: share(rect.height, body.height),
        width: share(rect.width, body.width),
    }
}
