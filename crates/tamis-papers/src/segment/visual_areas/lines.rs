//! Lines: areas beside each other that read as one, such as the words of a line in different colours.

use super::area_tree::{AreaTree, VisualArea};
use super::rect_index::RectIndex;
use crate::segment::geometry::PixelRect;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use tamis_page::budget;

/// Which way neighbours are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Joining {
    /// `FindLine`: to the right.
    Right,
    /// `MultiLine`: downwards, if both begin in the same column.
    Down,
}

/// Joins the children of every area. `max_gap` is the largest distance in font sizes.
pub(super) fn join_all(tree: &mut AreaTree, joining: Joining, max_gap: f64, same_style: bool) {
    let mut order = tree.parents_first();
    if joining == Joining::Right {
        order.reverse();
    }
    for id in order {
        // An area that was joined to another one while its parent was looked at has no children any more.
        if tree.get(id).children.len() > 1 {
            Joiner::of(tree, id, joining, max_gap, same_style).join();
        }
    }
}

/// The children of one area while they are joined. Bounds are kept turned for [`Joining::Down`], so that there is one
/// direction to think of.
struct Joiner<'t> {
    tree: &'t mut AreaTree,
    parent: u32,
    joining: Joining,
    max_gap: f64,
    same_style: bool,
    index: RectIndex,
    /// The largest distance that any of them bridges, in pixels.
    largest_gap: i32,
}

impl<'t> Joiner<'t> {
    fn of(tree: &'t mut AreaTree, parent: u32, joining: Joining, max_gap: f64, same_style: bool) -> Joiner<'t> {
        let children = &tree.get(parent).children;
        let bounds: Vec<PixelRect> = children.iter().map(|&child| turned(tree.get(child).bounds, joining)).collect();
        let index = RectIndex::of(&bounds);
        let largest = children.iter().map(|&child| tree.get(child).mean_font_size()).fold(0.0, f64::max);
        let largest_gap = (largest * max_gap).min(1e4) as i32;
        Joiner { tree, parent, joining, max_gap, same_style, index, largest_gap }
    }

    /// The program starts again from the first child after each join. Only the joined area and those that can reach it
    /// may be judged otherwise then, so only these are tried again, the first of them first.
    fn join(mut self) {
        let children = self.tree.get(self.parent).children.clone();
        let mut is_gone = vec![false; children.len()];
        let mut waiting: BTreeSet<u32> = (0..children.len() as u32).collect();
        while let Some(place) = waiting.pop_first() {
            budget::spend(64);
            if is_gone[place as usize] {
                continue;
            }
            let Some(other) = self.partner(&children, place) else { continue };
            self.merge(&children, place, other);
            is_gone[other as usize] = true;
            waiting.insert(place);
            let joined = self.index.rect(place);
            let window = PixelRect { left: joined.left - self.largest_gap, ..joined };
            self.index.visit(window, |id| {
                waiting.insert(id);
                ControlFlow::Continue(())
            });
        }
        let kept = children.iter().zip(&is_gone).filter(|(_, gone)| !**gone).map(|(&child, _)| child);
        self.tree.get_mut(self.parent).children = kept.collect();
    }

    /// The first area to the right, if the two can be joined.
    fn partner(&self, children: &[u32], place: u32) -> Option<u32> {
        let own = self.index.rect(place);
        let area = self.tree.get(children[place as usize]);
        let reach = area.mean_font_size() * self.max_gap;
        // The distance of the last pixel to the first one of the other is one more than the gap.
        let window = PixelRect { left: own.right, right: own.right + reach.min(1e4) as i32, ..own };
        let mut first: Option<((i32, i32, u32), u32)> = None;
        self.index.visit(window, |id| {
            let rect = self.index.rect(id);
            let key = (rect.left.max(own.right), rect.top.max(own.top), id);
            if id != place && rect.right > own.right && first.is_none_or(|(before, _)| key < before) {
                first = Some((key, id));
            }
            ControlFlow::Continue(())
        });
        let other = first?.1;
        let rect = self.index.rect(other);
        let distance = (rect.left - own.right + 1).abs().min((own.left - rect.right + 1).abs());
        let other_area = self.tree.get(children[other as usize]);
        let is_joined = f64::from(distance) <= reach
            && self.is_open(area, other_area)
            && (self.joining == Joining::Right || rect.top == own.top)
            && self.can_level(place, other);
        is_joined.then_some(other)
    }

    /// Whether nothing is drawn between the two.
    fn is_open(&self, area: &VisualArea, other: &VisualArea) -> bool {
        let (side, opposite) = match self.joining {
            Joining::Right => (1, 3),
            Joining::Down => (2, 0),
        };
        !area.borders[side]
            && !other.borders[opposite]
            && area.background == other.background
            && (!self.same_style || area.has_style_of(other))
    }

    /// Whether both can be made as high as the higher one without getting into anything else.
    fn can_level(&self, place: u32, other: u32) -> bool {
        let (one, two) = (self.index.rect(place), self.index.rect(other));
        let is_free = |window: PixelRect| {
            let mut is_free = true;
            self.index.visit(window, |id| {
                is_free &= id == place || id == other;
                if is_free { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            is_free
        };
        let (lower, upper) = if one.top > two.top { (one, two) } else { (two, one) };
        let (shorter, longer) = if one.bottom < two.bottom { (one, two) } else { (two, one) };
        is_free(PixelRect { top: upper.top, bottom: lower.top, ..lower })
            && is_free(PixelRect { top: shorter.bottom, bottom: longer.bottom, ..shorter })
    }

    /// The first one takes all of the other.
    fn merge(&mut self, children: &[u32], place: u32, other: u32) {
        let union = self.index.rect(place).union(self.index.rect(other));
        self.index.set(other, PixelRect::default());
        self.index.set(place, union);
        let (id, other) = (children[place as usize], children[other as usize]);
        let taken = self.tree.get_mut(other);
        let (boxes, below) = (std::mem::take(&mut taken.boxes), std::mem::take(&mut taken.children));
        let (borders, look) = (taken.borders, taken.look);
        for &child in &below {
            self.tree.get_mut(child).parent = id;
        }
        let area = self.tree.get_mut(id);
        area.bounds = turned(union, self.joining);
        area.boxes.extend(boxes);
        area.children.extend(below);
        area.look.add(look);
        let outer = match self.joining {
            Joining::Right => 1,
            Joining::Down => 2,
        };
        area.borders[outer] = borders[outer];
    }
}

fn turned(bounds: PixelRect, joining: Joining) -> PixelRect {
    match joining {
        Joining::Right => bounds,
        Joining::Down => PixelRect::new(bounds.top, bounds.left, bounds.bottom, bounds.right),
    }
}
