//! Menus: lists of short links and nothing else.

use tamis_page::{Document, NodeId, NodeKind, names};

/// How many nodes are looked at, and how many characters an entry of a menu has at most on average.
const MAX_NODES: usize = 64;
const MAX_CHARS: usize = 40;

/// Whether the nodes are entries of a menu: a short link each, no other text and no image.
pub(super) fn is_menu(document: &Document, nodes: &[NodeId]) -> bool {
    let nodes = &nodes[..nodes.len().min(MAX_NODES)];
    let mut n_chars = 0;
    for &node in nodes {
        let range = document.subtree_range(node);
        let mut link_end = if document.tag(node) == Some(names::A) { range.end } else { 0 };
        for inner in range.map(|position| NodeId(position as u32)) {
            match document.kind(inner) {
                NodeKind::Element if document.is_html(inner, names::IMG) => return false,
                NodeKind::Element if document.is_html(inner, names::A) => {
                    link_end = link_end.max(document.subtree_end(inner).index());
                }
                NodeKind::Text => {
                    let here = document.text(inner).chars().filter(|c| c.is_alphanumeric()).count();
                    if here > 0 && inner.index() >= link_end {
                        return false;
                    }
                    n_chars += here;
                }
                _ => {}
            }
            if n_chars > MAX_CHARS * nodes.len() {
                return false;
            }
        }
    }
    true
}
