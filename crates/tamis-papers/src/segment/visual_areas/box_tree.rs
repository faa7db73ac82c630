//! The tree of boxes as they lie in each other on the screen, whatever the document says.

use super::boxes::{BoxKind, NONE, PageBox};
use super::rect_index::RectIndex;
use crate::segment::geometry::PixelRect;
use std::ops::ControlFlow;
use tamis_page::Color;

/// The visually separated boxes of a page, nested.
pub(super) struct BoxTree {
    /// Of each box the one that holds it; [`NONE`] for the page and for boxes that are not in the tree.
    pub(super) parents: Vec<u32>,
    /// Where each box is, its children included.
    pub(super) bounds: Vec<PixelRect>,
    /// What is seen behind each box.
    pub(super) backgrounds: Vec<Background>,
    /// Whether each box is in the tree.
    pub(super) is_separated: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Background {
    pub(super) color: Color,
    /// Whether it differs from that around the box.
    pub(super) is_separated: bool,
}

/// Nests the boxes: all of them first, to learn the backgrounds, then those that can be told from what is around them.
pub(super) fn nest(boxes: &[PageBox]) -> BoxTree {
    let mut backgrounds: Vec<Background> = boxes.iter().map(background_in_document).collect();
    let in_document: Vec<u32> = boxes.iter().map(|one| one.above).collect();
    let is_there = vec![true; boxes.len()];
    let bounds = visual_bounds(boxes, &in_document, &backgrounds, &is_there);
    let is_there: Vec<bool> = bounds.iter().map(|bounds| !bounds.is_empty()).collect();
    let parents = parents(boxes, &bounds, &is_there);
    for idx in 1..boxes.len() {
        if is_there[idx] {
            backgrounds[idx] = background(&boxes[idx], backgrounds[parents[idx] as usize].color);
        }
    }
    let bounds = visual_bounds(boxes, &parents, &backgrounds, &is_there);
    let is_separated: Vec<bool> = (0..boxes.len())
        .map(|idx| is_there[idx] && !bounds[idx].is_empty() && is_separated(&boxes[idx], backgrounds[idx]))
        .collect();
    let parents = self::parents(boxes, &bounds, &is_separated);
    let mut bounds = visual_bounds(boxes, &parents, &backgrounds, &is_separated);
    for idx in (1..boxes.len()).rev().filter(|&idx| is_separated[idx]) {
        let parent = parents[idx] as usize;
        bounds[parent] = bounds[parent].union(bounds[idx]);
    }
    BoxTree { parents, bounds, backgrounds, is_separated }
}

/// Before anything is nested: an element that paints itself differs from what is above it in the document.
fn background_in_document(one: &PageBox) -> Background {
    let is_separated = one.kind == BoxKind::Element && (one.paint.is_some() || one.has_image);
    Background { color: one.paint.unwrap_or(Color::WHITE), is_separated }
}

fn background(one: &PageBox, around: Color) -> Background {
    let color = one.paint.unwrap_or(around);
    Background { color, is_separated: color != around || one.has_image }
}

fn is_separated(one: &PageBox, background: Background) -> bool {
    match one.kind {
        BoxKind::Page | BoxKind::Text | BoxKind::Replaced => true,
        BoxKind::Element => one.is_list_item || background.is_separated || one.borders.iter().any(|&width| width > 0),
    }
}

/// What of each box catches the eye: all of it if it is painted or framed, otherwise what is in it.
pub(super) fn visual_bounds(
    boxes: &[PageBox],
    parents: &[u32],
    backgrounds: &[Background],
    is_there: &[bool],
) -> Vec<PixelRect> {
    let mut minimal = vec![PixelRect::default(); boxes.len()];
    let mut visual = vec![PixelRect::default(); boxes.len()];
    // A box comes after the one that holds it.
    for idx in (0..boxes.len()).rev().filter(|&idx| is_there[idx]) {
        visual[idx] = own_bounds(&boxes[idx], backgrounds[idx], minimal[idx]);
        if parents[idx] != NONE {
            let above = &mut minimal[parents[idx] as usize];
            *above = above.union(visual[idx]);
        }
    }
    visual
}

fn own_bounds(one: &PageBox, background: Background, minimal: PixelRect) -> PixelRect {
    let n_borders = one.borders.iter().filter(|&&width| width > 0).count();
    match one.kind {
        BoxKind::Page | BoxKind::Text | BoxKind::Replaced => one.content,
        BoxKind::Element if background.is_separated || n_borders >= 2 => one.content,
        BoxKind::Element if n_borders == 1 => border_strip(one).union(minimal),
        BoxKind::Element if one.is_list_item => one.content,
        BoxKind::Element => minimal,
    }
}

fn border_strip(one: &PageBox) -> PixelRect {
    let PixelRect { left: x1, top: y1, right: x2, bottom: y2 } = one.content;
    let [top, right, bottom, left] = one.borders;
    let strip = match (top, right, bottom, left) {
        (1.., ..) => PixelRect::new(x1, y1, x2, y1 + top),
        (_, 1.., ..) => PixelRect::new(x2 - right, y1, x2, y2),
        (_, _, 1.., _) => PixelRect::new(x1, y2 - bottom, x2, y2),
        _ => PixelRect::new(x1, y1, x1 + left, y2),
    };
    strip.intersection(one.content)
}

/// Of each box the last one before it that can hold it.
fn parents(boxes: &[PageBox], bounds: &[PixelRect], is_there: &[bool]) -> Vec<u32> {
    let mut parents = vec![NONE; boxes.len()];
    let mut index = RectIndex::awaiting(bounds);
    for idx in 1..boxes.len() {
        if !is_there[idx] {
            continue;
        }
        let own = bounds[idx];
        // What holds four fifths of a box has the middle of it.
        let (x, y) = own.middle();
        let mut best = in_document(boxes, bounds, is_there, idx);
        index.visit(PixelRect::new(x, y, x + 1, y + 1), |id| {
            if id > best && can_hold(bounds[id as usize], own) {
                best = id;
            }
            ControlFlow::Continue(())
        });
        parents[idx] = best;
        index.set(idx as u32, own);
    }
    parents
}

/// Whether a box can hold a later one: most of it, and not the other way round. Boxes on the same spot do not nest.
pub(super) fn can_hold(outer: PixelRect, inner: PixelRect) -> bool {
    !inner.contains(outer) && 5 * outer.intersection(inner).area() >= 4 * inner.area()
}

/// The next box above in the document that can hold a box. It is one that the search would find as well, and is there
/// even where so many boxes lie on one spot that the search gives up. Only a few are tried.
fn in_document(boxes: &[PageBox], bounds: &[PixelRect], is_there: &[bool], idx: usize) -> u32 {
    let next = |above: u32| Some(above).filter(|&above| above != NONE);
    std::iter::successors(next(boxes[idx].above), |&above| next(boxes[above as usize].above))
        .take(8)
        .find(|&above| is_there[above as usize] && can_hold(bounds[above as usize], bounds[idx]))
        .unwrap_or(0)
}
