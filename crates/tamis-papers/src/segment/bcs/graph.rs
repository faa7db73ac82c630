//! The graph of boxes: which are neighbours, and which pairs may be clustered.

use crate::segment::geometry::{Direction, PixelRect, RectTree, Toward};

/// Two boxes, the one further left or further up first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Pair {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) direction: Direction,
}

/// Neighbours and edges.
pub(super) struct Graph {
    /// Each pair of which one is nearest to the other in one of four directions, once for each direction.
    pub(super) neighbours: Vec<Pair>,
    /// Which of them may be clustered, at most one for two boxes.
    pub(super) edges: Vec<Pair>,
    /// Of each box how far away its farthest neighbour is.
    pub(super) reach: Vec<i32>,
}

/// Which pairs are edges, and how far a box reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GraphModel {
    /// Nearest to the right and below; the farthest of the nearest.
    OneWay,
    /// Nearest in any direction; the farthest of all that have a row or a column in common.
    AllWays,
}

/// How many boxes that are equally near one box is sure to get as neighbours, and for how many more there is room on the
/// whole page for each box. Where boxes do not overlap, the pairs are fewer than this, and only a page made for it has as
/// many as pairs of boxes.
const MAX_EQUALLY_NEAR: usize = 32;
const MAX_MORE_EACH: usize = 8;

impl Graph {
    pub(super) fn of(rects: &[PixelRect], model: GraphModel) -> Graph {
        let tree = RectTree::new(rects);
        let mut neighbours: Vec<Pair> = Vec::with_capacity(rects.len() * 4);
        let mut edges: Vec<Pair> = Vec::with_capacity(rects.len() * 2);
        let mut reach = vec![0; rects.len()];
        let mut n_more = rects.len() * MAX_MORE_EACH;
        let mut found: Vec<u32> = Vec::new();
        for (number, &rect) in rects.iter().enumerate() {
            let number = number as u32;
            for toward in [Toward::Right, Toward::Left, Toward::Down, Toward::Up] {
                let distance = tree.nearest(rect, toward, MAX_EQUALLY_NEAR + n_more, &mut found);
                n_more -= found.len().saturating_sub(MAX_EQUALLY_NEAR);
                let is_edge = model == GraphModel::AllWays || matches!(toward, Toward::Right | Toward::Down);
                for &other in &found {
                    let pair = Pair::toward(toward, number, other);
                    neighbours.push(pair);
                    if is_edge {
                        edges.push(pair);
                    }
                    if model == GraphModel::OneWay {
                        for end in [number, other] {
                            let reach = &mut reach[end as usize];
                            *reach = distance.max(*reach);
                        }
                    }
                }
                if model == GraphModel::AllWays {
                    let reach = &mut reach[number as usize];
                    *reach = tree.farthest(rect, toward).max(*reach);
                }
            }
        }
        neighbours.sort_unstable();
        neighbours.dedup();
        edges.sort_unstable_by_key(|pair| (pair.ends(), pair.direction, pair.a));
        edges.dedup_by_key(|pair| pair.ends());
        Graph { neighbours, edges, reach }
    }
}

impl Pair {
    fn toward(toward: Toward, from: u32, found: u32) -> Pair {
        match toward {
            Toward::Right => Pair { a: from, b: found, direction: Direction::Horizontal },
            Toward::Left => Pair { a: found, b: from, direction: Direction::Horizontal },
            Toward::Down => Pair { a: from, b: found, direction: Direction::Vertical },
            Toward::Up => Pair { a: found, b: from, direction: Direction::Vertical },
        }
    }

    fn ends(&self) -> (u32, u32) {
        (self.a.min(self.b), self.a.max(self.b))
    }
}
