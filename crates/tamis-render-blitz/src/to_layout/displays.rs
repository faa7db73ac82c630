//! `display` as the page asks for it, before repairs change it.

use super::styles::display_of;
use crate::dom::EngineTree;
use blitz_dom::BaseDocument;
use tamis_page::{Display, Document, NodeId};

/// `display` of the elements of a frame.
pub(crate) struct Displays {
    first: usize,
    displays: Vec<Option<Display>>,
}

impl Displays {
    /// Reads it from the styles as they are now.
    pub(crate) fn of_frame(document: &Document, blitz: &BaseDocument, tree: &EngineTree, root: NodeId) -> Displays {
        let of_node = |node: NodeId| {
            let id = tree.blitz_id(node).filter(|_| document.is_element(node))?;
            Some(display_of(&*blitz.get_node(id)?.primary_styles()?))
        };
        Displays { first: root.index(), displays: document.subtree(root).map(of_node).collect() }
    }

    /// `None` for what has no style.
    pub(super) fn of(&self, node: NodeId) -> Option<Display> {
        self.displays.get(node.index().checked_sub(self.first)?).copied().flatten()
    }
}
