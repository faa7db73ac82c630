//! What a cluster absorbs: a new cluster is a rectangle, and nothing else may lie in it.

use super::edges::End;
use super::graph::distance;
use crate::segment::geometry::{PixelRect, RectTree};
use tamis_page::budget;

/// Where everything is while clusters grow.
pub(super) struct Growth {
    /// Clusters, and boxes that are in none.
    live: RectTree,
    /// All boxes.
    boxes: RectTree,
    /// Of each box or cluster the one that it became a part of; itself if it is not a part of any.
    above: Vec<u32>,
    /// Of each the number of the last group that it was put in.
    groups: Vec<u32>,
    group: u32,
    /// How many boxes may still be looked at.
    looks_left: usize,
}

/// A cluster to be.
#[derive(Clone, Debug)]
pub(super) struct Merged {
    /// The two ends and what is absorbed.
    pub(super) group: Vec<u32>,
    pub(super) rect: PixelRect,
}

/// How many boxes are looked at for each box of the page, and on any page. A real page asks for a few each; where boxes lie
/// on top of each other by the thousand, clusters that would have to absorb others are given up in the end.
const LOOKS_PER_BOX: usize = 200;
const FREE_LOOKS: usize = 1_000_000;

impl Growth {
    pub(super) fn new(rects: &[PixelRect]) -> Growth {
        Growth {
            live: RectTree::new(rects),
            boxes: RectTree::new(rects),
            above: (0..rects.len() as u32).collect(),
            groups: vec![0; rects.len()],
            group: 0,
            looks_left: FREE_LOOKS + LOOKS_PER_BOX * rects.len(),
        }
    }

    /// Whether the rectangle overlaps something other than the two.
    pub(super) fn has_foreign(&self, rect: PixelRect, a: u32, b: u32) -> bool {
        self.live.any_touching(rect, |other, place| other != a && other != b && place.overlaps(rect))
    }

    /// Whether it belongs to the group that was grown last.
    pub(super) fn is_in_group(&self, number: u32) -> bool {
        self.groups[number as usize] == self.group
    }

    /// The cluster that a box is in, or the box.
    pub(super) fn node_of(&self, mut number: u32) -> u32 {
        while self.above[number as usize] != number {
            number = self.above[number as usize];
        }
        number
    }

    /// What a cluster of two ends absorbs until nothing overlaps it; `None` if it may not.
    pub(super) fn grow(&mut self, ends: &[End], a: u32, b: u32) -> Option<Merged> {
        let mut merged = self.start(ends, a, b);
        // What overlaps this is in the group or waits.
        let mut known = PixelRect::NOWHERE;
        let mut waiting: Vec<u32> = Vec::new();
        loop {
            let mut foreign = self.foreign(merged.rect, known)?;
            known = merged.rect;
            if foreign.iter().any(|&other| ends[other as usize].born > 0) {
                return None;
            }
            let is_new = !foreign.is_empty();
            if !is_new {
                foreign = std::mem::take(&mut waiting);
            }
            if foreign.is_empty() {
                return Some(merged);
            }
            foreign.sort_unstable_by_key(|&other| (std::cmp::Reverse(ends[other as usize].rect.area()), other));
            let n_before = merged.group.len();
            for &other in &foreign {
                let rect = ends[other as usize].rect;
                if self.boxes.any_touching(rect, |member, _| self.is_in_group(self.node_of(member))) {
                    self.join(&mut merged, other, rect);
                } else {
                    waiting.push(other);
                }
            }
            if !is_new && merged.group.len() == n_before {
                self.join_apart(&mut merged, ends, &std::mem::take(&mut waiting))?;
            }
        }
    }

    /// Takes in boxes that lie in the rectangle and touch no member, as long as they bring nothing else with them, or
    /// something that is beside the cluster.
    fn join_apart(&mut self, merged: &mut Merged, ends: &[End], waiting: &[u32]) -> Option<()> {
        let known = merged.rect;
        let mut around = known;
        let mut later = Vec::new();
        for &other in waiting {
            let rect = ends[other as usize].rect;
            let before = around;
            around = around.union(rect);
            if known.contains(rect) {
                self.join(merged, other, rect);
                continue;
            }
            let brought = self.foreign(around, known)?;
            if brought.is_empty() {
                self.join(merged, other, rect);
            } else if brought.iter().any(|&new| distance(ends[new as usize].rect, before) <= 1) {
                later.push(other);
            } else {
                return None;
            }
        }
        for other in later {
            self.join(merged, other, ends[other as usize].rect);
        }
        Some(())
    }

    /// The rewrite's way: whatever overlaps is swallowed, once; `None` if something overlaps what came of it.
    pub(super) fn swallow(&mut self, ends: &[End], a: u32, b: u32) -> Option<Merged> {
        let mut merged = self.start(ends, a, b);
        for other in self.foreign(merged.rect, PixelRect::NOWHERE)? {
            self.join(&mut merged, other, ends[other as usize].rect);
        }
        self.foreign(merged.rect, PixelRect::NOWHERE)?.is_empty().then_some(merged)
    }

    /// A group was accepted: one of it stands for all.
    pub(super) fn replace(&mut self, kept: u32, merged: &Merged) {
        for &member in &merged.group {
            if member != kept {
                self.live.remove(member);
                self.above[member as usize] = kept;
            }
        }
        self.live.set(kept, merged.rect);
    }

    fn start(&mut self, ends: &[End], a: u32, b: u32) -> Merged {
        self.group += 1;
        let mut merged = Merged { group: Vec::new(), rect: ends[a as usize].rect };
        for end in [a, b] {
            self.join(&mut merged, end, ends[end as usize].rect);
        }
        merged
    }

    fn join(&mut self, merged: &mut Merged, other: u32, rect: PixelRect) {
        self.groups[other as usize] = self.group;
        merged.group.push(other);
        merged.rect = merged.rect.union(rect);
    }

    /// What overlaps a rectangle and is not in the group, except for what overlaps another rectangle and is known
    /// already; `None` if too much was looked at.
    fn foreign(&mut self, rect: PixelRect, known: PixelRect) -> Option<Vec<u32>> {
        if self.looks_left == 0 {
            return None;
        }
        let mut foreign = Vec::new();
        let mut n_found = 1;
        self.live.overlapping_beyond(rect, known, |other| {
            n_found += 1;
            if !self.is_in_group(other) {
                foreign.push(other);
            }
        });
        self.looks_left = self.looks_left.saturating_sub(n_found);
        budget::spend(16 * n_found);
        Some(foreign)
    }
}
