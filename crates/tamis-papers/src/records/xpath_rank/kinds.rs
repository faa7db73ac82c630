//! Records of several kinds.
//!
//! Results and adverts, or articles and forum entries, are marked up differently but stand in one column. Nodes that
//! are similar, as wide as the best ones and in line with them, directly above, below or between them, are records too.

use super::features::{Extent, Ruler, Similarity};
use super::ranking::Ranked;
use tamis_page::{Document, NodeId, Rect};

/// How many candidates are tried, and how many nodes they and the best one may have.
const MAX_TRIED: usize = 64;
const MAX_NODES: usize = 5000;

/// Puts the union of the best candidate and others of its column before it.
pub(super) fn join(document: &Document, ruler: &mut Ruler<'_>, ranked: &mut Vec<Ranked>) {
    let is_joinable = |candidate: &&Ranked| candidate.is_similar && candidate.nodes.len() <= MAX_NODES;
    let Some(best) = ranked.first().filter(is_joinable).filter(|best| !best.geometry.is_grid()) else { return };
    let Some(mut column) = Column::of(shown(ruler, &best.nodes)) else { return };
    let mut nodes = best.nodes.clone();
    let mut joined: Vec<usize> = vec![0];
    for (number, other) in ranked.iter().enumerate().skip(1).filter(|(_, other)| is_joinable(other)).take(MAX_TRIED) {
        let is_new = |node: &NodeId| nodes.binary_search(node).is_err();
        let fresh: Vec<NodeId> = other.nodes.iter().copied().filter(is_new).collect();
        if fresh.iter().any(|&node| is_nested(document, &nodes, node)) {
            continue;
        }
        if column.take(shown(ruler, &fresh)) {
            nodes.extend(fresh);
            nodes.sort_unstable();
            joined.push(number);
        }
    }
    if joined.len() == 1 {
        return;
    }
    let xpaths: Vec<&str> = joined.iter().map(|&number| ranked[number].xpath.as_str()).collect();
    let similarity = |node: &NodeId| {
        let of = |number: &usize| {
            let position = ranked[*number].nodes.binary_search(node).ok()?;
            Some(ranked[*number].similarities[position])
        };
        joined.iter().find_map(of).unwrap_or(0.0)
    };
    let similarities: Vec<f64> = nodes.iter().map(similarity).collect();
    let union = Ranked {
        xpath: xpaths.join(" | "),
        geometry: ruler.geometry(&nodes),
        similarity: Similarity::of(&similarities),
        similarities,
        nodes,
        is_similar: true,
    };
    ranked.insert(0, union);
}

/// How far the edges of records of one column may be apart, in pixels, and their widths, as a share.
const MAX_SHIFT: f32 = 2.0;
const MAX_WIDER: f32 = 0.1;
/// How low a record of another kind may be, and how far away, in heights of the usual record.
const MIN_HEIGHT: f32 = 0.4;
const MAX_GAP: f32 = 1.0;

/// Records below each other.
struct Column {
    left: f32,
    width: f32,
    height: f32,
    /// From top to bottom.
    rects: Vec<Rect>,
}

impl Column {
    fn of(mut rects: Vec<Rect>) -> Option<Column> {
        let middle = |value: fn(&Rect) -> f32| {
            let mut values: Vec<f32> = rects.iter().map(value).collect();
            values.sort_by(f32::total_cmp);
            values.get(values.len() / 2).copied()
        };
        let (left, width, height) = (middle(|rect| rect.x)?, middle(|rect| rect.width)?, middle(|rect| rect.height)?);
        rects.sort_by(|one, other| one.y.total_cmp(&other.y));
        Some(Column { left, width, height, rects })
    }

    /// Adds rectangles if all of them are in line, about as large and next to those that are there.
    fn take(&mut self, fresh: Vec<Rect>) -> bool {
        let fits = |rect: &Rect| {
            (rect.x - self.left).abs() <= MAX_SHIFT
                && (rect.width - self.width).abs() <= MAX_WIDER * self.width
                && rect.height >= MIN_HEIGHT * self.height
        };
        if fresh.is_empty() || !fresh.iter().all(fits) {
            return false;
        }
        let old = self.rects.iter().map(|&rect| (rect, false));
        let mut all: Vec<(Rect, bool)> = old.chain(fresh.into_iter().map(|rect| (rect, true))).collect();
        all.sort_by(|(one, _), (other, _)| one.y.total_cmp(&other.y));
        let is_near = |upper: &Rect, lower: &Rect| {
            let gap = lower.y - upper.bottom();
            (-MAX_SHIFT..=MAX_GAP * self.height).contains(&gap)
        };
        let near: Vec<bool> = all.windows(2).map(|pair| is_near(&pair[0].0, &pair[1].0)).collect();
        let has_neighbour =
            |position: usize| position > 0 && near[position - 1] || near.get(position).is_some_and(|&is_near| is_near);
        let all_have = (0..all.len()).filter(|&position| all[position].1).all(has_neighbour);
        let touches = all.windows(2).zip(&near).any(|(pair, &is_near)| is_near && pair[0].1 != pair[1].1);
        if all_have && touches {
            self.rects = all.into_iter().map(|(rect, _)| rect).collect();
        }
        all_have && touches
    }
}

fn shown(ruler: &mut Ruler<'_>, nodes: &[NodeId]) -> Vec<Rect> {
    let rect = |&node: &NodeId| match ruler.extent(node) {
        Extent::Shown(rect) => Some(rect),
        Extent::Invisible | Extent::Unknown => None,
    };
    nodes.iter().filter_map(rect).collect()
}

/// Whether a node is in one of the nodes or has one inside.
fn is_nested(document: &Document, nodes: &[NodeId], node: NodeId) -> bool {
    let next = nodes.partition_point(|&other| other < node);
    let is_inside = next.checked_sub(1).is_some_and(|before| node < document.subtree_end(nodes[before]));
    is_inside || nodes.get(next).is_some_and(|&after| after < document.subtree_end(node))
}
