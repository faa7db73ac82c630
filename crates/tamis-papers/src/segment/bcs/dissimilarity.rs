//! How different two neighbouring boxes are: 0 is the same, 1 is different.

use super::alignment::line_lengths;
use super::boxes::PageBox;
use super::colors;
use super::graph::Graph;
use super::options::Model;
use crate::segment::geometry::PixelRect;

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
