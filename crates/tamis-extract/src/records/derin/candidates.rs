//! Which elements could be the main data region: enough children, enough room on the page.

use super::options::DerinOptions;
use tamis_page::layout::{Layout, Rect};
use tamis_page::{Document, Name, NodeId, RenderedPage, names};

/// An element with enough children to be a data region.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The element.
    pub node: NodeId,
    /// How many of its children could be records.
    pub n_children: usize,
    /// Its box; `None` where nobody measured it or it has none.
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
#[derive(Clone, Copy, PartialEq, Debug)]
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

/// Children that are never records (section 3.1.1); comments are no elements.
const NEVER_RECORDS: [Name; 10] = [
    names::INPUT,
    names::TEXTAREA,
    names::SELECT,
    names::OPTION,
    names::LINK,
    names::SCRIPT,
    names::STYLE,
    names::IMG,
    names::TD,
    names::NOSCRIPT,
];

/// Whether a child counts when candidates are searched for.
pub(super) fn may_be_record(document: &Document, node: NodeId) -> bool {
    document.is_element(node) && !document.tag(node).is_some_and(|tag| NEVER_RECORDS.contains(&tag))
}

/// The box that shares are relative to: the body's, or the page's where the body's is empty.
pub(super) fn body_box(document: &Document, layout: &Layout) -> Option<Rect> {
    let body = document.body().and_then(|body| layout.rect(body)).filter(|rect| !rect.is_empty());
    let (width, height) = layout.size();
    body.or(Some(Rect::new(0.0, 0.0, width, height))).filter(|rect| !rect.is_empty())
}

/// The candidates of a page with what becomes of each, without looking for records: the paper's choice of a region.
pub fn candidates(page: &RenderedPage, options: &DerinOptions) -> Vec<Candidate> {
    let mut candidates = find(page.document(), page.layout(), options);
    if let Some(chosen) = largest(page.document(), &candidates) {
        candidates[chosen].verdict = Verdict::Chosen;
    }
    candidates
}

/// All candidates in document order, those that fail a filter with the filter.
pub(super) fn find(document: &Document, layout: &Layout, options: &DerinOptions) -> Vec<Candidate> {
    let (Some(body), Some(body_box)) = (document.body(), body_box(document, layout)) else { return Vec::new() };
    let range = document.subtree_range(body);
    let mut n_children = vec![0_u32; range.len()];
    for node in document.descendants(body).filter(|&node| may_be_record(document, node)) {
        if let Some(parent) = document.parent(node) {
            n_children[parent.index() - range.start] += 1;
        }
    }
    let mut candidates: Vec<Candidate> = document
        .subtree(body)
        .zip(n_children)
        .filter(|&(_, n_children)| n_children as usize >= options.min_children.max(1))
        .map(|(node, n_children)| {
            let rect = layout.rect(node).or((node == body).then_some(body_box));
            let shares = rect.map(|rect| shares(rect, body_box)).unwrap_or_default();
            let verdict = filter(rect, shares, options);
            Candidate { node, n_children: n_children as usize, rect, shares, verdict }
        })
        .collect();
    rule_out_ancestors(document, &mut candidates, options.max_parent_area);
    candidates
}

fn shares(rect: Rect, body: Rect) -> Shares {
    let share = |part: f32, whole: f32| f64::from(part) / f64::from(whole);
    Shares {
        area: rect.area() / body.area(),
        height: share(rect.height, body.height),
        width: share(rect.width, body.width),
    }
}

fn filter(rect: Option<Rect>, shares: Shares, options: &DerinOptions) -> Verdict {
    if rect.is_none_or(Rect::is_empty) {
        Verdict::NoBox
    } else if shares.area < options.min_area {
        Verdict::TooSmall
    } else if shares.height < options.min_height {
        Verdict::TooLow
    } else if shares.width < options.min_width {
        Verdict::TooNarrow
    } else {
        Verdict::Passed
    }
}

/// Rules out a candidate if one inside it, with no other candidate between them, fills more than a share of it.
fn rule_out_ancestors(document: &Document, candidates: &mut [Candidate], max_share: f64) {
    let mut open: Vec<usize> = Vec::new();
    for index in 0..candidates.len() {
        if candidates[index].verdict != Verdict::Passed {
            continue;
        }
        let node = candidates[index].node;
        while open.last().is_some_and(|&outer| document.subtree_end(candidates[outer].node) <= node) {
            open.pop();
        }
        if let Some(&outer) = open.last() {
            let areas = (candidates[index].shares.area, candidates[outer].shares.area);
            let is_first = !matches!(candidates[outer].verdict, Verdict::Holds(_));
            if is_first && areas.0 > max_share * areas.1 {
                candidates[outer].verdict = Verdict::Holds(node);
            }
        }
        open.push(index);
    }
}

/// The candidate with the largest area of those that passed all filters; of equally large ones the deepest.
pub(super) fn largest(document: &Document, candidates: &[Candidate]) -> Option<usize> {
    let passed = (0..candidates.len()).filter(|&index| candidates[index].verdict == Verdict::Passed);
    passed.max_by(|&one, &other| {
        let (one, other) = (&candidates[one], &candidates[other]);
        let by_area = one.shares.area.total_cmp(&other.shares.area);
        by_area.then_with(|| document.depth(one.node).cmp(&document.depth(other.node)))
    })
}
