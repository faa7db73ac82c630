//! Phase 1: the links of the page, sorted by the tags that lead to them.
//!
//! Records have links, and links of records have the same tags above them. All links of one path and everything above
//! them are a forest that the later phases work on: a set of links is a [`SeedSet`], and the nodes at any depth above
//! it, or their number, follow without a look at the page.
//!
//! A node above links is above a run of them, so a set is written as runs: a few, whatever the number of links. Two sets are
//! equal exactly when their runs are.

use crate::view::paths::{EMPTY_PATH, PagePaths};
use std::collections::BTreeMap;
use std::ops::Range;
use tamis_page::predicate::is_plain_name;
use tamis_page::{Document, NodeId, names};

/// Links with the same tags above them, in document order.
pub(super) struct SeedPath<'d> {
    /// The tags from `html` to the link.
    pub(super) tags: Vec<&'d str>,
    /// How many links there are.
    pub(super) n_seeds: usize,
    /// For each depth the nodes above the links, the links themselves last.
    pub(super) levels: Vec<Vec<Ancestor>>,
    /// For each link but the first, how many of the nodes above it are also above the link before.
    shared: RangeMinimum,
}

/// A node above links.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ancestor {
    pub(super) node: NodeId,
    /// The first link below it; the next node of the level has the one after its last.
    pub(super) first_seed: u32,
}

/// Links deeper than this are not looked at: browsers cut a page off there too.
const MAX_DEPTH: usize = 512;

/// The paths of the page's links that at least `min_repetition` of them have, by their first link.
pub(super) fn find<'d>(document: &'d Document, outline: &Outline<'_>, min_repetition: usize) -> Vec<SeedPath<'d>> {
    let mut by_path: BTreeMap<u32, Vec<NodeId>> = BTreeMap::new();
    for node in document.nodes().filter(|&node| document.tag(node) == Some(names::A)) {
        if let Some(path) = outline.path(node).filter(|_| outline.depth(node) < MAX_DEPTH) {
            by_path.entry(path).or_default().push(node);
        }
    }
    // Paths are numbered in document order.
    let repeated = by_path.into_values().filter(|seeds| seeds.len() >= min_repetition.max(1));
    repeated.map(|seeds| SeedPath::of(document, outline, &seeds)).collect()
}

impl<'d> SeedPath<'d> {
    fn of(document: &'d Document, outline: &Outline<'_>, seeds: &[NodeId]) -> SeedPath<'d> {
        let depth = outline.depth(seeds[0]);
        let mut tags: Vec<&str> = std::iter::once(seeds[0])
            .chain(document.ancestors(seeds[0]))
            .take(depth + 1)
            .map(|node| document.tag_name(node))
            .collect();
        tags.reverse();
        let mut levels: Vec<Vec<Ancestor>> = vec![Vec::new(); depth + 1];
        let mut shared = Vec::with_capacity(seeds.len());
        for (seed, &link) in seeds.iter().enumerate() {
            let mut node = link;
            let mut level = depth;
            // What is above both this link and the one before begins before the latter.
            let is_new = |node: NodeId| seed == 0 || node > seeds[seed - 1];
            let n_shared = loop {
                if !is_new(node) {
                    break level + 1;
                }
                levels[level].push(Ancestor { node, first_seed: seed as u32 });
                match document.parent(node) {
                    Some(parent) if level > 0 => (node, level) = (parent, level - 1),
                    _ => break 0,
                }
            };
            shared.push(n_shared as u32);
        }
        SeedPath { tags, n_seeds: seeds.len(), levels, shared: RangeMinimum::of(shared) }
    }

    /// The depth of the links; 0 would be `html`.
    pub(super) fn depth(&self) -> usize {
        self.levels.len() - 1
    }

    /// The set of all links.
    pub(super) fn all(&self) -> SeedSet {
        SeedSet::of_runs(std::iter::once(0..self.n_seeds as u32))
    }

    /// The links below the `position`-th node of a level.
    pub(super) fn seeds_below(&self, level: usize, position: usize) -> Range<u32> {
        let end = self.levels[level].get(position + 1).map_or(self.n_seeds as u32, |next| next.first_seed);
        self.levels[level][position].first_seed..end
    }

    /// For each depth, how many nodes there are above the links of a set.
    pub(super) fn counts(&self, set: &SeedSet) -> Vec<usize> {
        let mut first_apart = vec![0_usize; self.levels.len() + 1];
        let mut before: Option<u32> = None;
        for run in set.runs() {
            for seed in run.clone() {
                if let Some(before) = before {
                    let n_shared = self.shared.of_range(before as usize + 1..seed as usize + 1);
                    first_apart[n_shared as usize] += 1;
                }
                before = Some(seed);
            }
        }
        // Two neighbours that share the first n nodes are apart at depth n and below.
        let mut count = usize::from(before.is_some());
        first_apart.truncate(self.levels.len());
        first_apart
            .into_iter()
            .map(|n_apart| {
                count += n_apart;
                count
            })
            .collect()
    }

    /// The nodes at a depth above the links of a set.
    pub(super) fn nodes(&self, level: usize, set: &SeedSet) -> Vec<NodeId> {
        let ancestors = &self.levels[level];
        let mut nodes = Vec::new();
        let mut next = 0;
        for run in set.runs() {
            // The node above the first link of the run, unless an earlier run had it.
            let above_first = ancestors.partition_point(|ancestor| ancestor.first_seed <= run.start).saturating_sub(1);
            next = next.max(above_first);
            while next < ancestors.len() && ancestors[next].first_seed < run.end {
                nodes.push(ancestors[next].node);
                next += 1;
            }
        }
        nodes
    }
}

/// A set of links of one path.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct SeedSet {
    runs: Vec<Range<u32>>,
}

impl SeedSet {
    /// A set from runs in order.
    pub(super) fn of_runs(runs: impl IntoIterator<Item = Range<u32>>) -> SeedSet {
        let mut set = SeedSet::default();
        for run in runs {
            set.add(run);
        }
        set
    }

    /// Adds a run that begins at or after the end of the last one, or is a part of it.
    pub(super) fn add(&mut self, run: Range<u32>) {
        match self.runs.last_mut() {
            Some(last) if run.start <= last.end => last.end = last.end.max(run.end),
            _ if run.is_empty() => {}
            _ => self.runs.push(run),
        }
    }

    /// The runs, apart from each other and in order.
    pub(super) fn runs(&self) -> &[Range<u32>] {
        &self.runs
    }

    /// How many links there are.
    pub(super) fn len(&self) -> usize {
        self.runs.iter().map(ExactSizeIterator::len).sum()
    }
}

/// A list of numbers that answers for the least of any range at once.
pub(super) struct RangeMinimum {
    /// The `n`-th row has the least of 2^n numbers from each position on.
    rows: Vec<Vec<u32>>,
}

impl RangeMinimum {
    pub(super) fn of(numbers: Vec<u32>) -> RangeMinimum {
        let mut rows = vec![numbers];
        let mut width = 1;
        while 2 * width <= rows[0].len() {
            let last = &rows[rows.len() - 1];
            let next = (0..=rows[0].len() - 2 * width).map(|start| last[start].min(last[start + width])).collect();
            rows.push(next);
            width *= 2;
        }
        RangeMinimum { rows }
    }

    /// The least number of a range that is not empty.
    pub(super) fn of_range(&self, range: Range<usize>) -> u32 {
        let row = range.len().ilog2() as usize;
        self.rows[row][range.start].min(self.rows[row][range.end - (1 << row)])
    }
}

/// The tag paths of all elements, those set apart that no XPath can be written for.
pub(super) struct Outline<'v> {
    paths: &'v PagePaths,
    /// By path.
    is_writable: Vec<bool>,
}

impl<'v> Outline<'v> {
    /// Looks at the names of a page.
    pub(super) fn of(document: &Document, paths: &'v PagePaths) -> Outline<'v> {
        let mut is_writable = vec![false; paths.n_paths()];
        is_writable[EMPTY_PATH as usize] = true;
        for node in document.nodes() {
            if let (Some(parent), Some(tag)) = (document.parent(node), document.tag(node)) {
                let is_above = is_writable[paths.path(parent) as usize];
                is_writable[paths.path(node) as usize] = is_above && is_plain_name(document.spell(tag));
            }
        }
        Outline { paths, is_writable }
    }

    /// The tags from the root to an element; `None` if one of them cannot be written, and for other nodes.
    #[inline]
    pub(super) fn path(&self, node: NodeId) -> Option<u32> {
        let path = self.paths.path(node);
        (path != EMPTY_PATH && self.is_writable[path as usize]).then_some(path)
    }

    /// 0 for `html`.
    #[inline]
    pub(super) fn depth(&self, node: NodeId) -> usize {
        self.paths.depth(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::paths::PagePaths;
    use tamis_page::names;

    const LISTS: &str = "<ul><li><a>1</a><a>2</a><li><a>3</a></ul><ul><li><a>4</a></ul><p><a>5</a>";

    #[test]
    fn links_are_sorted_by_the_tags_above_them() {
        let document = Document::parse(LISTS);
        let paths = find(&document, &Outline::of(&document, &PagePaths::of(&document)), 1);
        let found: Vec<(String, usize)> = paths.iter().map(|path| (path.tags.join("/"), path.n_seeds)).collect();
        assert_eq!(found, [("html/body/ul/li/a".to_string(), 4), ("html/body/p/a".to_string(), 1)]);
        assert_eq!(find(&document, &Outline::of(&document, &PagePaths::of(&document)), 3).len(), 1);
    }

    #[test]
    fn the_nodes_above_a_set_of_links_are_known_at_each_depth() {
        let document = Document::parse(LISTS);
        let path = &find(&document, &Outline::of(&document, &PagePaths::of(&document)), 3)[0];
        let check = |set: SeedSet, expected: [usize; 5]| {
            assert_eq!(path.counts(&set), expected, "{set:?}");
            let listed: Vec<usize> = (0..5).map(|level| path.nodes(level, &set).len()).collect();
            assert_eq!(listed, expected, "{set:?}");
        };
        check(path.all(), [1, 1, 2, 3, 4]);
        check(SeedSet::of_runs([0..1, 1..2]), [1, 1, 1, 1, 2]);
        check(SeedSet::of_runs([0..1, 3..4]), [1, 1, 2, 2, 2]);
        check(SeedSet::of_runs([1..2, 2..3]), [1, 1, 1, 2, 2]);
        check(SeedSet::of_runs([]), [0; 5]);
        assert_eq!(path.seeds_below(3, 0), 0..2);
        assert_eq!(path.seeds_below(2, 1), 3..4);
    }

    #[test]
    fn touching_runs_are_one() {
        let set = SeedSet::of_runs([0..2, 2..3, 5..6, 5..6]);
        assert_eq!(set.runs(), [0..3, 5..6]);
        assert_eq!(set.len(), 4);
        assert_eq!(set, SeedSet::of_runs([0..3, 5..6]));
    }

    #[test]
    fn the_least_of_any_range() {
        let numbers = [5, 2, 8, 1, 9, 3, 3];
        let minimum = RangeMinimum::of(numbers.to_vec());
        for start in 0..numbers.len() {
            for end in start + 1..=numbers.len() {
                let expected = numbers[start..end].iter().copied().min();
                assert_eq!(Some(minimum.of_range(start..end)), expected, "{start}..{end}");
            }
        }
    }

    #[test]
    fn below_a_name_that_cannot_be_written_there_is_no_path() {
        let document = Document::parse("<x:y'><a>1</a></x:y'><my-card><a>2</a></my-card>");
        let paths = PagePaths::of(&document);
        let outline = Outline::of(&document, &paths);
        let has_path: Vec<bool> = document.elements_named(names::A).map(|link| outline.path(link).is_some()).collect();
        assert_eq!(has_path, [false, true]);
    }
}
