//! How similar two generalized nodes are. Where boxes are known, the gaps between them count too: records of a list stand no
//! closer to each other than the parts of a record do. That is DEPTA's; MDR itself looks at no boxes.

use super::{Compare, MdrOptions};
use crate::compare::string_distance::normalised_distance_within;
use crate::compare::tree_matching::TreeMatcher;
use crate::view::tag_tree::TagTree;
use std::collections::HashMap;
use std::ops::Range;
use tamis_page::{Layout, Rect, budget};

/// The largest generalized node that is compared, in tree nodes. A larger one is part of the page, not a record: it is
/// taken to be unlike its neighbours and searched itself. The bound keeps one comparison of tag strings below a quarter
/// of a million steps.
const MAX_GROUP_SIZE: usize = 4000;

/// How many steps all comparisons of a page may take together: a number for every page and another for each node. None
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

    /// Takes the gaps between boxes into account, where they are known.
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

/// The boxes of the nodes of a tree.
pub(crate) struct Gaps {
    rects: Vec<Option<Rect>>,
}

/// Gaps that differ by less are equal, in pixels: positions are rounded.
const TOLERANCE: f32 = 1.0;

impl Gaps {
    pub(crate) fn of(tree: &TagTree, layout: &Layout) -> Gaps {
        let rect = |node: usize| layout.rect(tree.page_node(node)).filter(|rect| !rect.is_empty());
        Gaps { rects: (0..tree.len()).map(rect).collect() }
    }

    /// Whether two neighbouring generalized nodes can be two records: no gap inside one of them is larger than the gap
    /// between them. What has no box says nothing.
    pub(super) fn allow(&self, one: &[u32], other: &[u32]) -> bool {
        let (Some(&last), Some(&first)) = (one.last(), other.first()) else { return true };
        let Some(between) = self.gap(last, first) else { return true };
        let inside = one.windows(2).chain(other.windows(2));
        inside.filter_map(|pair| self.gap(pair[0], pair[1])).all(|gap| gap <= between + TOLERANCE)
    }

    /// How far the second of two neighbours is below the first, or, where they stand side by side, beside it.
    fn gap(&self, one: u32, other: u32) -> Option<f32> {
        let (one, other) = (self.rects[one as usize]?, self.rects[other as usize]?);
        let below = other.y - one.bottom();
        let beside = (other.x - one.right()).max(one.x - other.right());
        Some(below.max(beside).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes 100 wide below each other, given by top and bottom.
    #[track_caller]
    fn check(boxes: &[(f32, f32)], n_combined: usize, expect: bool) {
        let rect = |&(top, bottom): &(f32, f32)| Some(Rect::new(0.0, top, 100.0, bottom - top));
        let gaps = Gaps { rects: boxes.iter().map(rect).collect() };
        let nodes: Vec<u32> = (0..2 * n_combined as u32).collect();
        let (one, other) = nodes.split_at(n_combined);
        assert_eq!(gaps.allow(one, other), expect, "{boxes:?}");
    }

    #[test]
    fn a_title_goes_with_the_text_that_is_nearer() {
        // Title and text, a gap, title and text.
        check(&[(0.0, 10.0), (12.0, 30.0), (50.0, 60.0), (62.0, 80.0)], 2, true);
        // The text of one with the title of the next.
        check(&[(0.0, 18.0), (38.0, 48.0), (50.0, 68.0), (88.0, 98.0)], 2, false);
    }

    #[test]
    fn equal_gaps_and_single_nodes_say_nothing() {
        check(&[(0.0, 10.0), (10.0, 20.0), (20.0, 30.0), (30.0, 40.0)], 2, true);
        check(&[(0.0, 10.0), (90.0, 99.0)], 1, true);
    }

    #[test]
    fn what_has_no_box_says_nothing() {
        let gaps = Gaps { rects: vec![None, Some(Rect::new(0.0, 90.0, 10.0, 10.0)), None, None] };
        assert!(gaps.allow(&[0, 1], &[2, 3]));
    }
}
