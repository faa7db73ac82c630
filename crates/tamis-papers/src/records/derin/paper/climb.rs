//! The main data region: the chosen candidate, or an element above it that holds more records of the same kind.

use super::shallow_trees::two_level_distance;
use crate::records::derin::DerinOptions;
use crate::records::derin::candidates::{Candidate, Region, Verdict, may_be_record};
use crate::view::tag_tree::Label;
use tamis_page::{Document, Name, NodeId, names};

/// How many children of an element are compared, and how many of their children: the mean distance of twenty is that of
/// all, and a record with two hundred children is a part of the page.
const MAX_SAMPLE: usize = 20;
const MAX_CHILDREN: usize = 200;
/// How many distances are computed for a page at most. A page made to be slow stays where it is.
const MAX_DISTANCES: usize = 400_000;

/// Climbs from the chosen candidate to the first parent that has others with children like its own. Only candidates that
/// passed all filters are looked at: those are the elements "that may contain the SRRs", and the paper combines
/// their expressions.
pub(super) fn climb(document: &Document, chosen: usize, candidates: &[Candidate], options: &DerinOptions) -> Region {
    let mut distances_left = MAX_DISTANCES;
    let chosen = candidates[chosen].node;
    let own = Sample::of(document, chosen);
    if own.trees.is_empty() {
        return Region::of(chosen);
    }
    let passed = candidates.iter().filter(|candidate| candidate.verdict == Verdict::Passed);
    let passed: Vec<NodeId> = passed.map(|candidate| candidate.node).collect();
    let parents = document.ancestors(chosen).take_while(|&node| document.body().is_some_and(|body| body <= node));
    let mut searched = chosen;
    for (index, parent) in parents.take(options.max_climb).enumerate() {
        let mut groups = vec![chosen];
        let mut end_of_group = NodeId::ROOT;
        let from = passed.partition_point(|&node| node <= parent);
        for &node in passed[from..].iter().take_while(|&&node| node < document.subtree_end(parent)) {
            // What is inside a group are its records; what is inside `searched` was looked through one level below.
            let is_above = document.contains(node, chosen);
            if node < end_of_group || is_above || document.contains(searched, node) {
                continue;
            }
            if own.is_like(&Sample::of(document, node), options.max_tree_distance, &mut distances_left) {
                groups.push(node);
                end_of_group = document.subtree_end(node);
            }
        }
        if groups.len() > 1 {
            groups.sort_unstable();
            return Region { node: parent, groups, n_climbed: index + 1 };
        }
        searched = parent;
    }
    Region::of(chosen)
}

/// Elements that separate records or stand above them (section 3.1.3).
const NOT_COMPARED: [Name; 8] = [names::BR, names::H1, names::H2, names::H3, names::H4, names::H5, names::H6, names::A];

/// The children of an element as trees of two levels.
struct Sample {
    trees: Vec<(Label, Vec<Label>)>,
}

impl Sample {
    fn of(document: &Document, element: NodeId) -> Sample {
        let label = |node: NodeId| document.tag(node).map_or(Label::TEXT, Label::of);
        let is_compared = |&node: &NodeId| {
            may_be_record(document, node) && !document.tag(node).is_some_and(|tag| NOT_COMPARED.contains(&tag))
        };
        let children = document.children(element).filter(is_compared).take(MAX_SAMPLE);
        let tree = |child: NodeId| {
            let inner = document.child_elements(child).filter(is_compared).take(MAX_CHILDREN);
            (label(child), inner.map(label).collect())
        };
        Sample { trees: children.map(tree).collect() }
    }

    /// Whether the mean distance between children of the two is at most `max_mean`.
    fn is_like(&self, other: &Sample, max_mean: f64, distances_left: &mut usize) -> bool {
        let n_pairs = self.trees.len() * other.trees.len();
        if n_pairs == 0 {
            return false;
        }
        let max_sum = max_mean * n_pairs as f64;
        // Every child more or less is an insertion or a deletion: a quick bound.
        let pairs = || self.trees.iter().flat_map(|one| other.trees.iter().map(move |other| (one, other)));
        if pairs().map(|(one, other)| one.1.len().abs_diff(other.1.len())).sum::<usize>() as f64 > max_sum {
            return false;
        }
        let mut sum = 0;
        for (one, other) in pairs() {
            if *distances_left == 0 {
                return false;
            }
            *distances_left -= 1;
            sum += two_level_distance((&one.0, &one.1), (&other.0, &other.1));
            if sum as f64 > max_sum {
                return false;
            }
        }
        true
    }
}
