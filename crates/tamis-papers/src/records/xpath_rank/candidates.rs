//! Phase 3: the nodes that may be records.
//!
//! From the links that a path or a path with one predicate selects, the way goes up. As long as there are as many nodes
//! as before, a higher node is the better record, for it holds more of it; where some nodes meet in one, the highest
//! nodes before that are a candidate. Candidates with the same nodes are one, with several ways to write it.

use super::predicates::{self, Selection};
use super::seeds::SeedPath;
use std::collections::HashMap;
use tamis_page::budget;
use tamis_page::{Document, NodeId};

/// Nodes that may be records, and how they were found.
pub(super) struct Candidate<'d> {
    /// All of one depth, in document order.
    pub(super) nodes: Vec<NodeId>,
    pub(super) sources: Vec<Source<'d>>,
}

/// The links and the depth that a candidate comes from.
#[derive(Clone, Debug)]
pub(super) struct Source<'d> {
    /// The number of the seed path.
    pub(super) path: usize,
    pub(super) selection: Option<Selection<'d>>,
    /// The depth of the nodes; that of the links or less.
    pub(super) depth: usize,
}

/// Candidates, and whether there would have been more.
pub(super) struct FoundCandidates<'d> {
    pub(super) candidates: Vec<Candidate<'d>>,
    pub(super) ran_out: bool,
}

/// `html` and `body` are never records.
const MIN_DEPTH: usize = 2;
/// The most nodes of all candidates together.
const MAX_NODES: usize = 4_000_000;
/// How many ways to write a candidate are kept.
const MAX_SOURCES: usize = 4;

/// The candidates of all paths: for each path those of all its links first, then those of each predicate.
pub(super) fn find<'d>(document: &'d Document, paths: &[SeedPath<'d>], min_repetition: usize) -> FoundCandidates<'d> {
    let mut gathered = Gathered { candidates: Vec::new(), by_nodes: HashMap::new(), n_nodes_left: MAX_NODES };
    for (number, path) in paths.iter().enumerate() {
        gathered.walk_up((number, path), None, min_repetition);
    }
    for (number, path) in paths.iter().enumerate() {
        if gathered.n_nodes_left == 0 {
            break;
        }
        for selection in predicates::find(document, path, min_repetition) {
            gathered.walk_up((number, path), Some(&selection), min_repetition);
        }
    }
    FoundCandidates { candidates: gathered.candidates, ran_out: gathered.n_nodes_left == 0 }
}

struct Gathered<'d> {
    candidates: Vec<Candidate<'d>>,
    by_nodes: HashMap<Vec<NodeId>, usize>,
    n_nodes_left: usize,
}

impl<'d> Gathered<'d> {
    fn walk_up(
        &mut self,
        (number, path): (usize, &SeedPath<'d>),
        selection: Option<&Selection<'d>>,
        min_repetition: usize,
    ) {
        let all = path.all();
        let seeds = selection.map_or(&all, |selection| &selection.seeds);
        let counts = path.counts(seeds);
        budget::spend(counts.iter().sum());
        for depth in (MIN_DEPTH..=path.depth()).rev() {
            let changes_above = depth == MIN_DEPTH || counts[depth - 1] != counts[depth];
            if counts[depth] < min_repetition || self.n_nodes_left == 0 {
                break;
            }
            if changes_above {
                self.n_nodes_left = self.n_nodes_left.saturating_sub(counts[depth]);
                let source = Source { path: number, selection: selection.cloned(), depth };
                self.add(path.nodes(depth, seeds), source);
            }
        }
    }

    fn add(&mut self, nodes: Vec<NodeId>, source: Source<'d>) {
        match self.by_nodes.get(&nodes) {
            Some(&known) => {
                let sources = &mut self.candidates[known].sources;
                if sources.len() < MAX_SOURCES {
                    sources.push(source);
                }
            }
            None => {
                self.by_nodes.insert(nodes.clone(), self.candidates.len());
                self.candidates.push(Candidate { nodes, sources: vec![source] });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{seeds, seeds::Outline};
    use super::*;
    use crate::view::paths::PagePaths;

    /// Tag and number of the nodes of each candidate.
    #[track_caller]
    fn check(html: &str, expected: &str) {
        let document = Document::parse(html);
        let paths = seeds::find(&document, &Outline::of(&document, &PagePaths::of(&document)), 3);
        let found = find(&document, &paths, 3);
        let show =
            |candidate: &Candidate<'_>| format!("{} {}", candidate.nodes.len(), document.tag_name(candidate.nodes[0]));
        assert_eq!(found.candidates.iter().map(show).collect::<Vec<_>>().join(", "), expected, "{html}");
    }

    #[test]
    fn the_highest_node_of_each_count_is_a_candidate() {
        check("<ul><li><h3><a>1</a></h3><li><h3><a>2</a></h3><li><h3><a>3</a></h3></ul>", "3 li");
        check("<ul><li><b><a>1</a><a>2</a></b><li><b><a>3</a></b><li><b><a>4</a></b></ul>", "4 a, 3 li");
        let list = "<ul><li><a>1</a><li><a>2</a></ul>";
        check(&list.repeat(3), "6 li, 3 ul");
    }

    #[test]
    fn a_predicate_makes_candidates_of_its_own() {
        check(
            "<div class=r><a>1</a></div><div class=r><a>2</a></div><div class=r><a>3</a></div><div><a>4</a></div>",
            "4 div, 3 div",
        );
    }

    #[test]
    fn the_same_nodes_are_one_candidate() {
        let document = Document::parse("<p><i><a>1</a></i><b><a>1</a></b>".repeat(3));
        let paths = seeds::find(&document, &Outline::of(&document, &PagePaths::of(&document)), 3);
        let found = find(&document, &paths, 3);
        assert_eq!(found.candidates.len(), 1);
        assert_eq!(found.candidates[0].sources.len(), 2);
    }

    #[test]
    fn fewer_than_asked_for_are_no_candidate() {
        check("<ul><li><a>1</a><li><a>2</a></ul>", "");
        check("<a>1</a><a>2</a><a>3</a>", "3 a");
    }
}
