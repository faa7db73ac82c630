//! What selectors can ask for on a page: names, and how many siblings the elements with a name have.

use std::borrow::Cow;
use std::collections::HashMap;
use tamis_page::{Document, NodeId, NodeKind, QuirksMode, names};

/// The classes, ids, tags and attributes of a document, with the elements that have each.
pub(crate) struct NamesInUse<'d> {
    classes: HashMap<Cow<'d, str>, Uses>,
    ids: HashMap<Cow<'d, str>, Uses>,
    tags: HashMap<&'d str, Uses>,
    attributes: HashMap<&'d str, Uses>,
    /// Attributes with their values, in small letters: of some the case does not matter.
    values: HashMap<(&'d str, Cow<'d, str>), Uses>,
    /// In quirks mode the case of letters does not matter.
    ignores_case: bool,
}

/// Bytes of an attribute's value; those of longer ones, such as addresses, are not told apart.
const MAX_VALUE: usize = 64;

impl<'d> NamesInUse<'d> {
    pub(crate) fn of(document: &'d Document) -> NamesInUse<'d> {
        let ignores_case = document.quirks() == QuirksMode::Quirks;
        let mut used = NamesInUse {
            classes: HashMap::new(),
            ids: HashMap::new(),
            tags: HashMap::new(),
            attributes: HashMap::new(),
            values: HashMap::new(),
            ignores_case,
        };
        let children = Siblings::of_children(document);
        for node in document.nodes().filter(|&node| document.is_element(node)) {
            let one = Uses::one(Siblings::around(document, node, &children));
            used.tags.entry(document.tag_name(node)).or_default().add(one);
            for attribute in document.attributes(node) {
                used.attributes.entry(attribute.local_name).or_default().add(one);
                if attribute.value.len() <= MAX_VALUE {
                    used.values.entry((attribute.local_name, folded(attribute.value, true))).or_default().add(one);
                }
                match attribute.name {
                    names::CLASS => {
                        for class in attribute.value.split_ascii_whitespace() {
                            used.classes.entry(folded(class, ignores_case)).or_default().add(one);
                        }
                    }
                    names::ID => used.ids.entry(folded(attribute.value, ignores_case)).or_default().add(one),
                    _ => {}
                }
            }
        }
        used
    }

    /// Whether there is a class (`.`) or an id (`#`) of this name.
    pub(super) fn has(&self, kind: u8, name: &str) -> bool {
        let names = if kind == b'.' { &self.classes } else { &self.ids };
        names.contains_key(&*folded(name, self.ignores_case))
    }

    /// The elements with a class.
    pub(super) fn with_class(&self, name: &str) -> Uses {
        self.classes.get(&*folded(name, self.ignores_case)).copied().unwrap_or_default()
    }

    /// The elements with an id.
    pub(super) fn with_id(&self, name: &str) -> Uses {
        self.ids.get(&*folded(name, self.ignores_case)).copied().unwrap_or_default()
    }

    /// The elements of a name.
    pub(super) fn with_tag(&self, name: &str) -> Uses {
        self.tags.get(name).copied().unwrap_or_default()
    }

    /// The elements with an attribute.
    pub(super) fn with_attribute(&self, name: &str) -> Uses {
        self.attributes.get(name).copied().unwrap_or_default()
    }

    /// The elements with an attribute of this value; of a long value, those with the attribute.
    pub(super) fn with_value(&self, name: &str, value: &str) -> Uses {
        if value.len() > MAX_VALUE {
            return self.with_attribute(name);
        }
        self.values.get(&(name, folded(value, true))).copied().unwrap_or_default()
    }
}

fn folded(name: &str, ignores_case: bool) -> Cow<'_, str> {
    if ignores_case && name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

/// The children of one element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Siblings {
    /// Those that a selector may be compared with.
    pub(super) n_elements: u64,
    /// Those that the engine counts through: texts, too.
    pub(super) n_nodes: u64,
}

impl Siblings {
    /// The children of each node.
    pub(super) fn of_children(document: &Document) -> Vec<Siblings> {
        let mut children = vec![Siblings::default(); document.len()];
        for node in document.nodes() {
            if let Some(parent) = document.parent(node) {
                let siblings = &mut children[parent.index()];
                siblings.n_nodes += u64::from(document.kind(node) != NodeKind::Comment);
                siblings.n_elements += u64::from(document.is_element(node));
            }
        }
        children
    }

    /// A node with those beside it, where `children` has the children of each node.
    pub(super) fn around(document: &Document, node: NodeId, children: &[Siblings]) -> Siblings {
        document.parent(node).map_or(Siblings { n_elements: 1, n_nodes: 1 }, |parent| children[parent.index()])
    }

    pub(super) fn max(self, other: Siblings) -> Siblings {
        Siblings { n_elements: self.n_elements.max(other.n_elements), n_nodes: self.n_nodes.max(other.n_nodes) }
    }

    pub(super) fn min(self, other: Siblings) -> Siblings {
        Siblings { n_elements: self.n_elements.min(other.n_elements), n_nodes: self.n_nodes.min(other.n_nodes) }
    }
}

/// The elements that have a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Uses {
    /// How many they are.
    pub(super) n: u64,
    /// The most siblings that one of them has.
    pub(super) most: Siblings,
    /// The squares of the numbers of their siblings, as work grows with the square.
    sum_of_squares: Siblings,
}

impl Uses {
    pub(super) fn one(siblings: Siblings) -> Uses {
        Uses::all_with(1, siblings)
    }

    /// `n` elements, each with the same siblings.
    pub(super) fn all_with(n: u64, siblings: Siblings) -> Uses {
        let squares = |siblings: u64| siblings.saturating_mul(siblings).saturating_mul(n);
        let sum_of_squares = Siblings { n_elements: squares(siblings.n_elements), n_nodes: squares(siblings.n_nodes) };
        Uses { n, most: siblings, sum_of_squares }
    }

    pub(super) fn add(&mut self, other: Uses) {
        self.n = self.n.saturating_add(other.n);
        self.most = self.most.max(other.most);
        let sum = &mut self.sum_of_squares;
        sum.n_elements = sum.n_elements.saturating_add(other.sum_of_squares.n_elements);
        sum.n_nodes = sum.n_nodes.saturating_add(other.sum_of_squares.n_nodes);
    }

    /// The siblings of each, if all had as many and were as much work together.
    pub(super) fn siblings(self) -> Siblings {
        let mean = |sum: u64| (sum / self.n.max(1)).isqrt() + 1;
        let mean =
            Siblings { n_elements: mean(self.sum_of_squares.n_elements), n_nodes: mean(self.sum_of_squares.n_nodes) };
        mean.min(self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn siblings_are_elements_and_texts_but_no_comments() {
        let document = Document::parse("<!doctype html><p><b>1</b> <i>2</i><!--x--></p><p>y</p>");
        let children = Siblings::of_children(&document);
        let paragraph = document.elements_named(names::P).next().expect("a paragraph");
        assert_eq!(children[paragraph.index()], Siblings { n_elements: 2, n_nodes: 3 });
        assert_eq!(Siblings::around(&document, paragraph, &children), Siblings { n_elements: 2, n_nodes: 2 });
    }

    #[test]
    fn a_few_long_lists_outweigh_many_short_ones() {
        let siblings = |n| Siblings { n_elements: n, n_nodes: n };
        let mut uses = Uses::all_with(9900, siblings(2));
        assert_eq!(uses.siblings(), siblings(2));
        uses.add(Uses::all_with(100, siblings(100)));
        assert_eq!((uses.n, uses.most, uses.siblings()), (10_000, siblings(100), siblings(11)));
    }
}
