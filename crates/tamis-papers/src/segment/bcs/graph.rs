//! The graph of boxes: which are neighbours, which pairs may be clustered, and how different the two of a pair are, from 0
//! (equal) to 1.

use super::Model;
use super::alignment::line_lengths;
use super::boxes::PageBox;
use super::colors;
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

/// The weights of shape, colour and position.
const SHAPE: f64 = 0.3;
pub(super) const COLOR: f64 = 0.5;
pub(super) const POSITION: f64 = 0.2;

/// Of each edge of the graph how different its ends are.
pub(super) fn of_edges(boxes: &[PageBox], graph: &Graph, model: Model) -> Vec<f64> {
    let rects: Vec<PixelRect> = boxes.iter().map(|one| one.rect).collect();
    let lengths = match model {
        Model::Reference => line_lengths(&rects, graph),
        Model::Rewrite => Vec::new(),
    };
    let of_edge = |edge: usize| {
        let pair = graph.edges[edge];
        let (a, b) = (&boxes[pair.a as usize], &boxes[pair.b as usize]);
        let distance = distance(a.rect, b.rect);
        if distance == 0 {
            return 0.0;
        }
        let reach = [pair.a, pair.b].map(|end| f64::from(graph.reach[end as usize].max(distance)));
        let position = f64::midpoint(f64::from(distance) / reach[0], f64::from(distance) / reach[1]);
        let (shape, color) = (shape(a.rect, b.rect), colors::difference(a.color, b.color));
        match model {
            Model::Reference => {
                (SHAPE * shape + COLOR * color + POSITION * position) / (2.0 * f64::from(lengths[edge]))
            }
            Model::Rewrite if position >= 1.0 => 1.0,
            Model::Rewrite => (position + color + shape) / 3.0,
        }
    };
    (0..graph.edges.len()).map(of_edge).collect()
}

/// How far apart two rectangles are: 0 if they overlap or touch, otherwise the gap between their columns, or between their
/// rows if they have columns in common.
pub(super) fn distance(one: PixelRect, other: PixelRect) -> i32 {
    let columns = (other.left - one.right).max(one.left - other.right);
    let rows = (other.top - one.bottom).max(one.top - other.bottom);
    if columns > 0 { columns } else { rows.max(0) }
}

/// How different two rectangles are, in proportion and in size.
pub(super) fn shape(one: PixelRect, other: PixelRect) -> f64 {
    let (small, large) = (one.area().min(other.area()), one.area().max(other.area()));
    let size = 1.0 - small as f64 / large as f64;
    f64::midpoint(proportion(one, other), size)
}

/// How different the ratios of width and height are, from 0 to 1. Two tall boxes are compared lying down, so that the
/// larger ratio is above 1.
pub(super) fn proportion(one: PixelRect, other: PixelRect) -> f64 {
    let ratio = |rect: PixelRect| f64::from(rect.width()) / f64::from(rect.height());
    let (mut least, mut most) = (ratio(one).min(ratio(other)), ratio(one).max(ratio(other)));
    if least >= most {
        return 0.0;
    }
    if least * most < 1.0 {
        (least, most) = (1.0 / most, 1.0 / least);
    }
    ((most - least) / (most - 1.0 / most)).clamp(0.0, 1.0)
}
