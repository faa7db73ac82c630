//! A tree of rectangles that finds those near a place.
//!
//! An R-tree packed once by sort-tile-recursive order (Leutenegger, Lopez, Edgington 1997). Where a rectangle is in the
//! tree never changes; its size may, and it may go. The bounds above it are then worked out again, up to the root. So it
//! holds the boxes of a page at first and the clusters that they grow into later, without being built again, and its
//! depth does not depend on the coordinates, however far apart they are.

use super::{PixelRect, Toward};
use std::ops::ControlFlow;

/// How many rectangles or nodes are below a node.
const FANOUT: usize = 8;
/// How many rectangles at one place are asked for a condition. Boxes of a page hardly overlap; only a page made for it has
/// more at one place, and would be asked for each pair of them.
const MAX_LOOKED_AT: usize = 1000;

/// Rectangles by number.
pub(in crate::segment) struct RectTree {
    /// The rectangles in the order of the tree, then the bounds of each level above, the root last. Those that are gone
    /// are [`PixelRect::NOWHERE`].
    bounds: Vec<PixelRect>,
    /// Where each level begins in `bounds`, and where the last one ends.
    levels: Vec<usize>,
    /// The number of the rectangle at each place of the lowest level.
    at: Vec<u32>,
    /// The place of each rectangle.
    places: Vec<u32>,
}

/// A rectangle turned so that a search always goes the same way.
#[derive(Clone, Copy)]
struct Turned {
    near: i32,
    far: i32,
    low: i32,
    high: i32,
}

impl Turned {
    fn of(rect: PixelRect, toward: Toward) -> Turned {
        let PixelRect { top, left, right, bottom } = rect;
        match toward {
            Toward::Right => Turned { near: left, far: right, low: top, high: bottom },
            Toward::Left => Turned { near: right.saturating_neg(), far: left.saturating_neg(), low: top, high: bottom },
            Toward::Down => Turned { near: top, far: bottom, low: left, high: right },
            Toward::Up => Turned { near: bottom.saturating_neg(), far: top.saturating_neg(), low: left, high: right },
        }
    }

    /// How far on a rectangle begins that ends beyond this one and has a row or column in common with it.
    fn gap_to(self, other: Turned) -> Option<i32> {
        let is_beyond = other.far > self.far && other.low < self.high && other.high > self.low;
        is_beyond.then(|| other.near.saturating_sub(self.far).max(0))
    }
}

impl RectTree {
    /// Of rectangles that are all there; their numbers are their places.
    pub(in crate::segment) fn new(rects: &[PixelRect]) -> RectTree {
        let at = packed_order(rects);
        let bounds = at.iter().map(|&number| rects[number as usize]).collect();
        RectTree::packed(at, bounds)
    }

    /// For rectangles of which none is there yet: each comes with [`set`](RectTree::set).
    pub(in crate::segment) fn awaiting(rects: &[PixelRect]) -> RectTree {
        RectTree::packed(packed_order(rects), vec![PixelRect::NOWHERE; rects.len()])
    }

    fn packed(at: Vec<u32>, mut bounds: Vec<PixelRect>) -> RectTree {
        let mut places = vec![0; at.len()];
        for (place, &number) in at.iter().enumerate() {
            places[number as usize] = place as u32;
        }
        let mut levels = vec![0, bounds.len()];
        while bounds.len() - levels[levels.len() - 2] > 1 {
            let below = levels[levels.len() - 2]..bounds.len();
            for start in below.clone().step_by(FANOUT) {
                let end = (start + FANOUT).min(below.end);
                bounds.push(around(&bounds[start..end]));
            }
            levels.push(bounds.len());
        }
        RectTree { bounds, levels, at, places }
    }

    /// Where a rectangle is now.
    pub(in crate::segment) fn rect(&self, number: u32) -> PixelRect {
        self.bounds[self.places[number as usize] as usize]
    }

    /// Gives a rectangle another place and size.
    pub(in crate::segment) fn set(&mut self, number: u32, rect: PixelRect) {
        let mut place = self.places[number as usize] as usize;
        self.bounds[place] = rect;
        for level in 0..self.levels.len() - 2 {
            let (start, end) = (self.levels[level], self.levels[level + 1]);
            let first = start + place / FANOUT * FANOUT;
            place /= FANOUT;
            let new = around(&self.bounds[first..(first + FANOUT).min(end)]);
            let above = &mut self.bounds[end + place];
            if *above == new {
                return;
            }
            *above = new;
        }
    }

    /// Takes a rectangle away.
    pub(in crate::segment) fn remove(&mut self, number: u32) {
        self.set(number, PixelRect::NOWHERE);
    }

    /// Goes over the rectangles that `is_wanted`, which must hold for whatever is around a wanted one. Answers how many
    /// nodes of the tree were looked into.
    fn visit(
        &self,
        is_wanted: impl Fn(PixelRect) -> bool,
        mut visit: impl FnMut(u32, PixelRect) -> ControlFlow<()>,
    ) -> usize {
        let mut n_nodes = 0;
        let mut stack: Vec<(usize, usize)> = Vec::new();
        if let Some(&root) = self.bounds.last()
            && is_wanted(root)
        {
            stack.push((self.levels.len() - 2, 0));
        }
        while let Some((level, place)) = stack.pop() {
            if level == 0 {
                if visit(self.at[place], self.bounds[place]).is_break() {
                    break;
                }
                continue;
            }
            n_nodes += 1;
            for below in self.children(level, place).rev() {
                if is_wanted(self.bounds[self.levels[level - 1] + below]) {
                    stack.push((level - 1, below));
                }
            }
        }
        n_nodes
    }

    fn children(&self, level: usize, place: usize) -> std::ops::Range<usize> {
        let n_below = self.levels[level] - self.levels[level - 1];
        place * FANOUT..((place + 1) * FANOUT).min(n_below)
    }

    /// All that share a pixel with a rectangle, but none with another rectangle.
    pub(in crate::segment) fn overlapping_beyond(&self, rect: PixelRect, known: PixelRect, mut found: impl FnMut(u32)) {
        self.visit(
            |bounds| bounds.overlaps(rect) && !known.contains(bounds),
            |number, place| {
                if !place.overlaps(known) {
                    found(number);
                }
                ControlFlow::Continue(())
            },
        );
    }

    /// All that share a pixel with a rectangle, as long as `found` wants more. Answers how many nodes of the tree were
    /// looked into.
    pub(in crate::segment) fn overlapping(
        &self,
        rect: PixelRect,
        mut found: impl FnMut(u32) -> ControlFlow<()>,
    ) -> usize {
        self.visit(|bounds| bounds.overlaps(rect), |number, _| found(number))
    }

    /// Whether one that overlaps or touches the rectangle fulfils a condition.
    pub(in crate::segment) fn any_touching(
        &self,
        rect: PixelRect,
        mut condition: impl FnMut(u32, PixelRect) -> bool,
    ) -> bool {
        let (mut is_found, mut n_seen) = (false, 0);
        self.visit(
            |bounds| bounds.touches(rect),
            |number, other| {
                is_found = condition(number, other);
                n_seen += 1;
                if is_found || n_seen >= MAX_LOOKED_AT { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        is_found
    }

    /// All that are nearest to a rectangle in a direction, with their distance: those that end beyond it and have a row
    /// (to the sides) or a column (up and down) in common with it. At most `limit` of them.
    pub(in crate::segment) fn nearest(
        &self,
        rect: PixelRect,
        toward: Toward,
        limit: usize,
        found: &mut Vec<u32>,
    ) -> i32 {
        found.clear();
        let from = Turned::of(rect, toward);
        let mut best = i32::MAX;
        let mut stack: Vec<(i32, usize, usize)> = Vec::new();
        let mut below: Vec<(i32, usize)> = Vec::new();
        if let Some(gap) = self.bounds.last().and_then(|&root| from.gap_to(Turned::of(root, toward))) {
            stack.push((gap, self.levels.len() - 2, 0));
        }
        while let Some((gap, level, place)) = stack.pop() {
            if gap > best || best == 0 && found.len() >= limit {
                continue;
            }
            if level == 0 {
                if gap < best {
                    best = gap;
                    found.clear();
                }
                if found.len() < limit {
                    found.push(self.at[place]);
                }
                continue;
            }
            below.clear();
            below.extend(self.children(level, place).filter_map(|child| {
                let bounds = self.bounds[self.levels[level - 1] + child];
                let gap = from.gap_to(Turned::of(bounds, toward)).filter(|&gap| gap <= best)?;
                Some((gap, child))
            }));
            // The nearest is looked into first.
            below.sort_unstable_by(|one, other| other.cmp(one));
            stack.extend(below.iter().map(|&(gap, child)| (gap, level - 1, child)));
        }
        found.sort_unstable();
        best
    }

    /// The distance of the farthest one in a direction, of those that end beyond the rectangle and have a row or a column
    /// in common with it; 0 if there is none.
    pub(in crate::segment) fn farthest(&self, rect: PixelRect, toward: Toward) -> i32 {
        let from = Turned::of(rect, toward);
        let mut best = 0;
        let mut stack: Vec<(i32, usize, usize)> = Vec::new();
        let mut below: Vec<(i32, usize)> = Vec::new();
        if self.at.len() > 1 {
            stack.push((i32::MAX, self.levels.len() - 2, 0));
        }
        while let Some((bound, level, place)) = stack.pop() {
            if bound <= best {
                continue;
            }
            if level == 0 {
                best = bound;
                continue;
            }
            below.clear();
            below.extend(self.children(level, place).filter_map(|child| {
                let turned = Turned::of(self.bounds[self.levels[level - 1] + child], toward);
                let gap = from.gap_to(turned)?;
                // What is in a node begins before the node ends.
                let bound = if level == 1 { gap } else { turned.far.saturating_sub(from.far) };
                (bound > best).then_some((bound, child))
            }));
            below.sort_unstable();
            stack.extend(below.iter().map(|&(bound, child)| (bound, level - 1, child)));
        }
        best
    }
}

fn around(rects: &[PixelRect]) -> PixelRect {
    rects.iter().fold(PixelRect::NOWHERE, |bounds, &rect| bounds.union(rect))
}

/// Slices of equal number from left to right, each from top to bottom, so many that the nodes are about square: a page is
/// much higher than wide.
fn packed_order(rects: &[PixelRect]) -> Vec<u32> {
    let middle = |number: u32| {
        let PixelRect { top, left, right, bottom } = rects[number as usize];
        (i64::from(left) + i64::from(right), i64::from(top) + i64::from(bottom))
    };
    let mut order: Vec<u32> = (0..rects.len() as u32).collect();
    let n_leaves = rects.len().div_ceil(FANOUT);
    // Of the middle four fifths, so that one box far away changes nothing.
    let (tenth, last_tenth) = (rects.len() / 10, rects.len() - rects.len() / 10);
    let spread = |values: &dyn Fn(u32) -> i64, order: &[u32]| match order.get(tenth..last_tenth) {
        Some([first, .., last]) => (values(*last) - values(*first)).max(1) as f64,
        _ => 1.0,
    };
    order.sort_unstable_by_key(|&number| (middle(number).1, number));
    let height = spread(&|number| middle(number).1, &order);
    order.sort_unstable_by_key(|&number| (middle(number).0, number));
    let width = spread(&|number| middle(number).0, &order);
    let n_slices = ((n_leaves as f64 * width / height).sqrt().round() as usize).clamp(1, n_leaves.max(1));
    for slice in order.chunks_mut(n_leaves.div_ceil(n_slices).max(1) * FANOUT) {
        slice.sort_unstable_by_key(|&number| (middle(number).1, number));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rectangles all over the place, some of them far away.
    fn scattered(n_rects: i32) -> Vec<PixelRect> {
        let rect = |number: i32| {
            let (left, top) = (number * 7919 % 997, number * 104_729 % 1999);
            let far = if number % 50 == 49 { 10_000_000 } else { 0 };
            PixelRect::new(left, top + far, left + 3 + number % 40, top + far + 2 + number % 11)
        };
        (0..n_rects).map(rect).collect()
    }

    fn overlapping(tree: &RectTree, rect: PixelRect) -> Vec<u32> {
        let mut found = Vec::new();
        tree.overlapping(rect, |number| {
            found.push(number);
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }

    #[test]
    fn everything_is_found_that_a_look_at_each_would_find() {
        for n_rects in [0, 1, 2, 8, 9, 65, 700] {
            let rects = scattered(n_rects);
            let mut tree = RectTree::new(&rects);
            let place = PixelRect::new(200, 300, 500, 900);
            let expect = |rects: &[PixelRect]| -> Vec<u32> {
                (0..rects.len() as u32).filter(|&number| rects[number as usize].overlaps(place)).collect()
            };
            assert_eq!(overlapping(&tree, place), expect(&rects));
            let mut changed = rects.clone();
            for number in (0..rects.len()).step_by(3) {
                changed[number] = if number % 2 == 0 { PixelRect::NOWHERE } else { PixelRect::new(0, 0, 250, 350) };
                tree.set(number as u32, changed[number]);
            }
            assert_eq!(overlapping(&tree, place), expect(&changed));
        }
    }

    #[test]
    fn the_nearest_and_the_farthest_are_those_of_a_look_at_each() {
        let rects = scattered(500);
        let tree = RectTree::new(&rects);
        let mut found = Vec::new();
        for &rect in rects.iter().step_by(7) {
            for toward in [Toward::Right, Toward::Left, Toward::Down, Toward::Up] {
                let gaps: Vec<Option<i32>> =
                    rects.iter().map(|&other| Turned::of(rect, toward).gap_to(Turned::of(other, toward))).collect();
                let nearest = gaps.iter().flatten().min();
                let expect: Vec<u32> =
                    (0..500).filter(|&number| nearest.is_some() && gaps[number as usize].as_ref() == nearest).collect();
                let distance = tree.nearest(rect, toward, usize::MAX, &mut found);
                assert_eq!(found, expect);
                assert!(expect.is_empty() || Some(&distance) == nearest);
                assert_eq!(tree.farthest(rect, toward), gaps.iter().flatten().copied().max().unwrap_or(0));
            }
        }
    }
}
