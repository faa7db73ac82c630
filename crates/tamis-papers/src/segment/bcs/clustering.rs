//! Clusters grow by the most similar pair first.

use super::edges::{Edge, Edges, End};
use super::growth::{Growth, Merged};
use super::{MergeTest, Model};
use crate::segment::geometry::{Direction, PixelRect};
use tamis_page::budget;

/// A cluster, or a box that is in none.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) rect: PixelRect,
    /// The numbers of the boxes in it, in ascending order.
    pub(super) members: Vec<u32>,
    /// How different the most different of the pairs was that it was made of.
    pub(super) difference: f64,
}

/// How a page is clustered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) model: Model,
    pub(super) merge_test: MergeTest,
    /// Ends that are more different than this stay apart.
    pub(super) threshold: f64,
}

/// What became of the edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    pub(super) merges: usize,
    pub(super) blocked: usize,
    pub(super) parked: usize,
}

/// How often parked edges come back at most. A round needs a merge before it, and a few are enough on real pages.
const MAX_ROUNDS: usize = 50;

/// Clusters boxes: the clusters and the boxes that are in none, from top to bottom and from left to right.
pub(super) fn cluster(rects: &[PixelRect], edges: Vec<Edge>, rules: Rules) -> (Vec<Group>, Tally) {
    let mut clustering = Clustering::new(rects, edges);
    match rules.model {
        Model::Reference => clustering.run(rules),
        Model::Rewrite => clustering.run_rewrite(rules.threshold),
    }
    clustering.finish()
}

struct Clustering {
    nodes: Vec<Node>,
    ends: Vec<End>,
    edges: Edges,
    growth: Growth,
    tally: Tally,
}

/// A box or a cluster.
#[derive(Clone, Debug)]
struct Node {
    members: Vec<u32>,
    inner: InnerEdges,
    difference: f64,
}

/// How many edges there are between the members of a cluster, side by side and one above the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct InnerEdges {
    pub(super) horizontal: u32,
    pub(super) vertical: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Row,
    Column,
    Blob,
}

impl Clustering {
    fn new(rects: &[PixelRect], edges: Vec<Edge>) -> Clustering {
        let ends: Vec<End> = rects.iter().map(|&rect| End { rect, born: 0 }).collect();
        let node = |number| Node { members: vec![number], inner: InnerEdges::default(), difference: 0.0 };
        Clustering {
            nodes: (0..rects.len() as u32).map(node).collect(),
            edges: Edges::new(edges, &ends),
            growth: Growth::new(rects),
            ends,
            tally: Tally::default(),
        }
    }

    fn run(&mut self, rules: Rules) {
        let mut n_queued = self.edges.n_queued;
        let mut parked: Vec<u32> = Vec::new();
        for _ in 0..MAX_ROUNDS {
            while let Some(number) = self.edges.pop(&self.ends) {
                budget::spend(64);
                if self.edges.all[number as usize].difference > rules.threshold {
                    self.edges.discard(number);
                    self.edges.discard_queued();
                    break;
                }
                if !self.passes(number, rules.merge_test) {
                    self.edges.park(number);
                    parked.push(number);
                    self.tally.parked += 1;
                    continue;
                }
                let [a, b] = self.edges.all[number as usize].oriented(&self.ends);
                match self.growth.grow(&self.ends, a, b) {
                    Some(merged) => self.accept(number, &merged, rules),
                    None => {
                        self.edges.discard(number);
                        self.tally.blocked += 1;
                    }
                }
            }
            parked.sort_unstable();
            parked.dedup();
            let n_parked = self.edges.refill(&parked, &self.ends);
            parked.clear();
            if n_parked == 0 || n_parked >= n_queued {
                return;
            }
            n_queued = n_parked;
        }
    }

    fn run_rewrite(&mut self, threshold: f64) {
        let rules = Rules { model: Model::Rewrite, merge_test: MergeTest::Intended, threshold };
        while let Some(number) = self.edges.pop(&self.ends) {
            budget::spend(64);
            if self.edges.all[number as usize].difference > threshold {
                return;
            }
            let [a, b] = self.edges.all[number as usize].oriented(&self.ends);
            match self.growth.swallow(&self.ends, a, b) {
                Some(merged) => self.accept(number, &merged, rules),
                None => {
                    self.edges.discard(number);
                    self.tally.blocked += 1;
                }
            }
        }
    }

    /// Whether the shapes of the two ends go together.
    fn passes(&self, number: u32, test: MergeTest) -> bool {
        let edge = &self.edges.all[number as usize];
        let [a, b] = edge.ends;
        let shapes = [a, b].map(|end| self.nodes[end as usize].inner.shape(test));
        if shapes[0] != shapes[1] {
            let both = self.ends[a as usize].rect.union(self.ends[b as usize].rect);
            return !self.growth.has_foreign(both, a, b);
        }
        let density = |end: u32| {
            let (inner, rect) = (self.nodes[end as usize].inner, self.ends[end as usize].rect);
            match shapes[0] {
                Shape::Column => f64::from(inner.horizontal) / f64::from(rect.width()),
                _ => f64::from(inner.vertical) / f64::from(rect.height()),
            }
        };
        match (shapes[0], edge.direction) {
            (Shape::Column, Direction::Horizontal) | (Shape::Row, Direction::Vertical) => {
                let (one, other) = (density(a), density(b));
                let most = one.max(other);
                test == MergeTest::Intended && most > 0.0 && one.min(other) / most <= 0.5
            }
            _ => true,
        }
    }

    /// Makes one cluster of the ends of an edge and of what is absorbed.
    fn accept(&mut self, number: u32, merged: &Merged, rules: Rules) {
        self.tally.merges += 1;
        let [a, _] = self.edges.all[number as usize].oriented(&self.ends);
        let difference = self.edges.all[number as usize].difference;
        let cost = |end: u32| self.edges.n_of(end) + self.nodes[end as usize].members.len();
        let largest = merged.group.iter().copied().max_by_key(|&end| (cost(end), std::cmp::Reverse(end)));
        let kept = largest.expect("invariant: a group has its two ends");

        let (mut inner, mut joined) = (Vec::new(), Vec::new());
        for &member in merged.group.iter().filter(|&&member| member != kept) {
            let is_member = |end: u32| self.growth.is_in_group(end);
            self.edges.hand_over(member, kept, &self.ends, is_member, &mut inner, &mut joined);
        }
        let counted = match rules.merge_test {
            MergeTest::Intended => {
                let all = merged.group.iter().map(|&member| self.nodes[member as usize].inner);
                let mut counted = all.fold(InnerEdges::default(), InnerEdges::plus);
                for &edge in &inner {
                    let Edge { direction, weight, .. } = self.edges.all[edge as usize];
                    *counted.of(direction) += weight;
                }
                counted
            }
            MergeTest::Program => {
                let mut counted = self.nodes[a as usize].inner;
                inner.retain(|&edge| edge != number);
                inner.sort_by_cached_key(|&edge| self.edges.rank(edge, &self.ends));
                for &edge in &inner {
                    let Edge { direction, weight, .. } = self.edges.all[edge as usize];
                    *counted.of(direction) = weight;
                }
                counted
            }
        };
        let mut members = std::mem::take(&mut self.nodes[kept as usize].members);
        let mut most = self.nodes[kept as usize].difference.max(difference);
        for &member in merged.group.iter().filter(|&&member| member != kept) {
            let node = &mut self.nodes[member as usize];
            members.append(&mut node.members);
            most = most.max(node.difference);
        }
        self.nodes[kept as usize] = Node { members, inner: counted, difference: most };
        self.ends[kept as usize] = End { rect: merged.rect, born: self.tally.merges as u32 };
        self.growth.replace(kept, merged);

        joined.sort_unstable();
        joined.dedup();
        for edge in joined {
            if rules.model == Model::Rewrite {
                self.work_out_again(edge);
            }
            self.edges.requeue(edge, &self.ends);
        }
    }

    /// The rewrite's difference of a cluster to something else: of each box of the newer end the mean over its edges to
    /// the other end, and of these the mean of those above 0.
    fn work_out_again(&mut self, number: u32) {
        let [newer, other] = self.edges.all[number as usize].oriented(&self.ends);
        let by = if self.ends[other as usize].born == 0 { other } else { newer };
        let growth = &self.growth;
        let edge = &mut self.edges.all[number as usize];
        for between in &mut edge.between {
            if growth.node_of(between.0) != by {
                (between.0, between.1) = (between.1, between.0);
            }
        }
        edge.between.sort_unstable_by_key(|between| (between.0, between.1));
        let means = edge
            .between
            .chunk_by(|one, next| one.0 == next.0)
            .map(|of_box| of_box.iter().map(|between| between.2).sum::<f64>() / of_box.len() as f64);
        let (sum, n_boxes) =
            means.filter(|&mean| mean > 0.0).fold((0.0, 0), |(sum, n_boxes), mean| (sum + mean, n_boxes + 1));
        edge.difference = if n_boxes == 0 { 0.0 } else { sum / f64::from(n_boxes) };
    }

    fn finish(mut self) -> (Vec<Group>, Tally) {
        let mut groups: Vec<Group> = Vec::new();
        for (node, end) in self.nodes.iter_mut().zip(&self.ends) {
            if node.members.is_empty() {
                continue;
            }
            let mut members = std::mem::take(&mut node.members);
            members.sort_unstable();
            groups.push(Group { rect: end.rect, members, difference: node.difference });
        }
        groups.sort_by_key(|group| (group.rect.top, group.rect.left, group.members[0]));
        (groups, self.tally)
    }
}

impl InnerEdges {
    fn plus(self, other: InnerEdges) -> InnerEdges {
        InnerEdges { horizontal: self.horizontal + other.horizontal, vertical: self.vertical + other.vertical }
    }

    fn of(&mut self, direction: Direction) -> &mut u32 {
        match direction {
            Direction::Horizontal => &mut self.horizontal,
            Direction::Vertical => &mut self.vertical,
        }
    }

    fn shape(self, test: MergeTest) -> Shape {
        let InnerEdges { horizontal, vertical } = self;
        let is_more = |one: u32, other: u32| match test {
            MergeTest::Intended => one > other.saturating_mul(2),
            MergeTest::Program => one > 0 && other == 0,
        };
        if is_more(horizontal, vertical) {
            Shape::Row
        } else if is_more(vertical, horizontal) {
            Shape::Column
        } else {
            Shape::Blob
        }
    }
}
