//! Tag paths as numbers, for a whole page and for parts of it.
//!
//! One table numbers all paths that are made of tags alone: those from the root of the page down to each element, and
//! those that a method follows from a record down. A path is known by the path that it continues and its last label,
//! so that two numbers are equal exactly when the paths are.

use super::tag_tree::Label;
use std::cell::RefCell;
use std::collections::HashMap;
use tamis_page::budget;
use tamis_page::{Document, NodeId};

/// The path without any step.
pub(crate) const EMPTY_PATH: u32 = 0;

/// The tag paths of a page.
#[derive(Debug)]
pub(crate) struct PagePaths {
    numbers: RefCell<PathNumbers>,
    /// By node; the empty path for all that is no element.
    of_node: Vec<u32>,
    depths: Vec<u32>,
}

impl PagePaths {
    /// Numbers the paths of all elements, in document order.
    pub(crate) fn of(document: &Document) -> PagePaths {
        budget::spend(document.len());
        let mut numbers = PathNumbers::default();
        let mut of_node = vec![EMPTY_PATH; document.len()];
        let mut depths = vec![0; document.len()];
        for node in document.nodes() {
            let Some(parent) = document.parent(node) else { continue };
            depths[node.index()] = if parent == NodeId::ROOT { 0 } else { depths[parent.index()] + 1 };
            if let Some(tag) = document.tag(node) {
                of_node[node.index()] = numbers.below(of_node[parent.index()], Label::of(tag));
            }
        }
        PagePaths { numbers: RefCell::new(numbers), of_node, depths }
    }

    /// The tags from the root to the element; [`EMPTY_PATH`] for other nodes. Paths are numbered in document order.
    #[inline]
    pub(crate) fn path(&self, node: NodeId) -> u32 {
        self.of_node[node.index()]
    }

    /// The paths of consecutive nodes.
    #[inline]
    pub(crate) fn paths(&self, nodes: std::ops::Range<usize>) -> &[u32] {
        &self.of_node[nodes]
    }

    /// How many elements are above the node; 0 for `html`.
    #[inline]
    pub(crate) fn depth(&self, node: NodeId) -> usize {
        self.depths[node.index()] as usize
    }

    /// The path that continues another one.
    #[inline]
    pub(crate) fn below(&self, above: u32, label: Label) -> u32 {
        self.numbers.borrow_mut().below(above, label)
    }

    /// The path that this one continues and its last label; `None` for the empty path.
    pub(crate) fn step(&self, path: u32) -> Option<(u32, Label)> {
        let numbers = self.numbers.borrow();
        path.checked_sub(1).map(|index| numbers.steps[index as usize])
    }

    /// The labels of a path, from the last to the first; at most `max_labels` of them.
    pub(crate) fn labels(&self, path: u32, max_labels: usize) -> Vec<Label> {
        let steps = std::iter::successors(self.step(path), |&(above, _)| self.step(above));
        steps.take(max_labels).map(|(_, label)| label).collect()
    }

    /// One more than the highest number so far.
    pub(crate) fn n_paths(&self) -> usize {
        self.numbers.borrow().steps.len() + 1
    }
}

/// Numbers for paths that grow step by step; 0 is the empty path.
#[derive(Debug, Default)]
struct PathNumbers {
    by_step: HashMap<(u32, Label), u32>,
    steps: Vec<(u32, Label)>,
}

impl PathNumbers {
    #[inline]
    fn below(&mut self, parent: u32, label: Label) -> u32 {
        let next = self.steps.len() as u32 + 1;
        *self.by_step.entry((parent, label)).or_insert_with(|| {
            self.steps.push((parent, label));
            next
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::names;

    #[test]
    fn elements_with_the_same_tags_above_have_the_same_path() {
        let document = Document::parse("<ul><li><a>1</a><li><a>2</a></ul><ol><li><a>3</a></ol>");
        let paths = PagePaths::of(&document);
        let links: Vec<NodeId> = document.elements_named(names::A).collect();
        assert_eq!(paths.path(links[0]), paths.path(links[1]));
        assert_ne!(paths.path(links[0]), paths.path(links[2]));
        // The empty one, html, head, body, ul, li, a, ol, li, a
        assert_eq!(paths.n_paths(), 10);
        assert_eq!(links.iter().map(|&link| paths.depth(link)).collect::<Vec<_>>(), [4, 4, 4]);
        assert_eq!(paths.path(document.root()), EMPTY_PATH);
    }

    #[test]
    fn a_path_from_a_record_down_is_numbered_in_the_same_table() {
        let document = Document::parse("<ul><li><a>1</a></ul>");
        let paths = PagePaths::of(&document);
        let item = paths.below(EMPTY_PATH, Label::of(names::LI));
        let link = paths.below(item, Label::of(names::A));
        assert_eq!(link, paths.below(item, Label::of(names::A)));
        assert_eq!(paths.labels(link, 9), [Label::of(names::A), Label::of(names::LI)]);
        assert_eq!(paths.labels(link, 1), [Label::of(names::A)]);
        let html = document.html().expect("every page has one");
        assert_eq!(paths.below(EMPTY_PATH, Label::of(names::HTML)), paths.path(html));
    }
}
