//! Partial tree alignment of the records of one region.

use super::seed::Seed;
use crate::compare::tree_matching::TreeMatcher;
use crate::records::grid::{self, ColumnOrder, Grid};
use crate::view::tag_tree::TagTree;
use std::collections::{BTreeMap, VecDeque};
use tamis_extract::records::max_columns;
use tamis_page::Document;

/// How many steps of tree matching all alignments of a page may take: a number for every page and another for each node.
const STEPS_A_PAGE: u64 = 5_000_000;
const STEPS_A_NODE: u64 = 200;

/// A record that waits for the seed to grow is tried so often.
const MAX_TRIES: usize = 4;

/// The seed is the union of all records; real ones are at most three times the largest record.
const MAX_SEED_SIZE: usize = 8192;

/// The bound on the work for a page with this tree.
pub(super) fn steps_for(tree: &TagTree) -> u64 {
    STEPS_A_PAGE + STEPS_A_NODE * tree.len() as u64
}

/// Which node of the seed each node of each record is.
#[derive(Clone, Debug)]
pub(super) struct Alignment {
    seed: Seed,
    /// For each node of the tree of records its node of the seed.
    seed_node_of: Vec<Option<u32>>,
    n_shapes: usize,
    seed_record_size: usize,
    n_added: usize,
    ran_out: bool,
}

/// Aligns the records, which are the children of the tree's root.
pub(super) fn align(tree: &TagTree, steps_left: &mut u64) -> Alignment {
    // Records of one shape are aligned once, by the first of them.
    let mut records_of_shape: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for record in tree.children(0) {
        records_of_shape.entry(tree.shape(record)).or_default().push(record);
    }
    let mut models: Vec<usize> = records_of_shape.values().map(|records| records[0]).collect();
    models.sort_unstable_by_key(|&record| (std::cmp::Reverse(tree.size(record)), record));

    let mut seed_node_of = vec![None; tree.len()];
    let largest = models.first().copied().unwrap_or(0);
    let seed = Seed::copy_of(tree, largest, &mut |node, copy| seed_node_of[node] = Some(copy));
    let mut growing = Growing { tree, seed, seed_node_of, matcher: TreeMatcher::default() };
    let seed_record_size = growing.seed.len();

    let mut ran_out = false;
    let mut pending: VecDeque<(usize, usize)> = models.iter().skip(1).map(|&record| (record, 1)).collect();
    let mut waiting: Vec<(usize, usize)> = Vec::new();
    while let Some((record, n_tries)) = pending.pop_front() {
        let n_before = growing.matcher.n_steps;
        let outcome = growing.take_in(record, *steps_left);
        *steps_left = steps_left.saturating_sub(growing.matcher.n_steps - n_before);
        match outcome {
            Some(Outcome { is_finished, has_grown }) => {
                if !is_finished && n_tries < MAX_TRIES {
                    waiting.push((record, n_tries + 1));
                }
                if has_grown {
                    pending.extend(waiting.drain(..));
                }
            }
            None => ran_out = true,
        }
    }
    for records in records_of_shape.values() {
        growing.copy_places(records);
    }
    let n_added = growing.seed.len() - seed_record_size;
    Alignment {
        seed: growing.seed,
        seed_node_of: growing.seed_node_of,
        n_shapes: models.len(),
        seed_record_size,
        n_added,
        ran_out,
    }
}

struct Growing<'t> {
    tree: &'t TagTree,
    seed: Seed,
    seed_node_of: Vec<Option<u32>>,
    matcher: TreeMatcher,
}

struct Outcome {
    /// Every node of the record is in the seed.
    is_finished: bool,
    has_grown: bool,
}

impl Growing<'_> {
    /// Matches a record with the seed and puts into the seed what has a place there; `None` if that is too much work.
    fn take_in(&mut self, record: usize, max_steps: u64) -> Option<Outcome> {
        let pairs = self.matcher.pairs((&self.seed, &[0]), (self.tree, &[record as u32]), max_steps)?;
        for node in record..self.tree.end(record) {
            self.seed_node_of[node] = None;
        }
        for &(seed_node, node) in &pairs {
            self.seed_node_of[node as usize] = Some(seed_node);
        }
        let mut outcome = Outcome { is_finished: true, has_grown: false };
        for (seed_parent, parent) in pairs {
            self.place_children(seed_parent, parent as usize, &mut outcome);
        }
        Some(outcome)
    }

    /// Puts the unmatched children of a matched node into the seed, where nothing of the seed stands between their
    /// matched neighbours: then, and only then, is their place unique.
    fn place_children(&mut self, seed_parent: u32, parent: usize, outcome: &mut Outcome) {
        let children: Vec<u32> = self.tree.children(parent).map(|child| child as u32).collect();
        // The child of the seed after the one that the last child was matched with.
        let mut seed_position = 0;
        let mut position = 0;
        while position < children.len() {
            if let Some(seed_node) = self.seed_node_of[children[position] as usize] {
                let siblings = &self.seed.children(seed_parent)[seed_position..];
                seed_position += siblings.iter().take_while(|&&sibling| sibling != seed_node).count() + 1;
                position += 1;
                continue;
            }
            let is_unmatched = |child: &&u32| self.seed_node_of[**child as usize].is_none();
            let run = &children[position..];
            let run = &run[..run.iter().take_while(is_unmatched).count()];
            position += run.len();
            let right = children.get(position).and_then(|&right| self.seed_node_of[right as usize]);
            let is_unique = self.seed.children(seed_parent).get(seed_position).copied() == right;
            if is_unique && self.seed.len() < MAX_SEED_SIZE {
                let seed_node_of = &mut self.seed_node_of;
                let mut note = |node: usize, copy: u32| seed_node_of[node] = Some(copy);
                self.seed.insert(self.tree, run, (seed_parent, seed_position), &mut note);
                seed_position += run.len();
                outcome.has_grown = true;
            } else {
                outcome.is_finished = false;
            }
        }
    }

    /// Gives the other records of a shape the places of the first.
    fn copy_places(&mut self, records: &[usize]) {
        let Some((&model, others)) = records.split_first() else { return };
        for &record in others {
            let end = self.tree.end(model);
            self.seed_node_of.copy_within(model..end, record);
        }
    }
}

impl Alignment {
    /// Items matched with one node of the seed are a column; the others are sorted by their place in the record.
    pub(super) fn grid(&self, document: &Document, tree: &TagTree) -> Grid {
        let places = grid::places(tree);
        let n_rows = tree.children(0).count();
        let max_columns = max_columns(n_rows);
        let mut kinds = vec![Vec::new(); self.seed.len()];
        for node in 1..tree.len() {
            if let (Some(seed_node), Some(kind)) = (self.seed_node_of[node], grid::item_kind(document, tree, node))
                && !kinds[seed_node as usize].contains(&kind)
            {
                kinds[seed_node as usize].push(kind);
            }
        }
        let mut order = ColumnOrder::default();
        let in_order = self.seed.in_order();
        let seed_columns = in_order.iter().flat_map(|&node| kinds[node as usize].iter().map(move |&kind| (node, kind)));
        for key in seed_columns.take(max_columns) {
            order.append(key);
        }
        for (row, record) in tree.children(0).enumerate() {
            let mut previous = None;
            let items =
                (record + 1..tree.end(record)).filter_map(|node| Some((node, grid::item_kind(document, tree, node)?)));
            for (node, kind) in items {
                let key = self.seed_node_of[node].unwrap_or(self.seed.len() as u32 + places[node]);
                order.add((key, kind), (row, node), &mut previous, max_columns);
            }
        }
        order.into_grid()
    }

    /// What was done, for a user who asks.
    pub(super) fn reason(&self) -> String {
        format!(
            "items are aligned with the largest record of {} nodes and {} nodes that other records added; the records \
             have {} different shapes",
            self.seed_record_size, self.n_added, self.n_shapes
        )
    }

    pub(super) fn warning(&self) -> Option<String> {
        self.ran_out.then(|| "some records were too large to be aligned".to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::tag_tree::Texts;
    use std::fmt::Write as _;
    use tamis_page::{Mask, NodeId, names};

    /// Records with the given letters for children, the first one as the seed, and the others taken in in order.
    fn grow(records: &[&str]) -> (String, bool) {
        let (document, tree) = record_tree(records);
        let mut seed_node_of = vec![None; tree.len()];
        let first = tree.children(0).next().expect("there is a record");
        let seed = Seed::copy_of(&tree, first, &mut |node, copy| seed_node_of[node] = Some(copy));
        let mut growing = Growing { tree: &tree, seed, seed_node_of, matcher: TreeMatcher::default() };
        let mut is_finished = true;
        for record in tree.children(0).skip(1) {
            is_finished &= growing.take_in(record, u64::MAX).expect("small trees are matched").is_finished;
        }
        (letters(&document, &tree, &growing.seed, &growing.seed_node_of), is_finished)
    }

    fn record_tree(records: &[&str]) -> (Document, TagTree) {
        let mut html = String::new();
        for record in records {
            html.push_str("<p>");
            for letter in record.chars() {
                let _ = write!(html, "<x-{letter}></x-{letter}>");
            }
            html.push_str("</p>");
        }
        let document = Document::parse(html);
        let nodes: Vec<[NodeId; 1]> = document.elements_named(names::P).map(|node| [node]).collect();
        let tree = TagTree::of_records(&document, &Mask::keep_all(&document), Texts::Separate, &nodes);
        (document, tree)
    }

    /// The children of the seed's `p`, in order.
    fn letters(document: &Document, tree: &TagTree, seed: &Seed, seed_node_of: &[Option<u32>]) -> String {
        let name = |seed_node: u32| {
            let node =
                (0..tree.len()).find(|&node| seed_node_of[node] == Some(seed_node)).expect("it came from somewhere");
            document.tag_name(tree.page_node(node)).to_string()
        };
        let paragraph = seed.children(0)[0];
        seed.children(paragraph).iter().map(|&child| name(child).replace("x-", "")).collect()
    }

    #[track_caller]
    fn check(records: &[&str], expect: &str, expect_finished: bool) {
        assert_eq!(grow(records), (expect.to_string(), expect_finished), "{records:?}");
    }

    #[test]
    fn figures_6_to_8_a_run_between_two_neighbours_goes_between_them() {
        check(&["abe", "bcde"], "abcde", true);
    }

    #[test]
    fn figures_6_to_8_a_run_at_the_end_goes_to_the_end() {
        check(&["abe", "efg"], "abefg", true);
        check(&["abe", "fga"], "fgabe", true);
    }

    #[test]
    fn figures_6_to_8_a_run_without_a_unique_place_waits() {
        check(&["abe", "age"], "abe", false);
        check(&["abe", "bf"], "abe", false);
        check(&["abe", "fb"], "abe", false);
        check(&["abe", "f"], "abe", false);
    }

    #[test]
    fn figures_6_to_8_several_runs_of_one_record_find_their_places() {
        check(&["xbd", "bcdhk"], "xbcdhk", true);
    }

    #[test]
    fn figures_6_to_8_a_record_that_waits_is_tried_again_when_the_seed_has_grown() {
        let (document, tree) = record_tree(&["uvwxbd", "bnckg", "bcdhk"]);
        let mut steps_left = u64::MAX;
        let alignment = align(&tree, &mut steps_left);
        let seed = letters(&document, &tree, &alignment.seed, &alignment.seed_node_of);
        assert_eq!(seed, "uvwxbncdhkg");
        assert!(alignment.seed_node_of[1..].iter().all(Option::is_some), "every node found its place");
    }

    #[test]
    fn without_steps_nothing_is_aligned_and_the_table_says_so() {
        let (_document, tree) = record_tree(&["abe", "ace"]);
        let alignment = align(&tree, &mut 0);
        assert!(alignment.warning().is_some());
    }
}
