//! Places and shapes of elements, so that an element of one page can be compared with that of another at the same place.
//!
//! This is no part of the mapping that is measured: the judge looks for itself.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use tamis_page::{Document, NodeId, NodeKind, is_never_shown, names};

/// Where the elements of a page are and what is in them. Words do not count, and all numbers in ids and classes are one.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    /// By node: names from the root down, each with its rank among siblings of that name.
    places: Vec<u64>,
    /// By node: names from the root down, without ranks.
    paths: Vec<u64>,
    /// By node: what is in it, in order.
    shapes: Vec<u64>,
    /// By node: what is in it, in order, with any number of siblings of one shape counted as one.
    kinds: Vec<u64>,
    by_place: BTreeMap<u64, NodeId>,
    known_paths: BTreeMap<u64, NodeId>,
}

impl Structure {
    pub(super) fn of(document: &Document) -> Structure {
        let n_nodes = document.len();
        let mut structure = Structure {
            places: vec![0; n_nodes],
            paths: vec![0; n_nodes],
            shapes: vec![0; n_nodes],
            kinds: vec![0; n_nodes],
            by_place: BTreeMap::new(),
            known_paths: BTreeMap::new(),
        };
        for node in document.nodes() {
            let mut ranks: BTreeMap<u64, usize> = BTreeMap::new();
            for child in children(document, node) {
                let name = name(document, child);
                let rank = ranks.entry(name).or_default();
                let place = hash(&(structure.places[node.index()], name, *rank));
                let path = hash(&(structure.paths[node.index()], name));
                *rank += 1;
                structure.places[child.index()] = place;
                structure.paths[child.index()] = path;
                structure.by_place.insert(place, child);
                structure.known_paths.insert(path, child);
            }
        }
        for node in document.nodes().rev() {
            let of_children =
                |of: &[u64]| children(document, node).map(|child| of[child.index()]).collect::<Vec<u64>>();
            let shape = hash(&(document.tag_name(node), of_children(&structure.shapes)));
            let mut kinds = of_children(&structure.kinds);
            kinds.sort_unstable();
            kinds.dedup();
            structure.shapes[node.index()] = shape;
            structure.kinds[node.index()] = hash(&(document.tag_name(node), kinds));
        }
        structure
    }

    /// The node of another page at the place of this one's.
    pub(super) fn same_place(&self, node: NodeId, other: &Structure) -> Option<NodeId> {
        other.by_place.get(&self.places[node.index()]).copied()
    }

    /// Whether another page has a node that is called the same, all the way down.
    pub(super) fn has_path(&self, node: NodeId, other: &Structure) -> bool {
        other.known_paths.contains_key(&self.paths[node.index()])
    }

    pub(super) fn shape(&self, node: NodeId) -> u64 {
        self.shapes[node.index()]
    }

    pub(super) fn kind(&self, node: NodeId) -> u64 {
        self.kinds[node.index()]
    }
}

/// The children of a node, less comments, code and white space: D of the paper, with text that counts as a sibling.
pub(super) fn children(document: &Document, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    document.children(node).filter(move |&child| match document.kind(child) {
        NodeKind::Element => !is_never_shown(document, child),
        NodeKind::Text => !document.is_blank_text(child),
        _ => false,
    })
}

fn name(document: &Document, node: NodeId) -> u64 {
    if !document.is_element(node) {
        return 0;
    }
    let mut classes: Vec<String> = document.classes(node).map(without_numbers).collect();
    classes.sort_unstable();
    hash(&(document.tag_name(node), document.attribute(node, names::ID).map(without_numbers), classes))
}

fn without_numbers(text: &str) -> String {
    let mut spelt = String::new();
    for character in text.chars() {
        let character = if character.is_ascii_digit() { '0' } else { character };
        if character != '0' || !spelt.ends_with('0') {
            spelt.push(character);
        }
    }
    spelt
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_more_is_another_shape_of_the_same_kind() {
        let (two, three) = (Document::parse("<ul><li>a<li>b</ul>"), Document::parse("<ul><li>a<li>b<li>c</ul>"));
        let (of_two, of_three) = (Structure::of(&two), Structure::of(&three));
        let find = |document: &Document, tag: &str| {
            document.nodes().filter(|&node| document.tag_name(node) == tag).collect::<Vec<_>>()
        };
        let (list_of_two, list_of_three) = (find(&two, "ul")[0], find(&three, "ul")[0]);
        assert_eq!(of_three.same_place(list_of_three, &of_two), Some(list_of_two));
        assert_ne!(of_two.shape(list_of_two), of_three.shape(list_of_three));
        assert_eq!(of_two.kind(list_of_two), of_three.kind(list_of_three));
        let last = find(&three, "li")[2];
        assert_eq!(of_three.same_place(last, &of_two), None);
        assert!(of_three.has_path(last, &of_two));
    }

    #[test]
    fn numbers_are_one() {
        assert_eq!(without_numbers("post-1834-x"), without_numbers("post-9-x"));
        assert_ne!(without_numbers("post"), without_numbers("post1"));
    }
}
