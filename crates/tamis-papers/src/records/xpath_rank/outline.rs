//! What is asked of every element again and again: how deep it is, which tags lead to it, and whether an XPath can say so.

use crate::view::paths::{EMPTY_PATH, PagePaths};
use tamis_page::predicate::is_plain_name;
use tamis_page::{Document, NodeId};

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
    use tamis_page::names;

    #[test]
    fn below_a_name_that_cannot_be_written_there_is_no_path() {
        let document = Document::parse("<x:y'><a>1</a></x:y'><my-card><a>2</a></my-card>");
        let paths = PagePaths::of(&document);
        let outline = Outline::of(&document, &paths);
        let has_path: Vec<bool> = document.elements_named(names::A).map(|link| outline.path(link).is_some()).collect();
        assert_eq!(has_path, [false, true]);
    }
}
