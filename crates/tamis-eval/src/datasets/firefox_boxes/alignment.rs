//! Which element of one tree is which of another, by nesting, order and tags alone.
//!
//! Both trees are lists in document order with a depth a node. Nodes are matched from the top down, so that the parents
//! of a pair are a pair: first those children of a pair that are the same tree on both sides, then between them those
//! that have the same tag. A script that adds or removes an element leaves its neighbours matched.

use std::collections::BTreeMap;

/// A tree in document order.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct TreeOutline {
    tags: Vec<u32>,
    /// The position after each subtree.
    ends: Vec<u32>,
    /// Equal exactly for equal trees, within one [`Outliner`].
    shapes: Vec<u32>,
}

/// Makes outlines whose tags and shapes can be compared.
#[derive(Default)]
pub(crate) struct Outliner {
    tags: BTreeMap<String, u32>,
    shapes: BTreeMap<Vec<u32>, u32>,
}

impl Outliner {
    /// The outline of nodes in document order; the first is at the least depth and depths grow by one.
    pub(crate) fn outline<'a>(&mut self, nodes: impl Iterator<Item = (u32, &'a str)>) -> TreeOutline {
        let mut outline = TreeOutline::default();
        let mut depths = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (position, (depth, tag)) in nodes.enumerate() {
            while let Some(&last) = open.last()
                && depths[last] >= depth
            {
                outline.ends[last] = position as u32;
                open.pop();
            }
            let next = self.tags.len() as u32;
            outline.tags.push(*self.tags.entry(tag.to_owned()).or_insert(next));
            outline.ends.push(0);
            depths.push(depth);
            open.push(position);
        }
        let len = outline.tags.len() as u32;
        for position in open {
            outline.ends[position] = len;
        }
        outline.shapes = vec![0; outline.tags.len()];
        for node in (0..outline.tags.len()).rev() {
            let mut key = vec![outline.tags[node]];
            key.extend(outline.children(node).map(|child| outline.shapes[child]));
            let next = self.shapes.len() as u32;
            outline.shapes[node] = *self.shapes.entry(key).or_insert(next);
        }
        outline
    }
}

impl TreeOutline {
    fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.ends[node] as usize;
        let before_end = move |child: &usize| *child < end;
        let first = Some(node + 1).filter(before_end);
        std::iter::successors(first, move |&child| Some(self.ends[child] as usize).filter(before_end))
    }

    fn child_tags(&self, node: usize) -> impl Iterator<Item = u32> + '_ {
        self.children(node).map(|child| self.tags[child])
    }

    fn size(&self, node: usize) -> usize {
        self.ends[node] as usize - node
    }
}

/// Pairs of nodes, in the order of the first tree; the two roots are a pair. Of several ways to look for them the one
/// that finds most counts: which is best depends on what the scripts did to the page.
pub(crate) fn align(one: &TreeOutline, other: &TreeOutline) -> Vec<(usize, usize)> {
    if one.tags.is_empty() || other.tags.is_empty() {
        return Vec::new();
    }
    let same_children = align_leftovers(one, other, from_the_top(one, other, MIN_COMMON_CHILDREN));
    if same_children.len() == one.tags.len().min(other.tags.len()) {
        return same_children;
    }
    let any_children = align_leftovers(one, other, from_the_top(one, other, 0.0));
    let any_depth = align_leftovers(one, other, vec![(0, 0)]);
    let most = |best: Vec<_>, next: Vec<_>| if next.len() > best.len() { next } else { best };
    most(most(same_children, any_children), any_depth)
}

/// Matches the children of pairs, beginning with the roots.
fn from_the_top(one: &TreeOutline, other: &TreeOutline, min_common_children: f32) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut pending = vec![(0, 0)];
    while let Some((left, right)) = pending.pop() {
        if one.shapes[left] == other.shapes[right] {
            pairs.extend((0..one.size(left)).map(|step| (left + step, right + step)));
            continue;
        }
        pairs.push((left, right));
        let (lefts, rights): (Vec<usize>, Vec<usize>) = (one.children(left).collect(), other.children(right).collect());
        pending.extend(align_children((one, &lefts), (other, &rights), min_common_children));
    }
    pairs.sort_unstable();
    pairs
}

/// Matches what is left between two pairs whatever its depth, as where a script has put elements into a new parent:
/// equal trees first, then elements with equal children.
fn align_leftovers(one: &TreeOutline, other: &TreeOutline, pairs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let by_shape = fill_gaps(one, other, pairs, |left, right| one.shapes[left] == other.shapes[right]);
    fill_gaps(one, other, by_shape, |left, right| {
        let children_equal = || one.child_tags(left).eq(other.child_tags(right));
        one.tags[left] == other.tags[right] && children_equal()
    })
}

fn fill_gaps(
    one: &TreeOutline,
    other: &TreeOutline,
    pairs: Vec<(usize, usize)>,
    same: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let mut filled = Vec::with_capacity(pairs.len());
    let (mut left, mut right) = (0, 0);
    for (left_end, right_end) in pairs.into_iter().chain([(one.tags.len(), other.tags.len())]) {
        let (lefts, rights): (Vec<usize>, Vec<usize>) = ((left..left_end).collect(), (right..right_end).collect());
        let common = common_subsequence(&lefts, &rights, &same);
        filled.extend(common.into_iter().map(|(l, r)| (lefts[l], rights[r])));
        if left_end < one.tags.len() {
            filled.push((left_end, right_end));
        }
        (left, right) = (left_end + 1, right_end + 1);
    }
    filled
}

type Children<'a> = (&'a TreeOutline, &'a [usize]);

/// The largest gap whose children are all compared with each other.
const MAX_COMPARED: usize = 1 << 16;

/// Matches children of the same tag so that as much as possible of the trees below them can match.
fn align_children(
    (one, lefts): Children<'_>,
    (other, rights): Children<'_>,
    min_common_children: f32,
) -> Vec<(usize, usize)> {
    if lefts.is_empty() || rights.is_empty() {
        return Vec::new();
    }
    if lefts.len() * rights.len() > MAX_COMPARED {
        let same_tag = |left: usize, right: usize| one.tags[left] == other.tags[right];
        return common_subsequence(lefts, rights, same_tag).into_iter().map(|(l, r)| (lefts[l], rights[r])).collect();
    }
    let gain = |left: usize, right: usize| gain((one, left), (other, right), min_common_children);
    let width = rights.len() + 1;
    let mut best = vec![0.0_f32; (lefts.len() + 1) * width];
    for l in (0..lefts.len()).rev() {
        for r in (0..rights.len()).rev() {
            let paired = match gain(lefts[l], rights[r]) {
                0.0 => 0.0,
                gain => gain + best[(l + 1) * width + r + 1],
            };
            best[l * width + r] = paired.max(best[(l + 1) * width + r]).max(best[l * width + r + 1]);
        }
    }
    let mut pairs = Vec::new();
    let (mut l, mut r) = (0, 0);
    while l < lefts.len() && r < rights.len() {
        let here = best[l * width + r];
        let gain = gain(lefts[l], rights[r]);
        if gain > 0.0 && here <= gain + best[(l + 1) * width + r + 1] {
            pairs.push((lefts[l], rights[r]));
            (l, r) = (l + 1, r + 1);
        } else if here <= best[(l + 1) * width + r] {
            l += 1;
        } else {
            r += 1;
        }
    }
    pairs
}

/// How much of two trees could match at best; nothing if their roots are not the same element. A tree that is the same
/// on both sides counts twice: it may well be that one and not just one of the size.
fn gain((one, left): (&TreeOutline, usize), (other, right): (&TreeOutline, usize), min_common_children: f32) -> f32 {
    let (few, many) = (one.size(left).min(other.size(right)) as f32, one.size(left).max(other.size(right)) as f32);
    if one.tags[left] != other.tags[right] {
        0.0
    } else if one.shapes[left] == other.shapes[right] {
        1.0 + 2.0 * few
    } else if few > 1.0 && common_children((one, left), (other, right)) < min_common_children {
        // One of the two is a new parent around the other, or around its neighbours.
        0.0
    } else {
        1.0 + few * few / many
    }
}

/// The share of the children of two elements that have a partner of the same tag on the other side, below which they
/// are not the same element.
const MIN_COMMON_CHILDREN: f32 = 0.3;
/// How many children are looked at.
const MAX_CHILDREN: usize = 32;

fn common_children((one, left): (&TreeOutline, usize), (other, right): (&TreeOutline, usize)) -> f32 {
    let tags = |tree: &TreeOutline, node: usize| {
        let mut tags: Vec<u32> = tree.child_tags(node).take(MAX_CHILDREN).collect();
        tags.sort_unstable();
        tags
    };
    let (lefts, rights) = (tags(one, left), tags(other, right));
    let (mut l, mut r, mut n_common) = (0, 0, 0);
    while l < lefts.len() && r < rights.len() {
        n_common += usize::from(lefts[l] == rights[r]);
        let (step_left, step_right) = (lefts[l] <= rights[r], rights[r] <= lefts[l]);
        l += usize::from(step_left);
        r += usize::from(step_right);
    }
    2.0 * n_common as f32 / (lefts.len() + rights.len()) as f32
}

/// The most insertions and deletions that are looked for between two lists of children.
const MAX_EDITS: usize = 2000;

/// Positions of a longest common subsequence, by the greedy algorithm of Myers (1986). Lists that differ by more than
/// [`MAX_EDITS`] have only their common start and end in common.
fn common_subsequence(lefts: &[usize], rights: &[usize], same: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let n_first = lefts.iter().zip(rights).take_while(|&(&left, &right)| same(left, right)).count();
    let (inner_lefts, inner_rights) = (&lefts[n_first..], &rights[n_first..]);
    let ends = inner_lefts.iter().rev().zip(inner_rights.iter().rev());
    let n_last = ends.take_while(|&(&left, &right)| same(left, right)).count();
    let middle = (&inner_lefts[..inner_lefts.len() - n_last], &inner_rights[..inner_rights.len() - n_last]);
    let mut pairs: Vec<(usize, usize)> = (0..n_first).map(|i| (i, i)).collect();
    pairs.extend(shortest_edits(middle.0, middle.1, &same).into_iter().map(|(l, r)| (l + n_first, r + n_first)));
    pairs.extend((0..n_last).rev().map(|i| (lefts.len() - 1 - i, rights.len() - 1 - i)));
    pairs
}

fn shortest_edits(lefts: &[usize], rights: &[usize], same: &impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let (n, m) = (lefts.len(), rights.len());
    if n == 0 || m == 0 {
        return Vec::new();
    }
    let max_edits = (n + m).min(MAX_EDITS);
    // furthest[k]: how far in the left list the diagonal left - right = k - max_edits - 1 was followed.
    let middle = max_edits + 1;
    let mut furthest = vec![0_usize; 2 * max_edits + 3];
    let mut history: Vec<Vec<usize>> = Vec::new();
    for n_edits in 0..=max_edits {
        history.push(furthest[middle - n_edits..=middle + n_edits].to_vec());
        for step in 0..=n_edits {
            let k = middle + 2 * step - n_edits;
            let down = step == 0 || step != n_edits && furthest[k - 1] < furthest[k + 1];
            let mut left = if down { furthest[k + 1] } else { furthest[k - 1] + 1 };
            let right_of = |left: usize| (left + middle).checked_sub(k);
            while let Some(right) = right_of(left)
                && left < n
                && right < m
                && same(lefts[left], rights[right])
            {
                left += 1;
            }
            furthest[k] = left;
            if left >= n && right_of(left).is_some_and(|right| right >= m) {
                return walk_back(&history, (n, m), middle);
            }
        }
    }
    Vec::new()
}

/// The pairs on the way that [`shortest_edits`] took. `history[d]` has the diagonals -d to d before the d-th edit.
fn walk_back(history: &[Vec<usize>], end: (usize, usize), middle: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let (mut left, mut right) = end;
    for (n_edits, furthest) in history.iter().enumerate().rev() {
        let k = left + middle - right;
        let at = |k: usize| furthest[k + n_edits - middle];
        let (low, high) = (middle - n_edits, middle + n_edits);
        let (before_left, before_right) = if n_edits == 0 {
            (0, 0)
        } else {
            let down = k == low || k != high && at(k - 1) < at(k + 1);
            let before = if down { k + 1 } else { k - 1 };
            (at(before), at(before) + middle - before)
        };
        while left > before_left && right > before_right {
            (left, right) = (left - 1, right - 1);
            pairs.push((left, right));
        }
        (left, right) = (before_left, before_right);
    }
    pairs.reverse();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree written as `tag` or `tag(tag tag)`, with `root` above.
    fn nodes(tree: &str) -> Vec<(u32, String)> {
        let mut depth = 1;
        let mut found = vec![(0, "root".to_owned())];
        let spaced = tree.replace('(', " ( ").replace(')', " ) ");
        for word in spaced.split_whitespace() {
            match word {
                "(" => depth += 1,
                ")" => depth -= 1,
                tag => found.push((depth, tag.to_owned())),
            }
        }
        found
    }

    /// Each node of the first tree with its position in the second, `-` for none.
    #[track_caller]
    fn check(one: &str, other: &str, expected: &str) {
        let (lefts, rights) = (nodes(one), nodes(other));
        let mut outliner = Outliner::default();
        let mut outline = |nodes: &[(u32, String)]| outliner.outline(nodes.iter().map(|(d, tag)| (*d, tag.as_str())));
        let (one, other) = (outline(&lefts), outline(&rights));
        let pairs: BTreeMap<usize, usize> = align(&one, &other).into_iter().collect();
        let show = |left: usize| pairs.get(&left).map_or("-".to_owned(), ToString::to_string);
        let shown: Vec<String> = (1..lefts.len()).map(show).collect();
        assert_eq!(shown.join(" "), expected);
    }

    #[test]
    fn equal_trees_match_whole() {
        check("a(b c) d", "a(b c) d", "1 2 3 4");
    }

    #[test]
    fn an_inserted_element_leaves_its_neighbours_matched() {
        check("a(b c) d", "script a(b c) d", "2 3 4 5");
        check("script a(b c) script d", "a(b c) d", "- 1 2 3 - 4");
        check("a(b(c d e)) f", "a(b(c x d e)) f", "1 2 3 5 6 7");
    }

    #[test]
    fn of_equal_tags_those_of_equal_size_match() {
        check("p(a b) p(a b c d e) p(a)", "p(a b c d x)", "- - - 1 2 3 4 5 - - -");
    }

    #[test]
    fn elements_that_were_put_into_a_new_parent_are_found() {
        check("a(p div(x y)) p div(x z)", "w(a(p div(x y)) p div(x z))", "2 3 4 5 6 7 8 9 10");
        check("w(p div(x y)) w(p div(x z))", "p div(x y) p div(x z)", "- 1 2 3 4 - 5 6 7 8");
    }

    #[test]
    fn long_lists_that_share_nothing_end() {
        let many = |tag: &str| format!("{tag} ").repeat(20_000);
        let mut outliner = Outliner::default();
        let (lefts, rights) = (nodes(&many("a")), nodes(&many("b")));
        let mut outline = |nodes: &[(u32, String)]| outliner.outline(nodes.iter().map(|(d, tag)| (*d, tag.as_str())));
        let (one, other) = (outline(&lefts), outline(&rights));
        assert_eq!(align(&one, &other), [(0, 0)]);
    }

    #[test]
    fn common_subsequences_are_longest() {
        for (left, right, expected) in
            [("abcabba", "cbabac", 4), ("kitten", "sitting", 4), ("", "a", 0), ("xy", "yx", 1)]
        {
            let list = |text: &str| text.bytes().map(usize::from).collect::<Vec<_>>();
            let (lefts, rights) = (list(left), list(right));
            let pairs = common_subsequence(&lefts, &rights, |one, other| one == other);
            assert_eq!(pairs.len(), expected, "{left} {right}");
            assert!(pairs.iter().all(|&(l, r)| lefts[l] == rights[r]));
            assert!(pairs.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
        }
    }
}
