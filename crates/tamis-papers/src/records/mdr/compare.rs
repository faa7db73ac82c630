//! How similar two generalized nodes are.

use super::gaps::Gaps;
use super::{Compare, MdrOptions};
use crate::compare::string_distance::normalised_distance_within;
use crate::compare::tree_matching::TreeMatcher;
use crate::view::tag_tree::TagTree;
use std::collections::HashMap;
use std::ops::Range;
use tamis_page::budget;

/// The largest generalized node that is compared, in tree nodes. A larger one is part of the page, not a record: it is
/// taken to be unlike its neighbours and searched itself. The bound keeps one comparison of tag strings below a quarter
/// of a million steps.
const MAX_GROUP_SIZE: usize = 4000;

/// How many steps all comparisons of a page may take together: so many for every page and so many for each node. None
/// of 1,305 real pages took a half of it; it is there for pages made to be slow. When it is spent, only equal shapes are
/// similar.
const STEPS_A_PAGE: u64 = 5_000_000;
const STEPS_A_NODE: u64 = 200;

/// Compares lists of sibling subtrees and remembers what it found out.
pub(crate) struct Comparer<'t> {
    pub(crate) tree: &'t TagTree,
    gaps: Option<Gaps>,
    options: MdrOptions,
    matcher: TreeMatcher,
    /// How many nodes two shapes have in common.
    in_common: HashMap<(u32, u32), u32>,
    /// How often each label occurs in one list less in the other; all zero between calls.
    balance: Vec<i32>,
    steps_left: u64,
}

impl<'t> Comparer<'t> {
    pub(crate) fn new(tree: &'t TagTree, options: &MdrOptions) -> Comparer<'t> {
        let n_labels = tree.labels(0..tree.len()).iter().map(|label| label.index() + 1).max().unwrap_or(0);
        Comparer {
            tree,
            gaps: None,
            options: *options,
            matcher: TreeMatcher::default(),
            in_common: HashMap::new(),
            balance: vec![0; n_labels],
            steps_left: STEPS_A_PAGE + STEPS_A_NODE * tree.len() as u64,
        }
    }

    /// The same for a page whose boxes are known.
    pub(crate) fn with_gaps(self, gaps: Option<Gaps>) -> Comparer<'t> {
        Comparer { gaps, ..self }
    }

    /// Whether the gaps between boxes allow two neighbouring generalized nodes to be records.
    pub(crate) fn gaps_allow(&self, one: &[u32], other: &[u32]) -> bool {
        self.gaps.as_ref().is_none_or(|gaps| gaps.allow(one, other))
    }

    /// Whether the page took more work than it may.
    pub(crate) fn ran_out(&self) -> bool {
        self.steps_left == 0
    }

    /// How similar two lists of neighbouring siblings are, `None` if less than the options ask for.
    pub(crate) fn similarity(&mut self, one: &[u32], other: &[u32]) -> Option<f64> {
        if one.len() == other.len() && one.iter().zip(other).all(|(&a, &b)| self.same_shape(a, b)) {
            return Some(1.0);
        }
        let (one_range, other_range) = (self.range(one), self.range(other));
        if one_range.len().max(other_range.len()) > MAX_GROUP_SIZE || self.steps_left == 0 {
            return None;
        }
        match self.options.compare {
            Compare::Strings => self.string_similarity(one_range, other_range, self.options.max_distance),
            Compare::Trees => {
                let min_similarity = self.options.min_similarity;
                let largest = one_range.len().max(other_range.len()) as f64;
                let at_most = one_range.len().min(other_range.len()) as f64;
                if at_most / largest < min_similarity
                    || (self.n_shared_labels(one_range, other_range) as f64) / largest < min_similarity
                {
                    return None;
                }
                let similarity = f64::from(self.n_in_common(one, other)) / largest;
                (similarity >= min_similarity).then_some(similarity)
            }
        }
    }

    /// Whether all of the nodes are similar, each with its next neighbour; false for fewer than two.
    pub(crate) fn are_similar(&mut self, nodes: &[u32]) -> bool {
        nodes.len() > 1 && nodes.windows(2).all(|pair| self.similarity(&pair[..1], &pair[1..]).is_some())
    }

    /// Whether the nodes of two lists have the same labels, one by one.
    pub(crate) fn same_labels(&self, one: &[u32], other: &[u32]) -> bool {
        let label = |&node: &u32| self.tree.label(node as usize);
        one.len() == other.len() && one.iter().map(label).eq(other.iter().map(label))
    }

    /// The children of a node.
    pub(crate) fn children(&self, node: u32) -> Vec<u32> {
        self.tree.children(node as usize).map(|child| child as u32).collect()
    }

    fn same_shape(&self, a: u32, b: u32) -> bool {
        self.tree.shape(a as usize) == self.tree.shape(b as usize)
    }

    /// The range of the tree that neighbouring siblings fill.
    fn range(&self, siblings: &[u32]) -> Range<usize> {
        match (siblings.first(), siblings.last()) {
            (Some(&first), Some(&last)) => first as usize..self.tree.end(last as usize),
            _ => 0..0,
        }
    }

    /// One less the normalised edit distance between the labels in document order.
    fn string_similarity(&mut self, one: Range<usize>, other: Range<usize>, max_distance: f64) -> Option<f64> {
        let mean = (one.len() + other.len()) as f64 / 2.0;
        let n_unshared = one.len().max(other.len()) - self.n_shared_labels(one.clone(), other.clone());
        if n_unshared as f64 / mean > max_distance {
            return None;
        }
        // Sixty-four cells are one step.
        self.spend((one.len() * other.len() / 64) as u64);
        normalised_distance_within(self.tree.labels(one), self.tree.labels(other), max_distance)
            .map(|distance| 1.0 - distance)
    }

    /// How many labels two ranges share, counting repetitions: a bound for what can be matched.
    fn n_shared_labels(&mut self, one: Range<usize>, other: Range<usize>) -> usize {
        self.spend((one.len() + other.len()) as u64 / 4);
        let tree = self.tree;
        for label in tree.labels(one.clone()) {
            self.balance[label.index()] += 1;
        }
        let mut n_shared = 0;
        for label in tree.labels(other.clone()) {
            n_shared += usize::from(self.balance[label.index()] > 0);
            self.balance[label.index()] -= 1;
        }
        for label in tree.labels(one).iter().chain(tree.labels(other)) {
            self.balance[label.index()] = 0;
        }
        n_shared
    }

    /// The size of the largest matching of two lists of siblings in order.
    fn n_in_common(&mut self, one: &[u32], other: &[u32]) -> u32 {
        self.spend((one.len() * other.len()) as u64);
        let mut best = vec![0; other.len() + 1];
        for &a in one {
            let mut diagonal = 0;
            for (column, &b) in other.iter().enumerate() {
                let above = best[column + 1];
                best[column + 1] = above.max(best[column]).max(diagonal + self.n_nodes_in_common(a, b));
                diagonal = above;
            }
        }
        best[other.len()]
    }

    fn n_nodes_in_common(&mut self, a: u32, b: u32) -> u32 {
        let (tree, (a_node, b_node)) = (self.tree, (a as usize, b as usize));
        if tree.label(a_node) != tree.label(b_node) {
            return 0;
        }
        if self.same_shape(a, b) {
            return tree.size(a_node) as u32;
        }
        if tree.size(a_node) == 1 || tree.size(b_node) == 1 {
            return 1;
        }
        let (shape_a, shape_b) = (tree.shape(a_node), tree.shape(b_node));
        let key = (shape_a.min(shape_b), shape_a.max(shape_b));
        if let Some(&known) = self.in_common.get(&key) {
            return known;
        }
        let n_before = self.matcher.n_steps;
        let count = self.matcher.count((tree, &[a]), (tree, &[b]), self.steps_left);
        self.spend(self.matcher.n_steps - n_before);
        // Too large to be matched: nothing in common but the label.
        let n_nodes = count.map_or(1, |count| count as u32);
        self.in_common.insert(key, n_nodes);
        n_nodes
    }

    fn spend(&mut self, n_steps: u64) {
        budget::spend(n_steps as usize);
        self.steps_left = self.steps_left.saturating_sub(n_steps);
    }
}
