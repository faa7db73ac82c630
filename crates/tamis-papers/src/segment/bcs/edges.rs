//! The edges between what is being clustered, and the queue of them.

use crate::segment::geometry::{Direction, PixelRect};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// Two ends that may become one cluster.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    /// The end further left or further up first.
    pub(super) ends: [u32; 2],
    pub(super) direction: Direction,
    /// How different the ends are.
    pub(super) difference: f64,
    /// How many edges between boxes it stands for.
    pub(super) weight: u32,
    pub(super) state: EdgeState,
    /// How often it was changed since it was in the queue; older entries of the queue do not count.
    version: u32,
    /// The edges between boxes, where the difference is worked out from them: the boxes and how different they are.
    pub(super) between: Vec<(u32, u32, f64)>,
}

/// Where an edge is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EdgeState {
    Queued,
    /// It failed the merge test and waits for another round.
    Parked,
    /// It was discarded, joined with another or is inside a cluster.
    Gone,
}

/// What the queue is ordered by. Differences are never negative, so their bits are in the order of their values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Rank {
    difference: u64,
    area: i64,
    tops: [i32; 2],
    lefts: [i32; 2],
    edge: u32,
}

/// Edges by number, by their ends and in the order of their rank.
pub(super) struct Edges {
    pub(super) all: Vec<Edge>,
    by_ends: HashMap<[u32; 2], u32>,
    /// Of each end its edges, also those that are gone.
    of_end: Vec<Vec<u32>>,
    queue: BinaryHeap<Reverse<(Rank, u32)>>,
    pub(super) n_queued: usize,
}

/// An end as far as the order of the queue asks for it.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) rect: PixelRect,
    /// The number of the merge that made it; 0 for a box.
    pub(super) born: u32,
}

impl Edge {
    pub(super) fn new(ends: [u32; 2], direction: Direction, difference: f64, weight: u32) -> Edge {
        Edge { ends, direction, difference, weight, state: EdgeState::Queued, version: 0, between: Vec::new() }
    }

    /// The ends as the method names them: the newer cluster first; of boxes the one further left or up.
    pub(super) fn oriented(&self, ends: &[End]) -> [u32; 2] {
        let [one, other] = self.ends;
        if ends[other as usize].born > ends[one as usize].born { [other, one] } else { [one, other] }
    }
}

impl Edges {
    pub(super) fn new(all: Vec<Edge>, ends: &[End]) -> Edges {
        let mut edges = Edges {
            all,
            by_ends: HashMap::new(),
            of_end: vec![Vec::new(); ends.len()],
            queue: BinaryHeap::new(),
            n_queued: 0,
        };
        for number in 0..edges.all.len() as u32 {
            let [one, other] = edges.all[number as usize].ends;
            edges.by_ends.insert(key(one, other), number);
            edges.of_end[one as usize].push(number);
            edges.of_end[other as usize].push(number);
            edges.push(number, ends);
        }
        edges.n_queued = edges.all.len();
        edges
    }

    pub(super) fn rank(&self, number: u32, ends: &[End]) -> Rank {
        let edge = &self.all[number as usize];
        let [a, b] = edge.oriented(ends).map(|end| ends[end as usize].rect);
        Rank {
            difference: edge.difference.max(0.0).to_bits(),
            area: a.area() + b.area(),
            tops: [a.top, b.top],
            lefts: [a.left, b.left],
            edge: number,
        }
    }

    fn push(&mut self, number: u32, ends: &[End]) {
        self.all[number as usize].state = EdgeState::Queued;
        let rank = self.rank(number, ends);
        self.queue.push(Reverse((rank, self.all[number as usize].version)));
    }

    /// The next edge. Clusters grow while their edges wait, so an edge may have to go back by its new rank.
    pub(super) fn pop(&mut self, ends: &[End]) -> Option<u32> {
        while let Some(Reverse((rank, version))) = self.queue.pop() {
            let edge = &self.all[rank.edge as usize];
            if edge.state != EdgeState::Queued || edge.version != version {
                continue;
            }
            let now = self.rank(rank.edge, ends);
            if now <= rank {
                return Some(rank.edge);
            }
            self.queue.push(Reverse((now, version)));
        }
        None
    }

    pub(super) fn park(&mut self, number: u32) {
        self.all[number as usize].state = EdgeState::Parked;
    }

    /// Puts edges that were parked into the queue, as far as they are still there, and gives their number.
    pub(super) fn refill(&mut self, parked: &[u32], ends: &[End]) -> usize {
        let mut n_edges = 0;
        for &number in parked {
            if self.all[number as usize].state == EdgeState::Parked {
                self.all[number as usize].version += 1;
                self.push(number, ends);
                n_edges += 1;
            }
        }
        n_edges
    }

    pub(super) fn discard(&mut self, number: u32) {
        let edge = &mut self.all[number as usize];
        edge.state = EdgeState::Gone;
        let [one, other] = edge.ends;
        self.by_ends.remove(&key(one, other));
    }

    /// Discards all that are in the queue.
    pub(super) fn discard_queued(&mut self) {
        while let Some(Reverse((rank, version))) = self.queue.pop() {
            let edge = &self.all[rank.edge as usize];
            if edge.state == EdgeState::Queued && edge.version == version {
                self.discard(rank.edge);
            }
        }
    }

    pub(super) fn n_of(&self, end: u32) -> usize {
        self.of_end[end as usize].len()
    }

    /// Gives the edges of `from` to `to`. Those between members of the group go and are returned; one to an end that `to`
    /// has an edge to already is joined with that.
    pub(super) fn hand_over(
        &mut self,
        from: u32,
        to: u32,
        ends: &[End],
        is_member: impl Fn(u32) -> bool,
        inner: &mut Vec<u32>,
        joined: &mut Vec<u32>,
    ) {
        for number in std::mem::take(&mut self.of_end[from as usize]) {
            let edge = &self.all[number as usize];
            if edge.state == EdgeState::Gone {
                continue;
            }
            let other = if edge.ends[0] == from { edge.ends[1] } else { edge.ends[0] };
            if is_member(other) {
                inner.push(number);
                self.discard(number);
                continue;
            }
            match self.by_ends.get(&key(to, other)) {
                Some(&existing) => {
                    self.join(existing, number, ends);
                    joined.push(existing);
                }
                None => {
                    self.by_ends.remove(&key(from, other));
                    self.by_ends.insert(key(to, other), number);
                    let edge = &mut self.all[number as usize];
                    edge.ends = edge.ends.map(|end| if end == from { to } else { end });
                    self.of_end[to as usize].push(number);
                }
            }
        }
    }

    /// Makes one edge of two: the mean by weight, in the direction of the one that would have come first.
    fn join(&mut self, kept: u32, gone: u32, ends: &[End]) {
        let is_later = self.rank(gone, ends) < self.rank(kept, ends);
        self.discard(gone);
        let between = std::mem::take(&mut self.all[gone as usize].between);
        let Edge { direction, difference, weight, .. } = self.all[gone as usize];
        let edge = &mut self.all[kept as usize];
        let sum = edge.difference * f64::from(edge.weight) + difference * f64::from(weight);
        edge.weight += weight;
        edge.difference = sum / f64::from(edge.weight);
        edge.between.extend(between);
        if is_later {
            edge.direction = direction;
        }
    }

    /// Puts an edge that was changed into the queue by its new rank.
    pub(super) fn requeue(&mut self, number: u32, ends: &[End]) {
        if self.all[number as usize].state != EdgeState::Gone {
            self.all[number as usize].version += 1;
            self.push(number, ends);
        }
    }
}

fn key(one: u32, other: u32) -> [u32; 2] {
    [one.min(other), one.max(other)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(n_ends: i32) -> Vec<End> {
        let rect = |number: i32| PixelRect::new(number * 10, 0, number * 10 + 8, 8);
        (0..n_ends).map(|number| End { rect: rect(number), born: 0 }).collect()
    }

    #[test]
    fn edges_to_one_neighbour_become_one_with_the_mean_by_weight() {
        let ends = ends(3);
        let all = vec![
            Edge::new([0, 1], Direction::Horizontal, 0.05, 1),
            Edge::new([0, 2], Direction::Vertical, 0.1, 1),
            Edge::new([1, 2], Direction::Horizontal, 0.3, 2),
        ];
        let mut edges = Edges::new(all, &ends);
        assert_eq!(edges.pop(&ends), Some(0));
        let (mut inner, mut joined) = (Vec::new(), Vec::new());
        edges.hand_over(1, 0, &ends, |end| end <= 1, &mut inner, &mut joined);
        assert_eq!((inner, joined.clone()), (vec![0], vec![1]));
        edges.requeue(joined[0], &ends);
        let Edge { difference, weight, direction, .. } = edges.all[1];
        assert!((difference - 0.2333).abs() < 1e-4);
        assert_eq!((weight, direction), (3, Direction::Vertical), "the direction is that of the more similar one");
        assert_eq!(edges.pop(&ends), Some(1));
        assert_eq!(edges.pop(&ends), None);
    }

    #[test]
    fn an_edge_waits_by_the_size_its_ends_have_now() {
        let mut ends = ends(4);
        let all =
            vec![Edge::new([0, 1], Direction::Horizontal, 0.1, 1), Edge::new([2, 3], Direction::Horizontal, 0.1, 1)];
        let mut edges = Edges::new(all, &ends);
        ends[0].rect = PixelRect::new(0, 0, 8, 80);
        assert_eq!([edges.pop(&ends), edges.pop(&ends)], [Some(1), Some(0)]);
    }

    #[test]
    fn parked_edges_come_back_unless_they_are_gone() {
        let ends = ends(4);
        let all =
            vec![Edge::new([0, 1], Direction::Horizontal, 0.1, 1), Edge::new([2, 3], Direction::Horizontal, 0.2, 1)];
        let mut edges = Edges::new(all, &ends);
        for number in [0, 1] {
            assert_eq!(edges.pop(&ends), Some(number));
            edges.park(number);
        }
        edges.discard(0);
        assert_eq!(edges.refill(&[0, 1], &ends), 1);
        assert_eq!([edges.pop(&ends), edges.pop(&ends)], [Some(1), None]);
    }
}
