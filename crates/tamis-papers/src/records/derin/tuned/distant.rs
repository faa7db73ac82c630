//! Records that are not children of the element that was read: inside its other children, or under a parent above it.

use super::parts::{Budget, RecordPart};
use super::record_list::RecordList;
use crate::records::derin::attributes::cohesion::jaccard;
use crate::records::derin::screen::Screen;
use tamis_page::NodeId;

/// How similar an element and the typical record must be. Inside the element they share a parent, which is evidence of
/// its own; outside, there is their similarity alone.
const MIN_SIMILARITY: f64 = 0.6;
/// How much narrower one of the two may be: records of one list have one width.
const MIN_WIDTH: f32 = 0.85;
/// How many times as many nodes one of the two may have: a quick test before they are compared.
const MAX_SIZE: f64 = 2.5;

/// Adds the records that stand apart. Parents are climbed until one has some, at most `max_climb` of them.
pub(super) fn gather(
    view: &Screen<'_, '_>,
    list: &mut RecordList,
    max_climb: usize,
    is_measured: bool,
    budget: &mut Budget,
) {
    if list.records.iter().any(|record| record.len() != 1) {
        return;
    }
    let document = view.document();
    let body = document.body().unwrap_or(NodeId::ROOT);
    let mut search = Search { view, is_measured, budget, found: Vec::new() };
    for &(node, _) in &list.rejected {
        search.within(list, node, None);
    }
    let mut searched = list.element;
    let parents = document.ancestors(list.element).take_while(|&node| node >= body);
    for (index, parent) in parents.take(max_climb).enumerate() {
        let n_before = search.found.len();
        for child in document.children(parent).filter(|&child| child != searched) {
            search.within(list, child, Some(list.element));
        }
        searched = parent;
        if search.found.len() > n_before {
            (list.element, list.n_climbed) = (parent, index + 1);
            break;
        }
    }
    let found = search.found;
    for (part, similarity) in found {
        list.rejected.retain(|&(node, _)| !part.nodes.contains(&node));
        list.add(&part, similarity);
    }
    let mut order: Vec<usize> = (0..list.records.len()).collect();
    order.sort_by_key(|&record| list.records[record][0]);
    list.similarities = order.iter().map(|&record| list.similarities[record]).collect();
    list.records.sort_unstable();
}

struct Search<'v, 'a, 'p> {
    view: &'v Screen<'a, 'p>,
    is_measured: bool,
    budget: &'v mut Budget,
    found: Vec<(RecordPart, f64)>,
}

impl Search<'_, '_, '_> {
    /// Looks for records in the subtree of a node, the node included, but not in `except`.
    fn within(&mut self, list: &RecordList, root: NodeId, except: Option<NodeId>) {
        let document = self.view.document();
        let Some(&typical) = list.typical.nodes.first() else { return };
        let (tag, n_nodes) = (document.tag(typical), document.subtree_range(typical).len());
        let end = document.subtree_end(root);
        let mut node = root;
        while node < end && self.budget.n_nodes > 0 {
            self.budget.n_nodes -= 1;
            if Some(node) == except || !self.view.mask.keeps(node) {
                node = document.subtree_end(node);
                continue;
            }
            let ratio = document.subtree_range(node).len() as f64 / n_nodes as f64;
            let may_be = tag.is_some() && document.tag(node) == tag && (1.0 / MAX_SIZE..=MAX_SIZE).contains(&ratio);
            let part = if may_be { RecordPart::of(self.view, node, self.is_measured, self.budget) } else { None };
            match part.and_then(|part| Some((similarity_to_typical(list, &part)?, part))) {
                Some((similarity, part)) => {
                    self.found.push((part, similarity));
                    node = document.subtree_end(node);
                }
                None => node = NodeId(node.0 + 1),
            }
        }
    }
}

/// How similar a part and the typical record are, `None` if not enough.
fn similarity_to_typical(list: &RecordList, part: &RecordPart) -> Option<f64> {
    let similarity = jaccard(&part.places, &list.typical.places);
    let widths = part.rect.zip(list.typical.rect).map(|(one, other)| (one.width, other.width));
    let is_as_wide = widths.is_none_or(|(one, other)| one.min(other) >= MIN_WIDTH * one.max(other));
    (similarity >= MIN_SIMILARITY && is_as_wide).then_some(similarity)
}
