//! `:has()`: tests for what is below or behind an element.
//!
//! The question is turned round. All elements of a region that match the last compound are collected, then the
//! elements that have one of those as partner of the last combinator, and so on to the left, until the anchors remain:
//! one sweep over the region a combinator. The region is the subtree of the element asked about (of its parent if the
//! argument starts with a sibling combinator); once the regions of one run add up to the page, the page is swept as
//! one and every later question is a bit test. So a run of `div:has(a b > c)` takes time proportional to the nodes,
//! however the `div`s nest.

use super::matching::Matcher;
use super::syntax::{Combinator, Has, Relative};
use crate::document::NodeId;
use crate::select::bits::Bits;
use std::ops::Range;

impl<'a> Matcher<'a> {
    pub(super) fn has(&mut self, has: &'a Has, node: NodeId) -> bool {
        if let Some(anchors) = &self.anchors[has.slot] {
            return anchors.contains(node.index());
        }
        let region = self.region(has, node);
        self.memo.count_steps(region.len());
        if self.memo.is_on() {
            let anchors = self.anchors_within(has, 0..self.document.len());
            let answer = anchors.contains(node.index());
            self.anchors[has.slot] = Some(anchors);
            return answer;
        }
        let start = region.start;
        self.anchors_within(has, region).contains(node.index() - start)
    }

    fn region(&self, has: &Has, node: NodeId) -> Range<usize> {
        let looks_sideways = has
            .relatives
            .iter()
            .any(|relative| matches!(relative.lead, Combinator::NextSibling | Combinator::SubsequentSibling));
        let top = if looks_sideways { self.document.parent(node).unwrap_or(node) } else { node };
        self.document.subtree_range(top)
    }

    /// The elements of the region that have one of the arguments, as offsets from its start.
    fn anchors_within(&mut self, has: &'a Has, region: Range<usize>) -> Bits {
        let mut anchors = Bits::new(region.len());
        for relative in &has.relatives {
            for anchor in self.anchors_of(relative, &region).iter() {
                anchors.insert(anchor);
            }
        }
        anchors
    }

    fn anchors_of(&mut self, relative: &'a Relative, region: &Range<usize>) -> Bits {
        let complex = &relative.complex;
        let mut candidates = Bits::new(region.len());
        candidates.insert_range(0..region.len());
        for at in (0..complex.compounds.len()).rev() {
            let mut matching = Bits::new(region.len());
            for offset in candidates.iter() {
                let node = NodeId((region.start + offset) as u32);
                if self.document.is_element(node) && self.matches_compound(&complex.compounds[at], node) {
                    matching.insert(offset);
                }
            }
            let combinator = if at == 0 { relative.lead } else { complex.links[at - 1].combinator };
            candidates = self.partners(combinator, &matching, region);
        }
        candidates
    }

    /// The elements of the region that have a member of `right` on the right-hand side of the combinator.
    fn partners(&self, combinator: Combinator, right: &Bits, region: &Range<usize>) -> Bits {
        let document = self.document;
        let mut left = Bits::new(region.len());
        match combinator {
            Combinator::Child | Combinator::NextSibling => {
                for offset in right.iter() {
                    let partner = self.step(combinator, NodeId((region.start + offset) as u32));
                    if let Some(partner) = partner.filter(|partner| region.contains(&partner.index())) {
                        left.insert(partner.index() - region.start);
                    }
                }
            }
            Combinator::Descendant => {
                // Backwards, the nearest member behind a node lies in its subtree or none does.
                let mut nearest = usize::MAX;
                for position in region.clone().rev() {
                    let node = NodeId(position as u32);
                    if nearest < document.subtree_end(node).index() && document.is_element(node) {
                        left.insert(position - region.start);
                    }
                    if right.contains(position - region.start) {
                        nearest = position;
                    }
                }
            }
            Combinator::SubsequentSibling => {
                for position in region.clone().rev() {
                    let next = document.next_sibling(NodeId(position as u32)).map(NodeId::index);
                    let Some(next) = next.filter(|next| region.contains(next)) else { continue };
                    let next = next - region.start;
                    if right.contains(next) || left.contains(next) {
                        // Text between siblings passes the mark on; only elements are ever asked.
                        left.insert(position - region.start);
                    }
                }
            }
        }
        left
    }
}
