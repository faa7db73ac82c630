//! Simple tree matching: how many nodes two ordered trees have in common, top down (Yang 1991).
//!
//! Two roots with different labels share nothing. Otherwise they match, and their children are matched in order so
//! that the sum over the matched children is as large as possible. No crossing, no skipping of levels, no renaming.

use crate::view::tag_tree::{Label, TagTree};
use tamis_page::budget;

/// A tree that can be matched: nodes are numbers, children come in order.
pub(crate) trait LabelledTree {
    /// What the node is.
    fn label(&self, node: usize) -> Label;
    /// The number of nodes of the subtree.
    fn size(&self, node: usize) -> usize;
    /// A number that equal subtrees share, `None` if it is not known.
    fn shape(&self, node: usize) -> Option<u32>;
    /// Appends the children in order.
    fn children_into(&self, node: usize, children: &mut Vec<u32>);
}

impl LabelledTree for TagTree {
    fn label(&self, node: usize) -> Label {
        TagTree::label(self, node)
    }

    fn size(&self, node: usize) -> usize {
        TagTree::size(self, node)
    }

    fn shape(&self, node: usize) -> Option<u32> {
        Some(TagTree::shape(self, node))
    }

    fn children_into(&self, node: usize, children: &mut Vec<u32>) {
        children.extend(self.children(node).map(|child| child as u32));
    }
}

/// Matches trees, reusing its memory and counting its work.
///
/// The work of one matching is the product of the numbers of children over all matched pairs of nodes, so two large
/// flat trees are the worst case. Equal subtrees at either end of two lists of children are matched without work,
/// which cannot lower the result: an equal pair is worth as much as each of its two nodes could ever be worth.
#[derive(Clone, Debug, Default)]
pub(crate) struct TreeMatcher {
    /// Steps taken so far: cells of tables, and children looked at.
    pub(crate) n_steps: u64,
    pairs: Vec<Pair>,
    /// The children of all pairs.
    children: Vec<u32>,
    /// For each pair and each two of its children between the equal ends, how many nodes they share.
    weights: Vec<u32>,
    table: Vec<u32>,
}

/// Two nodes whose children are to be matched.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// Where in `weights` the answer goes; unused for the first pair.
    answer: usize,
    /// Where in `children` the two lists start and how long they are, equal ends left out.
    one: (usize, usize),
    other: (usize, usize),
    /// The number of equal children at the start and at the end.
    n_equal: (usize, usize),
    /// Nodes in the equal children.
    equal_size: u32,
    /// Where in `weights` this pair's cells start.
    weights: usize,
}

/// The most cells that one matching may fill. Two nodes with two thousand children each that share no equal ends are
/// beyond it; records are three orders of magnitude smaller.
const MAX_STEPS: usize = 4_000_000;

impl TreeMatcher {
    /// How many nodes two lists of sibling subtrees have in common; `None` if finding out would take more than
    /// `max_steps` steps, or more than a fixed bound.
    pub(crate) fn count<A: LabelledTree, B: LabelledTree>(
        &mut self,
        (one, one_roots): (&A, &[u32]),
        (other, other_roots): (&B, &[u32]),
        max_steps: u64,
    ) -> Option<usize> {
        self.expand((one, one_roots), (other, other_roots), max_steps)?;
        let mut total = 0;
        for index in (0..self.pairs.len()).rev() {
            let pair = self.pairs[index];
            total = pair.equal_size + self.best_sum(pair);
            if index > 0 {
                self.weights[pair.answer] = total + 1;
            }
        }
        Some(total as usize)
    }

    /// The nodes that [`count`](Self::count) counts, as pairs, parents before their children. Where several matchings
    /// are equally large, the one that matches earlier children is taken.
    pub(crate) fn pairs<A: LabelledTree, B: LabelledTree>(
        &mut self,
        (one, one_roots): (&A, &[u32]),
        (other, other_roots): (&B, &[u32]),
        max_steps: u64,
    ) -> Option<Vec<(u32, u32)>> {
        self.count((one, one_roots), (other, other_roots), max_steps)?;
        let mut matched = Vec::new();
        let mut pending = vec![0];
        let mut equal = Vec::new();
        while let Some(index) = pending.pop() {
            let pair = self.pairs[index];
            let (start, n_rows) = pair.one;
            let (other_start, n_columns) = pair.other;
            equal.extend((1..=pair.n_equal.0).map(|k| (self.children[start - k], self.children[other_start - k])));
            equal.extend(
                (0..pair.n_equal.1)
                    .map(|k| (self.children[start + n_rows + k], self.children[other_start + n_columns + k])),
            );
            for (row, column) in self.trace(pair) {
                let nodes = (self.children[start + row], self.children[other_start + column]);
                let cell = pair.weights + row * n_columns + column;
                // Pairs are made in the order of the cells that wait for them.
                match self.pairs[1..].binary_search_by_key(&cell, |inner| inner.answer) {
                    Ok(inner) => {
                        matched.push(nodes);
                        pending.push(inner + 1);
                    }
                    Err(_) if self.weights[cell] > 1 => equal.push(nodes),
                    Err(_) => matched.push(nodes),
                }
            }
            match_equal((one, other), &mut equal, &mut self.children, &mut matched);
        }
        Some(matched)
    }

    /// Lists all pairs of nodes that can match, parents first, and what is known about their children at once.
    fn expand<A: LabelledTree, B: LabelledTree>(
        &mut self,
        (one, one_roots): (&A, &[u32]),
        (other, other_roots): (&B, &[u32]),
        max_steps: u64,
    ) -> Option<()> {
        self.pairs.clear();
        self.children.clear();
        self.weights.clear();
        let max_steps = max_steps.min(MAX_STEPS as u64) as usize;
        self.children.extend(one_roots);
        let middle = self.children.len();
        self.children.extend(other_roots);
        self.add_pair(one, other, (0, middle), 0);
        let mut index = 0;
        while index < self.pairs.len() {
            let pair = self.pairs[index];
            let needed = pair.one.1 * pair.other.1;
            if self.weights.len() + needed > max_steps || self.children.len() > 2 * max_steps {
                self.n_steps += (self.weights.len() + self.children.len()) as u64;
                return None;
            }
            // Each cell is filled here and summed up later.
            budget::spend(2 * needed + 1);
            for row in 0..pair.one.1 {
                for column in 0..pair.other.1 {
                    let a = self.children[pair.one.0 + row] as usize;
                    let b = self.children[pair.other.0 + column] as usize;
                    let cell = self.weights.len();
                    let known = if one.label(a) != other.label(b) {
                        0
                    } else if one.size(a) == 1 || other.size(b) == 1 {
                        1
                    } else if is_equal(one, other, a, b) {
                        one.size(a) as u32
                    } else if self.children.len() > 2 * max_steps {
                        1 // The next turn of the outer loop gives up.
                    } else {
                        let start = self.children.len();
                        one.children_into(a, &mut self.children);
                        let middle = self.children.len();
                        other.children_into(b, &mut self.children);
                        self.add_pair(one, other, (start, middle), cell);
                        1
                    };
                    self.weights.push(known);
                }
            }
            index += 1;
        }
        self.n_steps += (self.weights.len() + self.children.len()) as u64;
        (self.children.len() <= 2 * max_steps).then_some(())
    }

    /// Adds the pair whose children end the list, from `start` and from `middle` on.
    fn add_pair<A: LabelledTree, B: LabelledTree>(
        &mut self,
        one: &A,
        other: &B,
        (start, middle): (usize, usize),
        answer: usize,
    ) {
        let (rows, columns) = (&self.children[start..middle], &self.children[middle..]);
        let same = |(a, b): (&u32, &u32)| is_equal(one, other, *a as usize, *b as usize);
        let n_first = rows.iter().zip(columns).take_while(|&pair| same(pair)).count();
        let (rows, columns) = (&rows[n_first..], &columns[n_first..]);
        let n_last = rows.iter().rev().zip(columns.iter().rev()).take_while(|&pair| same(pair)).count();
        let (n_rows, n_columns) = (rows.len() - n_last, columns.len() - n_last);
        let at_start = self.children[start..start + n_first].iter();
        let at_end = self.children[middle - n_last..middle].iter();
        let equal_size = at_start.chain(at_end).map(|&child| one.size(child as usize) as u32).sum();
        self.pairs.push(Pair {
            answer,
            one: (start + n_first, n_rows),
            other: (middle + n_first, n_columns),
            n_equal: (n_first, n_last),
            equal_size,
            // Filled in by the caller when the pair's turn comes: its cells follow those of the pairs before it.
            weights: self.pairs.last().map_or(0, |before| before.weights + before.one.1 * before.other.1),
        });
    }

    /// The largest sum of weights of children matched in order.
    fn best_sum(&mut self, pair: Pair) -> u32 {
        let (n_rows, n_columns) = (pair.one.1, pair.other.1);
        self.table.clear();
        self.table.resize(n_columns + 1, 0);
        for row in 0..n_rows {
            let weights = &self.weights[pair.weights + row * n_columns..][..n_columns];
            let mut diagonal = 0;
            for (column, &weight) in weights.iter().enumerate() {
                let above = self.table[column + 1];
                self.table[column + 1] = above.max(self.table[column]).max(diagonal + weight);
                diagonal = above;
            }
        }
        self.table[n_columns]
    }

    /// The rows and columns that the largest sum matches, in order.
    fn trace(&mut self, pair: Pair) -> Vec<(usize, usize)> {
        let (n_rows, n_columns) = (pair.one.1, pair.other.1);
        let width = n_columns + 1;
        budget::spend(n_rows * n_columns);
        self.table.clear();
        self.table.resize((n_rows + 1) * width, 0);
        for row in 0..n_rows {
            for column in 0..n_columns {
                let weight = self.weights[pair.weights + row * n_columns + column];
                let (above, here) = (row * width + column, (row + 1) * width + column);
                self.table[here + 1] = self.table[above + 1].max(self.table[here]).max(self.table[above] + weight);
            }
        }
        let (mut row, mut column) = (n_rows, n_columns);
        let mut matched = Vec::new();
        while row > 0 && column > 0 {
            let here = self.table[row * width + column];
            if here == self.table[(row - 1) * width + column] {
                row -= 1;
            } else if here == self.table[row * width + column - 1] {
                column -= 1;
            } else {
                row -= 1;
                column -= 1;
                matched.push((row, column));
            }
        }
        matched.reverse();
        matched
    }
}

fn is_equal<A: LabelledTree, B: LabelledTree>(one: &A, other: &B, a: usize, b: usize) -> bool {
    one.shape(a).is_some_and(|shape| other.shape(b) == Some(shape))
}

/// Pairs the nodes of equal subtrees one by one.
fn match_equal<A: LabelledTree, B: LabelledTree>(
    (one, other): (&A, &B),
    equal: &mut Vec<(u32, u32)>,
    children: &mut Vec<u32>,
    matched: &mut Vec<(u32, u32)>,
) {
    while let Some((a, b)) = equal.pop() {
        matched.push((a, b));
        let start = children.len();
        one.children_into(a as usize, children);
        let middle = children.len();
        other.children_into(b as usize, children);
        equal.extend(children[start..middle].iter().copied().zip(children[middle..].iter().copied()));
        children.truncate(start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::tag_tree::Texts;
    use tamis_page::Document;

    /// The trees of two elements, in one tree, and the element nodes.
    fn trees(one: &str, other: &str) -> (Document, TagTree, [u32; 2]) {
        let document = Document::parse(format!("<x-root>{one}{other}</x-root>"));
        let tree = TagTree::of(&document, Texts::Separate);
        let root = (0..tree.len()).find(|&node| document.tag_name(tree.page_node(node)) == "x-root");
        let roots: Vec<u32> = tree.children(root.expect("written above")).map(|child| child as u32).collect();
        (document, tree, [roots[0], roots[1]])
    }

    /// The definition, by recursion.
    fn by_definition(tree: &TagTree, a: usize, b: usize) -> usize {
        if tree.label(a) != tree.label(b) {
            return 0;
        }
        let (rows, columns): (Vec<usize>, Vec<usize>) = (tree.children(a).collect(), tree.children(b).collect());
        let mut table = vec![vec![0; columns.len() + 1]; rows.len() + 1];
        for (i, &row) in rows.iter().enumerate() {
            for (j, &column) in columns.iter().enumerate() {
                let matched = table[i][j] + by_definition(tree, row, column);
                table[i + 1][j + 1] = matched.max(table[i][j + 1]).max(table[i + 1][j]);
            }
        }
        table[rows.len()][columns.len()] + 1
    }

    #[track_caller]
    fn check(one: &str, other: &str, expect: usize) {
        let (_document, tree, [a, b]) = trees(one, other);
        let mut matcher = TreeMatcher::default();
        assert_eq!(matcher.count((&tree, &[a]), (&tree, &[b]), u64::MAX), Some(expect));
        assert_eq!(matcher.count((&tree, &[b]), (&tree, &[a]), u64::MAX), Some(expect));
        assert_eq!(by_definition(&tree, a as usize, b as usize), expect);
        let pairs = matcher.pairs((&tree, &[a]), (&tree, &[b]), u64::MAX).expect("small trees are matched");
        assert_eq!(pairs.len(), expect);
        assert!(pairs.iter().all(|&(a, b)| tree.label(a as usize) == tree.label(b as usize)));
    }

    #[test]
    fn counts_of_worked_examples() {
        check("<x-a><x-b></x-b><x-c></x-c><x-e></x-e></x-a>", "<x-a><x-b></x-b><x-c></x-c><x-d></x-d></x-a>", 3);
        check("<tr-x><td-x></td-x><td-x></td-x></tr-x>", "<tr-x><td-x></td-x><tr-x></tr-x></tr-x>", 2);
        check("<x-a><x-b></x-b></x-a>", "<x-b><x-b></x-b></x-b>", 0);
        check("<x-a>text</x-a>", "<x-a>other text</x-a>", 2);
    }

    #[test]
    fn levels_are_not_skipped() {
        check("<x-a><x-b>t</x-b></x-a>", "<x-a><x-c><x-b>t</x-b></x-c></x-a>", 1);
    }

    #[test]
    fn equals_the_definition_on_many_small_trees() {
        let mut state = 1_u32;
        let mut random = |n: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % n
        };
        for _ in 0..60 {
            let mut html = String::from("<x-root>");
            for _ in 0..2 {
                html.push_str("<x-a>");
                let mut depth = 0;
                for _ in 0..random(30) {
                    match random(3) {
                        0 if depth > 0 => {
                            html.push_str("</x-i>");
                            depth -= 1;
                        }
                        1 => {
                            html.push_str("<x-i>");
                            depth += 1;
                        }
                        _ => html.push_str("<x-j></x-j>"),
                    }
                }
                html.push_str(&"</x-i>".repeat(depth));
                html.push_str("</x-a>");
            }
            let document = Document::parse(html);
            let tree = TagTree::of(&document, Texts::Omitted);
            let is_outer = |&node: &usize| document.tag_name(tree.page_node(node)) == "x-a";
            let roots: Vec<usize> = (0..tree.len()).filter(is_outer).collect();
            let expect = by_definition(&tree, roots[0], roots[1]);
            let (one, other) = ([roots[0] as u32], [roots[1] as u32]);
            let mut matcher = TreeMatcher::default();
            assert_eq!(matcher.count((&tree, &one), (&tree, &other), u64::MAX), Some(expect));
            let pairs = matcher.pairs((&tree, &one), (&tree, &other), u64::MAX).expect("small trees are matched");
            assert_eq!(pairs.len(), expect);
            let keeps_order = |window: &[(u32, u32)]| (window[0].0 < window[1].0) == (window[0].1 < window[1].1);
            let mut sorted = pairs.clone();
            sorted.sort_unstable();
            assert!(sorted.windows(2).all(keeps_order));
        }
    }

    #[test]
    fn gives_up_on_more_steps_than_allowed() {
        let flat = |tag: &str| format!("<x-a>{}</x-a>", format!("<{tag}></{tag}><x-k></x-k>").repeat(50));
        let (_document, tree, [a, b]) = trees(&flat("x-i"), &flat("x-j"));
        let mut matcher = TreeMatcher::default();
        assert_eq!(matcher.count((&tree, &[a]), (&tree, &[b]), 1000), None);
        assert_eq!(matcher.count((&tree, &[a]), (&tree, &[b]), 1_000_000), Some(51));
    }
}
