//! The children of an element as the tree knows them.

use super::options::Siblings;
use tamis_page::{Document, NodeId, NodeKind, is_never_shown};
use tamis_sites::noise::is_picture;
use tamis_sites::noise::{Key, element_key};

/// Children of one element that are looked at; the rest of a longer list is in no tree and is kept.
const MAX_CHILDREN: usize = 2000;

/// A child, and what it is called among its siblings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) node: NodeId,
    pub(super) key: u64,
    /// Whether it is a text or a picture.
    pub(super) is_leaf: bool,
}

/// Puts the children of an element that can be seen into `found`, and answers with the number of their sequence.
pub(super) fn children_of(document: &Document, node: NodeId, siblings: Siblings, found: &mut Vec<Child>) -> u64 {
    found.clear();
    let mut sequence = Key::EMPTY;
    for child in document.children(node) {
        let (key, is_leaf) = match document.kind(child) {
            NodeKind::Text if !document.is_blank_text(child) => (Key::EMPTY.word("#text"), true),
            NodeKind::Element if is_never_shown(document, child) => continue,
            NodeKind::Element => (element_key(Key::EMPTY, document, child), is_picture(document, child)),
            _ => continue,
        };
        let key = key.finish();
        sequence = sequence.number(key);
        if found.len() < MAX_CHILDREN {
            found.push(Child { node: child, key, is_leaf });
        }
    }
    let sequence = sequence.finish();
    match siblings {
        Siblings::Aligned => number_alike(found),
        Siblings::Exact => {
            for (position, child) in found.iter_mut().enumerate() {
                child.key = Key::EMPTY.number(sequence).number(position as u64).finish();
            }
        }
    }
    sequence
}

/// Tells children of one key apart by their rank.
fn number_alike(children: &mut [Child]) {
    children.sort_by_key(|child| (child.key, child.node));
    for alike in children.chunk_by_mut(|one, other| one.key == other.key) {
        for (rank, child) in alike.iter_mut().enumerate() {
            child.key = Key::EMPTY.number(child.key).number(rank as u64).finish();
        }
    }
    children.sort_by_key(|child| child.node);
}
