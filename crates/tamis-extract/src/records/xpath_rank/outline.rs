//! What is asked of every element again and again: how deep it is, and which tags lead to it.

use std::collections::HashMap;
use tamis_page::select::write::predicate::is_plain_name;
use tamis_page::{Document, Name, NodeId};

/// Depths and tag paths of all elements.
pub(super) struct Outline {
    paths: Vec<u32>,
    depths: Vec<u32>,
    n_paths: usize,
}

/// For nodes that are no elements, and for elements that no path can be written for.
pub(super) const NO_PATH: u32 = u32::MAX;

impl Outline {
    /// Reads a document once.
    pub(super) fn of(document: &Document) -> Outline {
        let mut numbers: HashMap<(u32, Name), u32> = HashMap::new();
        let mut paths = vec![NO_PATH; document.len()];
        let mut depths = vec![0; document.len()];
        // The document node is above all paths.
        let above_all = NO_PATH - 1;
        for node in document.nodes() {
            let Some(parent) = document.parent(node) else { continue };
            let parent_path = if parent == NodeId::ROOT { above_all } else { paths[parent.index()] };
            depths[node.index()] = if parent == NodeId::ROOT { 0 } else { depths[parent.index()] + 1 };
            if let Some(tag) = document.tag(node)
                && parent_path != NO_PATH
                && is_plain_name(document.spell(tag))
            {
                let next = numbers.len() as u32;
                paths[node.index()] = *numbers.entry((parent_path, tag)).or_insert(next);
            }
        }
        Outline { paths, depths, n_paths: numbers.len() }
    }

    /// A number for the tags from the root to the element: elements with the same tags on the way have the same.
    #[inline]
    pub(super) fn path(&self, node: NodeId) -> u32 {
        self.paths[node.index()]
    }

    /// The paths of consecutive nodes.
    #[inline]
    pub(super) fn paths(&self, nodes: std::ops::Range<usize>) -> &[u32] {
        &self.paths[nodes]
    }

    /// 0 for `html`.
    #[inline]
    pub(super) fn depth(&self, node: NodeId) -> usize {
        self.depths[node.index()] as usize
    }

    /// How many different paths there are.
    pub(super) fn n_paths(&self) -> usize {
        self.n_paths
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::names;

    #[test]
    fn elements_with_the_same_tags_above_have_the_same_path() {
        let document = Document::parse("<ul><li><a>1</a><li><a>2</a></ul><ol><li><a>3</a></ol>");
        let outline = Outline::of(&document);
        let links: Vec<NodeId> = document.elements_named(names::A).collect();
        assert_eq!(outline.path(links[0]), outline.path(links[1]));
        assert_ne!(outline.path(links[0]), outline.path(links[2]));
        // html, head, body, ul, li, a, ol, li, a
        assert_eq!(outline.n_paths(), 9);
        assert_eq!(links.iter().map(|&link| outline.depth(link)).collect::<Vec<_>>(), [4, 4, 4]);
    }

    #[test]
    fn below_a_name_that_cannot_be_written_there_is_no_path() {
        let document = Document::parse("<x:y'><a>1</a></x:y'><my-card><a>2</a></my-card>");
        let outline = Outline::of(&document);
        let has_path: Vec<bool> = document.elements_named(names::A).map(|link| outline.path(link) != NO_PATH).collect();
        assert_eq!(has_path, [false, true]);
    }
}
