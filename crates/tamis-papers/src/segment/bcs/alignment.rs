//! How many boxes stand in line with a pair.
//!
//! A pair that ends at the same place on one side starts a line; further boxes belong to it that are neighbours in the
//! same direction, end at the same place on that side and are no farther apart than the pair's own limit. So a line is a
//! connected part of the graph of such neighbours up to a distance. Each pair asks for the size of that part at its own
//! limit: all limits in ascending order are answered while the graph grows by one neighbour after the other.

use super::graph::distance;
use super::graph::{Graph, Pair};
use crate::segment::geometry::{Direction, PixelRect};

/// Of each edge the number of boxes in line with it, itself included; 1 if the two are not in line.
pub(super) fn line_lengths(rects: &[PixelRect], graph: &Graph) -> Vec<u32> {
    let mut lengths = vec![1; graph.edges.len()];
    let mut links: Vec<(Line, i32, Pair)> = graph.neighbours.iter().filter_map(|&pair| in_line(rects, pair)).collect();
    links.sort_unstable();
    let mut questions: Vec<(Line, i32, usize)> = Vec::new();
    for (edge, &pair) in graph.edges.iter().enumerate() {
        if let Some((line, distance, _)) = in_line(rects, pair) {
            let limit = limit(rects[pair.a as usize], rects[pair.b as usize]);
            if distance <= limit {
                questions.push((line, limit, edge));
            }
        }
    }
    questions.sort_unstable();

    let mut parts = DisjointSets::new(rects.len());
    let mut links = links.into_iter().peekable();
    let mut current = None;
    for (line, limit, edge) in questions {
        if current != Some(line) {
            parts.reset();
            current = Some(line);
            while links.next_if(|link| link.0 < line).is_some() {}
        }
        while let Some((_, _, pair)) = links.next_if(|link| link.0 == line && link.1 <= limit) {
            parts.join(pair.a, pair.b);
        }
        let pair = graph.edges[edge];
        parts.join(pair.a, pair.b);
        lengths[edge] = parts.size(pair.a);
    }
    lengths
}

/// A side of a box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Side {
    Left,
    Top,
    Right,
    Bottom,
}

/// The kinds of line.
type Line = (Direction, Side);

fn in_line(rects: &[PixelRect], pair: Pair) -> Option<(Line, i32, Pair)> {
    let (one, other) = (rects[pair.a as usize], rects[pair.b as usize]);
    let side = aligned_side(one, other)?;
    Some(((pair.direction, side), distance(one, other), pair))
}

/// The first side on which both end at the same place.
fn aligned_side(one: PixelRect, other: PixelRect) -> Option<Side> {
    let sides = [
        (Side::Left, one.left == other.left),
        (Side::Top, one.top == other.top),
        (Side::Right, one.right == other.right),
        (Side::Bottom, one.bottom == other.bottom),
    ];
    sides.into_iter().find(|&(_, is_equal)| is_equal).map(|(side, _)| side)
}

/// How far apart boxes of a line may be: one and a half times the smallest measure of the pair that starts it.
fn limit(one: PixelRect, other: PixelRect) -> i32 {
    let smallest = one.width().min(one.height()).min(other.width()).min(other.height());
    (f64::from(smallest) * 1.5).floor() as i32
}

/// The parts of a set, which are joined and never separated.
struct DisjointSets {
    above: Vec<u32>,
    sizes: Vec<u32>,
    changed: Vec<u32>,
}

impl DisjointSets {
    fn new(n_boxes: usize) -> DisjointSets {
        DisjointSets { above: (0..n_boxes as u32).collect(), sizes: vec![1; n_boxes], changed: Vec::new() }
    }

    /// Every box by itself again.
    fn reset(&mut self) {
        for number in self.changed.drain(..) {
            self.above[number as usize] = number;
            self.sizes[number as usize] = 1;
        }
    }

    fn part(&mut self, mut number: u32) -> u32 {
        while self.above[number as usize] != number {
            let above = self.above[self.above[number as usize] as usize];
            self.above[number as usize] = above;
            number = above;
        }
        number
    }

    fn join(&mut self, one: u32, other: u32) {
        self.changed.extend([one, other]);
        let (one, other) = (self.part(one), self.part(other));
        if one == other {
            return;
        }
        let is_larger = self.sizes[one as usize] >= self.sizes[other as usize];
        let (large, small) = if is_larger { (one, other) } else { (other, one) };
        self.above[small as usize] = large;
        self.sizes[large as usize] += self.sizes[small as usize];
    }

    fn size(&mut self, number: u32) -> u32 {
        let part = self.part(number);
        self.sizes[part as usize]
    }
}
