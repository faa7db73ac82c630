//! Phase 4: a short XPath for a candidate.
//!
//! The path from `html` down names every tag on the way. What stands above all nodes and has an id is pinned by it;
//! then the shortest end of the path that selects no more than the candidate's nodes is enough. How many nodes an end
//! of the path selects is counted by walking up from all links at once.

use super::candidates::{Candidate, Source};
use super::predicates::Predicate;
use super::seeds::Outline;
use super::seeds::SeedPath;
use std::collections::HashSet;
use tamis_page::budget;
use tamis_page::{Document, NodeId, names};

/// Writes XPaths for candidates of one page.
pub(super) struct Writer<'a, 'd> {
    document: &'d Document,
    paths: &'a [SeedPath<'d>],
    /// All links that a path can be written for.
    links: Vec<NodeId>,
    n_steps_left: usize,
}

/// The most nodes that are visited for all candidates together; what comes later keeps its path from `html` down.
const MAX_STEPS: usize = 20_000_000;

/// One step of a path: a tag and what is asked of it.
struct Step<'d> {
    tag: &'d str,
    predicates: Vec<Predicate<'d>>,
}

impl Step<'_> {
    fn holds(&self, document: &Document, node: NodeId) -> bool {
        document.tag_name(node) == self.tag && self.predicates.iter().all(|predicate| predicate.holds(document, node))
    }

    fn spell(&self) -> String {
        let predicates = self.predicates.iter().map(|predicate| format!("[{}]", predicate.spell()));
        format!("{}{}", self.tag, predicates.collect::<String>())
    }
}

impl<'a, 'd> Writer<'a, 'd> {
    pub(super) fn new(document: &'d Document, outline: &Outline<'_>, paths: &'a [SeedPath<'d>]) -> Writer<'a, 'd> {
        let is_link = |&node: &NodeId| document.tag(node) == Some(names::A) && outline.path(node).is_some();
        Writer { document, paths, links: document.nodes().filter(is_link).collect(), n_steps_left: MAX_STEPS }
    }

    /// The shortest XPath of those that the candidate's sources give.
    pub(super) fn write(&mut self, candidate: &Candidate<'d>) -> String {
        let written = candidate.sources.iter().map(|source| self.write_source(candidate, source));
        written.min_by_key(|xpath| (xpath.chars().count(), xpath.clone())).unwrap_or_default()
    }

    fn write_source(&mut self, candidate: &Candidate<'d>, source: &Source<'d>) -> String {
        let path = &self.paths[source.path];
        let steps = self.steps(candidate, source);
        let start = self.shortest_end(&steps, source.depth, candidate.nodes.len()).unwrap_or(0);
        let slashes = if start == 0 { "/" } else { "//" };
        let main: Vec<String> = steps[start..=source.depth].iter().map(Step::spell).collect();
        let below: String = steps[source.depth + 1..].iter().map(|step| format!("/{}", step.spell())).collect();
        let has_below = if source.depth < path.depth() { format!("[.{below}]") } else { String::new() };
        format!("{slashes}{}{has_below}", main.join("/"))
    }

    /// The steps from `html` to the links, with the predicate of the source and the ids of the nodes above all.
    fn steps(&self, candidate: &Candidate<'d>, source: &Source<'d>) -> Vec<Step<'d>> {
        let tags = self.paths[source.path].tags.iter();
        let mut steps: Vec<Step<'d>> = tags.map(|tag| Step { tag, predicates: Vec::new() }).collect();
        if let Some(selection) = &source.selection {
            steps[selection.depth].predicates.push(selection.predicate);
        }
        let (Some(&first), Some(&last)) = (candidate.nodes.first(), candidate.nodes.last()) else { return steps };
        let mut depth = source.depth;
        let mut node = first;
        loop {
            let is_above_all = node <= first && last < self.document.subtree_end(node);
            let id = self.document.attribute(node, names::ID).filter(|id| !id.is_empty() && !id.contains(['"', '\'']));
            let asks_for_id =
                |predicate: &Predicate<'_>| matches!(predicate, Predicate::IdPrefix(_) | Predicate::Equals("id", _));
            if let (true, Some(id)) = (is_above_all, id)
                && !steps[depth].predicates.iter().any(asks_for_id)
            {
                steps[depth].predicates.push(Predicate::Equals("id", id));
            }
            match self.document.parent(node) {
                Some(parent) if depth > 0 => (node, depth) = (parent, depth - 1),
                _ => return steps,
            }
        }
    }

    /// The last step from which on the path selects `n_nodes` nodes; `None` if only the whole path does.
    fn shortest_end(&mut self, steps: &[Step<'d>], depth: usize, n_nodes: usize) -> Option<usize> {
        let n_steps = self.links.len() * (steps.len() - depth);
        self.n_steps_left = self.n_steps_left.checked_sub(n_steps)?;
        budget::spend(n_steps);
        let mut above: Vec<NodeId> = Vec::new();
        let mut seen: HashSet<NodeId> = HashSet::new();
        for &link in &self.links {
            // From the link up to the node that the path selects.
            let mut node = Some(link);
            for step in steps[depth + 1..].iter().rev() {
                node = node.filter(|&node| step.holds(self.document, node)).and_then(|node| self.document.parent(node));
            }
            above.extend(node.filter(|&node| steps[depth].holds(self.document, node) && seen.insert(node)));
        }
        for start in (1..=depth).rev() {
            if above.len() == n_nodes {
                return Some(start);
            }
            if self.n_steps_left < above.len() {
                return None;
            }
            self.n_steps_left -= above.len();
            let step = &steps[start - 1];
            above = above
                .into_iter()
                .filter_map(|node| self.document.parent(node))
                .filter(|&parent| step.holds(self.document, parent))
                .collect();
        }
        None
    }
}
